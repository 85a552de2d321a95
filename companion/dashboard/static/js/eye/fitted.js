// Corners that were fitted to the tiles: how far each would be moved, and one tap that takes or leaves them.

import { html, useEffect, useState } from "/static/vendor/htm-preact-standalone.module.js";
import { ask, why } from "/static/js/eye/asking.js";

// The fit that is shown: one that somebody has just asked for, or one that is offered since the last hand.
export function useFitting({ eye, camera, known, corners, setCorners }) {
  const [fit, setFit] = useState(null);
  const offer = eye?.offer?.camera === camera ? eye.offer : null;
  const show = (next) => {
    setFit(next);
    setCorners(next.corners);
  };
  useEffect(() => {
    if (offer && known && !fit) show({ ...offer, isOffered: true, before: known, given: corners });
  }, [offer, Boolean(known)]);
  useEffect(() => setFit(null), [camera]);
  return { fit, show, end: () => setFit(null) };
}

export function FitShown({ desk, words, fitting, say, setCorners, askEye }) {
  const { corners, moved_mm: moved, tiles, given, isOffered } = fitting.fit;
  const [said, complain] = useState("");
  const [isAsked, setAsked] = useState(false);
  const asking = async (deed, body, done) => {
    setAsked(true);
    const answer = await ask(deed, { key: desk.key, ...body });
    setAsked(false);
    if (answer.error) return complain(why(answer, words, desk.kind));
    fitting.end();
    done();
    return isOffered && askEye();
  };
  const kept = () => say(words.say("eye.kept"));
  const take = () => (isOffered ? asking("take", {}, kept) : asking("keep", { corners }, kept));
  const back = () => {
    fitting.end();
    setCorners(given);
  };
  const leave = () => (isOffered ? asking("leave", {}, () => setCorners(given)) : back());
  const most = words.number(Math.round(Math.max(...moved)));
  return html`<section class="eye-report" aria-label=${words.say("eye.fit.tiles")}>
    <p role="status"><b>${words.say("eye.fit.moves", { most })}</b></p>
    <p>${words.say("eye.fit.says", { count: tiles })}</p>
    <div class="eye-bar">
      <button type="button" disabled=${isAsked} onClick=${leave}>${words.say("eye.fit.leave")}</button>
      <button type="button" class="confirm" disabled=${isAsked} onClick=${take}>${words.say("eye.fit.take")}</button>
    </div>
    <p class="eye-said bad" role="alert">${said}</p>
  </section>`;
}
