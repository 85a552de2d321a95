// A tablet that lies between the players: each seat is turned to its player, the middle is readable from all sides.

import { html } from "/static/vendor/htm-preact-standalone.module.js";
import { Buttons, Plate } from "/static/js/centre.js";
import { Big, SeatActs } from "/static/js/play/acts.js";
import { TenpaiToggle } from "/static/js/play/draws.js";
import { TableActs } from "/static/js/play/table_acts.js";
import { KeysSay, Reminders } from "/static/js/reminders.js";
import { ResultCard } from "/static/js/result.js";
import { afterwards, Badge, Before, hasNoRivers, Laid, Outcome, Person, Points, seatLabel } from "/static/js/seat.js";
import { DeadWall, Dora } from "/static/js/wall.js";

// Turns run to the right: the next player sits at one's right hand.
const PLATES = ["bottom", "right", "top", "left"];
const SIDES = { 4: PLATES, 3: ["bottom", "right", "left"] };

export function Flat(props) {
  const { snapshot, choices } = props;
  const sides = SIDES[snapshot.players];
  const near = choices.near % snapshot.players;
  return html`<main class=${`flat players-${snapshot.players} depth-${snapshot.depth ?? "full"}`}>
    <h1 class="unseen-by-eye">${props.words.say("title")}</h1>
    ${sides.map((side, step) => {
      const seat = snapshot.seats[(near + step) % snapshot.players];
      return html`<${Panel} key=${side} ...${props} side=${side} seat=${seat} />`;
    })}
    <${Centre} ...${props} sides=${sides} />
  </main>`;
}

function Panel(props) {
  const { snapshot, words, nameOf, side, seat, isWide } = props;
  const { kyoku, result, seats } = snapshot;
  const isTurn = kyoku !== null && result === null && kyoku.phase !== "unfollowed" && kyoku.turn === seat.seat;
  const shape = isWide === (side === "bottom" || side === "top") ? "long" : "short";
  const first = Math.max(...seats.map((other) => other.points));
  const kind = `panel ${side} ${shape} wind-${seat.wind} ${isTurn ? "is-turn" : ""}`;
  return html`<section class=${kind} aria-label=${seatLabel(seat, words)}>
    <div class="turned">
      <${Big} ...${props} />
      <${Laid}
        isBare=${hasNoRivers(snapshot)}
        seat=${seat}
        kyoku=${kyoku}
        words=${words}
        nameOf=${nameOf}
        acts=${html`<${SeatActs} ...${props} /><${TenpaiToggle} ...${props} />`}
      />
      <div class="strip">
        <${Badge} seat=${seat} words=${words} isTurn=${isTurn} />
        <div class="total">
          ${result && html`<${Before} seat=${seat} result=${result} isPlaced=${true} words=${words} />`}
          <${Points} points=${afterwards(seat, result).points} words=${words} />
        </div>
        ${result
          ? html`<${Outcome}
            seat=${seat}
            result=${result}
            most=${shape === "long" ? 3 : 1}
            isNamed=${true}
            words=${words}
            nameOf=${nameOf}
          />`
          : html`<${Person} seat=${seat} first=${first} isEmpty=${snapshot.game === null} words=${words} />`}
      </div>
    </div>
  </section>`;
}

function Centre(props) {
  const { snapshot, words, connection } = props;
  const { wall, final, result } = snapshot;
  const isOver = Boolean(final || result);
  const kind = `centre line-${connection} ${isOver ? "is-over" : ""}`;
  return html`<section class=${kind} aria-label=${words.say("centre")}>
    <div class="centre-in">
      ${isOver && html`<div class="opposite" aria-hidden="true"><${Ending} ...${props} /></div>`}
      ${!isOver && PLATES.map((side) => html`<${TurnedPlate} key=${side} ...${props} side=${side} />`)}
      <div class="middle">
        ${!isOver && wall && html`<${DeadWall} wall=${wall} words=${words} />`}
        <div class="under">
          ${!isOver && wall && html`<${Dora} ...${props} wall=${wall} />`}
          <${Buttons} ...${props} />
          ${isOver && html`<${TableActs} ...${props} />`}
        </div>
        ${isOver ? html`<${Reminders} ...${props} most=${1} />` : html`<${TableActs} ...${props} />`}
      </div>
      ${isOver && html`<div class="cards"><${Ending} ...${props} /></div>`}
    </div>
  </section>`;
}

function Ending(props) {
  return html`<${ResultCard} ...${props} /><${KeysSay} ...${props} />`;
}

// One of the four is read aloud; the others are the same, turned to the other sides.
function TurnedPlate(props) {
  const { side } = props;
  return html`<div class=${`plate ${side}`} aria-hidden=${side === "bottom" ? undefined : "true"}>
    <div class="turned"><${Plate} ...${props} side=${side} most=${2} /></div>
  </div>`;
}
