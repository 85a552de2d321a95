// All tiles as keys: one tap names a tile. Which sheets use it: a discard, an indicator, a meld, a hand.

import { html } from "/static/vendor/htm-preact-standalone.module.js";
import { Face } from "/static/js/tiles.js";
import { correction, entriesOf } from "/static/js/play/correcting.js";
import { Sheet } from "/static/js/play/sheet.js";

const RANKS = [1, 2, 3, 4, 5, 6, 7, 8, 9];

export function TileKeys({ snapshot, words, onPick, without = () => false, withRed = true }) {
  const suits = ["m", "p", "s"].map((suit) => RANKS.flatMap((rank) => (rank === 5 && withRed ? [`5${suit}`, `0${suit}`] : [`${rank}${suit}`])));
  const rows = [...suits, RANKS.slice(0, 7).map((rank) => `${rank}z`)];
  const isGone = (text) => snapshot.players === 3 && /[02-8]m/.test(text);
  return html`<div class="keys">${rows.map((row, at) => html`<div key=${at} class="key-row">${row.filter((text) => !isGone(text)).map((text) => html`<button type="button" key=${text} class="key" disabled=${without(text)} aria-label=${words.tile(text)} onClick=${() => onPick(text)}><${Face} text=${text} />${text[0] === "0" && html`<i class="red-dot" aria-hidden="true"></i>`}</button>`)}</div>`)}</div>`;
}

// One tile for one tap: what was discarded, what was laid down, what was turned.
export function PickSheet(props) {
  const { words, play, nameOf, args } = props;
  const name = args.seat === undefined ? "" : nameOf(args.seat);
  const pick = (tile) => {
    play.close();
    if (args.why === "indicator") return play.tell("tell", { facts: [{ is: "IndicatorRevealed", tile }] });
    if (args.why === "indicator_seen") return tile && seen(tile, args.at, play);
    if (args.why === "ankan") return play.tap(args.seat, "ankan", tile ? { tile } : {});
    return play.tap(args.seat, args.why, tile ? { tile } : {});
  };
  return html`<${Sheet} title=${words.say(`play.pick.${args.why}`, { name })} side=${args.side} kind="pick-sheet" words=${words} onClose=${play.close}
    foot=${html`<button type="button" class="unseen-tile" onClick=${() => pick(null)}>${words.say("play.unseen")}</button>`}>
    <${TileKeys} ...${props} onPick=${pick} withRed=${args.why !== "ankan"} />
  </${Sheet}>`;
}

// The indicator lies open already; only its face is told now.
async function seen(tile, at, play) {
  const told = await entriesOf((fact) => fact.is === "IndicatorRevealed" || (fact.is === "KyokuStarted" && fact.indicator));
  const entry = told[at];
  if (entry?.fact.is !== "IndicatorRevealed") return;
  play.tell("correct", { ...correction([entry.seq], [{ is: "IndicatorRevealed", tile }]), before: entry.seq });
}

export function quad(tile) {
  const plain = tile[0] === "0" ? `5${tile[1]}` : tile;
  const isFive = plain[0] === "5" && plain[1] !== "z";
  return [isFive ? `0${plain[1]}` : plain, plain, plain, plain];
}

// Which run is called: the two own tiles that go with the discard.
export function ChiSheet(props) {
  const { snapshot, words, play, args } = props;
  const tile = snapshot.kyoku.offer?.tile;
  const runs = tile ? runsWith(tile) : [];
  const pick = (own) => {
    play.close();
    play.tap(args.seat, "chi", own ? { own } : {});
  };
  return html`<${Sheet} title=${words.say("action.chi")} side=${args.side} kind="pick-sheet" words=${words} onClose=${play.close}
    foot=${html`<button type="button" class="unseen-tile" onClick=${() => pick(null)}>${words.say("play.unseen")}</button>`}>
    <div class="key-row">${runs.map((own) => html`<button type="button" key=${own.join("")} class="key wide" aria-label=${own.map((one) => words.tile(one)).join(", ")} onClick=${() => pick(own)}>${own.map((one) => html`<span class="tile"><${Face} text=${one} /></span>`)}</button>`)}</div>
  </${Sheet}>`;
}

function runsWith(tile) {
  const rank = tile[0] === "0" ? 5 : Number(tile[0]);
  const pairs = [[rank - 2, rank - 1], [rank - 1, rank + 1], [rank + 1, rank + 2]];
  return pairs.filter(([low, high]) => low >= 1 && high <= 9 && !(low < 1)).map((pair) => pair.map((one) => `${one}${tile[1]}`));
}

// Which of several open triplets gets its fourth tile.
export function KakanSheet(props) {
  const { snapshot, words, play, args } = props;
  const pons = snapshot.seats[args.seat].melds.filter((meld) => meld.kind === "pon").map((meld) => meld.tiles[0].slice(0, meld.tiles[0][0] === "?" ? 1 : 2));
  const plain = (text) => (text[0] === "0" ? `5${text[1]}` : text);
  return html`<${Sheet} title=${words.say("action.kakan")} side=${args.side} kind="pick-sheet" words=${words} onClose=${play.close}>
    <div class="key-row">${pons.map((text, at) => html`<button type="button" key=${at} class="key" aria-label=${words.tile(text)} onClick=${() => {
      play.close();
      play.tap(args.seat, "kakan", text === "?" ? {} : { tile: plain(text) });
    }}>${text === "?" ? "?" : html`<${Face} text=${text} />`}</button>`)}</div>
  </${Sheet}>`;
}
