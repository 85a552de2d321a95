// A screen that stands, or a phone: everything upright, the middle first, then the seats in turn order.

import { html } from "/static/vendor/htm-preact-standalone.module.js";
import { Buttons, Beginning, isWaiting, Live, Lost, Round } from "/static/js/centre.js";
import { Big, SeatActs } from "/static/js/play/acts.js";
import { TenpaiToggle } from "/static/js/play/draws.js";
import { PlayerTap } from "/static/js/play/player_tap.js";
import { TableActs } from "/static/js/play/table_acts.js";
import { Reminders } from "/static/js/reminders.js";
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
import { DeadWall, Dora } from "/static/js/wall.js";

export function Stand(props) {
  const { snapshot, choices } = props;
  const near = choices.near % snapshot.players;
  const seats = snapshot.seats.map((_, step) => snapshot.seats[(near + step) % snapshot.players]);
  return html`<main class=${`stand players-${snapshot.players} depth-${snapshot.depth ?? "full"}`}>
    <h1 class="unseen-by-eye">${props.words.say("title")}</h1>
    <${Head} ...${props} />
    <div class="seats">${seats.map((seat) => html`<${Card} key=${seat.seat} ...${props} seat=${seat} />`)}</div>
  </main>`;
}

export function Head(props) {
  const { snapshot, words, nameOf, connection, age, tournament, referee, clocks } = props;
  const { kyoku, wall, result, final } = snapshot;
  return html`<header class=${`head line-${connection}`}>
    ${connection === "lost" && html`<${Lost} age=${age} words=${words} />`}
    <div class="head-line">
      ${wall && html`<${Live} wall=${wall} words=${words} />`}
      ${kyoku && html`<${Round} ...${{ kyoku, wall, words, nameOf, tournament, referee, clocks }} />`}
      <${Buttons} ...${props} />
    </div>
    ${wall && !result && !final && html`<div class="wall-line">
      <${DeadWall} wall=${wall} words=${words} />
      <${Dora} ...${props} wall=${wall} />
    </div>`}
    ${isWaiting(props) && html`<p class="hint">${words.say("tv.no_game")}</p>`}
    <${Beginning} ...${props} />
    <${Reminders} ...${props} />
    ${(result || final) && html`<${ResultCard} ...${props} />`}
    <${TableActs} ...${props} />
  </header>`;
}

export function Card(props) {
  const { snapshot, words, nameOf, seat, isSmall, clocks } = props;
  const { kyoku, result, final } = snapshot;
  const isTurn = kyoku !== null && !result && !final && kyoku.phase !== "unfollowed" && kyoku.turn === seat.seat;
  const kind = `seat-card wind-${seat.wind} ${isTurn ? "is-turn" : ""} ${isSmall ? "is-small" : ""}`;
  return html`<section class=${kind} aria-label=${seatLabel(seat, words)}>
    ${!isSmall && html`<${Big} ...${props} />`}
    <div class="strip">
      <${PlayerTap} ...${props} />
      <${Badge} seat=${seat} words=${words} isTurn=${isTurn} />
      ${result
        ? html`<${Outcome} ...${{ seat, snapshot, words }} />`
        : html`<${Person} ...${{ seat, snapshot, words, clocks }} isEmpty=${snapshot.game === null} />`}
      ${!isWaiting(props) && html`<${Points} points=${afterwards(seat, snapshot).points} words=${words} />`}
    </div>
    ${!result && html`<${Band} riichi=${seat.riichi} words=${words} />`}
    ${result && !isSmall && html`<${Slips} seat=${seat} result=${result} words=${words} nameOf=${nameOf} />`}
    ${!isSmall && html`<${Laid}
      isBare=${hasNoRivers(snapshot)}
      seat=${seat}
      kyoku=${kyoku}
      words=${words}
      nameOf=${nameOf}
      acts=${html`<${SeatActs} ...${props} /><${TenpaiToggle} ...${props} />`}
    />`}
  </section>`;
}
