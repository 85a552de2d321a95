// Rule sets to choose from, where the chosen one differs from Tenhou's, and what this table changes in it.

import { html, useState } from "/static/vendor/htm-preact-standalone.module.js";
import { useAsked } from "/static/js/asking.js";
import { keptRules } from "/static/js/choices.js";
import { useLater } from "/static/js/later.js";

// Where a rule has no number (no minimum for riichi, two han never needed), a command says `none` and an answer null.
export const text = (value) => JSON.stringify(value ?? "none");

// The companion names the rules of the house first, whatever they are called, and says how each field is chosen. The
// form begins with the rules that were played last on this device, each change in sight, or with `first`, those of a
// tournament; either count even before the companion has answered.
export function useRules(players, snapshot, first) {
  const [answer] = useAsked(`/api/rules?base=${players === 3 ? "tenhou-3p" : "tenhou"}`);
  const [{ name, changes }, set] = useState(() => first ?? keptRules());
  const fitting = (answer?.presets ?? []).filter((rules) => rules.players === players);
  const chosen = fitting.find((rules) => rules.name === name) ?? fitting[0];
  const values = chosen?.values ?? {};
  const preset = answer ? chosen?.name : (name ?? undefined);
  const own = !name || preset === name ? changes : {};
  // What is set back to what the rule set says is no change.
  const isOther = ([field, value]) => text(value) !== text(values[field]);
  const changed = Object.fromEntries(Object.entries(own).filter(isOther));
  const valueOf = (field) => changed[field] ?? values[field];
  const change = (more) => set({ name: preset ?? null, changes: { ...changed, ...more } });
  const hasChanges = Object.keys(changed).length > 0;
  return {
    fitting,
    chosen,
    values,
    changed,
    hasChanges,
    fields: answer?.fields ?? [],
    valueOf,
    change,
    choose: (next) => set({ name: next, changes: {} }),
    rounds: valueOf("rounds"),
    startPoints: valueOf("start_points") ?? snapshot.start_points,
    setStartPoints: (points) => {
      // The return points are never below the starting points.
      const isMore = points > (valueOf("return_points") ?? points);
      change({ start_points: points, ...(isMore ? { return_points: points } : {}) });
    },
    preset,
    said: hasChanges ? { ...(preset && { preset }), changes: changed } : preset,
  };
}

export function RulesPick({ rules, words }) {
  const isChosen = (name) => name === rules.chosen?.name;
  return html`
    <div class="rules-pick">
      <div class="picks" role="group" aria-label=${words.say("play.rules")}>
        ${rules.fitting.map(({ name }) => html`
          <button type="button" key=${name} aria-pressed=${isChosen(name)} onClick=${() => rules.choose(name)}>
            ${words.rules(name)}
          </button>
        `)}
      </div>
      <${Differs} differs=${rules.chosen?.differs ?? []} fields=${rules.fields} words=${words} />
    </div>
  `;
}

// Each field that differs: what it is here, and what it is at Tenhou.
function Differs({ differs, fields, words }) {
  if (!differs.length) return null;
  const aboutOf = (field) => fields.find((one) => one.field === field) ?? { field, meaning: field };
  return html`
    <details class="differs">
      <summary>${words.say("play.differs", { count: differs.length })}</summary>
      <ul>
        ${differs.map(({ field, value, base }) => html`
          <li key=${field}>
            ${words.of(nameOfRule(aboutOf(field), words), "").trimEnd()}
            <b> ${shown(field, value, words)}</b> (${shown(field, base, words)})
          </li>
        `)}
      </ul>
    </details>
  `;
}

export function shown(field, value, words) {
  if (value === null || value === undefined || value.length === 0) return "–";
  if (typeof value === "boolean") return words.say(value ? "play.value.yes" : "play.value.no");
  if (Array.isArray(value)) {
    const between = Array.isArray(value[0]) ? " / " : " ";
    return value.map((one) => shown(field, one, words)).join(between);
  }
  const known = [`play.value.${field}.${value}`, `play.value.${value}`, `yaku.${value}`].find((key) => words.has(key));
  if (known) return words.say(known);
  return typeof value === "number" ? words.number(value) : value;
}

// The companion's own sentence, in English, stands for a field that this page has no words for yet.
export function nameOfRule({ field, meaning }, words) {
  const key = `play.rule.${field}`;
  return words.has(key) ? words.say(key) : meaning;
}

// Names are sent so that the table can take them, and nobody can choose wrong numbers: if a command with changed rules
// cannot be read, these do not go together.
export function whyUnfit({ error }) {
  return error === "bad_command" ? "play.rules_unfit" : undefined;
}

// Fields that have a place of their own on the sheet of a new game.
const AT_HAND = ["rounds", "start_points"];

// The form that shows each rule is loaded when somebody wants to change one.
export function RuleChanges({ rules, words }) {
  const [isOpened, open] = useState(false);
  const Made = useLater(isOpened, () => import("/static/js/play/rule_changes.js"), "RuleGroups");
  const count = Object.keys(rules.changed).filter((field) => !AT_HAND.includes(field)).length;
  const fields = rules.fields.filter(({ field }) => !AT_HAND.includes(field));
  if (!fields.length) return null;
  return html`
    <details class="rule-changes" onToggle=${() => open(true)}>
      <summary>${words.say("play.rule_change")}<${Changed} count=${count} words=${words} /></summary>
      ${Made && html`<${Made} rules=${{ ...rules, fields }} words=${words} />`}
    </details>
  `;
}

// How many of them are not as the rule set says.
export function Changed({ count, words }) {
  return count > 0 && html` <b>${words.say("play.rules_changed", { count })}</b>`;
}
