// Why the table has not taken something, where it was said, and what can be done about it.

import { html } from "/static/vendor/htm-preact-standalone.module.js";
import { allow } from "/static/js/play/notice.js";

// Who asked may know a better sentence (`says`) than those of the reason and of the error.
export function whyNot({ says, error, reason, message }, words) {
  const known = [says, reason && `reason.${reason}`, `notice.${error}`].find((key) => key && words.has(key));
  return known ? words.say(known) : (message ?? words.say("notice.other"));
}

// On the sheet that told it; what is told for longer than a moment says so, too.
export function SaidOnSheet({ play, words }) {
  const { refused, isTelling, notice } = play;
  if (isTelling && notice?.code === "saving") {
    return html`<p class="sheet-said" role="status">${words.say("notice.saving")}</p>`;
  }
  if (!refused) return null;
  const isSaid = refused.told?.kind === "say";
  const waive = () => play.fromSheet(() => allow(refused, play), { stays: !isSaid });
  return html`
    <div class="sheet-said" role="alert">
      <p class="refusal">${whyNot(refused, words)}</p>
      ${refused.waivable && html`<button type="button" onClick=${waive}>${words.say("may.waive")}</button>`}
    </div>
  `;
}
