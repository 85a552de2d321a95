// The end of a game before its time: asked once more before it is done.

import { html } from "/static/vendor/htm-preact-standalone.module.js";
import { Sheet } from "/static/js/play/sheet.js";

export function FinishSheet({ snapshot, words, play, args }) {
  const finish = () => play.fromSheet(() => play.tell("finish"));
  // The points of a result that stands are paid first; a hand without one does not count.
  const isInHand = snapshot.kyoku && !snapshot.result;
  const foot = html`<button type="button" class="confirm" onClick=${finish}>${words.say("play.finish")}</button>`;
  return html`
    <${Sheet} title=${words.say("play.finish")} side=${args.side} words=${words} play=${play} foot=${foot}>
      <p>${words.say(isInHand ? "play.finish.says_hand" : "play.finish.says")}</p>
    </${Sheet}>
  `;
}
