// The table of han and fu, with what each cell pays: one tap says what a hand is worth.

import { html } from "/static/vendor/htm-preact-standalone.module.js";
import { prices } from "/static/js/play/prices.js";
import { asUsual } from "/static/js/size.js";

const FU = [20, 25, 30, 40, 50, 60, 70, 80, 90, 100, 110];
const HAN = [1, 2, 3, 4];
const ROOM_ABOVE = 700;
const LIMITS = [
  { key: "mangan", han: 5, base: 2_000 },
  { key: "haneman", han: 6, base: 3_000 },
  { key: "baiman", han: 8, base: 4_000 },
  { key: "sanbaiman", han: 11, base: 6_000 },
  { key: "yakuman", han: 13, base: 8_000 },
];
const YAKUMAN = 8_000;

// The limits that the rules play, and as many yakuman as one hand can be worth by them.
function limitsOf({ kazoe_yakuman: hasKazoe, most_yakuman: most }) {
  const several = Array.from({ length: most }, (_, at) => at + 1);
  return [
    ...LIMITS.filter(({ key }) => hasKazoe || key !== "yakuman"),
    ...several.map((yakuman) => ({ key: "yakuman", yakuman, base: YAKUMAN * yakuman })),
  ];
}

export function FuTable(props) {
  const table = html`<${Table} ...${props} />`;
  const limits = html`<${Limits} ...${props} />`;
  // Where the table is longer than the sheet, the limits stand above it if there is room: nobody scrolls to a mangan.
  return props.isWide || asUsual(innerHeight) < ROOM_ABOVE ? [table, limits] : [limits, table];
}

function Table(props) {
  const { isTsumo, isWide, words } = props;
  const [across, down] = isWide ? [FU, HAN] : [HAN, FU];
  const nameAcross = (count) => words.say(isWide ? "fu" : "han", { count });
  const nameDown = (count) => words.say(isWide ? "han" : "fu", { count });
  const worthOf = (row, column) => (isWide ? { han: row, fu: column } : { han: column, fu: row });
  const cell = (worth) => html`
    <td key=${isWide ? worth.fu : worth.han}>
      ${exists(worth, isTsumo)
        ? html`<${Cell} ...${props} worth=${worth} />`
        : html`<span class="no-cell" aria-hidden="true">·</span>`}
    </td>
  `;
  return html`
    <table class="fu-table">
      <thead>
        <tr>
          <td></td>
          ${across.map((count) => html`<th key=${count} scope="col">${nameAcross(count)}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${down.map((row) => html`
          <tr key=${row}>
            <th scope="row">${nameDown(row)}</th>
            ${across.map((column) => cell(worthOf(row, column)))}
          </tr>
        `)}
      </tbody>
    </table>
  `;
}

function Cell(props) {
  const { worth, value, snapshot, words, onPick } = props;
  const { han, fu } = worth;
  const isChosen = Boolean(value && !value.yakuman && value.han === han && value.fu === fu);
  const said = pricesOf(baseOf(worth, snapshot.allows.kiriage), props);
  const name = `${words.say("han", { count: han })} ${words.say("fu", { count: fu })}`;
  return html`
    <button
      type="button"
      class="cell"
      aria-pressed=${isChosen}
      aria-label=${`${name}: ${said.join(" / ")}`}
      onClick=${() => onPick({ han, fu, yakuman: 0 })}
    >
      ${said.map((text) => html`<span>${text}</span>`)}
    </button>
  `;
}

function Limits(props) {
  return html`
    <div class="limits" role="group" aria-label=${props.words.say("play.limits")}>
      ${limitsOf(props.snapshot.allows).map((limit) => html`
        <${LimitCell} key=${`${limit.key}${"yakuman" in limit ? limit.yakuman : ""}`} ...${props} limit=${limit} />
      `)}
    </div>
  `;
}

function LimitCell(props) {
  const { limit, value, words, onPick } = props;
  const { han, yakuman, base } = limit;
  const isChosen = value && (yakuman ? value.yakuman === yakuman : !value.yakuman && value.han === han);
  const worth = yakuman ? { han: 13 * yakuman, fu: 30, yakuman } : { han, fu: 30, yakuman: 0 };
  return html`
    <button type="button" class="cell" aria-pressed=${Boolean(isChosen)} onClick=${() => onPick(worth)}>
      <b>${nameOf(limit, words)}</b>
      ${!yakuman && html` <span>${words.say("play.from_han", { han })}</span>`}
      <span>${pricesOf(base, props).join(" / ")}</span>
    </button>
  `;
}

function nameOf({ key, yakuman }, words) {
  return yakuman > 1 ? words.say("yakuman", { count: yakuman }) : words.limit({ limit: key, yakuman });
}

// 20 fu is a pinfu by tsumo, 25 fu seven pairs: no other hand has them. A tsumo with 110 fu has more than one han.
function exists({ han, fu }, isTsumo) {
  if (fu === 20) return han >= 2 && isTsumo !== false;
  if (fu === 25) return han >= (isTsumo ? 3 : 2);
  return !(fu === 110 && han === 1 && isTsumo);
}

function baseOf({ han, fu }, isKiriage) {
  const counted = fu * 2 ** (han + 2);
  return counted >= (isKiriage ? 1_920 : 2_000) ? 2_000 : counted;
}

function pricesOf(base, { win, isTsumo, snapshot, words }) {
  const sums = prices(base, win, snapshot);
  if (isTsumo && sums.length === 1) return [words.say("play.each", { points: sums[0] })];
  return sums.map((points) => words.number(points));
}
