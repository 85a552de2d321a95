// Where the table is: how good the picture is, the corners, how large tiles are, and saving the corners.

import { html, useState } from "/static/vendor/htm-preact-standalone.module.js";
import { ask, why } from "/static/js/eye/asking.js";
import { FitShown } from "/static/js/eye/fitted.js";

const BEGIN = [[0.2, 0.15], [0.8, 0.15], [0.85, 0.85], [0.15, 0.85]];
const ENOUGH = 24;

export function Table({ desk, words, shot, found, corners, setCorners, fitting, askEye }) {
  const [said, say] = useState("");
  const [isAsked, setAsked] = useState(false);
  const now = corners ?? found;
  const change = (next) => {
    say("");
    setCorners(next);
  };
  // One thing after the other: corners that are still being fitted are not kept.
  const asking = (deed, more, done) => async () => {
    setAsked(true);
    const answer = await ask(deed, { key: desk.key, corners: now, ...more });
    setAsked(false);
    if (answer.error) say(why(answer, words, desk.kind));
    else done(answer);
  };
  const fit = asking("look", { refine: true }, (answer) => change(answer.corners ?? now));
  const keep = asking("keep", {}, () => say(words.say("eye.kept")));
  const byTiles = asking("fit", {}, ({ fit }) => {
    const doubt = fit.doubt && words.say(`eye.doubt.${fit.doubt}`, { count: fit.tiles });
    if (doubt) say(doubt);
    else fitting.show({ ...fit, before: now, given: corners });
  });
  if (fitting.fit) return html`<${FitShown} ...${{ desk, words, fitting, say, setCorners, askEye }} />`;
  const isPlaced = canFollow(shot, corners);
  const turned = () => [now[3], now[0], now[1], now[2]];
  return html`
    <h3>${words.say("eye.tab.table")}</h3>
    ${shot && html`<${Verdicts} shot=${shot} words=${words} />`}
    <p>${words.say(now ? "eye.move" : "eye.none")}</p>
    <div class="eye-bar">
      ${!now && html`<a class="button" href="/static/stickers.svg" target="_blank" rel="noopener">
        ${words.say("eye.print")}
      </a>`}
      ${!now && html`<button type="button" onClick=${() => change(BEGIN)}>${words.say("eye.begin")}</button>`}
      ${now && html`<button type="button" disabled=${isAsked} onClick=${fit}>${words.say("eye.fit")}</button>`}
      ${now && html`<button type="button" disabled=${isAsked || !isPlaced} onClick=${byTiles}>
        ${words.say(isAsked ? "eye.reading" : "eye.fit.tiles")}
      </button>`}
      ${now && html`<button type="button" onClick=${() => change(turned())}>${words.say("eye.turn")}</button>`}
      ${corners && html`<button type="button" onClick=${() => change(null)}>${words.say("eye.search")}</button>`}
    </div>
    ${now && html`<button type="button" class="confirm" disabled=${isAsked || !isPlaced} onClick=${keep}>
      ${words.say("eye.keep")}
    </button>`}
    <p class="eye-said" role="status">${said}</p>`;
}

// Whether the eye can follow the table by these corners: it has found them itself, or it has looked at them and found
// the table. Others it would refuse in every picture; its own line in `Verdicts` says why.
export function canFollow(shot, corners) {
  return !corners || Boolean(shot?.found && shot.asked.corners === corners);
}

function Verdicts({ shot, words }) {
  const { lens, found, why: lacks, tile_pixels: pixels, advice } = shot;
  const large = words.say("eye.pixels", { count: Math.round(pixels) });
  const advised = advice !== "none" && words.say(`eye.advice.${advice}`);
  const rows = [
    [lens === "good", words.say("eye.light"), words.say(`eye.lens.${lens}`)],
    [Boolean(found), words.say("eye.table"), words.say(found ? `eye.found.${found}` : `eye.why.${lacks}`)],
    found && [pixels >= ENOUGH, words.say("eye.tiles"), [large, advised].filter(Boolean).join(" · ")],
  ].filter(Boolean);
  return html`<dl class="health">
    ${rows.map(([isGood, name, text]) => html`<div key=${name}>
      <dt><i class=${`light ${isGood ? "good" : "bad"}`} aria-hidden="true"></i>${name}</dt>
      <dd>${text}</dd>
    </div>`)}
  </dl>`;
}
