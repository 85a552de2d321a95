// Reminders by touch: each is done, seen, or allowed by the house.

import { html } from "/static/vendor/htm-preact-standalone.module.js";
import { reminderText } from "/static/js/reminders.js";
import { unsettled } from "/static/js/settled.js";
import { Sheet } from "/static/js/play/sheet.js";
import { draw } from "/static/js/play/draws.js";

const FLIPS = ["flip_first_indicator", "flip_kan_dora_now", "flip_kan_dora_passed"];
const EVENING_WORDS = { evening_asked: "keeping.open", evening_kept: "keeping.more", evening_cut: "keeping.more" };
// What is asked here and answered on another sheet: the words on its button, and the sheet.
const ELSEWHERE = {
  wareme_unsaid: ["play.wareme", "house"],
  camera_who_sits: ["play.sides", "sides"],
  panel_who_sits: ["play.sides", "sides"],
  panel_who_sits_by_page: ["play.sides", "sides"],
  // Perhaps that side has no keys: there it is said, and then nobody waits for it.
  panel_awaited: ["play.sides", "sides"],
};
const FLIPS_LATER = "flip_kan_dora_after_discard";

/** @param {Props} props */
export function ReminderSheet(props) {
  const { snapshot, words, play, args } = props;
  const reminders = unsettled(snapshot);
  return html`
    <${Sheet} title=${words.say("play.reminders")} side=${args.side} words=${words} play=${play}>
      ${reminders.length === 0 && html`<p>${words.say("may.none")}</p>`}
      <ul class="rows">
        ${reminders.map((reminder) => html`
          <${Reminding} key=${`${reminder.code}-${reminder.seat}`} ...${props} reminder=${reminder} />
        `)}
      </ul>
    </${Sheet}>
  `;
}

function Reminding(props) {
  const { reminder, words, nameOf } = props;
  const { level, seen } = reminder;
  return html`
    <li class=${`reminding ${level} ${seen ? "was-seen" : ""}`}>
      <p>${reminderText(reminder, words, nameOf)}</p>
      <div class="picks">
        ${waysOf(reminder, props).map(([key, act]) => html`
          <button type="button" key=${key} onClick=${act}>${words.say(key)}</button>
        `)}
      </div>
    </li>
  `;
}

// What a tap can do about it: the words that say so, and what it tells the table or opens.
export function waysOf(reminder, { snapshot, play, args }) {
  const { code, seat, values } = reminder;
  const ways = [];
  const opens = (key, name, more) => ways.push([key, () => play.open(name, { ...more, side: args.side })]);
  const tells = (key, kind, more) => {
    // Once the last one is done there is nothing more to be reminded of.
    const stays = unsettled(snapshot).length > 1;
    ways.push([key, () => play.fromSheet(() => play.tell(kind, more), { stays })]);
  };
  const mayFlip = code === FLIPS_LATER && snapshot.wall?.may_flip_early;
  if (FLIPS.includes(code) || mayFlip) {
    opens("play.which_tile", "pick", { why: "indicator" });
    tells("play.turned_unseen", "say", { what: { is: "Indicator", tile: null } });
  }
  if (code === "draw_due") tells("play.is_draw", "say", { what: draw(values.kind) });
  if (code in ELSEWHERE) opens(...ELSEWHERE[code]);
  if (code === "dealer_may_stop") {
    tells("play.dealer_stop", "say", { what: { is: "DealerStopped" } });
    opens("play.next_hand", "deal");
  }
  if (["say_value", "turn_ura", "ask_two_han", "ask_sakizuke"].includes(code)) opens("play.put_right", "edit");
  if (code === "camera_fit") opens("source.name.camera", "eye");
  if (code in EVENING_WORDS) opens(EVENING_WORDS[code], "keeping");
  if (reminder.may_waive) tells("may.waive", "waive", { reason: code });
  if (reminder.seen === false) tells("play.seen", "seen", { code, seat });
  return ways;
}
