// What a phone used as a seat’s keys says below its lamp: first what the lamp itself shows, so that the two never
// differ.

import { html } from "/static/vendor/htm-preact-standalone.module.js";
import { useLater } from "/static/js/later.js";
import { reminderText } from "/static/js/reminders.js";
import { unsettled } from "/static/js/settled.js";

const MOST = 2;
const ASKS_FOR_VALUE = "say_value";
const FLIP = "flip_kan_dora_now";
const REFEREE = "panel_referee_";
// It is for the table’s page: the phone itself asks for the key.
const AWAITED = "panel_awaited";

// The most urgent first; a lost line before all.
export function Said({ words, snapshot, seat, line, missed, isAwake, call }) {
  if (line.state !== "live") {
    const code = line.state === "opening" && !missed ? "opening" : "lost";
    return html`<p class=${`said ${code === "lost" ? "is-wrong" : ""}`} role="alert">${words.say(`keys.${code}`)}</p>`;
  }
  const nameOf = nameIn(snapshot, words);
  const lines = snapshot ? linesOf({ lamp: line.lamp, snapshot, seat, words, nameOf }) : [];
  const isCalled = call && call.state !== "none";
  const said = lines.length || isCalled ? lines : atRest({ isAwake, call, words });
  const standing = isCalled && html`<${RefereeCall} ...${{ words, call, nameOf }} />`;
  return html`<p class=${`said ${lines.length || isCalled ? "is-news" : ""}`} role="status">
    ${said.join(" ")} ${standing}
  </p>`;
}

// A table of no club has no referee.
function atRest({ isAwake, call, words }) {
  return [isAwake ? "keys.ready" : "keys.sleeps", ...(call ? ["keys.referee"] : [])].map((key) => words.say(key));
}

// Why a press was refused, why no key means anything, what the lamp shows, and what else concerns this player.
function linesOf(shown) {
  const { snapshot, seat, words, nameOf } = shown;
  const own = unsettled(snapshot).filter((one) => !one.seen && concerns(one, seat) && one.code !== AWAITED);
  const text = (one) => one && reminderText(one, words, nameOf);
  const refused = text(own.find(({ refuses }) => refuses));
  const others = own.filter(({ refuses }) => !refuses).map(text);
  const said = [refused, whyNothing(shown), lampSaid(shown, text), ...others].filter(Boolean);
  return [...new Set(said)].slice(0, MOST);
}

// Why a lamp flashes three times is said as long as the table knows it, and lit without a break is a riichi.
function lampSaid({ lamp, snapshot, seat, words }, text) {
  const all = unsettled(snapshot);
  // Nobody is asked for `next` before somebody has said what the hand is worth.
  const lacksValue = all.some(({ code }) => code === ASKS_FOR_VALUE);
  const isBetween = (!snapshot.kyoku || Boolean(snapshot.result)) && !lacksValue;
  const own = all.filter((one) => one.seat === seat?.seat);
  switch (lamp) {
    case "fast":
      return text(own.find(({ asks, code }) => asks || code === ASKS_FOR_VALUE)) ?? words.say("keys.asked");
    case "slow":
      if (!snapshot.sides) return words.say("reminder.panel_who_sits");
      return words.say(isBetween ? "keys.next" : "keys.thinking");
    case "double":
      return text(all.find(({ code }) => code === FLIP));
    case "wink":
      if (own.some(({ code }) => code.startsWith(REFEREE))) return null;
      return words.say(isBetween && snapshot.sides ? "keys.others" : "keys.heard");
    case "steady":
      return seat?.riichi && words.say(seat.riichi.double ? "riichi.double" : "riichi.accepted");
    default:
      return lacksValue ? words.say("reminder.panel_value_missing") : null;
  }
}

// Why the keys of this side mean nothing now. A game that is decided ends once everybody is ready: a lamp that shows
// something then has a meaning of its own.
function whyNothing({ lamp, snapshot, seat, words }) {
  if (snapshot.tea.paused) return words.say("reason.paused");
  const isOver = !snapshot.game || (snapshot.final && lamp === "off");
  if (isOver) return words.say("reminder.panel_no_game");
  return snapshot.sides && !seat ? words.say("keys.nobody") : null;
}

const nameIn = (snapshot, words) => (seat) => snapshot?.seats[seat]?.name || words.wind("ESWN"[seat]);

const concerns = ({ seat, code }, own) => (seat === null ? code.startsWith("panel_") : seat === own?.seat);

function RefereeCall(props) {
  const Standing = useLater(true, () => import("/static/js/round/referee.js"), "Standing");
  return Standing && html`<${Standing} ...${props} />`;
}
