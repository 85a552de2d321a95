// All tiles as keys: one tap names a tile. Sheets use them for a discard, an indicator, a meld, a hand.

import { html, useState } from "/static/vendor/htm-preact-standalone.module.js";
import { Face } from "/static/js/tiles.js";
import { fourths, plain, redsOf, rowsOf } from "/static/js/play/copies.js";
import { RiichiKind } from "/static/js/play/riichi.js";
import { Sheet } from "/static/js/play/sheet.js";

export function TileKeys({ snapshot, words, onPick, without = (_text) => false, withRed = true }) {
  return html`
    <div class="keys">
      ${rowsOf(snapshot, withRed).map((row, at) => html`
        <div key=${at} class="key-row">
          ${row.map((text) => html`
            <button
              type="button"
              key=${text}
              class="key"
              disabled=${without(text)}
              aria-label=${words.tile(text)}
              onClick=${() => onPick(text)}
            >
              <${KeyFace} text=${text} />
            </button>
          `)}
        </div>
      `)}
    </div>
  `;
}

// A red five also has a dot, for those who do not see that it is red.
export function KeyFace({ text }) {
  return html`
    <${Face} text=${text} />
    ${text[0] === "0" && html`<i class="red-dot" aria-hidden="true"></i>`}
  `;
}

// One tile for one tap: what was discarded, what was laid down, what was turned.
/** @param {Props} props */
export function PickSheet(props) {
  const { snapshot, words, play, nameOf, args } = props;
  const [isOpen, setOpen] = useState(false);
  const isRiichi = args.why === "riichi" && snapshot.allows.open_riichi;
  const name = args.seat === undefined ? "" : nameOf(args.seat);
  const told = (tile) => {
    if (args.why === "indicator") return play.mean({ is: "Indicator", tile });
    if (args.why === "indicator_seen") return play.mean({ is: "Indicator", tile, at: args.at });
    return play.tap(args.seat, args.why, { ...(tile && { tile }), ...(isRiichi && { is_open: isOpen }) });
  };
  // Somebody who cannot name the indicator that lies there tells the table nothing: the sheet only closes.
  const isNothing = (tile) => args.why === "indicator_seen" && !tile;
  const pick = (tile) => (isNothing(tile) ? play.close() : play.fromSheet(() => told(tile)));
  return html`
    <${Sheet}
      title=${words.say(`play.pick.${args.why}`, { name })}
      side=${args.side}
      kind="pick-sheet"
      words=${words}
      play=${play}
      foot=${unseen(words, pick)}
    >
      ${isRiichi && html`<${RiichiKind} isOpen=${isOpen} words=${words} onPick=${setOpen} />`}
      <${TileKeys} ...${props} onPick=${pick} withRed=${args.why !== "ankan"} />
    </${Sheet}>
  `;
}

// Nobody has seen the tile, or nobody wants to name it.
function unseen(words, pick) {
  return html`
    <button type="button" class="unseen-tile" onClick=${() => pick(null)}>${words.say("play.unseen")}</button>
  `;
}

// Which run is called: the caller's two tiles that go with the discard.
export function ChiSheet({ snapshot, words, play, args }) {
  const tile = snapshot.kyoku.offer?.tile;
  const runs = tile ? runsWith(tile, snapshot) : [];
  const pick = (own) => play.fromSheet(() => play.tap(args.seat, "chi", own ? { own } : {}));
  return html`
    <${Sheet}
      title=${words.say("action.chi")}
      side=${args.side}
      kind="pick-sheet"
      words=${words}
      play=${play}
      foot=${unseen(words, pick)}
    >
      <div class="key-row">
        ${runs.map((own) => html`<${RunKey} key=${own.join("")} own=${own} words=${words} onPick=${pick} />`)}
      </div>
    </${Sheet}>
  `;
}

function RunKey({ own, words, onPick }) {
  const label = words.list(own.map((text) => words.tile(text)));
  return html`
    <button type="button" class="key wide" aria-label=${label} onClick=${() => onPick(own)}>
      ${own.map((text) => html`<span class="tile"><${KeyFace} text=${text} /></span>`)}
    </button>
  `;
}

// Each run twice where its five may be a red one.
function runsWith(tile, snapshot) {
  const suit = tile[1];
  const rank = Number(plain(tile)[0]);
  const pairs = [[rank - 2, rank - 1], [rank - 1, rank + 1], [rank + 1, rank + 2]];
  const runs = pairs.filter(([low, high]) => low >= 1 && high <= 9);
  const reds = redsOf(suit, snapshot) > 0 ? [5, 0] : [5];
  return runs
    .flatMap((pair) => (pair.includes(5) ? reds.map((five) => pair.map((one) => (one === 5 ? five : one))) : [pair]))
    .map((pair) => pair.map((one) => `${one}${suit}`));
}

// Which tile is added to an open triplet, where there are several, or where it is a five that may be red or not.
export function KakanSheet({ snapshot, words, play, args }) {
  const named = fourths(snapshot.seats[args.seat], snapshot).filter((text) => text !== "?");
  const pick = (tile) => play.fromSheet(() => play.tap(args.seat, "kakan", tile ? { tile } : {}));
  return html`
    <${Sheet}
      title=${words.say("action.kakan")}
      side=${args.side}
      kind="pick-sheet"
      words=${words}
      play=${play}
      foot=${unseen(words, pick)}
    >
      <div class="key-row">
        ${named.map((text) => html`
          <button type="button" key=${text} class="key" aria-label=${words.tile(text)} onClick=${() => pick(text)}>
            <${KeyFace} text=${text} />
          </button>
        `)}
      </div>
    </${Sheet}>
  `;
}
