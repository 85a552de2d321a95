// What the table does together: the draw, the next hand, a new game; and how closely all is followed.

import { html } from "/static/vendor/htm-preact-standalone.module.js";
import { useLater } from "/static/js/later.js";
import { canPlay } from "/static/js/play/acts.js";
import { drawNow } from "/static/js/play/draws.js";
import { houseActs } from "/static/js/play/house_acts.js";

export function TableActs(props) {
  const { snapshot, words, play } = props;
  if (!canPlay(props) || snapshot.depth === undefined) return null;
  const { kyoku, result } = snapshot;
  if (isClosed(snapshot)) return html`<${Closed} ...${props} />`;
  if (!kyoku || result) return html`<${Between} ...${props} />`;
  return html`
    <div class="table-acts">
      ${snapshot.draws?.exhaustive === "" && html`
        <button type="button" class="go draw" onClick=${() => drawNow(props)}>${words.say("play.draw")}</button>
      `}
      <button type="button" class="quiet-act" onClick=${() => play.open("draw")}>${words.say("play.other_end")}</button>
      <${Depth} depth=${snapshot.depth ?? "full"} words=${words} play=${play} />
    </div>
  `;
}

function Closed({ snapshot, words, nameOf, play, me, tournament, referee }) {
  // Before the first game the host's screen shows how a tablet gets in. In a tournament every screen that may
  // score shows who sits here instead.
  const isFirst = snapshot.game === null && me?.role === "host" && !tournament;
  const Arriving = useLater(isFirst, () => import("/static/js/pairing/welcome.js"), "Arriving");
  const lookBack = () => play.open("evening", { view: "history" });
  return html`
    ${tournament && html`<${tournament.Seats} ...${tournament} snapshot=${snapshot} words=${words} />`}
    ${referee?.Called && html`<${referee.Called} ...${{ call: referee.call, words, nameOf }} />`}
    <div class="table-acts">
      <button type="button" class="go" onClick=${() => play.open("start")}>${words.say("play.new_game")}</button>
      ${snapshot.game !== null && html`
        <button type="button" class="quiet-act" onClick=${lookBack}>${words.say("play.evening")}</button>
      `}
    </div>
    ${isFirst && html`<div class="arriving-room">${Arriving && html`<${Arriving} words=${words} />`}</div>`}
  `;
}

/** @param {Props} props */
function Between(props) {
  const { snapshot, words, play, choices } = props;
  const { next, result } = snapshot;
  const finish = () => play.tell("finish");
  const edit = () => play.open("edit");
  const stop = () => play.mean({ is: "DealerStopped" });
  return html`
    <div class="table-acts between">
      ${next && html`<${Deal} ...${props} />`}
      ${result?.may_stop && html`
        <button type="button" class="quiet-act stop" onClick=${stop}>${words.say("play.dealer_stop")}</button>
      `}
      ${!next && html`<button type="button" class="go" onClick=${finish}>${words.say("play.final")}</button>`}
      ${result && html`
        <button type="button" class="quiet-act" onClick=${edit}>${words.say("play.put_right")}</button>
      `}
      ${houseActs(snapshot).length > 0 && html`
        <button type="button" class="quiet-act house" onClick=${() => play.open("house")}>
          ${words.say("play.house_acts")}
        </button>
      `}
      ${next && html`
        <button type="button" class="quiet-act" onClick=${() => play.open("dice")}>${words.say("play.dice")}</button>
      `}
      ${next && !result && html`<${Depth} depth=${choices.depth} words=${words} play=${play} />`}
    </div>
  `;
}

function Deal(props) {
  const { snapshot, words, nameOf } = props;
  const { next, result } = snapshot;
  const isUnsaid = result?.wins.some((win) => win.han === null);
  const name = words.say(result ? "play.next_hand" : "play.deal");
  return html`
    <button type="button" class="go deal" disabled=${isUnsaid} onClick=${() => dealNow(props)}>
      <b>${name}</b> <span>${nextText(next, words, nameOf)}</span>
    </button>
  `;
}

function dealNow({ play, choices }) {
  return play.tell("deal", { depth: choices.depth });
}

function nextText(next, words, nameOf) {
  if (!next) return "";
  const name = words.say("round", { wind: words.wind(next.round_wind), number: next.number });
  const honba = next.honba > 0 && words.say("play.honba", { count: next.honba });
  const dealer = words.say("play.dealer_is", { name: nameOf(next.dealer) });
  return [name, honba, dealer].filter(Boolean).join(" · ");
}

// How closely this hand is followed, or the next one will be.
function Depth({ depth, words, play }) {
  return html`
    <button type="button" class="quiet-act depth" onClick=${() => play.open("depth")}>
      ${words.say(`play.depth.${depth}`)}
    </button>
  `;
}

export function isClosed(snapshot) {
  return Boolean(snapshot.final) || (!snapshot.kyoku && !snapshot.next) || snapshot.game === null;
}

// Whether this table is played by the companion itself: then its camera's picture may be seen.
export function isPretended({ health }) {
  return health.sources.some(({ name, state }) => name === "pretend camera" && state === "up");
}
