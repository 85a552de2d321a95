// A screen that is always on: the picture wanders a pixel so that nothing burns in, it dims when nobody touches the
// table, and stays awake where the browser lets it.

import { useEffect, useState } from "/static/vendor/htm-preact-standalone.module.js";

const WANDER_MS = 60_000;
const IDLE_MS = 10 * 60_000;
const WAY = [[0, 0], [1, 0], [1, 1], [0, 1], [-1, 1], [-1, 0], [-1, -1], [0, -1], [1, -1]];

export function useKiosk(isKiosk, seq) {
  const [isDim, dim] = useState(false);
  useEffect(() => (isKiosk ? wandering() : undefined), [isKiosk]);
  useEffect(() => (isKiosk ? stayAwake() : undefined), [isKiosk]);
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

// Only where the page is at home (localhost, https) may it ask for that.
function stayAwake() {
  let lock = null;
  const ask = async () => {
    if (document.hidden || !navigator.wakeLock) return;
    lock = await navigator.wakeLock.request("screen").catch(() => null);
  };
  ask();
  document.addEventListener("visibilitychange", ask);
  return () => {
    document.removeEventListener("visibilitychange", ask);
    lock?.release();
  };
}
