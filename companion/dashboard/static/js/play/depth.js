// How closely the companion follows: it can change in the middle of a hand, and what was not told stays unknown.

import { html, useState } from "/static/vendor/htm-preact-standalone.module.js";
import { WindMark } from "/static/js/seat.js";
import { Picks, Sheet, Stepper } from "/static/js/play/sheet.js";

const DEPTHS = ["points", "counting", "full"];
// About how many tiles are left in the middle of a hand, by the number of players.
const MIDDLE = { 4: 50, 3: 40 };

// Nothing has been told yet: most likely the hand has just been dealt.
function isUntouched({ seats }) {
  return seats.every((seat) => !seat.riichi && !seat.melds.length && !seat.kita);
}

export function DepthSheet(props) {
  const { snapshot, words, nameOf, play, choices, onChoose, args } = props;
  const now = snapshot.depth ?? choices.depth;
  // Until somebody chooses here it is what the table has, also when another device changes it.
  const [chosen, want] = useState(null);
  const wanted = chosen ?? now;
  const isPlayed = Boolean(snapshot.kyoku) && !snapshot.result;
  const needsTurn = isPlayed && now === "points" && wanted !== "points";
  const [turn, setTurn] = useState(snapshot.kyoku?.turn ?? 0);
  const most = snapshot.allows.live_tiles;
  const [live, setLive] = useState(() => (isUntouched(snapshot) ? most : MIDDLE[snapshot.players]));
  // At the next deal it is the choice of this device; the hand on the table changes at once.
  const take = async () => {
    const isOther = isPlayed && wanted !== now;
    const more = { depth: wanted, ...(needsTurn ? { turn, live } : {}) };
    const answer = isOther ? await play.tell("depth", more) : {};
    if (!answer.error) onChoose({ depth: wanted });
    return answer;
  };
  const done = () => play.fromSheet(take);
  const foot = html`<button type="button" class="confirm" onClick=${done}>${words.say("play.take")}</button>`;
  return html`
    <${Sheet} title=${words.say("play.depth")} side=${args.side} words=${words} play=${play} foot=${foot}>
      <ul class="rows">
        ${DEPTHS.map((depth) => html`
          <li key=${depth}>
            <${Depth} depth=${depth} isWanted=${wanted === depth} words=${words} onWant=${() => want(depth)} />
          </li>
        `)}
      </ul>
      ${needsTurn && html`
        <p>${words.say("play.depth.whose")}</p>
        <${Picks}
          label=${words.say("play.depth.whose")}
          chosen=${turn}
          onPick=${setTurn}
          options=${snapshot.seats.map(({ seat, wind }) => [seat, html`<${WindMark} wind=${wind} /> ${nameOf(seat)}`])}
        />
        <${Stepper}
          label=${words.say("play.depth.live")}
          value=${live}
          least=${0}
          most=${most}
          onChange=${setLive}
          words=${words}
        />
      `}
    </${Sheet}>
  `;
}

function Depth({ depth, isWanted, words, onWant }) {
  return html`
    <button type="button" class="row-button" aria-pressed=${isWanted} onClick=${onWant}>
      <b>${words.say(`play.depth.${depth}`)}</b>
      <span class="fine">${words.say(`play.depth.${depth}.says`)}</span>
    </button>
  `;
}
