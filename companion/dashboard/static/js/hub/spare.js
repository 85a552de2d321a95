// A machine broke in the middle of a game: the code with which a spare goes on for its table.

import { html, useState } from "/static/vendor/htm-preact-standalone.module.js";
import { ask } from "/static/js/commands.js";

export function Spare({ table, words, told }) {
  const [shown, show] = useState(null);
  async function wanted() {
    const answer = await told(() => ask("/api/tables/spare", { table: table.id }));
    if (!answer.error) show(answer);
  }
  if (!shown) {
    return html`<button
      type="button"
      aria-label=${words.say("hub.spare_who", { name: table.name })}
      onClick=${wanted}
    >${words.say("hub.spare")}</button>`;
  }
  return html`<section class="hub-spare" aria-label=${words.say("hub.spare_who", { name: table.name })}>
    <p>${words.say("hub.spare.says")}</p>
    <p class="command" translate="no"><code>${shown.command}</code></p>
  </section>`;
}
