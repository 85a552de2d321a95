// A screen that is always on: the picture wanders a pixel so that nothing burns in, and it dims when nobody touches the
// table. A screen that is looked at stays awake where the browser lets it, and a page fills it where somebody asks.

import { useEffect, useState } from "/static/vendor/htm-preact-standalone.module.js";

const WANDER_MS = 60_000;
const IDLE_MS = 10 * 60_000;
const WAY = [[0, 0], [1, 0], [1, 1], [0, 1], [-1, 1], [-1, 0], [-1, -1], [0, -1], [1, -1]];

export function useKiosk(isKiosk, seq) {
  const [isDim, dim] = useState(false);
  useEffect(() => (isKiosk ? wandering() : undefined), [isKiosk]);
  useEffect(() => {
    if (!isKiosk) return undefined;
    dim(false);
    let timer = setTimeout(() => dim(true), IDLE_MS);
    const touched = () => {
      dim(false);
      clearTimeout(timer);
      timer = setTimeout(() => dim(true), IDLE_MS);
    };
    addEventListener("pointerdown", touched);
    addEventListener("keydown", touched);
    return () => {
      clearTimeout(timer);
      removeEventListener("pointerdown", touched);
      removeEventListener("keydown", touched);
    };
  }, [isKiosk, seq]);
  return isDim;
}

function wandering() {
  let step = 0;
  const root = document.documentElement;
  const move = () => {
    step = (step + 1) % WAY.length;
    root.style.setProperty("--drift-x", `${WAY[step][0]}px`);
    root.style.setProperty("--drift-y", `${WAY[step][1]}px`);
  };
  const timer = setInterval(move, WANDER_MS);
  return () => clearInterval(timer);
}

// While a hand is played a table's screen may stay untouched for minutes, and it must not go dark. After the game the
// last hand stays in sight, and the screen may sleep.
export function mustStayOn({ kiosk, watch }, layout, { kyoku = null, final = null } = {}) {
  return kiosk || watch || (layout === "flat" && kyoku !== null && !final);
}

export function useAwake(isNeeded) {
  useEffect(() => (isNeeded ? stayAwake() : undefined), [isNeeded]);
}

// Browsers let a page ask for that only over https or on localhost. A lock that comes too late is given back.
function stayAwake() {
  const ask = async () => (await navigator.wakeLock?.request("screen").catch(() => null)) ?? null;
  let held = ask();
  const turned = () => {
    if (!document.hidden) held = ask();
  };
  document.addEventListener("visibilitychange", turned);
  return () => {
    document.removeEventListener("visibilitychange", turned);
    held.then((lock) => lock?.release());
  };
}

// Browsers let a page fill the screen after a tap; those of iPhones never do.
export function useFullScreen() {
  const [isFull, tell] = useState(Boolean(document.fullscreenElement));
  useEffect(() => {
    const changed = () => tell(Boolean(document.fullscreenElement));
    document.addEventListener("fullscreenchange", changed);
    return () => document.removeEventListener("fullscreenchange", changed);
  }, []);
  const turn = () => {
    const turned = isFull ? document.exitFullscreen() : document.documentElement.requestFullscreen();
    turned.catch(() => {});
  };
  return { isFull, turn: document.fullscreenEnabled ? turn : null };
}
