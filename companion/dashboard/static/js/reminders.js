// Reminders in words: what to do first. The same words stand wherever a reminder is shown.

import { html } from "/static/vendor/htm-preact-standalone.module.js";

export function reminderText(reminder, words, nameOf) {
  const values = { ...reminder.values };
  if (reminder.seat !== null) values.name = nameOf(reminder.seat);
  if ("upper" in values) values.row = words.say(values.upper ? "upper" : "lower");
  if ("tile" in values) values.tile = words.tile(values.tile);
  if ("kind" in values) values.kind = words.say(`draw.${values.kind}`);
  if ("off" in values) values.off = words.difference(values.off);
  const key = `reminder.${reminder.code}`;
  if (words.has(key) || words.has(`${key}.other`)) return words.say(key, values);
  const reason = `reason.${reminder.code}`;
  return words.say(words.has(reason) ? reason : "reminder.unknown", values);
}

// Where there is little room, what is good to know waits until what is to be done is done.
function urgent(reminders, most) {
  const pressing = reminders.filter((reminder) => reminder.level !== "know");
  return (pressing.length ? pressing : reminders).slice(0, most);
}

export function Reminders({ reminders, words, nameOf, most }) {
  const shown = most ? urgent(reminders, most) : reminders;
  if (!shown.length) return null;
  return html`<ul class="reminders">
    ${shown.map(
      (reminder) => html`<li key=${`${reminder.code}-${reminder.seat}`} class=${`reminder ${reminder.level}`}>
        <span>${reminderText(reminder, words, nameOf)}</span>
      </li>`,
    )}
  </ul>`;
}

// For a screen reader: said when it changes, seen nowhere.
export function Spoken({ snapshot, words, nameOf, connection }) {
  const lost = connection === "lost" ? words.say("connection.lost") : "";
  const said = snapshot ? snapshot.reminders.map((reminder) => reminderText(reminder, words, nameOf)) : [];
  return html`<div class="unseen-by-eye" role="status" aria-live="polite">${[lost, ...said].filter(Boolean).join(" ")}</div>`;
}
