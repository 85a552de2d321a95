// A phone in one player's hand: this player's seat big, the others small, and above them what the table needs.

import { html } from "/static/vendor/htm-preact-standalone.module.js";
import { Card, Head } from "/static/js/stand.js";

export function Own(props) {
  const { snapshot, choices } = props;
  const { players, seats, depth } = snapshot;
  const own = choices.seat % players;
  const others = seats.map((_, step) => seats[(own + step) % players]).slice(1);
  return html`
    <main class=${`stand own players-${players} depth-${depth ?? "full"}`}>
      <h1 class="unseen-by-eye">${props.words.say("title")}</h1>
      <${Head} ...${props} />
      <div class="seats"><${Card} ...${props} seat=${seats[own]} /></div>
      <div class="others">
        ${others.map((seat) => html`<${Card} key=${seat.seat} ...${props} seat=${seat} isSmall=${true} />`)}
      </div>
    </main>
  `;
}
