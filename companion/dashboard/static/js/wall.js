// The dead wall as it stands: seven stacks from the break, then what kans have added, up to the last tile.

import { html } from "/static/vendor/htm-preact-standalone.module.js";
import { canPlay } from "/static/js/play/acts.js";
import { Face } from "/static/js/tiles.js";

const WORDS = new Set(["back", "owed", "later", "live"]);

export function DeadWall({ wall, words }) {
  const stacks = [...wall.dead, ...wall.extension];
  return html`<div class="deadwall" role="img" aria-label=${spoken(wall, words)}>
    ${stacks.map(
      (stack, at) => html`<span key=${at} class=${`stack ${at === wall.dead.length ? "first-added" : ""}`} aria-hidden="true">
        <${Half} face=${stack.lower} row="lower" isLast=${isAt(wall.haitei, at, false)} isNext=${isAt(wall.replacement, at, false)} />
        <${Half} face=${stack.upper} row="upper" isLast=${isAt(wall.haitei, at, true)} isNext=${isAt(wall.replacement, at, true)} />
      </span>`,
    )}
  </div>`;
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
  const parts = [
    words.say("wall.indicators", { tiles: wall.indicators.map((tile) => words.tile(tile)).join(", ") || "–" }),
    wall.owed_now && words.say("wall.owed_now", { count: wall.owed_now }),
    wall.owed_later && words.say("wall.owed_later", { count: wall.owed_later }),
    words.say("wall.replacements", { count: wall.replacements_left }),
    wall.haitei && words.say("wall.haitei", { stack: wall.haitei.stack + 1, row: words.say(wall.haitei.upper ? "upper" : "lower") }),
  ];
  return parts.filter(Boolean).join(". ");
}

// A dora that nobody saw is a question: a tap answers it.
export function Dora(props) {
  const { wall, words, play } = props;
  const mayTell = play && canPlay(props) && props.snapshot.depth !== undefined && !props.snapshot.result;
  return html`<span class="dora"><span class="label">${words.say("dora")}</span>
    ${wall.dora.map((tile, at) =>
      tile === "?"
        ? mayTell
          ? html`<button type="button" key=${at} class="dora-unseen" aria-label=${words.say("play.which_indicator", { number: at + 1 })} onClick=${() => play.open("pick", { why: "indicator_seen", at })}><span class="tile unseen"><span class="blank">?</span></span></button>`
          : html`<span key=${at} class="tile unseen" role="img" aria-label=${words.tile("?")}><span class="blank" aria-hidden="true">?</span></span>`
        : html`<span key=${at} class="tile" role="img" aria-label=${words.tile(tile)}><${Face} text=${tile} /></span>`,
    )}
  </span>`;
}
