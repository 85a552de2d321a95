// Reminders in words: what to do first. The same words stand wherever a reminder is shown.

import { html } from "/static/vendor/htm-preact-standalone.module.js";
import { canPlay } from "/static/js/play/acts.js";
import { howWon } from "/static/js/result.js";
import { unsettled } from "/static/js/settled.js";

// Their text stands alone: before anybody has sat down, a key has no name.
const STANDS_ALONE = /^panel_(referee_|too_late$|key_stuck$)/;

export function reminderText(reminder, words, nameOf) {
  const values = { ...reminder.values };
  // Where nobody follows the turns the table does not know whose discard it waits for; the players do.
  values.name = reminder.seat === null ? words.say("reminder.kan_maker") : nameOf(reminder.seat);
  if ("upper" in values) values.row = words.say(values.upper ? "upper" : "lower");
  if ("tile" in values) values.tile = words.tile(values.tile);
  if ("kind" in values) values.kind = words.say(`draw.${values.kind}`);
  if ("off" in values) values.off = words.difference(values.off);
  const key = `reminder.${reminder.code}`;
  if (STANDS_ALONE.test(reminder.code) && reminder.seat !== null) {
    return words.of(values.name, words.say(key));
  }
  if (words.has(key) || words.has(`${key}.other`)) return words.say(key, values);
  const reason = `reason.${reminder.code}`;
  const what = words.say(words.has(reason) ? reason : "reminder.unknown", values);
  // Why a key meant nothing is for the one who pressed it.
  return reminder.seat === null ? what : words.of(values.name, what);
}

function lineOf(reminder, words, nameOf) {
  return html`<span key=${`${reminder.code}-${reminder.seat}`} class=${`reminder ${reminder.level}`}>
    ${reminderText(reminder, words, nameOf)}
  </span>`;
}

// Where there is little room, what is good to know waits until what is to be done is done.
function urgent(reminders, most) {
  const pressing = reminders.filter((reminder) => reminder.level !== "know");
  return (pressing.length ? pressing : reminders).slice(0, most);
}

// What nobody has seen yet.
export const openOnes = (snapshot) => unsettled(snapshot).filter(({ seen }) => !seen);

// A tap on them opens what can be done about each. What somebody has seen stands there, and nowhere else.
export function Reminders(props) {
  const { snapshot, words, nameOf, most, side } = props;
  const open = openOnes(snapshot);
  const shown = most ? urgent(open, most) : open;
  if (!shown.length) return null;
  const lines = shown.map((reminder) => lineOf(reminder, words, nameOf));
  if (!canPlay(props) || snapshot.depth === undefined) return html`<div class="reminders">${lines}</div>`;
  const isCopy = side && side !== "bottom";
  return html`<button
    type="button"
    class="reminders"
    tabindex=${isCopy ? "-1" : undefined}
    onClick=${() => props.play.open("reminders", { side: side ?? "bottom" })}
  >${lines}</button>`;
}

// For a screen reader: said when it changes, seen nowhere. Where the table is read aloud, results are said there; and
// where the recorded voice reads, all of it: nothing is said twice.
export function Spoken({ snapshot, words, nameOf, connection, choices }) {
  if (choices.aloud === "voice") return null;
  const lost = connection === "lost" ? words.say("connection.lost") : "";
  const open = snapshot ? openOnes(snapshot) : [];
  const reminders = open.map((reminder) => reminderText(reminder, words, nameOf));
  const result = choices.aloud === "off" ? resultText(snapshot, words, nameOf) : "";
  const said = [lost, result, ...reminders].filter(Boolean);
  return html`<div class="unseen-by-eye" role="status" aria-live="polite">${said.join(" ")}</div>`;
}

// How a hand ended, for the ear: who won, and what it does to everybody's points.
function resultText(snapshot, words, nameOf) {
  const result = snapshot?.result;
  if (!result) return "";
  const wins = result.wins.map((win) => words.of(nameOf(win.seat), howWon(win, words, nameOf)));
  const draw = result.ryuukyoku && words.say(`draw.${result.ryuukyoku}`);
  const chombo = result.chombo !== null && words.say("chombo.by", { name: nameOf(result.chombo) });
  const changes = words.list(result.deltas.map((delta, seat) => `${nameOf(seat)} ${words.difference(delta)}`));
  return words.clauses([...wins, draw || chombo, changes]);
}
