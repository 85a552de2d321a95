// What the reader has chosen on this device: language, theme, layout, which seat is nearest. Kept here, nowhere else.

import { sizeOf } from "/static/js/size.js";

const KEY = "riichi-table";
const NAMES = "riichi-table-names";
const RULES = "riichi-table-rules";
const MOST_NAMES = 24;
const NAME_STYLES = ["plate", "light", "wind", "clear"];

export function keptChoices() {
  return kept(KEY) ?? {};
}

export function keepChoices(choices) {
  // Only what was chosen for good. That a page watches, hangs on a wall or lies over a film is in its address; where
  // the menu made it watch, that holds until it is loaded anew.
  const { watch, kiosk, isTv, overlay, names, ...others } = choices;
  // On a page that lies over a film nobody chooses anything: its theme comes from the film.
  if (!overlay) keep(KEY, others);
}

// Names of those who played last come first.
export function keptNames() {
  const names = kept(NAMES);
  return Array.isArray(names) ? names.filter((name) => typeof name === "string") : [];
}

export function keepNames(names) {
  keep(NAMES, [...new Set([...names, ...keptNames()])].slice(0, MOST_NAMES));
}

// The rules that were last played on this device, and what was changed in them.
export function keptRules() {
  const { name = null, changes } = kept(RULES) ?? {};
  return { name, changes: changes && typeof changes === "object" ? changes : {} };
}

export function keepRules(rules) {
  keep(RULES, rules);
}

function kept(key) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null");
  } catch {
    return null;
  }
}

function keep(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // A private window keeps nothing; the page works all the same.
  }
}

// The address may choose too: /?layout=stand&lang=fr&theme=light&near=2&scale=1.2, /?seat=2, /?watch=1, /?kiosk=1,
// /?overlay=lower&names=clear, /?aloud=voice
export function firstChoices() {
  const asked = Object.fromEntries(new URLSearchParams(location.search));
  const before = keptChoices();
  const one = (name, allowed, otherwise) =>
    [asked[name], before[name]].map(String).find((value) => allowed.includes(value)) ?? otherwise;
  const overlay = { 1: "lower", lower: "lower", table: "table" }[asked.overlay] ?? "";
  const names = NAME_STYLES.includes(asked.names) ? asked.names : NAME_STYLES[0];
  const seat = one("seat", ["0", "1", "2", "3", "none"], "none");
  return {
    lang: asked.lang ?? before.lang,
    theme: overlay ? themeOver(names) : one("theme", ["dark", "light"], themeOfRoom()),
    layout: one("layout", ["flat", "stand"], undefined),
    scale: sizeOf(asked.scale ?? before.scale),
    near: Number(one("near", ["0", "1", "2", "3"], "0")),
    depth: one("depth", ["points", "counting", "full"], "points"),
    seat: seat === "none" ? "none" : Number(seat),
    camera: one("camera", ["shown", "hidden"], undefined),
    aloud: one("aloud", ["off", "voice", "reader"], "off"),
    counts: one("counts", ["each", "seldom"], "each"),
    corners: one("corners", ["shown", "hidden"], "hidden"),
    looksOn: before.looksOn === true,
    watch: asked.watch === "1" || Boolean(overlay),
    // A screen that watches is no television if its address says how it lies or for whom.
    isTv: asked.watch === "1" && !asked.layout && !asked.seat,
    overlay,
    names,
    kiosk: asked.kiosk === "1",
  };
}

function themeOfRoom() {
  return matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark";
}

// Over a film the ground behind the words decides the theme, and not how light the room is.
function themeOver(names) {
  return names === "light" ? "light" : "dark";
}

// A seat that this game does not have is nobody's; it is kept for the next game of four.
export function choicesAt(choices, players) {
  return { ...choices, seat: choices.seat < players ? choices.seat : "none", near: choices.near % players };
}

// A phone has one layout, and so has a device of one player.
export function mayChooseLayout({ seat }, width, height) {
  return seat === "none" && Math.min(width, height) >= 560;
}

// A tablet lies between the players; what is smaller stands before one; whoever has chosen a seat sees it as its own.
export function layoutFor(choices, width, height) {
  if (choices.overlay) return "overlay";
  if (choices.isTv && choices.watch && width > height && height >= 540) return "tv";
  if (choices.seat !== "none") return "own";
  return mayChooseLayout(choices, width, height) ? (choices.layout ?? "flat") : "stand";
}
