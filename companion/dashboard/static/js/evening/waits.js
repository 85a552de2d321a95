// What the hands that were shown waited for.

import { html } from "/static/vendor/htm-preact-standalone.module.js";
import { Face } from "/static/js/tiles.js";

export function Waits({ result, names, words, only }) {
  const shown = [...(result?.wins ?? []), ...(result?.shown ?? [])];
  const waiting = shown.filter(({ seat, waits }) => waits?.length > 0 && (only === undefined || only === seat));
  return waiting.map(({ seat, waits }) => html`
    <div class="shown-waits" key=${seat}>
      <span>${words.say("evening.waits", { name: names[seat] })}</span>
      <span class="run" role="img" aria-label=${words.list(waits.map((text) => words.tile(text)))}>
        ${waits.map((text) => html`<span class="tile" key=${text}><${Face} text=${text} /></span>`)}
      </span>
    </div>
  `);
}
