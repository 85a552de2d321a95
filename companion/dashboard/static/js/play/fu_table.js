// The table of han and fu, with what each cell pays: one tap says what a hand is worth.

import { html } from "/static/vendor/htm-preact-standalone.module.js";

const FU = [20, 25, 30, 40, 50, 60, 70, 80, 90, 100, 110];
const HAN = [1, 2, 3, 4];
const ROOM_ABOVE = 700;
export const LIMITS = [
  { key: "mangan", han: 5, base: 2_000 },
  { key: "haneman", han: 6, base: 3_000 },
  { key: "baiman", han: 8, base: 4_000 },
  { key: "sanbaiman", han: 11, base: 6_000 },
  { key: "kazoe", han: 13, base: 8_000 },
  { key: "yakuman", yakuman: 1, base: 8_000 },
  { key: "yakuman", yakuman: 2, base: 16_000 },
  { key: "yakuman", yakuman: 3, base: 24_000 },
];

export function FuTable({ value, isTsumo, isDealer, isKiriage, isWide, words, onPick }) {
  const across = isWide ? FU : HAN;
  const down = isWide ? HAN : FU;
  const asCell = (row, column) => (isWide ? { han: row, fu: column } : { han: column, fu: row });
  const unit = (key, number) => words.say(key, { count: number });
  const table = html`<table class="fu-table"><thead><tr><td></td>${across.map((n) => html`<th key=${n} scope="col">${unit(isWide ? "fu" : "han", n)}</th>`)}</tr></thead>
    <tbody>${down.map((row) => html`<tr key=${row}><th scope="row">${unit(isWide ? "han" : "fu", row)}</th>${across.map((column) => {
      const cell = asCell(row, column);
      const isChosen = value && !value.yakuman && value.han === cell.han && value.fu === cell.fu;
      return html`<td key=${column}>${exists(cell, isTsumo) ? html`<button type="button" class="cell" aria-pressed=${isChosen ? "true" : "false"} aria-label=${`${unit("han", cell.han)} ${unit("fu", cell.fu)}: ${price(baseOf(cell, isKiriage), isTsumo, isDealer, words).join(" / ")}`} onClick=${() => onPick({ ...cell, yakuman: 0 })}>${price(baseOf(cell, isKiriage), isTsumo, isDealer, words).map((text) => html`<span>${text}</span>`)}</button>` : html`<span class="no-cell" aria-hidden="true">·</span>`}</td>`;
    })}</tr>`)}</tbody></table>`;
  const limits = html`<div class="limits" role="group" aria-label=${words.say("play.limits")}>${LIMITS.map((limit) => {
    const isChosen = value && (limit.yakuman ? value.yakuman === limit.yakuman : !value.yakuman && value.han === limit.han);
    const name = limit.yakuman > 1 ? words.say("yakuman", { count: limit.yakuman }) : words.say(limit.key === "kazoe" ? "play.kazoe" : `limit.${limit.key}`);
    return html`<button type="button" key=${`${limit.key}${limit.yakuman ?? ""}`} class="cell" aria-pressed=${isChosen ? "true" : "false"} onClick=${() => onPick(limit.yakuman ? { han: 13 * limit.yakuman, fu: 30, yakuman: limit.yakuman } : { han: limit.han, fu: 30, yakuman: 0 })}>
      <b>${name}</b>${!limit.yakuman && html` <span>${words.say("play.from_han", { han: limit.han })}</span>`}<span>${price(limit.base, isTsumo, isDealer, words).join(" / ")}</span></button>`;
  })}</div>`;
  // Where the table is longer than the sheet, and there is room above it, a mangan is not looked for below it.
  return isWide || innerHeight < ROOM_ABOVE ? [table, limits] : [limits, table];
}

// 20 fu is a pinfu by tsumo, 25 fu seven pairs: other hands cannot have them.
function exists({ han, fu }, isTsumo) {
  if (fu === 20) return han >= 2 && isTsumo !== false;
  if (fu === 25) return han >= (isTsumo ? 3 : 2);
  return !(fu === 110 && han === 1 && isTsumo);
}

function baseOf({ han, fu }, isKiriage) {
  const counted = fu * 2 ** (han + 2);
  return counted >= (isKiriage ? 1_920 : 2_000) ? 2_000 : counted;
}

const up = (points) => Math.ceil(points / 100) * 100;

function price(base, isTsumo, isDealer, words) {
  if (!isTsumo) return [words.number(up(base * (isDealer ? 6 : 4)))];
  if (isDealer) return [words.say("play.each", { points: up(base * 2) })];
  return [words.number(up(base)), words.number(up(base * 2))];
}
