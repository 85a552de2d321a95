// What everybody needs: tiles left, the round, reminders; and the few buttons.

import { html, useRef } from "/static/vendor/htm-preact-standalone.module.js";
import { hasWindMark, WindMark } from "/static/js/seat.js";
import { canPlay } from "/static/js/play/acts.js";
import { openOnes, Reminders } from "/static/js/reminders.js";

const HOLD_MS = 600;

// What nobody counts takes no room.
export function Live({ wall, words }) {
  if (wall.live === null) return null;
  const label = html`<span class="label" aria-hidden="true">${words.say("live")}</span>`;
  const few = wall.live <= 4 ? "few" : "";
  return html`<div class=${`live ${few}`} role="img" aria-label=${words.say("live.spoken", { count: wall.live })}>
    <b aria-hidden="true">${wall.live}</b>${label}
  </div>`;
}

export function Round({ kyoku, wall, words, nameOf, tournament, referee, clocks }) {
  const deal = words.say("round", { wind: words.wind(kyoku.round_wind), number: kyoku.number });
  return html`<div class="round">
    <span class="deal">
      ${hasWindMark(words) && html`<${WindMark} wind=${kyoku.round_wind} />`}${deal}
    </span>
    <span class="counter honba" role="img" aria-label=${words.say("honba.spoken", { count: kyoku.honba })}>
      <i aria-hidden="true"></i>×${kyoku.honba}
    </span>
    <span class="counter sticks" role="img" aria-label=${words.say("sticks.spoken", { count: kyoku.kyoutaku })}>
      <i aria-hidden="true"></i>×${kyoku.kyoutaku}
    </span>
    ${wall && html`<${Kans} wall=${wall} words=${words} />`}
    ${tournament && html`<${tournament.Clock}
      round=${tournament.round}
      handsLeft=${kyoku.hands_left}
      words=${words}
    />`}
    ${clocks && html`<${clocks.Stands} told=${clocks.told} words=${words} isShort=${true} />`}
    ${referee?.Called && html`<${referee.Called} ...${{ call: referee.call, words, nameOf }} />`}
  </div>`;
}

function Kans({ wall, words }) {
  const limit = wall.kan_limit === null ? "" : `/${wall.kan_limit}`;
  return html`<span class="counter kans" role="img" aria-label=${words.say("kans.spoken", { count: wall.kans })}>
    <span class="kanji" lang="ja" aria-hidden="true">槓</span>${wall.kans}${limit}
  </span>`;
}

export function Lost({ age, words }) {
  const since = words.say("connection.age", { age: ageText(age, words) });
  return html`<div class="lost"><b>${words.say("connection.lost")}</b> <span>${since}</span></div>`;
}

export function ageText(seconds, words) {
  if (seconds < 100) return words.say("seconds", { seconds });
  return words.say("minutes", { minutes: Math.round(seconds / 60) });
}

// One side's share of the middle: readable from that side alone.
export function Plate(props) {
  const { snapshot, words, nameOf, connection, age, tournament, referee, clocks } = props;
  const { kyoku, wall, result, final } = snapshot;
  const isOver = Boolean(final || result);
  return html`<div class="plate-in">
    ${wall && !isOver && html`<${Live} wall=${wall} words=${words} />`}
    <div class="plate-text">
      ${connection === "lost"
        ? html`<${Lost} age=${age} words=${words} />`
        : kyoku && html`<${Round} ...${{ kyoku, wall, words, nameOf, tournament, referee, clocks }} />`}
      ${isWaiting(props) && connection !== "lost" && html`<p class="hint">${words.say("tv.no_game")}</p>`}
      <${Beginning} ...${props} />
      <${Reminders} ...${props} />
    </div>
  </div>`;
}

// No game, and nobody here who could start one: the page says so, and empty seats have no points.
export function isWaiting(props) {
  return props.snapshot.game === null && !canPlay(props);
}

// Before the first discard or call, where people tell the turns: how they do. Where a camera follows, nobody has to.
export function Beginning(props) {
  const { kyoku, depth, seats, sides, result, final, health } = props.snapshot;
  const isUp = (source) => health.sources.some(({ name, state }) => name === source && state === "up");
  if (!canPlay(props) || !kyoku || result || final || (sides && isUp("camera"))) return null;
  if (openOnes(props.snapshot).length) return null;
  const isBare = seats.every(({ river, melds }) => !river.length && !melds.length);
  if (!isBare || !["counting", "full"].includes(depth)) return null;
  const hasKeys = depth === "counting" && isUp("panel");
  return html`<p class="hint">${props.words.say(hasKeys ? "play.tap_side_keys" : "play.tap_side")}</p>`;
}

export function icon(path) {
  return html`<svg viewBox="0 0 24 24" class="icon" aria-hidden="true" focusable="false"><path d=${path} /></svg>`;
}

const ICONS = {
  menu: "M4 6h16M4 12h16M4 18h16",
  undo: "M9 7 4 12l5 5M4 12h10a6 6 0 0 1 0 12",
  redo: "m15 7 5 5-5 5M20 12H10a6 6 0 0 0 0 12",
  pause: "M8 5v14M16 5v14",
  resume: "M8 5v14l11-7z",
};

export function Buttons(props) {
  const { snapshot, words, choices, play, onMenu, mayScore = true } = props;
  const { control } = snapshot;
  if (choices.watch) return null;
  const kind = control?.paused ? "resume" : "pause";
  return html`<div class="buttons">
    <button type="button" class="menu" aria-label=${words.say("menu")} onClick=${onMenu}>
      ${icon(ICONS.menu)}<${Light} ...${props} />
    </button>
    ${mayScore && html`<${Undo} ...${props} />`}
    ${canPlay(props) && html`<button
      type="button"
      class="redo"
      disabled=${!snapshot.redo}
      aria-label=${words.say("play.redo")}
      onClick=${() => play.tell("redo")}
    >${icon(ICONS.redo)}</button>`}
    ${control && mayScore && html`<button
      type="button"
      class=${kind}
      aria-label=${words.say(kind)}
      onClick=${() => play.tell(kind)}
    >${icon(ICONS[kind])}</button>`}
  </div>`;
}

// Two taps or one long one: a sleeve takes nothing back.
function Undo({ words, play }) {
  const timer = useRef(null);
  const isHeld = useRef(false);
  const press = () => {
    isHeld.current = false;
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      isHeld.current = true;
      play.undoNow();
    }, HOLD_MS);
  };
  const release = () => clearTimeout(timer.current);
  const tap = () => !isHeld.current && play.undo();
  return html`<button
    type="button"
    class=${`undo ${play.isArmed ? "armed" : ""}`}
    aria-label=${words.say(play.isArmed ? "undo.sure" : "undo")}
    onPointerDown=${press}
    onPointerUp=${release}
    onPointerLeave=${release}
    onPointerCancel=${release}
    onContextMenu=${(event) => event.preventDefault()}
    onClick=${tap}
  >${icon(ICONS.undo)}${play.isArmed && html`<b aria-hidden="true">?</b>`}</button>`;
}

function Light({ snapshot, connection }) {
  const { health } = snapshot;
  const isDown = connection === "lost" || health.sources.some((source) => source.state === "down");
  const isTaped = health.sources.some(
    ({ name, state, code }) => state === "up" && (name === "tape" || (name === "evening" && code === "keeping")),
  );
  const isGood = health.points_ok && health.tiles_ok && !isDown;
  return html`
    ${isTaped && html`<i class="taping" aria-hidden="true"></i>`}
    <i class=${`light ${isGood ? "good" : "bad"}`} aria-hidden="true"></i>`;
}
