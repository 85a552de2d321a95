// What a host says of the evening, and what is answered.

import { html, useState } from "/static/vendor/htm-preact-standalone.module.js";
import { ask } from "/static/js/commands.js";

// What this page has said counts as seen before the news of it comes: whoever taps twice means it twice.
let own = { event: "", revision: 0 };
let before = Promise.resolve();

// Says what two hosts may say at the same time: the second gets the status `over`.
export function sayOnce(path, body, { event, revision }) {
  before = before.then(async () => {
    const seen = own.event === event ? Math.max(own.revision, revision) : revision;
    const answer = await ask(path, { ...body, seen });
    if (answer.revision) own = { event: answer.event, revision: answer.revision };
    return answer;
  });
  return before;
}

// `say` returns the answer, or null if nothing was done: then `said` has it. Until it comes `isAsking` is true.
// With `evening`, as this page shows it, what several hosts say at the same time is done once.
export function useSaying(room = "evening") {
  const [said, set] = useState(null);
  const [isAsking, wait] = useState(false);
  async function say(act, body = {}, evening = null) {
    wait(true);
    const path = `/api/${room}/${act}`;
    const answer = await (evening ? sayOnce(path, body, evening) : ask(path, body));
    wait(false);
    const isDone = !answer.error && answer.status !== "over";
    set(isDone ? null : answer);
    return isDone ? answer : null;
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
