// Statistics of everybody who has finished a game; tables of three and of four apart.

import { html, useEffect, useState } from "/static/vendor/htm-preact-standalone.module.js";
import { useAsked } from "/static/js/evening/asking.js";

// How each figure is written: a share of a hundred, an average, or points.
const FIGURES = [
  ["place", "average"],
  ["score", "signed"],
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

export function Statistics({ words, snapshot }) {
  const [answer] = useAsked("/api/statistics", snapshot.seq);
  const tables = [...new Set((answer?.players ?? []).map((one) => one.players))];
  const [chosen, choose] = useState(null);
  const [at, setAt] = useState(0);
  const isNarrow = useNarrow();
  if (answer === undefined) return html`<p class="wait">${words.say("evening.reading")}</p>`;
  const players = chosen ?? tables[0];
  const all = (answer?.players ?? []).filter((one) => one.players === players);
  const rows = isNarrow ? all.slice(at, at + 1) : all;
  return html`
    <h3 tabindex="-1">${words.say("evening.view.statistics")}</h3>
    ${rows.length === 0 && html`<p>${words.say("evening.no_statistics")}</p>`}
    ${tables.length > 1 && html`<div class="bar">${tables.map((count) => html`<button type="button" key=${count} aria-pressed=${count === players ? "true" : "false"} onClick=${() => {
      choose(count);
      setAt(0);
    }}>${words.say("evening.players", { count })}</button>`)}</div>`}
    ${isNarrow && all.length > 1 && html`<label class="field"><span>${words.say("final.name")}</span><select onChange=${(event) => setAt(Number(event.target.value))}>${all.map((one, place) => html`<option key=${one.name} value=${place} selected=${place === at}>${one.name}</option>`)}</select></label>`}
    ${rows.length > 0 && html`<div class="wide-table" tabindex="0" role="group" aria-label=${words.say("evening.view.statistics")}><table class="figures statistics">
      <thead><tr><th scope="col">${words.say("evening.figure")}</th>${rows.map((one) => html`<th scope="col" key=${one.name}>${one.name}</th>`)}</tr></thead>
      <tbody>
        <tr><th scope="row">${words.say("evening.figure.games")}</th>${rows.map((one) => html`<td key=${one.name}>${words.number(one.counts.games)}</td>`)}</tr>
        <tr><th scope="row">${words.say("evening.figure.places")}</th>${rows.map((one) => html`<td key=${one.name}>${one.places.map((count) => words.number(count)).join(" · ")}</td>`)}</tr>
        <tr><th scope="row">${words.say("evening.figure.hands")}</th>${rows.map((one) => html`<td key=${one.name}>${words.number(one.counts.hands)}</td>`)}</tr>
        ${FIGURES.map(([figure, form]) => html`<tr key=${figure}><th scope="row">${words.say(`evening.figure.${figure}`)}</th>${rows.map((one) => html`<td key=${one.name}>${written(one.figures[figure], form, words)}</td>`)}</tr>`)}
      </tbody>
    </table></div>`}`;
}

// Where names do not stand beside each other, one is chosen.
function useNarrow() {
  const narrow = matchMedia("(max-width: 899px)");
  const [isNarrow, setNarrow] = useState(narrow.matches);
  useEffect(() => {
    const changed = () => setNarrow(narrow.matches);
    narrow.addEventListener("change", changed);
    return () => narrow.removeEventListener("change", changed);
  }, []);
  return isNarrow;
}

// What cannot be known is a dash, never a nought.
function written(value, form, words) {
  if (value === null) return "–";
  const formats = {
    share: () => new Intl.NumberFormat(words.code, { style: "percent", minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(value),
    average: () => new Intl.NumberFormat(words.code, { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(value),
    signed: () => new Intl.NumberFormat(words.code, { signDisplay: "exceptZero", minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(value).replace("-", "−"),
    points: () => words.number(Math.round(value)),
  };
  return formats[form]();
}
