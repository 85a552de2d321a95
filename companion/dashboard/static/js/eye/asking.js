// What the eye is asked while it is set up, and what it says where that cannot be done.

import { ask as askAt } from "/static/js/commands.js";

export async function ask(deed, body = {}, more = {}) {
  return askAt(`/api/eye/${deed}`, body, more);
}

export function why({ error, message }, words) {
  const key = `eye.error.${error}`;
  return words.has(key) ? words.say(key) : (message ?? words.say("eye.error.failed"));
}
