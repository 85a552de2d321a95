// What a host says of the evening, and what is answered.

import { html, useState } from "/static/vendor/htm-preact-standalone.module.js";
import { ask } from "/static/js/commands.js";

// Says something; while it is asked `isAsking` is true, and what was refused is told in `said`.
export function useSaying() {
  const [said, set] = useState(null);
  const [isAsking, wait] = useState(false);
  async function say(act, body = {}) {
    wait(true);
    const answer = await ask(`/api/evening/${act}`, body);
    wait(false);
    set(answer.error ? answer : null);
    return !answer.error;
  }
  return [say, said, isAsking];
}

// A rule that refuses says so in English; everything else in the reader's language.
export function Refused({ said, words }) {
  if (!said) return html`<p class="said" role="alert"></p>`;
  const isKnown = said.error === "not_connected";
  return html`<p class="said" role="alert">
    ${words.say(isKnown ? "pairing.error.not_connected" : "hub.refused")}
    ${!isKnown && html` <span lang="en">${said.message}</span>`}
  </p>`;
}

export function Field({ label, value, onType, ...more }) {
  return html`<label>${label}
    <input value=${value} onInput=${(event) => onType(event.target.value)} ...${more} />
  </label>`;
}

export function Choice({ label, value, options, onPick }) {
  return html`<label>${label}
    <select value=${value} onChange=${(event) => onPick(event.target.value)}>
      ${options.map(([key, name]) => html`<option key=${key} value=${key}>${name}</option>`)}
    </select>
  </label>`;
}
