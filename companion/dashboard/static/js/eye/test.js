// A test reading: what the eye would tell the table now, zone by zone, with one tile set or another.

import { html, useState } from "/static/vendor/htm-preact-standalone.module.js";
import { Picks } from "/static/js/play/sheet.js";
import { Face } from "/static/js/tiles.js";
import { ask, why } from "/static/js/eye/asking.js";
import { SURE } from "/static/js/eye/stage.js";

export function Test({ words, eye, read, tiles, setTiles, askEye }) {
  const [said, say] = useState("");
  const choose = async (name) => {
    setTiles(name);
    const answer = await ask("use", { tiles: name });
    if (answer.error) setTiles(tiles); // the table goes on with the one before
    say(answer.error ? why(answer, words) : "");
    askEye();
  };
  const sets = [["", words.say("eye.no_set")], ...eye.tile_sets.map((name) => [name, name])];
  return html`
    <h3>${words.say("eye.tab.test")}</h3>
    <p>${words.say("eye.test")}</p>
    ${sets.length > 1 && html`
      <p class="eye-label">${words.say("eye.sets")}</p>
      <${Picks} label=${words.say("eye.sets")} options=${sets} chosen=${tiles} onPick=${choose} />
      <p class="eye-said bad" role="alert">${said}</p>`}
    ${read
      ? html`<${Counts} read=${read} words=${words} /><${Zones} read=${read} words=${words} />`
      : html`<p role="status">${words.say("eye.reading")}</p>`}`;
}

function Counts({ read, words }) {
  const backs = read.filter(({ tile }) => tile === "back").length;
  const strange = read.filter(({ tile }) => tile === "unknown").length;
  const unsure = read.filter(({ tile, confidence }) => tile !== "unknown" && confidence < SURE).length;
  const said = [
    words.say("eye.faces", { count: read.length - backs - strange }),
    words.say("eye.backs", { count: backs }),
    unsure + strange > 0 && words.say("eye.unsure", { count: unsure + strange }),
  ];
  return html`<p role="status"><b>${said.filter(Boolean).join(" · ")}</b></p>`;
}

function Zones({ read, words }) {
  /** @type {(one: [string, any], other: [string, any]) => number} */
  const byZone = ([one], [other]) => Number(isNowhere(one)) - Number(isNowhere(other)) || one.localeCompare(other);
  const zones = Object.entries(grouped(read)).sort(byZone);
  return html`<dl class="eye-zones">
    ${zones.map(([zone, tiles]) => html`<div key=${zone}>
      <dt>${zoneName(zone, words)}</dt>
      <dd>${tiles.map((one, at) => html`<${Small} key=${at} tile=${one.tile} words=${words} />`)}</dd>
    </div>`)}
  </dl>`;
}

// What lies in no zone comes last.
function isNowhere(zone) {
  return zone === "";
}

function grouped(read) {
  const zones = {};
  for (const one of read) (zones[one.zone] ??= []).push(one);
  return zones;
}

function zoneName(zone, words) {
  const [purpose, side] = zone.split(".");
  const key = `eye.zone.${purpose}`;
  if (words.has(key)) return words.say(key, { side });
  return zone || words.say("eye.zone.none");
}

// A tile as it is drawn everywhere; its back and what nobody can name have their own words.
export function Small({ tile, words, kind = "" }) {
  if (tile === "unknown")
    return html`<span class=${`eye-tile none ${kind}`} role="img" aria-label=${words.say("eye.unknown")}>?</span>`;
  const name = tile === "back" ? words.say("eye.back") : words.tile(tile);
  return html`<span class=${`eye-tile ${kind}`} role="img" aria-label=${name}><${Face} text=${tile} /></span>`;
}
