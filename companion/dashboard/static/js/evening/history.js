// One game hand by hand: what happened, what everybody had after it, and the way to each hand and its correction.

import { html, useEffect, useState } from "/static/vendor/htm-preact-standalone.module.js";
import { useAsked } from "/static/js/asking.js";
import { gamePath, whyUnread } from "/static/js/evening/asking.js";
import { Chart } from "/static/js/evening/chart.js";
import { Correct, standing } from "/static/js/evening/correct.js";
import { dealtIn } from "/static/js/evening/correct_forms.js";
import { Replay } from "/static/js/evening/replay.js";
import { dealName, isOpen, newsOf, resultLines, Told } from "/static/js/evening/telling.js";
import { Waits } from "/static/js/evening/waits.js";

// What happens seventy times in a hand is shown when it is asked for.
export const QUIET = new Set(["Drawn", "RinshanDrawn", "Discarded"]);

// The running game.
export function History(props) {
  const { words, snapshot } = props;
  const [answer, , error] = useAsked("/api/history", snapshot.seq);
  if (answer === undefined) return html`<p class="wait">${words.say("evening.reading")}</p>`;
  if (!answer?.game)
    return html`
      <h3 tabindex="-1">${words.say("evening.view.history")}</h3>
      <p>${error ? whyUnread(error, words) : words.say("evening.no_game")}</p>`;
  return html`<${OneGame} ...${props} game=${answer} isRunning=${true} />`;
}

// While a game runs, hands may be put in or taken out before a hand: that changes its number,
// but not the moment of its deal.
const nameOf = (hand, isRunning) => (isRunning ? dealtIn(standing(hand)).at : hand.number);

// A deal that was put right stands after the one that counts instead, and has the moment by which the hand was known.
function isNamed(hand, name, isRunning) {
  if (!isRunning) return hand.number === name;
  const played = hand.entries.findIndex(({ fact }) => fact?.is !== "KyokuStarted");
  return hand.entries.slice(0, played === -1 ? undefined : played).some(({ at }) => at === name);
}

export function OneGame(props) {
  const { words, game, place, go, isRunning } = props;
  const isLast = place.hand === "last";
  const hand = isLast ? game.kyoku.at(-1) : game.kyoku.find((one) => isNamed(one, place.hand, isRunning));
  // It stays the hand that was the last one then, also when another is dealt.
  useEffect(() => {
    if (isLast && hand) go({ ...place, hand: nameOf(hand, isRunning) });
  }, [isLast]);
  if (!hand) return html`<${Hands} ...${props} />`;
  // Who sits at a seat today may have sat elsewhere then, or not at this table.
  const then = { ...game, names: hand.names };
  if (place.act === "replay") {
    const [path, onBack] = [gamePath(game.game.name), () => go({ ...place, act: undefined })];
    const shared = { words, names: hand.names, hand, path, onBack };
    return html`<${Replay} ...${shared} asOf=${newsOf(game.game.name, props.snapshot)} />`;
  }
  if (place.act === "correct" && props.mayChange) return html`<${Correct} ...${props} game=${then} hand=${hand} />`;
  const back = () => go({ ...place, hand: undefined });
  return html`<${OneHand} ...${props} hand=${hand} back=${back} words=${words} />`;
}

function Hands(props) {
  const { words, snapshot, game, place, go, isRunning } = props;
  const isOnTable = isOpen(game.game.name, snapshot);
  const title = isRunning ? "evening.this_game" : "evening.game";
  return html`
    <h3 tabindex="-1">${words.say(title, { game: game.game.name })}</h3>
    ${game.failure && html`<p class="failure">${words.say("evening.broken")}</p>`}
    ${game.kyoku.length === 0
      ? html`<p>${words.say("evening.no_hands")}</p>`
      : html`<${Chart} game=${game} words=${words} />`}
    <ol class="hands-list">
      ${game.kyoku.map((hand) => html`<li key=${hand.number}>
        <${HandRow}
          hand=${hand}
          names=${game.names}
          isOnTable=${isOnTable}
          words=${words}
          onTap=${() => go({ ...place, hand: nameOf(hand, isRunning) })}
        />
      </li>`)}
    </ol>`;
}

