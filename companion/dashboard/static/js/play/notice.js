// What came of a tap, for a few seconds or until it is seen: why it was refused, and what can be done about it.

import { html } from "/static/vendor/htm-preact-standalone.module.js";
import { canPlay } from "/static/js/play/acts.js";
import { TO_BE_SEEN } from "/static/js/play/playing.js";
import { sideOf } from "/static/js/play/edge.js";

// It is turned to whoever tapped.
export function Notice(props) {
  const { words, nameOf, play, snapshot } = props;
  const { notice } = play;
  if (!notice) return null;
  const tapper = notice.by ?? notice.seat ?? notice.told?.seat;
  const side = tapper === undefined ? "bottom" : sideOf(tapper, props);
  const missing = notice.missing ?? [];
  return html`
    <div class=${`notice ${side}`} role="alert">
      <p>${said(notice, words, nameOf, snapshot.undoes)}</p>
      ${isNewest(notice, snapshot) && canPlay(props) && html`
        <button type="button" onClick=${() => undo(play)}>${words.say("play.undo_it")}</button>
      `}
      ${missing.length > 0 && html`
        <button type="button" onClick=${() => tapAll(missing, play)}>
          ${words.say("play.forgotten", { count: missing.length - 1 })}
        </button>
      `}
      ${TO_BE_SEEN.includes(notice.code) && html`
        <button type="button" onClick=${play.hush}>${words.say("play.seen")}</button>
      `}
      ${notice.waivable && html`
        <button type="button" onClick=${() => (play.hush(), allow(notice, play))}>${words.say("may.waive")}</button>
      `}
    </div>
  `;
}

function said({ code, reason, seat, gone, name = "" }, words, nameOf, undoes) {
  if (gone) return gone.map((one) => goneText(one, words, nameOf)).join(" ");
  if (code === "undo_sure") return undoText(undoes, words, nameOf);
  const known = [reason && `reason.${reason}`, `notice.${code}`].find((key) => key && words.has(key));
  const text = words.say(known ?? "notice.other", { name });
  return seat === undefined ? text : words.of(nameOf(seat), text);
}

function goneText({ seat, action }, words, nameOf) {
  return words.say("notice.overruled", { name: nameOf(seat), what: words.say(`action.${action}`) });
}

// Undo takes back what has replaced the call that is gone; once something else is told, it would take back that.
export function isNewest({ code, seq }, snapshot) {
  return code === "overruled" && seq === snapshot.seq && snapshot.undo;
}

function undo(play) {
  play.hush();
  play.undoNow();
}

// What a second tap would take back, in the words of the table.
function undoText(undoes, words, nameOf) {
  const key = `undo.of.${undoes?.kind}`;
  if (!undoes?.kind || !words.has(key)) return words.say("undo.sure");
  const what = words.say(key);
  const named = undoes.seat === null ? what : words.say("undo.whose", { name: nameOf(undoes.seat), what });
  return words.say("undo.asks", { what: named });
}

// Somebody forgot to tap: the discards between are counted, unseen.
function tapAll(seats, play) {
  play.hush();
  for (const seat of seats) play.tap(seat, "discard");
}

export function allow({ reason, told }, play) {
  if (told.kind === "say") return play.mean(told.what, { waived: [...(told.waived ?? []), reason] });
  return play.tell("waive", { reason });
}
