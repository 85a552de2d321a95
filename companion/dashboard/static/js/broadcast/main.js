// What is shown to people who do not sit at the table: on a television, or over a film. It comes when an address asks
// for it, and brings no button.

import { html, useEffect } from "/static/vendor/htm-preact-standalone.module.js";
import { Overlay } from "/static/js/broadcast/overlay.js";
import { Television } from "/static/js/broadcast/tv.js";
import { ask, isPassing, untilAnswered } from "/static/js/commands.js";

export function Broadcast(props) {
  return props.layout === "tv" ? html`<${Television} ...${props} />` : html`<${Overlay} ...${props} />`;
}

// A screen without a keyboard is opened by an address with a code in it, and gets its name from here.
export function LetIn({ code, choices, words, onIn }) {
  useEffect(() => {
    const name = words.say(choices.overlay ? "pairing.for.overlay" : "pairing.for.watch");
    return untilAnswered(
      () => ask("/api/pairing", { code, name }),
      (answer) => isPassing(answer) || onIn(),
    );
  }, []);
  return null;
}
