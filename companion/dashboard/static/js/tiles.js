// Tiles as they lie: a text with marks becomes a drawing with a spoken name.

import { html } from "/static/vendor/htm-preact-standalone.module.js";
import { isOfAnyKind } from "/static/js/melds.js";

const SPRITE = "/static/tiles/sprite.svg";

export function Face({ text }) {
  return html`<svg viewBox="0 0 190 260" aria-hidden="true" focusable="false">
    <use href=${`${SPRITE}#t-${text}`} />
  </svg>`;
}

// kind: "", "side", "called", "tsumogiri", "fresh" … joined by spaces.
export function Tile({ text, name, kind = "" }) {
  const unseen = text === "?";
  const kinds = `tile ${kind} ${unseen ? "unseen" : ""} ${text[0] === "0" ? "red" : ""}`;
  return html`<span class=${kinds} role="img" aria-label=${name}>
    ${unseen ? html`<span class="blank" aria-hidden="true">?</span>` : html`<${Face} text=${text} />`}
  </span>`;
}

// "5p_*'" -> { tile: "5p", marks: "_*'" }
export function parted(text) {
  const tile = text[0] === "?" ? "?" : text.slice(0, 2);
  return { tile, marks: text.slice(tile.length) };
}

export function River({ river, offer, words, label }) {
  const last = river.length - 1;
  return html`<ol class=${`river ${river.length > 18 ? "long-river" : ""}`} aria-label=${label}>
    ${river.map((text, at) => html`<li key=${at}>
      <${Discard} text=${text} isFresh=${offer && at === last} words=${words} />
    </li>`)}
  </ol>`;
}

function Discard({ text, isFresh, words }) {
  const { tile, marks } = parted(text);
  const kinds = [
    marks.includes("*") && "side",
    marks.includes("_") && "tsumogiri",
    marks.includes("'") && "called",
  ].filter(Boolean);
  const said = kinds.map((kind) => words.say(`river.${kind}`));
  const kind = isFresh ? [...kinds, "fresh"] : kinds;
  return html`<${Tile} text=${tile} kind=${kind.join(" ")} name=${words.list([words.tile(tile), ...said])} />`;
}

export function Melds({ melds, kita, words, nameOf }) {
  if (!melds.length && !kita) return null;
  return html`<ul class="melds" aria-label=${words.say("melds")}>
    ${kita > 0 && html`<li class="meld kita">
      <${Tile} text="4z" name=${words.say("kita", { count: kita })} /><b aria-hidden="true">×${kita}</b>
    </li>`}
    ${melds.map((meld, at) => html`<${Meld} key=${at} meld=${meld} words=${words} nameOf=${nameOf} />`)}
  </ul>`;
}

function Meld({ meld, words, nameOf }) {
  const tiles = meld.tiles.map(parted);
  const spoken = words.list(tiles.map(({ tile }) => words.tile(tile)));
  const from = meld.from === null ? "" : words.say("meld.from", { name: nameOf(meld.from) });
  const what = words.say(isOfAnyKind(meld) ? "play.act.open_kan" : `meld.${meld.kind}`);
  const label = words.of(what, `${spoken} ${from}`);
  return html`<li>
    <span class=${`meld ${meld.kind}`} role="img" aria-label=${label}>
      ${piles(tiles).map((pile, at) => html`<span class="pile" key=${at} aria-hidden="true">
        ${pile.map(({ tile, marks }) => html`<${MeldTile} tile=${tile} marks=${marks} />`)}
      </span>`)}
    </span>
  </li>`;
}

function MeldTile({ tile, marks }) {
  if (marks.includes("x")) return html`<span class="tile"><${Face} text="back" /></span>`;
  const kind = marks ? "side" : "";
  return tile === "?"
    ? html`<span class=${`tile unseen ${kind}`}><span class="blank">?</span></span>`
    : html`<span class=${`tile ${kind} ${tile[0] === "0" ? "red" : ""}`}><${Face} text=${tile} /></span>`;
}

// An added tile lies on the sideways one before it: both make one pile.
function piles(tiles) {
  const found = [];
  for (const tile of tiles) {
    if (tile.marks.includes("+") && found.length) found[found.length - 1].push(tile);
    else found.push([tile]);
  }
  return found;
}
