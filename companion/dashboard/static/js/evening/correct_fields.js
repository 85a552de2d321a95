// The few fields that corrections are made of: a choice among players, a number, a tile.

import { html } from "/static/vendor/htm-preact-standalone.module.js";
import { rowsOf } from "/static/js/play/copies.js";

export function Choose({ label, options, value, onPick }) {
  const isChosen = (option) => option === value;
  return html`<${Choices} label=${label} options=${options} isChosen=${isChosen} onPick=${onPick} />`;
}

// Any number of them.
export function ChooseSome({ label, options, values, onPick }) {
  const isChosen = (option) => values.includes(option);
  const toggled = (option) => (isChosen(option) ? values.filter((one) => one !== option) : [...values, option].sort());
  const toggle = (option) => onPick(toggled(option));
  return html`<${Choices} label=${label} options=${options} isChosen=${isChosen} onPick=${toggle} />`;
}

function Choices({ label, options, isChosen, onPick }) {
  return html`<fieldset class="choose">
    <legend>${label}</legend>
    <div class="options">
      ${options.map(([option, name]) => html`<button
        type="button"
        key=${String(option)}
        aria-pressed=${isChosen(option) ? "true" : "false"}
        onClick=${() => onPick(option)}
      >${name}</button>`)}
    </div>
  </fieldset>`;
}

export function Select({ label, options, value, onPick }) {
  return html`<label class="field">
    <span>${label}</span>
    <select value=${String(value)} onChange=${(event) => onPick(event.target.value)}>
      ${options.map(([option, name]) => html`<option
        key=${String(option)}
        value=${String(option)}
        selected=${String(option) === String(value)}
      >${name}</option>`)}
    </select>
  </label>`;
}

export function Amount({ label, value, step, onSay }) {
  const typed = ({ target }) => Number.isInteger(target.valueAsNumber) && onSay(target.valueAsNumber);
  return html`<label class="field">
    <span>${label}</span>
    <input type="number" inputmode="numeric" step=${step} value=${value} onInput=${typed} />
  </label>`;
}

// The tiles of the set; the one that was told stays a choice, whatever it is.
export function tileOptions(words, table, told) {
  const all = new Set(["?", ...rowsOf(table).flat(), told]);
  return [...all].map((text) => [text, words.tile(text)]);
}

export const seatOptions = (names) => names.map((name, seat) => [seat, name]);
