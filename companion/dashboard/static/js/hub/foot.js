// The foot of a club's page: who can see it, and what becomes of the names.

import { html } from "/static/vendor/htm-preact-standalone.module.js";
import { useUnreachable } from "/static/js/pairing/guests.js";

export function Foot({ words, me }) {
  const isUnreachable = useUnreachable(me?.role === "host");
  const seenBy = me?.private ? "hub.seen_by.paired" : "hub.seen_by.all";
  return html`<footer class="hub-foot">
    <p>${words.say(isUnreachable ? "pairing.unreachable" : seenBy)} ${words.say("hub.names")}</p>
  </footer>`;
}
