// How one more table joins: the code, as a picture and as text. After each table the next code stands here.

import { html, useEffect, useState } from "/static/vendor/htm-preact-standalone.module.js";
import { got } from "/static/js/commands.js";
import { Picture, useUnreachable } from "/static/js/pairing/guests.js";

const LOOK_AGAIN_MS = 2_000;

export function Join({ club, words }) {
  const isUnreachable = useUnreachable(true);
  const [shown, show] = useState(null);
  useEffect(() => {
    const look = async () => {
      const heard = await got("/api/join");
      if (heard) show(heard);
    };
    look();
    const timer = setInterval(look, LOOK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [club.order.length]);
  if (!shown) return null;
  return html`<section class="hub-join" aria-labelledby="join-title">
    <h2 id="join-title">${words.say("hub.view.join")}</h2>
    ${isUnreachable && html`<p class="warning">${words.say("pairing.unreachable")}</p>`}
    <p>${words.say("hub.join.says")}</p>
    <div class="hub-code">
      <${Picture} qr=${shown.qr} words=${words} />
      <div>
        <h3>${words.say("hub.join.code")}</h3>
        <p class="code" translate="no">${shown.code}</p>
        <h3>${words.say("hub.join.command")}</h3>
        <p class="command" translate="no"><code>${shown.command}</code></p>
      </div>
    </div>
    <p class="quiet">${words.say("hub.join.names")}</p>
  </section>`;
}
