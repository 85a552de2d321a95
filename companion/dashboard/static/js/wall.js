// The dead wall as it stands: its stacks from the break, then what kans have added, up to the last tile.

import { html } from "/static/vendor/htm-preact-standalone.module.js";
import { canPlay } from "/static/js/play/acts.js";
import { Face } from "/static/js/tiles.js";

const WORDS = new Set(["back", "owed", "later", "live"]);

export function DeadWall({ wall, words }) {
  const stacks = [...wall.dead, ...wall.extension];
  return html`<div class="deadwall" role="img" aria-label=${spoken(wall, words)}>
    ${stacks.map((stack, at) => html`<${Stack} key=${at} stack=${stack} at=${at} wall=${wall} />`)}
  </div>`;
}

function Stack({ stack, at, wall }) {
  const { dead, haitei, replacement } = wall;
  const half = (row, isUpper) => html`<${Half}
    face=${stack[row]}
    row=${row}
    isLast=${isAt(haitei, at, isUpper)}
    isNext=${isAt(replacement, at, isUpper)}
  />`;
  return html`<span class=${`stack ${at === dead.length ? "first-added" : ""}`} aria-hidden="true">
    ${half("lower", false)}${half("upper", true)}
  </span>`;
}

function isAt(place, stack, upper) {
  return place !== null && place.stack === stack && place.upper === upper;
}

function Half({ face, row, isLast, isNext }) {
  const marks = `${row} ${isLast && face === "live" ? "haitei" : ""} ${isNext && face === "back" ? "next" : ""}`;
  if (face === "gone") return html`<span class=${`half is-gone ${row}`}></span>`;
  if (WORDS.has(face)) return html`<span class=${`half is-${face} ${marks}`}><${Face} text="back" /></span>`;
  if (face === "?") return html`<span class=${`half is-shown unseen ${row}`}><span class="blank">?</span></span>`;
  return html`<span class=${`half is-shown ${marks}`}><${Face} text=${face} /></span>`;
}

function spoken(wall, words) {
  const { haitei } = wall;
  const tiles = words.list(wall.indicators.map((tile) => words.tile(tile))) || "–";
  const parts = [
    words.say("wall.indicators", { tiles }),
    wall.owed_now && words.say("wall.owed_now", { count: wall.owed_now }),
    wall.owed_later && words.say("wall.owed_later", { count: wall.owed_later }),
    words.say("wall.replacements", { count: wall.replacements_left }),
    haitei && words.say("wall.haitei", { stack: haitei.stack + 1, row: words.say(haitei.upper ? "upper" : "lower") }),
  ];
  return words.clauses(parts);
}

// A dora that nobody saw is a question: a tap answers it.
export function Dora(props) {
  const { wall, words, play } = props;
  const mayTell = play && canPlay(props) && props.snapshot.depth !== undefined && !props.snapshot.result;
  const ask = (at) => play.open("pick", { why: "indicator_seen", at });
  const isDue = mayTell && props.snapshot.kyoku?.phase === "unfollowed" && wall.owed_now + wall.owed_later > 0;
  return html`<span class="dora">
    <span class="label">${words.say("dora")}</span>
    ${wall.dora.map((tile, at) =>
      tile === "?" && mayTell
        ? html`<${AskedTile} key=${at} number=${at + 1} words=${words} onTap=${() => ask(at)} />`
        : html`<${DoraTile} key=${at} tile=${tile} words=${words} />`,
    )}
    ${isDue && html`<${AskedTile}
      number=${wall.indicators.length + 1}
      words=${words}
      onTap=${() => play.open("pick", { why: "indicator" })}
    />`}
  </span>`;
}

function AskedTile({ number, words, onTap }) {
  const label = words.say("play.which_indicator", { number });
  return html`<button type="button" class="dora-unseen" aria-label=${label} onClick=${onTap}>
    <span class="tile unseen"><span class="blank">?</span></span>
  </button>`;
}

function DoraTile({ tile, words }) {
  const isUnseen = tile === "?";
  return html`<span class=${isUnseen ? "tile unseen" : "tile"} role="img" aria-label=${words.tile(tile)}>
    ${isUnseen ? html`<span class="blank" aria-hidden="true">?</span>` : html`<${Face} text=${tile} />`}
  </span>`;
}
