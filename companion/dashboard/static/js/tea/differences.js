// How far one player is from everybody: the points of each, and what lies between.

import { html } from "/static/vendor/htm-preact-standalone.module.js";
import { afterwards } from "/static/js/seat.js";

export function Differences({ snapshot, seat, words, nameOf }) {
  const { seats } = snapshot;
  const all = seats.map((one) => afterwards(one, snapshot)).sort((one, other) => one.place - other.place);
  const own = all.find((one) => one.seat === seat);
  return html`
    <table class="tea-differences">
      <caption class="unseen-by-eye">${words.say("tea.differences", { name: nameOf(seat) })}</caption>
      <tbody>
        ${all.map((one) => html`
          <tr key=${one.seat} class=${one.seat === seat ? "is-own" : ""}>
            <td>${words.say("place", { count: one.place })}</td>
            <th scope="row">${nameOf(one.seat)}</th>
            <td>${words.number(one.points)}</td>
            <${Apart} by=${own.points - one.points} isOwn=${one.seat === seat} words=${words} />
          </tr>
        `)}
      </tbody>
    </table>
  `;
}

function Apart({ by, isOwn, words }) {
  if (isOwn) return html`<td></td>`;
  return html`<td class=${by > 0 ? "gains" : by < 0 ? "loses" : ""}>${by === 0 ? "±0" : words.difference(by)}</td>`;
}
