// Rules in groups: a tap changes one for this game. Which fields there are, and how each is chosen, is said by the
// companion: a field that is new there appears here by itself.

import { html, useState } from "/static/vendor/htm-preact-standalone.module.js";
import { Changed, nameOfRule, shown, text } from "/static/js/play/rules.js";
import { Picks, Stepper } from "/static/js/play/sheet.js";

export function RuleGroups({ rules, words }) {
  const { fields } = rules;
  const groups = [...new Set(fields.map(({ group }) => group))];
  return groups.map((group) => {
    const own = fields.filter((one) => one.group === group);
    const count = own.filter(({ field }) => field in rules.changed).length;
    return html`
      <details key=${group} class="rule-group">
        <summary>${words.say(`play.rule_group.${group}`)}<${Changed} count=${count} words=${words} /></summary>
        ${own.map((about) => html`<${Rule} key=${about.field} about=${about} rules=${rules} words=${words} />`)}
      </details>
    `;
  });
}

const WAYS = { one: One, some: Some, number: Steps, named: Named };

function Rule({ about, rules, words }) {
  const { field, kind } = about;
  const isChanged = field in rules.changed;
  const ways = {
    about,
    name: nameOfRule(about, words),
    value: rules.valueOf(field),
    ofSet: rules.values[field],
    onChange: (value) => rules.change(more(field, value)),
    words,
  };
  return html`
    <div class=${`rule-line ${isChanged ? "is-changed" : ""}`} data-field=${field}>
      <${WAYS[kind]} ...${ways} />
      ${isChanged && html`<p class="fine">
        ${words.of(words.rules(rules.chosen.name), shown(field, ways.ofSet, words))}
      </p>`}
    </div>
  `;
}

function One({ about, name, value, ofSet, words, onChange }) {
  const { field, choices } = about;
  // What the rule set says is always among the choices, and so is what was chosen here before.
  const all = [...choices];
  for (const one of [ofSet, value]) if (!all.some((other) => text(other) === text(one))) all.push(one);
  return html`
    <span class="rule-name">${name}</span>
    <${Picks}
      label=${name}
      chosen=${text(value)}
      options=${all.map((one) => [text(one), shown(field, one, words)])}
      onPick=${(picked) => onChange(JSON.parse(picked))}
    />
  `;
}

// Any number of them.
function Some({ about, name, value, words, onChange }) {
  const { field, choices } = about;
  const turned = (one) => (value.includes(one) ? value.filter((other) => other !== one) : [...value, one].sort());
  return html`
    <span class="rule-name">${name}</span>
    <div class="picks" role="group" aria-label=${name}>
      ${choices.map((one) => html`
        <button type="button" key=${one} aria-pressed=${value.includes(one)} onClick=${() => onChange(turned(one))}>
          ${shown(field, one, words)}
        </button>
      `)}
    </div>
  `;
}

// A number, or what is said in the place of one.
function Steps({ about, name, value, words, onChange }) {
  const { field, choices, least, most, step } = about;
  const isNumber = typeof value === "number";
  return html`
    <${Stepper}
      label=${name}
      value=${isNumber ? value : least}
      step=${step}
      least=${least}
      most=${most}
      onChange=${onChange}
      words=${words}
    />
    ${choices.length > 0 && html`
      <${Picks}
        label=${name}
        chosen=${text(value)}
        options=${choices.map((one) => [text(one), shown(field, one, words)])}
        onPick=${(picked) => onChange(JSON.parse(picked))}
      />
    `}
  `;
}

// Names that a house writes itself, each with its number.
function Named({ about, name, value, words, onChange }) {
  const { least, most } = about;
  const [written, write] = useState("");
  const [number, setNumber] = useState(least);
  const isNew = written.trim() && !value.some(([one]) => one.toLowerCase() === written.trim().toLowerCase());
  const add = () => {
    onChange([...value, [written.trim(), number]]);
    write("");
  };
  return html`
    <span class="rule-name">${name}</span>
    <ul class="named-list">
      ${value.map(([one, worth]) => html`
        <li key=${one}>
          <span><bdi>${one}</bdi> <b>${words.say("han", { count: worth })}</b></span>
          <button
            type="button"
            aria-label=${words.say("play.rule_named_away", { name: one })}
            onClick=${() => onChange(value.filter((other) => other[0] !== one))}
          >
            ×
          </button>
        </li>
      `)}
    </ul>
    <input
      type="text"
      class="named-new"
      maxlength="40"
      autocomplete="off"
      aria-label=${words.say("play.rule_named_new")}
      placeholder=${words.say("play.rule_named_new")}
      value=${written}
      onInput=${(event) => write(event.target.value)}
    />
    <${Stepper}
      label=${words.say("play.rule_named_han")}
      value=${number}
      least=${least}
      most=${most}
      onChange=${setNumber}
      words=${words}
    />
    <button type="button" class="named-add" disabled=${!isNew} onClick=${add}>
      ${words.say("play.rule_named_add")}
    </button>
  `;
}

// One uma for all, where the rule set has one for each number of winners.
function more(field, value) {
  return field === "uma" ? { uma: value, uma_by_winners: [] } : { [field]: value };
}
