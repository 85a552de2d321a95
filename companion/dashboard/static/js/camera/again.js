// What the page of a camera does when the companion was started anew. It asks again what stands in the way. After an
// update it is opened anew: where the browser gives it the camera without asking anybody, it goes on by itself; where
// nobody knows that, it stays as it is while the camera is on, since somebody would have to climb up to it.

import { useEffect, useState } from "/static/vendor/htm-preact-standalone.module.js";
import { onReturn } from "/static/js/asking.js";
import { askWhatIsMissing, isInTheWay } from "/static/js/camera/missing.js";
import { Connection } from "/static/js/connection.js";
import { useRelease } from "/static/js/release.js";

const KEY = "riichi-table-camera";

export function useAgain({ code, isStarted, start, tell }) {
  const isReady = code === "ready";
  const [wasOn] = useState(keptOn);
  const [isGiven, setGiven] = useState(false);
  const release = useRelease(isStarted && !isGiven);
  const [returns, count] = useState(0);
  useEffect(() => (isStarted || !isInTheWay(code) ? undefined : askWhatIsMissing(tell)), [returns]);
  useEffect(() => {
    isGivenUnasked().then(setGiven);
    const nothing = () => {};
    const heard = onReturn(() => count((old) => old + 1));
    new Connection(nothing, heard, nothing, release, nothing).start();
  }, []);
  useEffect(() => keepOn(isStarted), [isStarted]);
  useEffect(() => {
    if (wasOn && isGiven && isReady) start();
  }, [isGiven && isReady]);
}

// Asked before the camera is: what was given to this page alone would be asked for again.
async function isGivenUnasked() {
  try {
    const { state } = await navigator.permissions.query({ name: /** @type {PermissionName} */ ("camera") });
    return state === "granted";
  } catch {
    return false; // some browsers do not say
  }
}

function keptOn() {
  try {
    return sessionStorage.getItem(KEY) !== null;
  } catch {
    return false;
  }
}

function keepOn(isOn) {
  try {
    if (isOn) sessionStorage.setItem(KEY, "on");
    else sessionStorage.removeItem(KEY);
  } catch {
    // A private window keeps nothing; somebody starts the camera anew.
  }
}
