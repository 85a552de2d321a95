// A hand step by step on the table picture: the same pieces as in play, at one moment of the past.

import { html, useEffect, useState } from "/static/vendor/htm-preact-standalone.module.js";
import { Live, Round } from "/static/js/centre.js";
import { gamePath, useAsked } from "/static/js/evening/asking.js";
import { dealName, factText } from "/static/js/evening/telling.js";
import { ResultCard } from "/static/js/result.js";
import { Badge, Laid, Points, seatLabel } from "/static/js/seat.js";
import { DeadWall, Dora } from "/static/js/wall.js";

const SIDES = { 4: ["bottom", "right", "top", "left"], 3: ["bottom", "right", "left"] };

export function Replay({ words, game, hand, place, go }) {
  const steps = hand.entries.filter((entry) => !entry.retraction && entry.fact.is !== "KyokuEnded");
  const [at, setAt] = useState(steps.length - 1);
  const step = steps[Math.min(at, steps.length - 1)];
  const [snapshot] = useAsked(`${gamePath(game.game.name)}/at/${step.seq}`, 0);
  const last = steps.length - 1;
  const to = (next) => setAt(Math.min(last, Math.max(0, next)));
  // Keys come quicker than pictures: each counts from where the one before it has gone.
  const move = (by) => setAt((old) => Math.min(last, Math.max(0, old + by)));
  useArrowKeys(move, last);
  return html`<section class="replay">
    <div class="bar"><button type="button" onClick=${() => go({ ...place, act: undefined })}>← ${words.say("evening.back")}</button><h3 tabindex="-1">${dealName(hand, words)}</h3></div>
    ${snapshot?.kyoku && html`<${Picture} snapshot=${snapshot} words=${words} />`}
    <div class="steps"><p class="step-said" role="status">${words.say("evening.step.of", { at: at + 1, all: steps.length })} · ${factText(step.fact, game.names, words)}</p>
    <div class="step-bar">
      <button type="button" aria-label=${words.say("evening.step.first")} disabled=${at === 0} onClick=${() => to(0)}>${icon("first")}</button>
      <button type="button" aria-label=${words.say("evening.step.back")} disabled=${at === 0} onClick=${() => move(-1)}>${icon("back")}</button>
      <input type="range" min="0" max=${steps.length - 1} value=${at} aria-label=${words.say("evening.step")} aria-valuetext=${factText(step.fact, game.names, words)} onInput=${(event) => to(Number(event.target.value))} />
      <button type="button" aria-label=${words.say("evening.step.on")} disabled=${at === steps.length - 1} onClick=${() => move(1)}>${icon("on")}</button>
      <button type="button" aria-label=${words.say("evening.step.last")} disabled=${at === steps.length - 1} onClick=${() => to(steps.length - 1)}>${icon("last")}</button>
    </div></div>
  </section>`;
}

const PATHS = { first: "M6 5v14M19 5 9 12l10 7", back: "M16 5 7 12l9 7", on: "M8 5l9 7-9 7", last: "M18 5v14M5 5l10 7-10 7" };
const icon = (name) => html`<svg viewBox="0 0 24 24" class="icon" aria-hidden="true" focusable="false"><path d=${PATHS[name]} /></svg>`;

// The keys that step are those of the slider, wherever the focus is but in it.
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
  const { seats, wall, kyoku, result } = snapshot;
  const nameOf = (seat) => seats[seat]?.name ?? "";
  return html`<div class=${`picture players-${snapshot.players}`}>
    ${SIDES[snapshot.players].map((side, seat) => html`<${Side} key=${side} side=${side} seat=${seats[seat]} kyoku=${kyoku} isTurn=${!result && kyoku.phase !== "unfollowed" && kyoku.turn === seat} words=${words} nameOf=${nameOf} />`)}
    <section class="mid" aria-label=${words.say("centre")}>
      ${result ? html`<${ResultCard} snapshot=${{ ...snapshot, final: null }} words=${words} nameOf=${nameOf} />` : html`<div class="mid-line">${wall.live !== null && html`<${Live} wall=${wall} words=${words} />`}<${Round} kyoku=${kyoku} wall=${wall} words=${words} /></div>
      <${DeadWall} wall=${wall} words=${words} /><${Dora} wall=${wall} words=${words} />`}
    </section>
  </div>`;
}

function Side({ side, seat, kyoku, isTurn, words, nameOf }) {
  return html`<section class=${`side ${side} wind-${seat.wind} ${isTurn ? "is-turn" : ""}`} aria-label=${seatLabel(seat, words)}>
    <div class="strip"><${Badge} seat=${seat} words=${words} isTurn=${isTurn} /><div><div class="name">${seat.name}</div><${Points} points=${seat.points} words=${words} /></div></div>
    <${Laid} seat=${seat} kyoku=${kyoku} words=${words} nameOf=${nameOf} />
  </section>`;
}
