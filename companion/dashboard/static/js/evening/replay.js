// A hand step by step on the table picture: the same pieces as in play, at one moment of the past.

import { html, useEffect, useState } from "/static/vendor/htm-preact-standalone.module.js";
import { Live, Round } from "/static/js/centre.js";
import { useAsked } from "/static/js/asking.js";
import { dealName, factText } from "/static/js/evening/telling.js";
import { edgesOf } from "/static/js/play/edge.js";
import { ResultCard } from "/static/js/result.js";
import { Badge, Band, Laid, Points, seatLabel } from "/static/js/seat.js";
import { DeadWall, Dora } from "/static/js/wall.js";

// What counts of a hand, in the order in which it happened.
export function stepsOf(hand) {
  return hand.entries.filter((entry) => !entry.retraction && entry.fact.is !== "KyokuEnded");
}

// `path` is where the game is asked for; each moment of it is below. The buttons that step come with the first
// picture: a picture that came later, above them, would push them away from under the finger.
export function Replay({ words, names, hand, path, onBack, asOf = 0 }) {
  const steps = stepsOf(hand);
  const last = steps.length - 1;
  const [chosen, setAt] = useState(last);
  const at = Math.min(chosen, last);
  const step = steps[at];
  const [snapshot] = useAsked(`${path}/at/${step.seq}`, asOf);
  const within = (next) => Math.min(last, Math.max(0, next));
  // Keys are pressed faster than pictures come: each press counts from where the one before it led.
  const move = (by) => setAt((old) => within(within(old) + by));
  useArrowKeys(move, last);
  const said = factText(step.fact, step.names ?? names, words);
  return html`<section class="replay">
    <div class="bar">
      <button type="button" onClick=${onBack}>← ${words.say("evening.back")}</button>
      <h3 tabindex="-1">${dealName(hand, words)}</h3>
    </div>
    ${snapshot === undefined
      ? html`<p class="wait">${words.say("evening.reading")}</p>`
      : html`
        ${snapshot?.kyoku && html`<${Picture} snapshot=${snapshot} words=${words} />`}
        <div class="steps">
          <p class="step-said" role="status">
            ${words.say("evening.step.of", { at: at + 1, all: steps.length })} · ${said}
          </p>
          <${StepBar}
            at=${at}
            last=${last}
            said=${said}
            words=${words}
            to=${(next) => setAt(within(next))}
            move=${move}
          />
        </div>`}
  </section>`;
}

function StepBar({ at, last, said, words, to, move }) {
  const button = (name, isOff, act) => html`<button
    type="button"
    aria-label=${words.say(`evening.step.${name}`)}
    disabled=${isOff}
    onClick=${act}
  >${icon(name)}</button>`;
  return html`<div class="step-bar">
    ${button("first", at === 0, () => to(0))}
    ${button("back", at === 0, () => move(-1))}
    <input
      type="range"
      min="0"
      max=${last}
      value=${at}
      aria-label=${words.say("evening.step")}
      aria-valuetext=${said}
      onInput=${(event) => to(Number(event.target.value))}
    />
    ${button("on", at === last, () => move(1))}
    ${button("last", at === last, () => to(last))}
  </div>`;
}

const PATHS = {
  first: "M6 5v14M19 5 9 12l10 7",
  back: "M16 5 7 12l9 7",
  on: "M8 5l9 7-9 7",
  last: "M18 5v14M5 5l10 7-10 7",
};

function icon(name) {
  return html`<svg viewBox="0 0 24 24" class="icon" aria-hidden="true" focusable="false">
    <path d=${PATHS[name]} />
  </svg>`;
}

// The arrow keys step wherever the focus is; in a field, such as the slider, they are its own.
function useArrowKeys(step, last) {
  useEffect(() => {
    const pressed = (event) => {
      if (event.target.tagName === "INPUT" || event.altKey || event.ctrlKey || event.metaKey) return;
      if (event.key === "ArrowRight") step(1);
      if (event.key === "ArrowLeft") step(-1);
    };
    addEventListener("keydown", pressed);
    return () => removeEventListener("keydown", pressed);
  }, [last]);
}

function Picture({ snapshot, words }) {
  const { seats, kyoku, result } = snapshot;
  const nameOf = (seat) => seats[seat]?.name ?? "";
  const isTurn = (seat) => !result && kyoku.phase !== "unfollowed" && kyoku.turn === seat;
  return html`<div class=${`picture players-${snapshot.players}`}>
    ${edgesOf(snapshot, 0).map((side, seat) => html`<${Side}
      key=${side}
      side=${side}
      seat=${seats[seat]}
      kyoku=${kyoku}
      isTurn=${isTurn(seat)}
      words=${words}
      nameOf=${nameOf}
    />`)}
    <section class="mid" aria-label=${words.say("centre")}>
      ${result
        ? html`<${ResultCard} snapshot=${{ ...snapshot, final: null }} words=${words} nameOf=${nameOf} />`
        : html`<${Middle} snapshot=${snapshot} words=${words} />`}
    </section>
  </div>`;
}

function Middle({ snapshot, words }) {
  const { wall, kyoku } = snapshot;
  return html`
    <div class="mid-line">
      ${wall.live !== null && html`<${Live} wall=${wall} words=${words} />`}
      <${Round} kyoku=${kyoku} wall=${wall} words=${words} />
    </div>
    <${DeadWall} wall=${wall} words=${words} />
    <${Dora} wall=${wall} words=${words} />`;
}

function Side({ side, seat, kyoku, isTurn, words, nameOf }) {
  const kind = `side ${side} wind-${seat.wind} ${isTurn ? "is-turn" : ""}`;
  return html`<section class=${kind} aria-label=${seatLabel(seat, words)}>
    <div class="strip">
      <${Badge} seat=${seat} words=${words} isTurn=${isTurn} />
      <div>
        <div class="name">${seat.name}</div>
        <${Points} points=${seat.points} words=${words} />
      </div>
    </div>
    <${Band} riichi=${seat.riichi} words=${words} />
    <${Laid} seat=${seat} kyoku=${kyoku} words=${words} nameOf=${nameOf} />
  </section>`;
}
