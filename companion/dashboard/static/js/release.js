// Which release of the page this is. After an update of the companion an open page opens itself anew: its parts have
// addresses of their own, so it can never get one that does not belong to it.

import { useEffect, useState } from "/static/vendor/htm-preact-standalone.module.js";

const HOME = "/static/"; // the companion writes the name of its release into this address
const RELEASE = HOME.split("/")[2];
const KEY = "riichi-table-release";
const CALM_MS = 3_000;

// What is half written in a sheet is finished first.
export function useRelease(isBusy) {
  const [newest, hear] = useState(RELEASE);
  useEffect(() => {
    if (RELEASE && newest !== RELEASE && !isBusy && isFirstTime(newest)) location.reload();
  }, [newest, isBusy]);
  return hear;
}

// Something between here and the companion may still give out the old page: each release has it loaded anew only once.
function isFirstTime(newest) {
  try {
    if (sessionStorage.getItem(KEY) === newest) return false;
    sessionStorage.setItem(KEY, newest);
    return true;
  } catch {
    return false;
  }
}

// Where the page is at home (localhost, https) it opens without the companion too. That comes after all else.
export function keepForOffline() {
  if (RELEASE && navigator.serviceWorker) {
    setTimeout(() => navigator.serviceWorker.register("/worker.js").catch(() => {}), CALM_MS);
  }
}
