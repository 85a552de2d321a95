// The clock of each player at this table: setting it, switching it off, and waiving that somebody's time is up.

import { html, useState } from "/static/vendor/htm-preact-standalone.module.js";
import { useAsked } from "/static/js/asking.js";
import { ask } from "/static/js/commands.js";
import { useRefused } from "/static/js/refused.js";

const USUAL = { bank_s: 360, free_s: 6, again_s: 60 };
const FIELDS = Object.keys(USUAL);

export function ClockForm({ words, clocks, nameOf, onBack }) {
  const [heard] = useAsked("/api/clocks");
  const [touched, touch] = useState({});
  const [refused, told] = useRefused();
  if (!heard) return html`<p class="wait">${words.say("evening.reading")}</p>`;
  const typed = { ...(heard.own.bank_s ? heard.own : USUAL), ...touched };
  async function choose(rules) {
    const answer = await told(() => ask("/api/clocks", rules));
    if (!answer.error) onBack();
  }
  const waive = (flag) => told(() => ask("/api/clocks/waive", { flag }));
  const flagged = (clocks?.told.seats ?? []).map((one, seat) => ({ ...one, seat })).filter(({ flag }) => flag !== null);
  return html`
    <form class="tea-clock" onSubmit=${(event) => (event.preventDefault(), choose(typed))}>
      <p>${words.say("tea.clock.says")}</p>
      ${FIELDS.map((name) => html`
        <label key=${name}>
          <span>${words.say(`tea.clock.${name}`)}</span>
          <input
            type="number"
            inputmode="numeric"
            min=${name === "bank_s" ? 1 : 0}
            max="86400"
            required
            value=${typed[name]}
            onInput=${({ target }) => touch((before) => ({ ...before, [name]: target.valueAsNumber }))}
          />
        </label>
      `)}
      <p role="alert">${refused && words.say("tea.clock.refused")}</p>
      <div class="tea-ways">
        <button type="submit" class="go">${words.say("tea.clock.on")}</button>
        <button type="button" onClick=${() => choose({ ...typed, bank_s: 0 })}>${words.say("tea.clock.off")}</button>
        <button type="button" onClick=${onBack}>${words.say("evening.back")}</button>
      </div>
    </form>
    ${flagged.map(({ seat, flag }) => html`
      <div class="tea-ways" key=${seat}>
        <button type="button" onClick=${() => waive(flag)}>
          ${words.say("tea.clock.waive", { name: nameOf(seat) })}
        </button>
      </div>
    `)}
  `;
}
