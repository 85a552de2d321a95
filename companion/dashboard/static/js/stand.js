// A screen that stands, or a phone: everything upright, the middle first, then the seats in turn order.

import { html } from "/static/vendor/htm-preact-standalone.module.js";
import { Buttons, Live, Lost, Round } from "/static/js/centre.js";
import { Reminders } from "/static/js/reminders.js";
import { ResultCard } from "/static/js/result.js";
import { Badge, Laid, Outcome, Person, Points, seatLabel } from "/static/js/seat.js";
import { DeadWall, Dora } from "/static/js/wall.js";

export function Stand(props) {
  const { snapshot, choices } = props;
  const near = choices.near % snapshot.players;
  const seats = snapshot.seats.map((_, step) => snapshot.seats[(near + step) % snapshot.players]);
  return html`<main class=${`stand players-${snapshot.players}`}>
    <h1 class="unseen-by-eye">${props.words.say("title")}</h1>
    <${Head} ...${props} />
    <div class="seats">${seats.map((seat) => html`<${Card} key=${seat.seat} ...${props} seat=${seat} />`)}</div>
  </main>`;
}

function Head(props) {
  const { snapshot, words, nameOf, connection, age } = props;
  const { kyoku, wall, reminders, result, final } = snapshot;
  return html`<header class=${`head line-${connection}`}>
    ${connection === "lost" && html`<${Lost} age=${age} words=${words} />`}
    <div class="head-line">
      ${wall && html`<${Live} wall=${wall} words=${words} />`}
      ${kyoku && html`<${Round} kyoku=${kyoku} wall=${wall} words=${words} />`}
      <${Buttons} ...${props} />
    </div>
    ${wall && html`<div class="wall-line"><${DeadWall} wall=${wall} words=${words} /><${Dora} wall=${wall} words=${words} /></div>`}
    <${Reminders} reminders=${reminders} words=${words} nameOf=${nameOf} />
    ${(result || final) && html`<${ResultCard} ...${props} />`}
  </header>`;
}

function Card({ snapshot, words, nameOf, seat }) {
  const { kyoku, result, seats } = snapshot;
  const isTurn = kyoku !== null && result === null && kyoku.turn === seat.seat;
  const first = Math.max(...seats.map((other) => other.points));
  return html`<section class=${`seat-card wind-${seat.wind} ${isTurn ? "is-turn" : ""}`} aria-label=${seatLabel(seat, words)}>
    <div class="strip">
      <${Badge} seat=${seat} words=${words} isTurn=${isTurn} />
      <${Person} seat=${seat} first=${first} words=${words} />
      <${Points} points=${seat.points} words=${words} />
    </div>
    ${result && html`<${Outcome} seat=${seat} result=${result} words=${words} nameOf=${nameOf} />`}
    <${Laid} seat=${seat} kyoku=${kyoku} words=${words} nameOf=${nameOf} />
  </section>`;
}
