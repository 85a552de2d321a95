// A tablet that lies between the players: each seat is turned to its player, the middle is readable from all sides.

import { html } from "/static/vendor/htm-preact-standalone.module.js";
import { Buttons, isWaiting, Plate } from "/static/js/centre.js";
import { useFit } from "/static/js/fit.js";
import { Big, SeatActs } from "/static/js/play/acts.js";
import { TenpaiToggle } from "/static/js/play/draws.js";
import { edgesOf, ROUND } from "/static/js/play/edge.js";
import { PlayerTap } from "/static/js/play/player_tap.js";
import { TableActs } from "/static/js/play/table_acts.js";
import { ResultCard } from "/static/js/result.js";
import {
  afterwards,
  Badge,
  Band,
  hasNoRivers,
  Laid,
  Outcome,
  Person,
  Points,
  seatLabel,
  Slips,
} from "/static/js/seat.js";
import { Melds } from "/static/js/tiles.js";
import { DeadWall, Dora } from "/static/js/wall.js";

export function Flat(props) {
  const { snapshot, choices } = props;
  const { players, seats, depth } = snapshot;
  const near = choices.near % players;
  const edges = edgesOf(snapshot, near);
  const empty = ROUND.find((side) => !edges.includes(side));
  return html`<main class=${`flat players-${players} depth-${depth ?? "full"} ${empty ? `empty-${empty}` : ""}`}>
    <h1 class="unseen-by-eye">${props.words.say("title")}</h1>
    ${seats.map((_, step) => {
      const at = (near + step) % players;
      return html`<${Panel} key=${edges[at]} ...${props} side=${edges[at]} seat=${seats[at]} />`;
    })}
    <${Centre} ...${props} />
  </main>`;
}

function Panel(props) {
  const { snapshot, words, side, seat, isWide } = props;
  const { kyoku, result, final } = snapshot;
  const isTurn = kyoku !== null && !result && !final && kyoku.phase !== "unfollowed" && kyoku.turn === seat.seat;
  const shape = isWide === (side === "bottom" || side === "top") ? "long" : "short";
  const kind = `panel ${side} ${shape} wind-${seat.wind} ${isTurn ? "is-turn" : ""}`;
  return html`<section class=${kind} aria-label=${seatLabel(seat, words)}>
    <div class="turned">
      <${Big} ...${props} />
      ${result || final ? html`<${Ending} ...${props} />` : html`<${Before} ...${props} />`}
      <div class="strip">
        <${PlayerTap} ...${props} />
        <${Badge} seat=${seat} words=${words} isTurn=${isTurn} />
        ${!isWaiting(props) && html`<${Points} points=${afterwards(seat, snapshot).points} words=${words} />`}
        <${Who} ...${props} />
      </div>
    </div>
  </section>`;
}

function Who({ snapshot, words, seat, clocks }) {
  const { result, final } = snapshot;
  const score = final?.find((row) => row.seat === seat.seat)?.score;
  if (result) return html`<${Outcome} ...${{ seat, snapshot, score, words }} />`;
  return html`<${Person} ...${{ seat, snapshot, words, clocks }} isEmpty=${snapshot.game === null} />`;
}

// While a hand is played: riichi, what lies before the player, and what the player can say.
function Before(props) {
  const { snapshot, words, nameOf, seat } = props;
  const box = useFit([snapshot, words]);
  return html`
    <${Band} riichi=${seat.riichi} words=${words} />
    <${Laid}
      box=${box}
      isBare=${hasNoRivers(snapshot)}
      seat=${seat}
      kyoku=${snapshot.kyoku}
      words=${words}
      nameOf=${nameOf}
      acts=${html`<${SeatActs} ...${props} />`}
    />`;
}

// When it is over each side has the whole result before it. Screen readers read one of them.
function Ending(props) {
  const { snapshot, words, nameOf, side, seat } = props;
  const { result, final } = snapshot;
  const isAloud = side === "bottom";
  const box = useFit([snapshot, words]);
  return html`<div class="ending" ref=${box}>
    <div class=${`told ${isAloud ? "cards" : ""}`} aria-hidden=${isAloud ? undefined : "true"}>
      <${ResultCard} ...${props} />
    </div>
    ${result && !final && html`<${Slips} seat=${seat} result=${result} words=${words} nameOf=${nameOf} />`}
    <div class="right-hand">
      ${result && html`<${SeatActs} ...${props} /><${TenpaiToggle} ...${props} />`}
      <${Melds} melds=${meldsBeside(seat, snapshot)} kita=${seat.kita} words=${words} nameOf=${nameOf} />
    </div>
  </div>`;
}

// The result of a hand shows a named winning hand with its melds, so they are left out here; that of a game does not.
export function meldsBeside(seat, { result, final }) {
  const isShown = !final && result?.wins?.some((win) => win.seat === seat.seat && win.hand);
  return isShown ? [] : seat.melds;
}

function Centre(props) {
  const { snapshot, words, connection } = props;
  const { wall, final, result } = snapshot;
  const isOver = Boolean(final || result);
  return html`<section class=${`centre line-${connection}`} aria-label=${words.say("centre")}>
    <div class="centre-in">
      ${ROUND.map((side) => html`<${TurnedPlate} key=${side} ...${props} side=${side} />`)}
      <div class="middle">
        ${!isOver && wall && html`<${DeadWall} wall=${wall} words=${words} />`}
        <div class="under">
          ${!isOver && wall && html`<${Dora} ...${props} wall=${wall} />`}
          <${Buttons} ...${props} />
        </div>
        <${TableActs} ...${props} />
      </div>
    </div>
  </section>`;
}

// Screen readers read one of the four; the others are the same, turned to the other sides.
function TurnedPlate(props) {
  const { side } = props;
  return html`<div class=${`plate ${side}`} aria-hidden=${side === "bottom" ? undefined : "true"}>
    <div class="turned"><${Plate} ...${props} side=${side} most=${2} /></div>
  </div>`;
}
