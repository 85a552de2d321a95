// Reminders by touch: each is done, seen, or allowed by the house; none goes by itself.

import { html } from "/static/vendor/htm-preact-standalone.module.js";
import { reminderText } from "/static/js/reminders.js";
import { Sheet } from "/static/js/play/sheet.js";
import { draw } from "/static/js/play/draws.js";

const FLIPS = ["flip_first_indicator", "flip_kan_dora_now"];

export function ReminderSheet(props) {
  const { snapshot, words, nameOf, play, args } = props;
  const { reminders } = snapshot;
  return html`<${Sheet} title=${words.say("play.reminders")} side=${args.side} words=${words} onClose=${play.close}>
    ${reminders.length === 0 && html`<p>${words.say("may.none")}</p>`}
    <ul class="rows">${reminders.map((reminder) => html`<li key=${`${reminder.code}-${reminder.seat}`} class=${`reminding ${reminder.level} ${reminder.seen ? "was-seen" : ""}`}>
      <p>${reminderText(reminder, words, nameOf)}</p>
      <div class="picks">${waysOf(reminder, props).map(([key, name, act]) => html`<button type="button" key=${key} onClick=${act}>${name}</button>`)}</div>
    </li>`)}</ul>
  </${Sheet}>`;
}

// What a tap can do about it.
export function waysOf(reminder, props) {
  const { words, play, args } = props;
  const ways = [];
  const after = (act) => () => {
    if (props.snapshot.reminders.length === 1) play.close();
    act();
  };
  if (FLIPS.includes(reminder.code)) {
    ways.push(["tile", words.say("play.which_tile"), () => play.open("pick", { why: "indicator", side: args?.side })]);
    ways.push(["flip", words.say("play.turned_unseen"), after(() => play.tell("tell", { facts: [{ is: "IndicatorRevealed", tile: null }] }))]);
  }
  if (reminder.code === "draw_due") ways.push(["draw", words.say("play.is_draw"), after(() => play.tell("tell", { facts: [draw(reminder.values.kind)] }))]);
  if (["say_value", "turn_ura"].includes(reminder.code)) ways.push(["edit", words.say("play.put_right"), () => play.open("edit", { side: args?.side })]);
  if (reminder.may_waive) ways.push(["waive", words.say("may.waive"), after(() => play.tell("waive", { reason: reminder.code }))]);
  if (reminder.seen === false) ways.push(["seen", words.say("play.seen"), after(() => play.tell("seen", { code: reminder.code, seat: reminder.seat }))]);
  return ways;
}
