// What the reader has chosen on this device: language, theme, layout, which seat is nearest. Kept here, nowhere else.

import { sizeOf } from "/static/js/size.js";

const KEY = "riichi-table";
const NAMES = "riichi-table-names";
const RULES = "riichi-table-rules";
const MOST_NAMES = 24;

export function keptChoices() {
  return kept(KEY) ?? {};
}

export function keepChoices(choices) {
  // Only what was chosen for good: a page that watches or hangs on a wall says so in its address.
  const { watch, kiosk, ...others } = choices;
  keep(KEY, others);
}

// Names of those who played last come first.
export function keptNames() {
  const names = kept(NAMES);
  return Array.isArray(names) ? names.filter((name) => typeof name === "string") : [];
}

export function keepNames(names) {
  keep(NAMES, [...new Set([...names, ...keptNames()])].slice(0, MOST_NAMES));
}

// By which rules one played last on this device, and what was changed in them.
export function keptRules() {
  const { name = null, changes } = kept(RULES) ?? {};
  return { name, changes: changes && typeof changes === "object" ? changes : {} };
}

export function keepRules(rules) {
  keep(RULES, rules);
}

function kept(key) {
  try {
    return JSON.parse(localStorage.getItem(key));
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

// The address may choose too: /?layout=stand&lang=fr&theme=light&near=2&scale=1.2, /?seat=2, /?watch=1, /?kiosk=1
export function firstChoices() {
  const asked = Object.fromEntries(new URLSearchParams(location.search));
  const before = keptChoices();
  const one = (name, allowed, otherwise) =>
    [asked[name], before[name]].map(String).find((value) => allowed.includes(value)) ?? otherwise;
  const seat = one("seat", ["0", "1", "2", "3", "none"], "none");
  return {
    lang: asked.lang ?? before.lang,
    theme: one("theme", ["dark", "light"], matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark"),
    layout: one("layout", ["flat", "stand"], undefined),
    scale: sizeOf(asked.scale ?? before.scale),
    near: Number(one("near", ["0", "1", "2", "3"], "0")),
    depth: one("depth", ["points", "counting", "full"], "points"),
    seat: seat === "none" ? "none" : Number(seat),
    camera: one("camera", ["shown", "hidden"], undefined),
    looksOn: before.looksOn === true,
    watch: asked.watch === "1",
    kiosk: asked.kiosk === "1",
  };
}

// A tablet lies between the players; what is smaller, or very long, stands before one; one seat is a phone's.
export function layoutFor(choices, width, height) {
  if (choices.seat !== "none") return "own";
  if (Math.min(width, height) < 560) return "stand";
  return choices.layout ?? "flat";
}
