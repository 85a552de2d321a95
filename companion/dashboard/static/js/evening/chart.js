// The points over the hands: a line for each player, told apart by colour, by dashes and by the name at its end;
// and as a table. Whoever sits at the table at the end is followed, also over a change of seats.

import { html, useState } from "/static/vendor/htm-preact-standalone.module.js";
import { dealName } from "/static/js/evening/telling.js";
import { shortened } from "/static/js/names.js";

const [HEIGHT, LEFT, EDGE] = [380, 90, 24];
// On a phone the picture is narrower instead of smaller: its words stay readable. `letters` is the room for a name, in
// Latin letters.
const WIDE = { width: 1_000, right: 170, letters: 13 };
const NARROW = { width: 500, right: 124, letters: 9 };
const STEP = 10_000;
const LEAST_APART = 24;

export function Chart({ game, words }) {
  const [isTable, showTable] = useState(false);
  const over = game.kyoku.filter((hand) => hand.points_after);
  const courses = coursesOf(game);
  return html`<section class="chart-box" aria-label=${words.say("evening.chart")}>
    <div class="bar">
      <h4>${words.say("evening.chart")}</h4>
      <button type="button" aria-pressed=${isTable ? "true" : "false"} onClick=${() => showTable(!isTable)}>
        ${words.say("evening.as_table")}
      </button>
    </div>
    ${isTable
      ? html`<${AsTable} game=${game} over=${over} courses=${courses} words=${words} />`
      : html`<${Drawing} courses=${courses} names=${game.names} words=${words} />`}
  </section>`;
}

// For each seat of the end, the points of the person who sits there: at the start, and after each hand. Null where
// that person was not at this table.
export function coursesOf({ kyoku, sitting }) {
  const [first] = kyoku;
  const over = kyoku.filter((hand) => hand.points_after);
  return sitting.map((person) => {
    const of = (hand, points) => points[hand.sitting.indexOf(person)] ?? null;
    return [of(first, first.points_before), ...over.map((hand) => of(hand, hand.points_after))];
  });
}

// What is drawn in one go: a line ends where somebody left the table.
function stretches(course) {
  /** @type {[number, number][][]} */
  const found = [[]];
  for (const [hand, points] of course.entries()) {
    if (points === null) found.push([]);
    else found[found.length - 1].push([hand, points]);
  }
  return found.filter((one) => one.length > 0);
}

function Drawing({ courses, names, words }) {
  const scale = scaleOf(courses);
  const { x, y, width } = scale;
  const ends = apart(courses.map((course) => y(course.findLast((points) => points !== null) ?? scale.levels[0])));
  const said = words.list(names.map((name, seat) => `${name} ${written(courses[seat].at(-1), words)}`));
  const line = (run) => run.map(([hand, points]) => `${x(hand).toFixed(1)},${y(points).toFixed(1)}`).join(" ");
  return html`<svg
    class="chart"
    viewBox=${`0 0 ${width} ${HEIGHT}`}
    role="img"
    aria-label=${words.of(words.say("evening.chart"), said)}
  >
    ${scale.levels.map((level) => html`<${Level} key=${level} level=${level} scale=${scale} words=${words} />`)}
    ${courses.map((course, seat) => html`<g key=${seat} class=${`seat-${seat}`} aria-hidden="true">
      ${stretches(course).map((run) => html`<polyline key=${run[0][0]} class="course" points=${line(run)} />`)}
      <text class="who" x=${scale.end + 10} y=${ends[seat] + 7}>${shortened(names[seat], scale.letters)}</text>
    </g>`)}
  </svg>`;
}

function Level({ level, scale, words }) {
  const at = scale.y(level);
  return html`<g aria-hidden="true">
    <line class=${level === 0 ? "rule nothing" : "rule"} x1=${LEFT} x2=${scale.end} y1=${at} y2=${at} />
    <text class="level" x=${LEFT - 8} y=${at + 7}>${words.number(level)}</text>
  </g>`;
}

// Where a hand and where points are in the picture, and the levels that are drawn across it.
function scaleOf(courses) {
  const { width, right, letters } = innerWidth > 560 ? WIDE : NARROW;
  const all = courses.flat().filter((points) => points !== null);
  const low = Math.floor(Math.min(0, ...all) / STEP) * STEP;
  const high = Math.max(low + STEP, Math.ceil(Math.max(...all) / STEP) * STEP);
  const hands = Math.max(1, courses[0].length - 1);
  return {
    width,
    letters,
    end: width - right,
    levels: Array.from({ length: (high - low) / STEP + 1 }, (_, at) => low + at * STEP),
    x: (hand) => LEFT + ((width - LEFT - right) * hand) / hands,
    y: (points) => EDGE + (HEIGHT - 2 * EDGE) * (1 - (points - low) / (high - low)),
  };
}

const written = (points, words) => (points === null ? "–" : words.number(points));

// The same heights in the same order, moved so that names do not lie on each other, and none falls out of the picture.
function apart(heights) {
  const order = heights.map((_, seat) => seat).sort((one, other) => heights[one] - heights[other]);
  const moved = [...heights];
  let last = -Infinity;
  for (const seat of order) moved[seat] = last = Math.max(heights[seat], last + LEAST_APART);
  let most = HEIGHT - EDGE / 2;
  for (const seat of order.reverse()) {
    moved[seat] = Math.min(moved[seat], most);
    most = moved[seat] - LEAST_APART;
  }
  return moved;
}

function AsTable({ game, over, courses, words }) {
  const cells = (at) => courses.map((course, seat) => html`<td key=${seat}>${written(course[at], words)}</td>`);
  return html`<div class="wide-table" tabindex="0" role="group" aria-label=${words.say("evening.chart")}>
    <table class="figures">
      <thead>
        <tr>
          <th scope="col">${words.say("evening.hand")}</th>
          ${game.names.map((name, seat) => html`<th scope="col" key=${seat}>${name}</th>`)}
        </tr>
      </thead>
      <tbody>
        <tr><th scope="row">${words.say("evening.start")}</th>${cells(0)}</tr>
        ${over.map((hand, at) => html`<tr key=${hand.number}>
          <th scope="row">${dealName(hand, words)}</th>${cells(at + 1)}
        </tr>`)}
      </tbody>
    </table>
  </div>`;
}
