// Statistics of everybody who has finished a game; tables of three and of four apart.

import { html, useState } from "/static/vendor/htm-preact-standalone.module.js";
import { useAsked } from "/static/js/asking.js";
import { whyUnread } from "/static/js/evening/asking.js";
import { useNarrow } from "/static/js/evening/narrow.js";

// How each figure is written: as a percentage, an average, a score with its sign, or points.
const FIGURES = [
  ["place", "average"],
  ["score", "score"],
  ["win_rate", "share"],
  ["tsumo_share", "share"],
  ["deal_in_rate", "share"],
  ["riichi_rate", "share"],
  ["riichi_win_rate", "share"],
  ["call_rate", "share"],
  ["win_value", "points"],
  ["deal_in_value", "points"],
  ["win_turn", "average"],
  ["draw_rate", "share"],
  ["tenpai_rate", "share"],
  ["bust_rate", "share"],
];

const FORMATS = {
  share: { style: "percent", minimumFractionDigits: 1, maximumFractionDigits: 1 },
  average: { minimumFractionDigits: 2, maximumFractionDigits: 2 },
};

export function Statistics({ words, snapshot }) {
  const [answer, , error] = useAsked("/api/statistics", snapshot.seq);
  const tables = [...new Set((answer?.players ?? []).map((one) => one.players))];
  const [chosen, choose] = useState(null);
  const [at, setAt] = useState(0);
  // Where names do not stand beside each other, one is chosen.
  const isNarrow = useNarrow(899);
  if (answer === undefined) return html`<p class="wait">${words.say("evening.reading")}</p>`;
  const players = chosen ?? tables[0];
  const all = (answer?.players ?? []).filter((one) => one.players === players);
  const rows = isNarrow ? all.slice(at, at + 1) : all;
  const pick = (count) => {
    choose(count);
    setAt(0);
  };
  return html`
    <h3 tabindex="-1">${words.say("evening.view.statistics")}</h3>
    ${error && html`<p>${whyUnread(error, words)}</p>`}
    ${answer && rows.length === 0 && html`<p>${words.say("evening.no_statistics")}</p>`}
    ${tables.length > 1 && html`<div class="bar">
      ${tables.map((count) => html`<button
        type="button"
        key=${count}
        aria-pressed=${count === players ? "true" : "false"}
        onClick=${() => pick(count)}
      >${words.say("evening.players", { count })}</button>`)}
    </div>`}
    ${isNarrow && all.length > 1 && html`<${Who} all=${all} at=${at} words=${words} onPick=${setAt} />`}
    ${rows.length > 0 && html`<${Figures} rows=${rows} words=${words} />`}`;
}

function Who({ all, at, words, onPick }) {
  return html`<label class="field">
    <span>${words.say("final.name")}</span>
    <select onChange=${(event) => onPick(Number(event.target.value))}>
      ${all.map(({ name }, place) => html`<option key=${name} value=${place} selected=${place === at}>
        ${name}
      </option>`)}
    </select>
  </label>`;
}

function Figures({ rows, words }) {
  /** @type {[string, (one: any) => string][]} */
  const counted = [
    ["games", (one) => words.number(one.counts.games)],
    ["places", (one) => one.places.map((count) => words.number(count)).join(" · ")],
    ["hands", (one) => words.number(one.counts.hands)],
  ];
  /** @type {[string, (one: any) => string][]} */
  const reckoned = FIGURES.map(([figure, form]) => [figure, (one) => written(one.figures[figure], form, words)]);
  return html`<div class="wide-table" tabindex="0" role="group" aria-label=${words.say("evening.view.statistics")}>
    <table class="figures statistics">
      <thead>
        <tr>
          <th scope="col">${words.say("evening.figure")}</th>
          ${rows.map(({ name }) => html`<th scope="col" key=${name}>${name}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${[...counted, ...reckoned].map(([figure, textOf]) => html`<tr key=${figure}>
          <th scope="row">${words.say(`evening.figure.${figure}`)}</th>
          ${rows.map((one) => html`<td key=${one.name}>${textOf(one)}</td>`)}
        </tr>`)}
      </tbody>
    </table>
  </div>`;
}

// What cannot be known is a dash, never a nought.
function written(value, form, words) {
  if (value === null) return "–";
  if (form === "score") return words.score(value);
  if (form === "points") return words.number(Math.round(value));
  return new Intl.NumberFormat(words.code, FORMATS[form]).format(value).replace("-", "−");
}
