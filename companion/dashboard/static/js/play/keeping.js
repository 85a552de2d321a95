// Whether the game on the table is kept for the camera to learn from: everybody is asked, and anybody may say no.

import { html, useState } from "/static/vendor/htm-preact-standalone.module.js";
import { ask } from "/static/js/commands.js";
import { Sheet } from "/static/js/play/sheet.js";

// Also where the disk took only a part of it: that part can be deleted, and no more can be kept.
function isEveningKept({ reminders }) {
  return reminders.some(({ code }) => code === "evening_kept" || code === "evening_cut");
}

export function KeepingSheet({ snapshot, words, play, args }) {
  const [said, say] = useState("");
  const isKept = isEveningKept(snapshot);
  const answer = async (keep) => {
    const { error } = await ask("/api/evening", { game: snapshot.game, keep });
    if (error) say(words.say("keeping.failed"));
    else play.close();
  };
  return html`
    <${Sheet} title=${words.say("keeping.title")} side=${args.side} words=${words} onClose=${play.close}>
      <p>${words.say("keeping.what")}</p>
      <p>${words.say("keeping.ask")}</p>
      <div class="picks">
        ${!isKept && html`<button type="button" onClick=${() => answer(true)}>${words.say("keeping.yes")}</button>`}
        <button type="button" onClick=${() => answer(false)}>
          ${words.say(isKept ? "keeping.delete" : "keeping.no")}
        </button>
      </div>
      ${said && html`<p role="alert">${said}</p>`}
    </${Sheet}>
  `;
}
