// Pair this device: by the code on the host's screen, or by a key held at the table.

import { html, useEffect, useState } from "/static/vendor/htm-preact-standalone.module.js";
import { ask } from "/static/js/commands.js";
import { why } from "/static/js/pairing/asking.js";

const ASK_AGAIN_MS = 1_500;
const MOST_LETTERS = 40;
// Photographed codes that no longer let anybody in, also after this view is left and opened again.
const spent = new Set();

export function Knock({ words, code: scanned = "", hasKey = true, onIn }) {
  const [photographed, hold] = useState(spent.has(scanned) ? "" : scanned);
  const [code, setCode] = useState("");
  const [name, setName] = useState("");
  const [said, say] = useState("");
  const [isWaiting, wait] = useState(false);
  const called = name.trim() || words.say("pairing.name.usual");
  useClaim(isWaiting, called, (answer) => {
    wait(false);
    heard(answer);
  });

  function heard(answer) {
    if (photographed && (!answer.error || answer.error === "wrong_code")) {
      spent.add(photographed);
      hold("");
    }
    if (answer.error) return say(why(answer.error, words));
    say("");
    onIn();
  }

  async function knock(event) {
    event.preventDefault();
    heard(await ask("/api/pairing", { code: photographed || code.replace(/\D/g, ""), name: called }));
  }

  return html`<form class="knock" onSubmit=${knock}>
    ${photographed
      ? html`<p>${words.say("pairing.photographed")}</p>`
      : html`<${CodeField} words=${words} code=${code} onType=${setCode} />`}
    <${NameField} words=${words} name=${name} onType=${setName} />
    <button type="submit" class="confirm">${words.say("pairing.knock")}</button>
    <p class="pairing-said" role="alert">${said}</p>
    ${isWaiting
      ? html`<p class="pairing-bar">
        <span role="status">${words.say("pairing.hold_key")}</span>
        <button type="button" onClick=${() => wait(false)}>${words.say("pairing.stop")}</button>
      </p>`
      : !photographed && hasKey && html`<button type="button" class="by-key" onClick=${() => wait(true)}>
        ${words.say("pairing.by_key")}
      </button>`}
  </form>`;
}

function CodeField({ words, code, onType }) {
  return html`<label>
    ${words.say("pairing.code")}
    <input
      class="code"
      inputmode="numeric"
      autocomplete="one-time-code"
      maxlength="7"
      required
      value=${code}
      onInput=${(event) => onType(event.target.value)}
    />
  </label>`;
}

function NameField({ words, name, onType }) {
  return html`<label>
    ${words.say("pairing.name")}
    <input
      maxlength=${MOST_LETTERS}
      value=${name}
      placeholder=${words.say("pairing.name.usual")}
      onInput=${(event) => onType(event.target.value)}
    />
  </label>`;
}

// Whether the table has keys. Phones that serve as keys count here too, but nobody is let in by theirs.
export function hasKeys({ health }) {
  return health.sources.some(({ name }) => name === "panel");
}

// Ask again and again, until somebody holds the key or gives up.
function useClaim(isWaiting, name, onAnswer) {
  useEffect(() => {
    if (!isWaiting) return undefined;
    let isWanted = true;
    const again = async () => {
      const answer = await ask("/api/pairing/claim", { name });
      // Who was let in just as somebody gave up, or wrote another name, is in all the same.
      if (answer.status === "done" || (isWanted && answer.status !== "waiting")) onAnswer(answer);
    };
    again();
    const timer = setInterval(again, ASK_AGAIN_MS);
    return () => {
      isWanted = false;
      clearInterval(timer);
    };
  }, [isWaiting, name]);
}
