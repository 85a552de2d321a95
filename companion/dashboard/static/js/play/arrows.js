// Who pays whom, as a picture: the players where they sit, arrows from whoever pays to whoever gets the points.

import { html } from "/static/vendor/htm-preact-standalone.module.js";
import { shortened, widthOf } from "/static/js/names.js";
import { edgesOf, ROUND } from "/static/js/play/edge.js";
import { KANJI } from "/static/js/seat.js";

// Where players sit in the picture, `near` at the bottom; arrows between neighbours turn the corner. Words are never
// smaller than 14 pixels: where the sheet is narrow the picture becomes higher instead.
const LONGEST_NAME = 11;
const HALF = { x: 52, y: 20 };
const WIDE = {
  width: 330,
  height: 176,
  table: [191, 80],
  4: [[165, 153], [276, 88], [165, 23], [54, 88]],
  3: [[165, 153], [276, 56], [54, 56]],
};
const NARROW = {
  width: 280,
  height: 212,
  table: [164, 66],
  4: [[140, 189], [226, 106], [140, 23], [54, 106]],
  3: [[140, 189], [226, 60], [54, 60]],
};

// Before anything is said the players sit there without arrows: nothing moves under a finger when they come.
export function Arrows({ result, snapshot, near, isNarrow, words, nameOf }) {
  const { seats, sides } = snapshot;
  const shape = isNarrow ? NARROW : WIDE;
  const edges = edgesOf(snapshot, near);
  const places = shape[sides ? 4 : seats.length];
  const usual = (seat) => (seat - near + seats.length) % seats.length;
  const at = (seat) => places[sides ? ROUND.indexOf(edges[seat]) : usual(seat)];
  const flows = between(result?.payments ?? []);
  const payerOf = (payer) => (payer === null ? words.say("from_table") : nameOf(payer));
  const said = flows.map(({ payer, payee, points }) =>
    words.say("play.pays", { payer: payerOf(payer), payee: nameOf(payee), points }),
  );
  return html`
    <div class="arrows">
      <svg
        viewBox=${`0 0 ${shape.width} ${shape.height}`}
        role="img"
        aria-hidden=${result ? undefined : "true"}
        aria-label=${said.join(". ") || words.say("nothing_paid")}
      >
        <g aria-hidden="true">
          ${flows.map(({ payer, payee, points }) => html`
            <${Arrow}
              key=${`${payer}-${payee}`}
              middle=${shape.width / 2}
              from=${payer === null ? shape.table : at(payer)}
              to=${at(payee)}
              isTable=${payer === null}
              text=${words.number(points)}
            />
          `)}
          ${seats.map((seat) => html`
            <${Seat}
              key=${seat.seat}
              at=${at(seat.seat)}
              seat=${seat}
              delta=${result?.deltas[seat.seat]}
              words=${words}
              nameOf=${nameOf}
            />
          `)}
        </g>
      </svg>
    </div>
  `;
}

function between(payments) {
  const sums = new Map();
  for (const { payer, payee, points } of payments) {
    const key = `${payer}-${payee}`;
    sums.set(key, { payer, payee, points: points + (sums.get(key)?.points ?? 0) });
  }
  return [...sums.values()];
}

function Arrow({ from, to, middle, isTable, text }) {
  const { start, corner, end, label } = isTable ? fromTable(from, to) : fromSeat(from, to, middle);
  const heading = Math.atan2(end[1] - corner[1], end[0] - corner[0]);
  const wing = (turn) => `${end[0] - 9 * Math.cos(heading + turn)} ${end[1] - 9 * Math.sin(heading + turn)}`;
  return html`
    <g class="arrow">
      ${isTable && html`<${Stick} at=${start} />`}
      <path class="shaft" d=${`M${start[0]} ${start[1]}Q${corner[0]} ${corner[1]} ${end[0]} ${end[1]}`} />
      <path class="tip" d=${`M${end[0]} ${end[1]}L${wing(0.45)}L${wing(-0.45)}Z`} />
      <text class="amount" x=${label[0]} y=${label[1]}>${text}</text>
    </g>
  `;
}

// A riichi stick that lay on the table.
function Stick({ at: [x, y] }) {
  return html`
    <rect class="on-table" x=${x - 14} y=${y - 6} width="28" height="6" rx="3" />
    <circle class="on-table-dot" cx=${x} cy=${y - 3} r="1.8" />
  `;
}

function fromSeat(from, to, middle) {
  const isAcross = from[0] === to[0] || from[1] === to[1];
  return isAcross ? straight(from, to) : around(from, to, middle);
}

// From one side to the next: out of the box, round the corner, into the other box.
function around(from, to, middle) {
  const isSide = from[0] !== middle;
  const dx = Math.sign(to[0] - from[0]) * HALF.x;
  const dy = Math.sign(to[1] - from[1]) * HALF.y;
  const start = isSide ? [from[0], from[1] + dy] : [from[0] + dx, from[1]];
  const end = isSide ? [to[0] - dx, to[1]] : [to[0], to[1] - dy];
  const corner = isSide ? [from[0], to[1]] : [to[0], from[1]];
  return { start, corner, end, label: [corner[0] + Math.sign(corner[0] - middle) * 8, corner[1]] };
}

// Across the table: the amount stands beside an upright shaft, nearer to whoever pays, or above the middle of a level
// one.
function straight(from, to) {
  const [dx, dy] = [Math.sign(to[0] - from[0]), Math.sign(to[1] - from[1])];
  const start = [from[0] + dx * HALF.x, from[1] + dy * HALF.y];
  const end = [to[0] - dx * HALF.x, to[1] - dy * HALF.y];
  const corner = [(start[0] + end[0]) / 2, (start[1] + end[1]) / 2];
  const beside = [start[0] - 30, start[1] + (end[1] - start[1]) / 5];
  const above = [corner[0], corner[1] - 12];
  return { start, corner, end, label: dy ? beside : above };
}

// From the middle to the nearer edge of the box, clear of its round corners.
function fromTable(from, to) {
  const x = Math.max(to[0] - HALF.x + 8, Math.min(from[0], to[0] + HALF.x - 14));
  const y = to[1] + Math.sign(from[1] - to[1]) * HALF.y;
  return { start: from, corner: [x, (from[1] + y) / 2], end: [x, y], label: [from[0] + 1, from[1] - 13] };
}

function Seat({ at, seat, delta, words, nameOf }) {
  const [x, y] = at;
  const name = shortened(nameOf(seat.seat), LONGEST_NAME);
  const change = delta > 0 ? "gains" : delta < 0 ? "loses" : "";
  const off = () => (delta === 0 ? "±0" : words.difference(delta));
  return html`
    <g class=${`at-seat wind-${seat.wind} ${change}`}>
      <rect x=${x - HALF.x} y=${y - HALF.y} width=${2 * HALF.x} height=${2 * HALF.y} rx="7" />
      <text class="kanji" x=${x - 38} y=${y + 7}>${KANJI[seat.wind]}</text>
      <text
        class="who"
        x=${x - 25}
        y=${y - 3}
        textLength=${widthOf(name) > 9 ? 73 : undefined}
        lengthAdjust="spacingAndGlyphs"
      >
        ${name}
      </text>
      ${delta !== undefined && html`<text class="change" x=${x - 25} y=${y + 14}>${off()}</text>`}
    </g>
  `;
}
