// What the table does together: the draw, the next hand, a new game; and how closely all is followed.

import { html } from "/static/vendor/htm-preact-standalone.module.js";
import { canPlay } from "/static/js/play/acts.js";
import { dealNow, nextText } from "/static/js/play/deal.js";
import { drawNow } from "/static/js/play/draws.js";

export function TableActs(props) {
  const { snapshot, words, play } = props;
  if (!canPlay(props) || snapshot.depth === undefined) return null;
  const { kyoku, result } = snapshot;
  if (isClosed(snapshot)) return html`<div class="table-acts"><button type="button" class="go" onClick=${() => play.open("start")}>${words.say("play.new_game")}</button>${snapshot.game !== null && html`<button type="button" class="quiet-act" onClick=${() => play.open("evening", { view: "history" })}>${words.say("play.evening")}</button>`}</div>`;
  if (!kyoku || result) return html`<${Between} ...${props} />`;
  return html`<div class="table-acts">
    ${snapshot.draws?.exhaustive === "" && html`<button type="button" class="go draw" onClick=${() => drawNow(props)}>${words.say("play.draw")}</button>`}
    <button type="button" class="quiet-act" onClick=${() => play.open("draw")}>${words.say("play.other_end")}</button>
    <button type="button" class="quiet-act depth" onClick=${() => play.open("depth")}>${words.say(`play.depth.${snapshot.depth ?? "full"}`)}</button>
  </div>`;
}

function Between(props) {
  const { snapshot, words, nameOf, play, choices } = props;
  const { next, result } = snapshot;
  const isUnsaid = result?.wins.some((win) => win.han === null);
  return html`<div class="table-acts between">
    ${next && html`<button type="button" class="go deal" disabled=${isUnsaid} onClick=${() => dealNow(props)}><b>${words.say(result ? "play.next_hand" : "play.deal")}</b> <span>${nextText(next, words, nameOf)}</span></button>`}
    ${!next && html`<button type="button" class="go" onClick=${() => play.tell("finish")}>${words.say("play.final")}</button>`}
    ${result && html`<button type="button" class="quiet-act" onClick=${() => play.open("edit")}>${words.say("play.put_right")}</button>`}
    ${next && html`<button type="button" class="quiet-act" onClick=${() => play.open("dice")}>${words.say("play.dice")}</button>`}
    ${next && !result && html`<button type="button" class="quiet-act depth" onClick=${() => play.open("depth")}>${words.say(`play.depth.${choices.depth}`)}</button>`}
  </div>`;
}

export function isClosed(snapshot) {
  return Boolean(snapshot.final) || (!snapshot.kyoku && !snapshot.next) || snapshot.game === null;
}
