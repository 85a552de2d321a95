// The clock of each player at this table: setting it, switching it off, and waiving that somebody's time is up.

import { html, useState } from "/static/vendor/htm-preact-standalone.module.js";
import { useAsked } from "/static/js/asking.js";
import { ask } from "/static/js/commands.js";

const USUAL = { bank_s: 360, free_s: 6, again_s: 60 };
const FIELDS = Object.keys(USUAL);

export function ClockForm({ words, clocks, nameOf, onBack }) {
  const [heard] = useAsked("/api/clocks");
  const [touched, touch] = useState({});
  const [said, say] = useState("");
  if (!heard) return html`<p class="wait">${words.say("evening.reading")}</p>`;
  const typed = { ...(heard.own.bank_s ? heard.own : USUAL), ...touched };
  const told = clocks?.told;
  async function tell(path, body, isLast) {
    const answer = await ask(path, body);
    if (answer.error) return say(words.say("tea.clock.refused"));
    if (isLast) onBack();
  }
  const choose = (rules) => tell("/api/clocks", rules, true);
  const flagged = (told?.seats ?? []).map((one, seat) => ({ ...one, seat })).filter(({ flag }) => flag !== null);
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
      <p role="alert">${said}</p>
      <div class="tea-ways">
        <button type="submit" class="go">${words.say("tea.clock.on")}</button>
        <button type="button" onClick=${() => choose({ ...typed, bank_s: 0 })}>${words.say("tea.clock.off")}</button>
        <button type="button" onClick=${onBack}>${words.say("evening.back")}</button>
      </div>
    </form>
    ${flagged.map(({ seat, flag }) => html`
      <div class="tea-ways" key=${seat}>
        <button type="button" onClick=${() => tell("/api/clocks/waive", { flag })}>
          ${words.say("tea.clock.waive", { name: nameOf(seat) })}
        </button>
      </div>
    `)}
  `;
}
