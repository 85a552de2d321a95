// Who pays whom, as a picture: the players where they sit, arrows from the payer to the winner.

import { html } from "/static/vendor/htm-preact-standalone.module.js";
import { KANJI } from "/static/js/seat.js";

const PLACES = { 4: [[150, 128], [248, 78], [150, 26], [52, 78]], 3: [[150, 128], [248, 52], [52, 52]] };
const MIDDLE = [150, 78];
const HALF = { x: 50, y: 19 };

export function Arrows({ result, seats, near, words, nameOf }) {
  const places = PLACES[seats.length];
  const at = (seat) => (seat === null ? MIDDLE : places[(seat - near + seats.length) % seats.length]);
  const flows = between(result.payments);
  return html`<div class="arrows"><svg viewBox="0 0 300 154" role="img" aria-label=${flows.map(({ payer, payee, points }) => words.say("play.pays", { payer: payer === null ? words.say("from_table") : nameOf(payer), payee: nameOf(payee), points })).join(". ") || words.say("nothing_paid")}>
    <g aria-hidden="true">
      ${flows.map(({ payer, payee, points }, n) => html`<${Arrow} key=${n} from=${at(payer)} to=${at(payee)} isTable=${payer === null} text=${words.number(points)} bend=${bendOf(flows, n)} />`)}
      ${seats.map((seat) => html`<${Seat} key=${seat.seat} at=${at(seat.seat)} seat=${seat} delta=${result.deltas[seat.seat]} words=${words} nameOf=${nameOf} />`)}
    </g>
  </svg></div>`;
}

function between(payments) {
  const sums = new Map();
  for (const { payer, payee, points } of payments) {
    const key = `${payer}-${payee}`;
    sums.set(key, { payer, payee, points: points + (sums.get(key)?.points ?? 0) });
  }
  return [...sums.values()];
}

// Arrows of opposite players would lie on the sticks in the middle.
function bendOf(flows, n) {
  return flows.length > 1 ? (n % 2 ? 14 : -14) : 0;
}

function Arrow({ from, to, isTable, text, bend }) {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const start = isTable ? [from[0], from[1]] : edge(from, dx, dy);
  const end = edge(to, -dx, -dy);
  const length = Math.hypot(dx, dy) || 1;
  const middle = [(start[0] + end[0]) / 2 - (dy / length) * bend, (start[1] + end[1]) / 2 + (dx / length) * bend];
  const heading = Math.atan2(end[1] - middle[1], end[0] - middle[0]);
  const wing = (turn) => `${end[0] - 9 * Math.cos(heading + turn)} ${end[1] - 9 * Math.sin(heading + turn)}`;
  return html`<g class="arrow">
    ${isTable && html`<rect class="on-table" x=${start[0] - 13} y=${start[1] - 3} width="26" height="6" rx="3" /><circle class="on-table-dot" cx=${start[0]} cy=${start[1]} r="1.8" />`}
    <path class="shaft" d=${`M${start[0]} ${start[1]}Q${middle[0]} ${middle[1]} ${end[0]} ${end[1]}`} />
    <path class="head" d=${`M${end[0]} ${end[1]}L${wing(0.45)}L${wing(-0.45)}Z`} />
    <text class="amount" x=${(start[0] + 2 * middle[0] + end[0]) / 4} y=${(start[1] + 2 * middle[1] + end[1]) / 4 + 4}>${text}</text>
  </g>`;
}

function edge([x, y], dx, dy) {
  const scale = Math.min(HALF.x / Math.abs(dx || 1e-9), HALF.y / Math.abs(dy || 1e-9));
  return [x + dx * Math.min(scale, 0.46), y + dy * Math.min(scale, 0.46)];
}

function Seat({ at, seat, delta, words, nameOf }) {
  const [x, y] = at;
  const change = delta > 0 ? "gains" : delta < 0 ? "loses" : "";
  return html`<g class=${`at-seat wind-${seat.wind} ${change}`}>
    <rect x=${x - HALF.x + 2} y=${y - HALF.y + 2} width=${2 * HALF.x - 4} height=${2 * HALF.y - 4} rx="7" />
    <text class="kanji" x=${x - 37} y=${y + 7}>${KANJI[seat.wind]}</text>
    <text class="who" x=${x - 26} y=${y - 3} textLength=${nameOf(seat.seat).length > 11 ? 70 : undefined} lengthAdjust="spacingAndGlyphs">${nameOf(seat.seat)}</text>
    <text class="change" x=${x - 26} y=${y + 12}>${delta === 0 ? "±0" : words.difference(delta)}</text>
  </g>`;
}
