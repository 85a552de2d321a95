// The whole screen as a few large buttons that can be found without looking: the corners, and the rivers between them.

import { html, useEffect, useRef } from "/static/vendor/htm-preact-standalone.module.js";

const WINDS = ["E", "S", "W", "N"];

export function Corners({ words, lines, isUnlocked, onAsk, onClose, children }) {
  const dialog = useRef(null);
  useEffect(() => {
    if (!dialog.current.open) dialog.current.showModal();
  }, []);
  const button = (name, kind = "", text = words.say(`aloud.ask.${name}`)) => html`
    <button type="button" key=${name} class=${`ask ${kind}`} onClick=${() => onAsk(name)}>${text}</button>`;
  const newest = lines.length ? lines[lines.length - 1].text : "";
  const shown = isUnlocked ? newest : words.say("aloud.touch_once");
  return html`<dialog class="aloud" ref=${dialog} aria-label=${words.say("aloud.title")} onClose=${onClose}>
    <div class="corners">
      ${button("turn", "corner")}${button("left")}${button("dora", "corner")}
      <div class="rivers">
        ${WINDS.map((wind) => button(`river.${wind}`, "", words.say("aloud.ask.river", { wind: words.wind(wind) })))}
      </div>
      <p class="newest" aria-hidden="true">${shown}</p>
      ${button("points", "corner")}
      <div class="below">
        ${button("hand")}
        <button type="button" class="ask" onClick=${() => dialog.current.close()}>${words.say("close")}</button>
      </div>
      ${button("again", "corner")}
    </div>
    ${children}
  </dialog>`;
}
