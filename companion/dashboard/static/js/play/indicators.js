// The indicators beside a hand that is said by its tiles: a tap on an unknown one, then on a tile, tells it.

import { html } from "/static/vendor/htm-preact-standalone.module.js";
import { Face } from "/static/js/tiles.js";

export function Indicators({ snapshot, winner, words, mode, setMode, ura }) {
  const { wall } = snapshot;
  const faces = [...wall.indicators, ...Array(dueIn(snapshot)).fill("?")];
  const isRiichi = Boolean(snapshot.seats[winner.seat].riichi);
  // Where these rules turn no ura, nobody is asked for one.
  const wanted = Math.max(ura.length, winner.counted?.ura_wanted ?? Math.min(faces.length, wall.ura_places));
  const uraFaces = isRiichi ? Array.from({ length: wanted }, (_, at) => ura[at] ?? "?") : [];
  return html`
    <div class="told-dora">
      <span class="label">${words.say("dora")}</span>
      ${faces.map((face, at) => html`
        <${Slot}
          key=${at}
          face=${face}
          label=${words.say("play.which_indicator", { number: at + 1 })}
          isChosen=${mode.at === at}
          onTap=${() => setMode(mode.at === at ? "closed" : { at })}
          words=${words}
        />
      `)}
      ${uraFaces.length > 0 && html`<span class="label">${words.say("ura")}</span>`}
      ${uraFaces.map((face, at) => html`
        <${Slot}
          key=${`u${at}`}
          face=${face}
          label=${words.say("play.which_ura", { number: at + 1 })}
          isChosen=${mode === "ura" && at === ura.length}
          onTap=${() => setMode(mode === "ura" ? "closed" : "ura")}
          words=${words}
        />
      `)}
    </div>
  `;
}

// Where nobody tells discards, that of an open kan may be due as well.
function dueIn({ wall, kyoku }) {
  return wall.owed_now + (kyoku?.phase === "unfollowed" ? wall.owed_later : 0);
}

function Slot({ face, label, isChosen, onTap, words }) {
  if (face !== "?") {
    return html`<span class="tile" role="img" aria-label=${words.tile(face)}><${Face} text=${face} /></span>`;
  }
  return html`
    <button type="button" class="dora-unseen" aria-pressed=${isChosen} aria-label=${label} onClick=${onTap}>
      <span class="tile unseen"><span class="blank">?</span></span>
    </button>
  `;
}

// One that lies open gets its face; one that is due is turned.
/** @type {(at: number, tile: string, play: Play) => Promise<Answer>} */
export const tellIndicator = (at, tile, play) => play.mean({ is: "Indicator", tile, at });
