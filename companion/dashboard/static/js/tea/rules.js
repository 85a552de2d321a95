// Rules that change from the next hand on; what a game keeps to its end is not offered.

import { html, useState } from "/static/vendor/htm-preact-standalone.module.js";
import { useAsked } from "/static/js/asking.js";
import { RuleGroups } from "/static/js/play/rule_changes.js";
import { nameOfRule, shown, text } from "/static/js/play/rules.js";

const FIXED = "start_points";

export function RulesForm({ snapshot, words, onBack, telling }) {
  const base = snapshot.players === 3 ? "tenhou-3p" : "tenhou";
  const [answer] = useAsked(`/api/rules?base=${base}`, snapshot.seq);
  const [changes, set] = useState({});
  if (!answer) return html`<p class="wait">${words.say("evening.reading")}</p>`;
  const values = answer.now.values;
  const isOther = ([field, value]) => text(value) !== text(values[field]);
  const changed = Object.fromEntries(Object.entries(changes).filter(isOther));
  const rules = {
    chosen: answer.now,
    values,
    changed,
    fields: answer.fields.filter(({ field }) => field !== FIXED),
    valueOf: (field) => changed[field] ?? values[field],
    change: (more) => set({ ...changes, ...more }),
  };
  const aboutOf = (field) => rules.fields.find((one) => one.field === field) ?? { field, meaning: field };
  const told = Object.entries(changed);
  return html`
    <p>${words.say("tea.rules.says")}</p>
    <${RuleGroups} rules=${rules} words=${words} />
    ${told.length > 0 && html`
      <ul class="tea-changes">
        ${told.map(([field, value]) => html`
          <li key=${field}>
            ${words.of(nameOfRule(aboutOf(field), words), shown(field, values[field], words))} →
            <b> ${shown(field, value, words)}</b>
          </li>
        `)}
      </ul>
    `}
    <div class="tea-ways tea-foot">
      <button type="button" onClick=${onBack}>${words.say("evening.back")}</button>
      <button
        type="button"
        class="confirm"
        disabled=${told.length === 0}
        onClick=${() => telling.rules(changed)}
      >
        ${words.say("play.take")}
      </button>
    </div>
  `;
}
