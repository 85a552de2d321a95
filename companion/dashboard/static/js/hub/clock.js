// The clock of a round, by the hub's own clock: a device whose clock is wrong, or is set meanwhile, shows the same.

import { html, useEffect, useRef, useState } from "/static/vendor/htm-preact-standalone.module.js";

const TICK_MS = 250;
const GONG_HZ = [196, 294, 523];
const GONG_S = 3;

// For a table: the seconds that have gone, those that are left (below 0 once the time is up, null without a limit),
// and whether the clock is stopped. Null before the first round.
function useClock(club, table = 0) {
  const [now, set] = useState(() => performance.now() + club.aheadMs);
  useEffect(() => {
    const tick = () => set(performance.now() + club.aheadMs);
    tick();
    const timer = setInterval(tick, TICK_MS);
    return () => clearInterval(timer);
  }, [club.aheadMs]);
  return club.evening?.clock ? read(club.evening.clock, table, now / 1_000) : null;
}

export function read({ begun, stood_s: stood, paused_at: pausedAt, limits_s: limits }, table, now) {
  const gone = Math.max(0, (pausedAt ?? now) - begun - stood);
  const limit = limits[table] ?? limits[0];
  return { gone, left: limit ? limit - gone : null, isPaused: pausedAt !== null };
}

export function timeText(seconds) {
  const whole = Math.floor(Math.abs(seconds));
  const [hours, minutes] = [Math.floor(whole / 3_600), Math.floor(whole / 60) % 60];
  const parts = hours ? [hours, String(minutes).padStart(2, "0")] : [minutes];
  return `${seconds < 0 ? "+" : ""}${[...parts, String(whole % 60).padStart(2, "0")].join(":")}`;
}

// Whether every table of the round, or this one, has finished: then no more hands are played.
function isPlayedOut({ results }, table = 0) {
  const meant = results.filter((one) => table === 0 || one.table === table);
  return meant.length > 0 && meant.every(({ state }) => state === "finished" || state === "typed");
}

export function Clock({ club, words, table = 0 }) {
  const clock = useClock(club, table);
  if (!clock) return null;
  const { left, gone, isPaused } = clock;
  const isOver = left !== null && left <= 0;
  const then = isPlayedOut(club.evening, table) ? "none" : club.evening.clock.then;
  const state = isPaused ? "hub.clock.paused" : isOver ? `hub.clock.over.${then}` : "";
  return html`<div class=${`hub-clock ${isOver ? "is-over" : ""} ${isPaused ? "is-paused" : ""}`} role="timer">
    <b>${timeText(left === null ? gone : left < 0 ? left : Math.ceil(left))}</b>
    ${state && words.has(state) && html`<span>${words.say(state)}</span>`}
  </div>`;
}

// The gong sounds when the round's time is up. A browser lets a page sound only after a tap.
export function Gong({ club, words }) {
  const [air, open] = useState(null);
  const clock = useClock(club);
  const before = useRef(null);
  const left = clock?.left ?? null;
  useEffect(() => {
    if (air && before.current > 0 && left !== null && left <= 0 && !isPlayedOut(club.evening)) sound(air);
    before.current = left;
  }, [left !== null && left <= 0, Math.floor(left ?? 0)]);
  const turn = () => {
    if (air) {
      air.close();
      return open(null);
    }
    const made = new AudioContext();
    sound(made);
    open(made);
  };
  return html`<button type="button" class="gong" aria-pressed=${air ? "true" : "false"} onClick=${turn}>
    ${words.say("hub.gong")}
  </button>`;
}

function sound(air) {
  const out = air.createGain();
  out.gain.setValueAtTime(0.4, air.currentTime);
  out.gain.exponentialRampToValueAtTime(0.001, air.currentTime + GONG_S);
  out.connect(air.destination);
  for (const hertz of GONG_HZ) {
    const tone = air.createOscillator();
    tone.frequency.value = hertz;
    tone.connect(out);
    tone.start();
    tone.stop(air.currentTime + GONG_S);
  }
}
