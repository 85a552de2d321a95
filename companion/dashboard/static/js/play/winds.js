// The draw of winds: a tile for each player lies face down; each taps one, and sits where it says.

import { html, useState } from "/static/vendor/htm-preact-standalone.module.js";
import { Face } from "/static/js/tiles.js";
import { WindMark } from "/static/js/seat.js";

export function Winds({ names, words, onSeated }) {
  const [hidden] = useState(() => shuffled(names.map((_, wind) => wind)));
  const [drawn, setDrawn] = useState([]); // by player: which of the tiles on the table
  const who = drawn.length;
  const isOver = who === names.length;
  const order = names.map((_, wind) => names[drawn.findIndex((tile) => hidden[tile] === wind)]);
  const said = isOver ? words.say("play.winds.seated") : words.say("play.winds.draws", { name: names[who] });
  return html`
    <div class="winds">
      <p role="status">${said}</p>
      <div class="wind-tiles">
        ${hidden.map((wind, at) => html`
          <${WindTile}
            key=${at}
            number=${at + 1}
            wind=${wind}
            by=${names[drawn.indexOf(at)]}
            words=${words}
            onDraw=${() => setDrawn([...drawn, at])}
          />
        `)}
      </div>
      ${isOver && html`
        <p>${order.map((name, wind) => html`<${WindMark} wind=${"ESWN"[wind]} /> ${name} `)}</p>
        <button type="button" class="confirm" onClick=${() => onSeated(order)}>${words.say("play.winds.take")}</button>
      `}
    </div>
  `;
}

// Face down until somebody has drawn it.
function WindTile({ number, wind, by, words, onDraw }) {
  const isOpen = by !== undefined;
  const label = isOpen
    ? words.of(by, words.wind("ESWN"[wind]))
    : words.say("play.winds.tile", { number });
  return html`
    <button
      type="button"
      class=${`wind-tile ${isOpen ? "is-open" : ""}`}
      disabled=${isOpen}
      aria-label=${label}
      onClick=${onDraw}
    >
      <span class="tile"><${Face} text=${isOpen ? `${wind + 1}z` : "back"} /></span>
      <b>${by ?? ""}</b>
    </button>
  `;
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
