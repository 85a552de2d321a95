// How a hand or a game ended, as a card: who won what, with which tiles, and who pays whom.

import { html } from "/static/vendor/htm-preact-standalone.module.js";
import { Reasons } from "/static/js/play/reasons.js";
import { Tile, parted } from "/static/js/tiles.js";

const COLUMNS = ["place", "name", "points", "score"];

export function ResultCard({ snapshot, words, nameOf }) {
  const { result, seats, final } = snapshot;
  if (final) return html`<${FinalCard} final=${final} words=${words} nameOf=${nameOf} />`;
  return html`<div class=${`card result wins-${result.wins.length}`}>
    ${result.wins.length === 0 && html`<${NoWin} result=${result} words=${words} nameOf=${nameOf} />`}
    ${result.wins.map((win) => html`<${Win}
      key=${win.seat}
      win=${win}
      melds=${seats[win.seat].melds}
      words=${words}
      nameOf=${nameOf}
    />`)}
    <${Reasons} result=${result} words=${words} nameOf=${nameOf} />
  </div>`;
}

export function howWon({ by, giver }, words, nameOf) {
  return by === "tsumo" ? words.say("win.tsumo") : words.say("win.ron", { name: nameOf(giver) });
}

// What a win is worth, where there is room for one word or two; empty while nobody has said it.
export function briefWorth(win, words) {
  const { han, fu, yakuman } = win;
  if (han === null) return "";
  if (yakuman) return words.say("yakuman", { count: yakuman });
  if (win.limit) return words.limit(win);
  return `${words.say("han", { count: han })} ${words.say("fu", { count: fu })}`;
}

function Win({ win, melds, words, nameOf }) {
  return html`<section class="win">
    <h2><b>${nameOf(win.seat)}</b> ${howWon(win, words, nameOf)} <span class="worth">${worth(win, words)}</span></h2>
    ${win.hand && html`<${Hand} win=${win} melds=${melds} words=${words} />`}
    ${(win.yaku.length > 0 || win.ura.length > 0) && html`<${Yaku} win=${win} words=${words} />`}
  </section>`;
}

function Yaku({ win, words }) {
  return html`<ul class="yaku">
    ${win.ura.length > 0 && html`<li class="run ura">
      <span class="label">${words.say("ura")}</span>
      ${win.ura.map((text, at) => html`<${Tile} key=${at} text=${text} name=${words.tile(text)} />`)}
    </li>`}
    ${win.yaku.map(([yaku, han]) => html`<li key=${yaku}>
      <bdi>${words.yaku(yaku)}</bdi>${win.yakuman ? "" : html` <b>${words.number(han)}</b>`}
    </li>`)}
  </ul>`;
}

function worth(win, words) {
  if (win.han === null) return words.say("win.unknown");
  if (win.yakuman) return words.say("yakuman", { count: win.yakuman });
  const counted = `${words.say("han", { count: win.han })} ${words.say("fu", { count: win.fu })}`;
  if (!win.limit) return counted;
  // A limit that was said without its han has no fu that anybody counted.
  return win.hand || win.han < 5 ? `${words.limit(win)} · ${counted}` : words.limit(win);
}

function Hand({ win, melds, words }) {
  const tile = (text, kind, key) => html`<${Tile} key=${key} text=${text} kind=${kind} name=${words.tile(text)} />`;
  const ofMeld = (meld) => meld.tiles.map((text, at) => tile(parted(text).tile, "", at));
  return html`<div class="hand">
    <span class="run">${win.hand.map((text, at) => tile(text, "", at))}</span>
    ${melds.map((meld, at) => html`<span class="run" key=${`m${at}`}>${ofMeld(meld)}</span>`)}
    <span class="run">${tile(win.tile, "won", "won")}</span>
  </div>`;
}

function NoWin({ result, words, nameOf }) {
  const title =
    result.chombo === null
      ? words.say(`draw.${result.ryuukyoku}`)
      : words.say("chombo.by", { name: nameOf(result.chombo) });
  const tenpai = words.list(result.tenpai.map(nameOf));
  const isCounted = ["exhaustive", "nagashi_mangan"].includes(result.ryuukyoku);
  return html`<section class="win">
    <h2><b>${title}</b></h2>
    ${isCounted && html`<p>${tenpai ? words.say("tenpai", { names: tenpai }) : words.say("all_noten")}</p>`}
  </section>`;
}

function FinalCard({ final, words, nameOf }) {
  return html`<div class="card final">
    <h2><b>${words.say("final")}</b></h2>
    <table>
      <thead>
        <tr>${COLUMNS.map((key) => html`<th scope="col" key=${key}>${words.say(`final.${key}`)}</th>`)}</tr>
      </thead>
      <tbody>
        ${final.map((row) => html`<tr key=${row.seat}>
          <td>${row.place}</td>
          <th scope="row">${nameOf(row.seat)}</th>
          <td>${words.number(row.points)}</td>
          <td>${words.score(row.score)}</td>
        </tr>`)}
      </tbody>
    </table>
    <${Penalties} final=${final} words=${words} nameOf=${nameOf} />
  </div>`;
}

// What chombo and penalties took from a score, and what chips and other extras brought, stands by itself: without it
// the scores would not add up for anybody who reads them.
export function Penalties({ final, words, nameOf }) {
  const taken = final.filter(({ penalty }) => penalty > 0);
  const brought = final.filter(({ extra }) => extra);
  if (!taken.length && !brought.length) return null;
  const said = ({ seat, penalty }) =>
    words.say("final.penalty", { name: nameOf(seat), score: words.score(-penalty) });
  const more = ({ seat, extra }) =>
    words.say("final.extra", { name: nameOf(seat), score: words.score(extra) });
  return html`<div class="penalties">
    ${taken.map((one) => html`<p key=${one.seat} class="penalty">${said(one)}</p>`)}
    ${brought.map((one) => html`<p key=${`extra-${one.seat}`} class="extra">${more(one)}</p>`)}
  </div>`;
}
