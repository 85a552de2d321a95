// The desk at which the eye is set up, as this device sits at it: taken, asked about once a second, left again.

import { useEffect, useRef, useState } from "/static/vendor/htm-preact-standalone.module.js";
import { useAsked } from "/static/js/asking.js";
import { isPassing } from "/static/js/commands.js";
import { ask, stopWaiting } from "/static/js/eye/asking.js";
import { sendPhoto } from "/static/js/eye/sending.js";

const EACH_MS = 1_000;
const AGAIN_MS = 3_000;

// What there is: cameras, tile sets. undefined while it is asked, null where there is no eye.
export function useEye() {
  const [eye, again, error] = useAsked("/api/eye");
  // Where nobody could ask, nobody knows.
  return [error && isPassing({ error }) ? undefined : eye, again];
}

// The key with which everything is asked, and what stands in its way. Whoever leaves gives the camera back. A desk that
// was closed meanwhile is taken again, and what had been accepted on photographs is shown to it once more. What was
// accepted from a camera's own picture is gone: `work` then no longer has it.
export function useDesk(camera) {
  const [seat, sit] = useState({ camera: null, key: null });
  // The key of the camera before opens nothing, from the very moment in which another is chosen.
  const key = seat.camera === camera ? seat.key : null;
  const [error, setError] = useState(null);
  const [round, again] = useState(0);
  const work = useRef({ photo: null, accepted: [] });
  const held = useRef(null);
  const renewing = useRef(null);

  async function reopen() {
    await left;
    const answer = await ask("open", { camera });
    if (answer.error) {
      setError({ ...answer, isOut: true });
      return null;
    }
    held.current = answer.key;
    work.current.accepted = await showAgain(answer.key, work.current);
    sit({ camera, key: answer.key });
    setError(null);
    return answer.key;
  }

  // Several that find the desk closed at the same time take it again once; one that comes late gets the same key.
  const renew = (stale) => {
    if (!renewing.current && held.current !== stale) return Promise.resolve(held.current);
    return (renewing.current ??= reopen().finally(() => (renewing.current = null)));
  };
  useEffect(() => stopWaiting, []); // before the desk is left
  useEffect(() => {
    if (!camera) return undefined;
    let isWanted = true;
    work.current = { photo: null, accepted: [] };
    // Whoever goes from one camera to another leaves the first one before: the desk has one chair.
    left.then(() => (isWanted ? ask("open", { camera }) : /** @type {any} */ ({}))).then((answer) => {
      if (!isWanted) return leave(answer.key);
      held.current = answer.key ?? null;
      sit({ camera, key: held.current });
      setError(answer.error ? answer : null);
    });
    const gone = () => {
      leave(held.current);
      held.current = null;
    };
    // A page that the browser has kept sits down again when it is brought back.
    const back = ({ persisted }) => persisted && renew(null);
    addEventListener("pagehide", gone);
    addEventListener("pageshow", back);
    return () => {
      isWanted = false;
      removeEventListener("pagehide", gone);
      removeEventListener("pageshow", back);
      gone();
      sit({ camera, key: null });
    };
  }, [camera, round]);
  const takeAgain = () => (key ? renew(held.current) : again((old) => old + 1));
  return { camera, key, error, fail: setError, again: takeAgain, renew, work: work.current };
}

// What the desk had learnt goes with it when it is closed; each photograph is still here. Answers what the desk has
// accepted again.
async function showAgain(key, { photo, accepted }) {
  const again = [];
  for (const one of accepted) {
    if (!one.photo || (await sendPhoto(key, one.photo)).error) continue;
    const shown = await ask("show", { key, corners: one.corners, faces: one.faces });
    if (!shown.error && !(await ask("accept", { key })).error) again.push(one);
  }
  if (photo) await sendPhoto(key, photo);
  return again;
}

// The faces that the desk has accepted.
export const acceptedBy = ({ work }) => [...new Set(work.accepted.flatMap(({ faces }) => faces))];

let left = Promise.resolve();

function leave(key) {
  if (key) left = ask("close", { key }, { keepalive: true });
}

// One question again and again; `corners` and the like are read anew each time. While the page is hidden
// nothing is asked.
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
        const asked = newest.current;
        const answer = await ask(deed, { key: desk.key, ...asked });
        if (!isWanted) return;
        if (answer.error === "closed") return desk.renew(desk.key);
        desk.fail(answer.error ? answer : null);
        if (!answer.error) setHeard({ camera: desk.camera, deed, asked, ...answer });
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
  return heard?.camera === desk.camera ? heard : null;
}

export function pictureOf(key, { number }) {
  return `/api/eye/picture?key=${encodeURIComponent(key)}&number=${number}`;
}