function HandRow({ hand, names, isOnTable, words, onTap }) {
  return html`<button type="button" class="hand-row" onClick=${onTap}>
    <b>${dealName(hand, words)}</b>
    <span class="hand-result">
      ${resultLines(hand, hand.names, words, isOnTable).map((line, at) => html`<span key=${at}>${line}</span>`)}
      ${isOtherwise(hand, names) && html`<span>${words.say("evening.sat", { names: words.list(hand.names) })}</span>`}
      ${wasCorrected(hand) && html`<span class="corrected">${words.say("evening.corrected")}</span>`}
    </span>
    <span class="changes">
      ${hand.names.map((name, seat) => {
        const by = change(hand, seat);
        return html`<span key=${seat} class=${`seat-${seat}`}>
          ${name} <b class=${sign(by)}>${words.difference(by)}</b>
        </span>`;
      })}
    </span>
  </button>`;
}

// Others sat there than at the end, or in another order.
function isOtherwise(hand, names) {
  return hand.names.some((name, seat) => name !== names[seat]);
}

// Whether a fact of this hand was told later than its place, or a correction took one back. A deal whose points only
// followed an earlier correction, and which has the moment of the one that it replaces, was never wrong.
function wasCorrected({ entries }) {
  const deals = entries.filter(({ fact }) => fact?.is === "KyokuStarted");
  const hasFollowed = (entry) => deals.includes(entry) && deals.some((one) => one !== entry && one.at === entry.at);
  const isChanged = ({ before, retraction }) => before !== null || retraction?.is_correction;
  return entries.some((entry) => isChanged(entry) && !hasFollowed(entry));
}

export function change(hand, seat) {
  return hand.points_after ? hand.points_after[seat] - hand.points_before[seat] : 0;
}

export const sign = (number) => (number > 0 ? "gains" : number < 0 ? "loses" : "");

function OneHand({ words, snapshot, mayChange, game, hand, place, go, isRunning, back }) {
  const isOnTable = isOpen(game.game.name, snapshot);
  const act = (name) => go({ ...place, act: name });
  return html`
    <div class="bar">
      <button type="button" onClick=${back}>← ${words.say("evening.back")}</button>
      <button type="button" onClick=${() => act("replay")}>${words.say("evening.replay")}</button>
      ${isRunning && mayChange && html`<button type="button" onClick=${() => act("correct")}>
        ${words.say("evening.correct")}
      </button>`}
    </div>
    <h3 tabindex="-1">${dealName(hand, words)}</h3>
    <p class="hand-result">
      ${resultLines(hand, hand.names, words, isOnTable).map((line, at) => html`<span key=${at}>${line}</span>`)}
    </p>
    <${Waits} result=${hand.result} names=${hand.names} words=${words} />
    <${PointsTable} hand=${hand} names=${hand.names} words=${words} />
    <${ToldList} hand=${hand} names=${hand.names} words=${words} />`;
}

function PointsTable({ hand, names, words }) {
  const columns = ["final.name", "evening.before", "evening.change", "evening.after"];
  return html`<div class="wide-table" tabindex="0" role="group" aria-label=${words.say("final.points")}>
    <table class="figures">
      <thead>
        <tr>${columns.map((key) => html`<th scope="col" key=${key}>${words.say(key)}</th>`)}</tr>
      </thead>
      <tbody>
        ${names.map((name, seat) => {
          const by = change(hand, seat);
          return html`<tr key=${seat}>
            <th scope="row">${name}</th>
            <td>${words.number(hand.points_before[seat])}</td>
            <td class=${sign(by)}>${words.difference(by)}</td>
            <td>${hand.points_after ? words.number(hand.points_after[seat]) : "–"}</td>
          </tr>`;
        })}
      </tbody>
    </table>
  </div>`;
}

// What was told of this hand: the few things that tell it, or every tile.
function ToldList({ hand, names, words }) {
  const [isWhole, showWhole] = useState(false);
  const isLoud = (entry) => !QUIET.has(entry.fact.is) || entry.retraction;
  const shown = isWhole ? hand.entries : hand.entries.filter(isLoud);
  const hasMore = shown.length < hand.entries.length || isWhole;
  return html`
    <div class="bar">
      <h4>${words.say("evening.told")}</h4>
      ${hasMore && html`<button
        type="button"
        aria-pressed=${isWhole ? "true" : "false"}
        onClick=${() => showWhole(!isWhole)}
      >${words.say("evening.every_tile", { count: hand.entries.length })}</button>`}
    </div>
    <ol class="told-list">
      ${shown.map((entry) => html`<${Told} key=${entry.seq} entry=${entry} names=${names} words=${words} />`)}
    </ol>`;
}
