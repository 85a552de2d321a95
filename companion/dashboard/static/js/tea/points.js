// What was counted on the table: everybody's points and the sticks. What that changes is shown before it is told.

import { html, useState } from "/static/vendor/htm-preact-standalone.module.js";
import { usePreview } from "/static/js/asking.js";
import { useConfirm } from "/static/js/confirming.js";
import { Stepper } from "/static/js/play/sheet.js";
import { afterwards, sticksAfterwards } from "/static/js/seat.js";
import { whyNot } from "/static/js/play/refusal.js";

const STICK = 1_000;

/** @param {TeaProps} props */
export function PointsForm({ snapshot, words, nameOf, play, onBack, telling }) {
  const { seats, start_points: start } = snapshot;
  const before = seats.map((one) => afterwards(one, snapshot).points);
  // Only what somebody touched: while the sheet lies open, a correction may change the rest.
  const [counted, count] = useState({});
  const points = before.map((had, seat) => counted[seat] ?? had);
  const hadSticks = sticksAfterwards(snapshot);
  const [countedSticks, setSticks] = useState(null);
  const sticks = countedSticks ?? hadSticks;
  const told = totalOf(points, sticks);
  const due = dueOf(told, start * seats.length, totalOf(before, hadSticks));
  /** @type {PointsSet} */
  const said = { is: "PointsSet", points, kyoutaku: sticks };
  const seen = usePreview(play.preview, { what: said }, JSON.stringify([said, snapshot.seq]));
  const refusal = seen?.refused && whyNot(seen.refused, words);
  const isSame = points.every((one, at) => one === before[at]) && sticks === hadSticks;
  const of = isSame ? null : JSON.stringify(said);
  const act = () => telling.tell(said);
  const asks = useConfirm({ of, seen, act });
  return html`
    <p>${words.say("tea.points.says")}</p>
    ${seats.map(({ seat }) => html`
      <div key=${seat} class="tea-points">
        <${Stepper}
          label=${nameOf(seat)}
          value=${points[seat]}
          step=${100}
          least=${-1_000_000}
          most=${1_000_000}
          onChange=${(value) => count((old) => ({ ...old, [seat]: value }))}
          words=${words}
        />
        <p class="fine">
          ${words.number(before[seat])} → <b>${words.number(points[seat])}</b>
          ${points[seat] !== before[seat] && ` (${words.difference(points[seat] - before[seat])})`}
        </p>
      </div>
    `)}
    <${Stepper} label=${words.say("tea.sticks")} value=${sticks} most=${99} onChange=${setSticks} words=${words} />
    <p class=${told === due ? "tea-sum" : "tea-sum refusal"} role="status">
      ${words.say("tea.sum", { told, due })} ${!isSame && refusal}
    </p>
    <div class="tea-ways tea-foot">
      <button type="button" onClick=${onBack}>${words.say("evening.back")}</button>
      <button type="button" disabled=${isSame || Boolean(refusal)} ...${asks}>
        ${words.say("play.take")}
      </button>
    </div>
  `;
}

const totalOf = (points, sticks) => points.reduce((sum, one) => sum + one, 0) + STICK * sticks;

// What it has to come to: what everybody began with, or what was on this table before; the table takes both.
export function dueOf(told, start, before) {
  return told === before ? before : start;
}
