// The desk at which the eye is set up, as this device sits at it: taken, asked about once a second, left again.

import { useEffect, useRef, useState } from "/static/vendor/htm-preact-standalone.module.js";
import { got } from "/static/js/commands.js";
import { ask } from "/static/js/eye/asking.js";

const EACH_MS = 1_000;
const AGAIN_MS = 3_000;

// What there is: cameras, tile sets. undefined while it is asked, null where there is no eye.
export function useEye() {
  const [eye, setEye] = useState(undefined);
  const again = () => got("/api/eye").then(setEye);
  useEffect(() => {
    again();
  }, []);
  return [eye, again];
}

// The key with which everything is asked, and what stands in its way. Whoever leaves gives the camera back.
export function useDesk(camera) {
  const [key, setKey] = useState(null);
  const [error, setError] = useState(null);
  const [round, again] = useState(0);
  useEffect(() => {
    if (!camera) return undefined;
    let held = null;
    let isWanted = true;
    // Who goes from one camera to another has left the first before: the desk has one chair.
    left.then(() => (isWanted ? ask("open", { camera }) : {})).then((answer) => {
      held = answer.key ?? null;
      if (!isWanted) return leave(held);
      setKey(held);
      setError(answer.error ? answer : null);
    });
    const gone = () => leave(held);
    addEventListener("pagehide", gone);
    return () => {
      isWanted = false;
      removeEventListener("pagehide", gone);
      gone();
      setKey(null);
    };
  }, [camera, round]);
  return { key, error, fail: setError, again: () => again((old) => old + 1) };
}

let left = Promise.resolve();

function leave(key) {
  if (key) left = ask("close", { key }, { keepalive: true });
}

// One question again and again; `corners` and the like are read anew each time. Nobody is asked while nobody looks.
export function useLive(desk, deed, body) {
  const [heard, setHeard] = useState(null);
  const newest = useRef(body);
  newest.current = body;
  useEffect(() => {
    if (!desk.key || !deed) return undefined;
    let timer = null;
    let isWanted = true;
    const once = async () => {
      const began = performance.now();
      if (!document.hidden) {
        const answer = await ask(deed, { key: desk.key, ...newest.current });
        if (!isWanted) return;
        if (answer.error === "closed") return desk.again();
        desk.fail(answer.error ? answer : null);
        if (!answer.error) setHeard({ deed, ...answer });
      }
      const wait = document.hidden ? AGAIN_MS : EACH_MS - (performance.now() - began);
      timer = setTimeout(once, Math.max(200, wait));
    };
    once();
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [desk.key, deed]);
  return heard;
}

export function pictureOf(key, { number }) {
  return `/api/eye/picture?key=${encodeURIComponent(key)}&number=${number}`;
}
