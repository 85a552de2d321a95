// The evening so far and those before it: hands, corrections, games, statistics, in a room of their own.

import { html } from "/static/vendor/htm-preact-standalone.module.js";
import { Evening } from "/static/js/evening/main.js";

export function LookingBack({ words, snapshot, play, args, me, mayScore }) {
  return html`
    <${Evening}
      words=${words}
      snapshot=${snapshot}
      args=${args}
      mayForget=${!me || me.role === "host"}
      mayChange=${mayScore && !snapshot.control}
      onClose=${play.close}
      tell=${play.tell}
      preview=${play.preview}
    />
  `;
}
