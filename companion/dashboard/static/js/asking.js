// Questions that change nothing. What a broken or busy line did not answer is asked again by itself, and until there is
// an answer nothing is known.

import { useEffect, useState } from "/static/vendor/htm-preact-standalone.module.js";
import { heard, isPassing, untilAnswered } from "/static/js/commands.js";

// Begins now, and anew where the browser has kept the page and brings it back: much may have happened meanwhile.
// `begin` answers how to stop, and so does this.
export function eachTimeShown(begin) {
  let stop = begin();
  const back = ({ persisted }) => {
    if (!persisted) return;
    stop();
    stop = begin();
  };
  addEventListener("pageshow", back);
  return () => {
    removeEventListener("pageshow", back);
    stop();
  };
}

// Called when the line stands again after it was lost: the companion may have been started anew, in another way. Answers
// what hears of the line.
export function onReturn(act) {
  let isLost = false;
  return (state) => {
    if (isLost && state === "live") act();
    isLost = state === "lost";
  };
}

// The newest answer, null until it is there. `text` says which question it is: what was answered to another one says
// nothing about this one. Without `ask` nothing is asked.
export function useAnswer(ask, text) {
  const [told, tell] = useState(null);
  useEffect(
    () => (ask ? untilAnswered(ask, (answer) => tell({ of: text, answer })) : undefined),
    [text, Boolean(ask)],
  );
  return ask && told?.of === text ? told.answer : null;
}

// What would come of saying `said`; `text` tells it from other sayings. Where the table refuses it, or nothing was
// answered, `refused` says why.
export function usePreview(preview, said, text) {
  const answer = useAnswer(said && ((isAsked) => preview("say", said, isAsked)), text);
  return answer?.error ? { refused: answer } : answer;
}

// What is read from the companion for a view, and read again when `seq` changes: the answer, how to ask again, and the
// code of the reason where there is none. The answer is undefined until the first one has come, and null where it is an
// error. What was read stays while it cannot be read again.
/**
 * @param {string | null} path
 * @param {number | string} seq
 * @returns {[any, () => void, string | undefined]}
 */
export function useAsked(path, seq = 0) {
  const [told, tell] = useState({ path, answer: undefined });
  const [round, ask] = useState(0);
  useEffect(() => {
    if (!path) return undefined;
    const isRead = (old) => old.path === path && old.answer && !old.answer.error;
    return untilAnswered(
      () => heard(path),
      (answer) => tell((old) => (isPassing(answer) && isRead(old) ? old : { path, answer })),
    );
  }, [path, seq, round]);
  const error = told.answer?.error;
  return [error ? null : told.answer, () => ask((old) => old + 1), error];
}
