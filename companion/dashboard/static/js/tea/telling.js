// What is agreed on is told; what the table refuses stays on the sheet as one sentence.

import { useState } from "/static/vendor/htm-preact-standalone.module.js";
import { useOnce } from "/static/js/once.js";

/**
 * @param {Play} play
 * @param {any} words
 */
export function useTelling(play, words) {
  const [refused, refuse] = useState("");
  const once = useOnce();
  const done = (answer) => {
    if (!answer.error) return play.close();
    play.hush();
    return refuse(whyNot(answer, words));
  };
  return {
    refused,
    refuse,
    tell: (what) => once(async () => done(await play.mean(what))),
    ask: (kind, more) => once(async () => done(await play.tell(kind, more))),
  };
}

export function whyNot({ error, reason, message }, words) {
  const known = [reason && `reason.${reason}`, `notice.${error}`].find((key) => key && words.has(key));
  return known ? words.say(known) : (message ?? words.say("notice.other"));
}
