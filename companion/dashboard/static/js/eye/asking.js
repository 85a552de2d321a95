// What the eye is asked while it is set up, and what it says where that cannot be done.

import { ask as askAt } from "/static/js/commands.js";

let sitting = new AbortController();

export async function ask(deed, body = {}, more = {}) {
  return askAt(`/api/eye/${deed}`, body, { signal: sitting.signal, ...more });
}

// Who leaves the desk no longer waits for answers: they would only say that the desk is closed.
export function stopWaiting() {
  sitting.abort();
  sitting = new AbortController();
}

export function why({ error, message }, words) {
  const key = `eye.error.${error}`;
  return words.has(key) ? words.say(key) : (message ?? words.say("eye.error.failed"));
}
