// What stands in the way before anybody picks a seat for a phone as keys. Nothing here draws.

import { eachTimeShown } from "/static/js/asking.js";
import { heard, untilAnswered } from "/static/js/commands.js";

// Asked until the companion has answered. Answers how to stop.
export function askWhatIsMissing(tell) {
  const ask = async () => ({ error: await whatIsMissing() });
  return eachTimeShown(() => untilAnswered(ask, ({ error }) => tell(error)));
}

// A code for the page's words, `keys.…`: "ready" where nothing is in the way.
export async function whatIsMissing() {
  const me = await heard("/api/me");
  if (me.error) return "not_connected";
  if (!["scorer", "host"].includes(me.role)) return me.role === "stranger" ? "pairing_needed" : "role_too_low";
  const { error } = await heard("/api/keys");
  if (error) return error === "no_keys" ? "no_keys" : "not_connected";
  return "ready";
}
