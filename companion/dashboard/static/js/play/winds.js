// The draw of winds: four tiles face down, each player taps one, and sits where it says.

import { html, useState } from "/static/vendor/htm-preact-standalone.module.js";
import { Face } from "/static/js/tiles.js";
import { KANJI } from "/static/js/seat.js";

export function Winds({ names, words, onSeated }) {
  const [hidden] = useState(() => shuffled(names.map((_, wind) => wind)));
  const [drawn, setDrawn] = useState([]); // by player: which of the tiles on the table
  const who = drawn.length;
  const isOver = who === names.length;
  const order = names.map((_, wind) => names[drawn.findIndex((tile) => hidden[tile] === wind)]);
  return html`<div class="winds">
    <p role="status">${isOver ? words.say("play.winds.seated") : words.say("play.winds.draws", { name: names[who] })}</p>
    <div class="wind-tiles">${hidden.map((wind, at) => {
      const by = drawn.indexOf(at);
      const isOpen = by >= 0;
      return html`<button type="button" key=${at} class=${`wind-tile ${isOpen ? "is-open" : ""}`} disabled=${isOpen} aria-label=${isOpen ? `${names[by]}: ${words.wind("ESWN"[wind])}` : words.say("play.winds.tile", { number: at + 1 })} onClick=${() => setDrawn([...drawn, at])}>
        <span class="tile"><${Face} text=${isOpen ? `${wind + 1}z` : "back"} /></span><b>${isOpen ? names[by] : ""}</b></button>`;
    })}</div>
    ${isOver && html`<p>${order.map((name, wind) => `${KANJI["ESWN"[wind]]} ${name}`).join("  ")}</p><button type="button" class="confirm" onClick=${() => onSeated(order)}>${words.say("play.winds.take")}</button>`}
  </div>`;
}

// Fair: each order is as likely as every other.
function shuffled(things) {
  const left = [...things];
  const found = [];
  while (left.length) found.push(left.splice(below(left.length), 1)[0]);
  return found;
}

export function below(count) {
  const most = 256 - (256 % count);
  let byte;
  do [byte] = crypto.getRandomValues(new Uint8Array(1));
  while (byte >= most);
  return byte % count;
}
