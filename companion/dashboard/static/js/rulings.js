// What may happen now, for each player, with the reason where not; and what the table may allow.

import { html } from "/static/vendor/htm-preact-standalone.module.js";

export function Rulings({ snapshot, words, nameOf }) {
  const all = snapshot.may.map((actions, seat) => [seat, Object.entries(actions)]);
  const rows = all.filter(([, actions]) => actions.length);
  return html`<fieldset class="rulings">
    <legend>${words.say("may.title")}</legend>
    ${rows.length === 0 && html`<p class="fine">${words.say("may.none")}</p>`}
    ${rows.map(([seat, actions]) => html`<${Player}
      key=${seat}
      name=${nameOf(seat)}
      actions=${actions}
      words=${words}
    />`)}
  </fieldset>`;
}

function Player({ name, actions, words }) {
  return html`
    <h3>${name}</h3>
    <dl class="health">
      ${actions.map(([action, reason]) => html`<div key=${action}>
        <dt><i class=${`light ${reason ? "bad" : "good"}`} aria-hidden="true"></i>${words.say(`action.${action}`)}</dt>
        <dd>${reason ? words.say(`reason.${reason}`) : words.say("may.yes")}</dd>
      </div>`)}
    </dl>`;
}

// A rule is the house's to waive: what it had refused is then written down, with the waiver before it.
export function Refused({ snapshot, words, nameOf, onWaive }) {
  const refused = snapshot.reminders.filter((reminder) => reminder.may_waive);
  if (!refused.length) return null;
  return html`<fieldset class="rulings">
    <legend>${words.say("may.refused")}</legend>
    ${refused.map(({ code, seat }) => html`<div key=${code} class="refused">
      <p>${seat === null ? words.say(`reason.${code}`) : words.of(nameOf(seat), words.say(`reason.${code}`))}</p>
      <button type="button" onClick=${() => onWaive(code)}>${words.say("may.waive")}</button>
    </div>`)}
  </fieldset>`;
}
