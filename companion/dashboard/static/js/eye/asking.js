// What the eye is asked while it is set up, and what is said where that cannot be done.

import { ask as askAt } from "/static/js/commands.js";

let sitting = new AbortController();

export async function ask(deed, body = {}, more = {}) {
  return askAt(`/api/eye/${deed}`, body, { signal: sitting.signal, ...more });
}

// Whoever leaves the desk no longer waits for answers: they would only say that the desk is closed.
export function stopWaiting() {
  sitting.abort();
  sitting = new AbortController();
}

// A phone as the camera has nothing to plug in: until it sends a picture, somebody has to start it there.
const SILENT = ["no_camera", "no_picture"];

// Why something was not done; `kind` is the camera's.
export function why({ error, message }, words, kind = "") {
  const code = kind === "phone" && SILENT.includes(error) ? "phone_silent" : error;
  const key = [`eye.error.${code}`, `play.photo.${code}`, `notice.${code}`].find((one) => words.has(one));
  return key ? words.say(key) : (message ?? words.say("eye.error.failed"));
}
