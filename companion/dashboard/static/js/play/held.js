// What somebody holds, once the hand is over: a photograph of the tiles, what was read, and what they wait for. Nothing
// is told to the table, and while a hand is played nothing can be asked.

import { html, useState } from "/static/vendor/htm-preact-standalone.module.js";
import { HandPhoto } from "/static/js/play/hand_photo.js";
import { Picks, Sheet } from "/static/js/play/sheet.js";
import { Tile } from "/static/js/tiles.js";

// How many concealed tiles there are beside no meld, one, two, three and four.
const COUNTS = [13, 10, 7, 4, 1];

export function HeldSheet({ snapshot, words, play, args }) {
  const [wanted, want] = useState(COUNTS[0]);
  const [read, keep] = useState(null);
  if (!snapshot.result) return null;
  const pick = (count) => {
    want(count);
    keep(null);
  };
  return html`
    <${Sheet} title=${words.say("play.held")} side=${args.side} kind="held" words=${words} play=${play}>
      <p class="fine">${words.say("play.held.says")}</p>
      <${Picks}
        label=${words.say("play.held.count")}
        options=${COUNTS.map((count) => [count, words.number(count)])}
        chosen=${wanted}
        onPick=${pick}
      />
      <${HandPhoto}
        key=${wanted}
        words=${words}
        wanted=${wanted}
        done="play.held.read"
        few="play.held.few"
        onFirst=${async () => (snapshot.result ? {} : { error: "hand_is_played" })}
        onRead=${(tiles, waits) => keep({ tiles, waits, wanted })}
      />
      ${read?.wanted === wanted && html`<${Read} ...${read} words=${words} />`}
    </${Sheet}>
  `;
}

function Read({ tiles, waits, wanted, words }) {
  const isWhole = tiles.length === wanted;
  return html`
    <${Row} name=${words.say("play.held.tiles")} tiles=${tiles} words=${words} />
    ${isWhole && waits.length > 0 && html`<${Row}
      name=${words.say("play.held.waits")}
      tiles=${waits}
      words=${words}
    />`}
    ${isWhole && waits.length === 0 && html`<p>${words.say("play.noten")}</p>`}
  `;
}

function Row({ name, tiles, words }) {
  return html`<div class="held-row" role="group" aria-label=${name}>
    <h3>${name}</h3>
    <p class="held-tiles">
      ${tiles.map((text, at) => html`<${Tile} key=${at} text=${text} name=${words.tile(text)} />`)}
    </p>
  </div>`;
}
