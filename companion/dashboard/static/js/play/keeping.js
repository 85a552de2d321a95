// Whether the game on the table is kept for the camera to learn from: everybody is asked, and anybody may say no.

import { html } from "/static/vendor/htm-preact-standalone.module.js";
import { ask } from "/static/js/commands.js";
import { Sheet } from "/static/js/play/sheet.js";

// Also where the disk took only a part of it: that part can be deleted, and no more can be kept.
function isEveningKept({ reminders }) {
  return reminders.some(({ code }) => code === "evening_kept" || code === "evening_cut");
}

export function KeepingSheet({ snapshot, words, play, args }) {
  const isKept = isEveningKept(snapshot);
  const keepIt = (keep) => async () => {
    const answer = await ask("/api/evening", { game: snapshot.game, keep });
    return { ...answer, says: "keeping.failed" };
  };
  const answer = (keep) => play.fromSheet(keepIt(keep));
  return html`
    <${Sheet} title=${words.say("keeping.title")} side=${args.side} words=${words} play=${play}>
      <p>${words.say("keeping.what")}</p>
      <p>${words.say("keeping.ask")}</p>
      <div class="picks">
        ${!isKept && html`<button type="button" onClick=${() => answer(true)}>${words.say("keeping.yes")}</button>`}
        <button type="button" onClick=${() => answer(false)}>
          ${words.say(isKept ? "keeping.delete" : "keeping.no")}
        </button>
      </div>
    </${Sheet}>
  `;
}
