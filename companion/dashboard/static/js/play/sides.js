// Who sits at which side of the keys, for those who would rather tap it than press; and where the keys themselves are.

import { html, useState } from "/static/vendor/htm-preact-standalone.module.js";
import { useAsked } from "/static/js/asking.js";
import { ask } from "/static/js/commands.js";
import { WindMark } from "/static/js/seat.js";
import { Picks, Sheet } from "/static/js/play/sheet.js";

const SIDES = [..."ABCD"];

/** @param {Props} props */
export function SidesSheet({ snapshot, words, nameOf, play }) {
  const [sides, setSides] = useState(() => [...(snapshot.sides || SIDES.slice(0, snapshot.players).join(""))]);
  const chosen = sides.join("");
  // Whoever has only said where the keys are tells nothing of the people anew.
  const tell = () => play.fromSheet(() => play.mean({ is: "SeatsBound", sides: chosen }));
  const done = () => (chosen === snapshot.sides ? play.close() : tell());
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
      <${KeySides} words=${words} play=${play} />
    </${Sheet}>
  `;
}

// Where the table's own keys are: each change applies at once, and whatever was there gets the place that became free.
export function KeySides({ words, play }) {
  const [read] = useAsked("/api/key-sides");
  const [told, setTold] = useState(null);
  const keys = told ?? read;
  if (!keys?.letters) return null;
  const change = (next) => play.fromSheet(async () => {
    const answer = await ask("/api/key-sides", next);
    if (!answer.error) setTold(answer);
    return answer.error === "not_kept" ? { ...answer, says: "notice.journal_down" } : answer;
  }, { stays: true });
  const others = (letter) => keys.without.replace(letter, "");
  const picked = (letter, side) => change({
    at: side ? moved([...keys.at], SIDES.indexOf(letter), side).join("") : keys.at,
    without: others(letter) + (side ? "" : letter),
  });
  const none = [["", words.say("play.sides.keys.none")]];
  return html`
    <p>${words.say("play.sides.keys.says")}</p>
    ${[...keys.letters].map((letter) => html`
      <div key=${letter} class="side-line">
        <p>${words.say("play.sides.keys.of", { letter })}</p>
        <${Picks}
          label=${words.say("play.sides.keys.of", { letter })}
          chosen=${keys.without.includes(letter) ? "" : keys.at[SIDES.indexOf(letter)]}
          onPick=${(side) => picked(letter, side)}
          options=${[...SIDES.map((side) => [side, side]), ...none]}
        />
      </div>
    `)}
  `;
}

// Whoever sat there gets the place that became free.
function moved(sides, seat, side) {
  return sides.map((old, one) => (one === seat ? side : old === side ? sides[seat] : old));
}
