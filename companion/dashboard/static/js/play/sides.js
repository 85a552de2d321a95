// Who sits at which side of the keys, for those who would rather tap it than press.

import { html, useState } from "/static/vendor/htm-preact-standalone.module.js";
import { WindMark } from "/static/js/seat.js";
import { Picks, Sheet } from "/static/js/play/sheet.js";

const SIDES = [..."ABCD"];

/** @param {Props} props */
export function SidesSheet({ snapshot, words, nameOf, play }) {
  const [sides, setSides] = useState(() => [...(snapshot.sides || SIDES.slice(0, snapshot.players).join(""))]);
  const done = () => play.fromSheet(() => play.mean({ is: "SeatsBound", sides: sides.join("") }));
  const foot = html`<button type="button" class="confirm" onClick=${done}>${words.say("play.take")}</button>`;
  return html`
    <${Sheet} title=${words.say("play.sides")} words=${words} play=${play} foot=${foot}>
      <p>${words.say("play.sides.says")}</p>
      ${snapshot.seats.map(({ seat, wind }) => html`
        <div key=${seat} class="side-line">
          <p><${WindMark} wind=${wind} /> ${nameOf(seat)}</p>
          <${Picks}
            label=${words.say("play.sides.of", { name: nameOf(seat) })}
            chosen=${sides[seat]}
            onPick=${(side) => setSides(moved(sides, seat, side))}
            options=${SIDES.map((side) => [side, side])}
          />
        </div>
      `)}
    </${Sheet}>
  `;
}

// Whoever sat there gets the place that became free.
function moved(sides, seat, side) {
  return sides.map((old, one) => (one === seat ? side : old === side ? sides[seat] : old));
}
