// While the game rests one card lies over the table, readable from both long sides; one tap and it goes on.

import { html } from "/static/vendor/htm-preact-standalone.module.js";
import { useMoreWords } from "/static/js/later.js";
import { canPlay } from "/static/js/play/acts.js";
import { useStyle } from "/static/js/style.js";

/** @param {Props} props */
export function Resting(props) {
  const { play } = props;
  const isDressed = useStyle("/static/css/tea.css");
  const words = useMoreWords(props.words, "tea");
  if (!isDressed || !words) return null;
  const goOn = () => play.mean({ is: "GameResumed" });
  return html`<section class="resting" aria-label=${words.say("tea.paused")}>
    <p class="resting-far" aria-hidden="true">${words.say("tea.paused")}</p>
    <h2>${words.say("tea.paused")}</h2>
    <p>${words.say("tea.paused.says")}</p>
    ${canPlay(props) && html`
      <div class="tea-ways">
        <button type="button" class="go" onClick=${goOn}>${words.say("tea.go_on")}</button>
        <button type="button" onClick=${() => play.open("tea")}>${words.say("play.tea")}</button>
      </div>
    `}
  </section>`;
}
