// The first evening: how a tablet gets in, on the host's first screen and on the tablet itself.
// Loaded where one of the two is shown.

import { html, useState } from "/static/vendor/htm-preact-standalone.module.js";
import { useAsked } from "/static/js/asking.js";
import { why } from "/static/js/pairing/asking.js";
import { newCode, Picture, Shown } from "/static/js/pairing/guests.js";
import { hasKeys, Knock } from "/static/js/pairing/knock.js";
import { useStyle } from "/static/js/style.js";

const STYLE = "/static/css/pairing.css";

// One card on a screen that nobody has paired yet. Who only wants to watch says so once.
export function Watching({ snapshot, words, askMe, onChoose }) {
  if (!useStyle(STYLE)) return null;
  return html`<section class="pairing watching" aria-label=${words.say("pairing.title")}>
    <h2>${words.say("pairing.watching")}</h2>
    <${Knock} words=${words} hasKey=${hasKeys(snapshot)} onIn=${askMe} />
    <button type="button" onClick=${() => onChoose({ looksOn: true })}>${words.say("pairing.only_watch")}</button>
  </section>`;
}

// On the host's screen, before the first game: where the tablet finds this page.
export function Arriving({ words }) {
  const isDressed = useStyle(STYLE);
  const [where] = useAsked("/api/pairing/addresses");
  const [shown, setShown] = useState(null);
  const [said, say] = useState("");
  if (!isDressed || !where) return null;
  if (!where.qr) return html`<p class="pairing arriving fine">${words.say("pairing.unreachable")}</p>`;
  const show = async () => {
    const answer = await newCode("scorer");
    say(answer.error ? why(answer.error, words) : "");
    setShown(answer.error ? null : answer);
  };
  return html`<div class="pairing arriving">
    ${shown
      ? html`<${Shown} key=${shown.code} shown=${shown} words=${words} onOver=${() => setShown(null)} />`
      : html`<${Address} ...${where} words=${words} onShow=${show} />`}
    <p class="pairing-said" role="alert">${said}</p>
  </div>`;
}

function Address({ qr, urls: [url], words, onShow }) {
  return html`<div class="shown-code">
    <${Picture} qr=${qr} words=${words} />
    <div class="arriving-said">
      <p>${words.say("pairing.arriving")}</p>
      <p class="url">${url}</p>
      <button type="button" onClick=${onShow}>${words.say("pairing.show_code")}</button>
    </div>
  </div>`;
}
