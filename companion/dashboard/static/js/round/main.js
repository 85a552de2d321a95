// The round of a tournament at this table: the time that is left, who sits here, and what a new game is offered.

import { html, useEffect, useState } from "/static/vendor/htm-preact-standalone.module.js";
import { hasWindMark, WindMark } from "/static/js/seat.js";
import { useRoundWords } from "/static/js/round/words.js";

const SOON_S = 300;

// Beside the number of the hand: minutes and seconds; once the time is up, what is still played.
function Clock({ round, handsLeft, words }) {
  const more = useRoundWords(words);
  const left = useLeft(round);
  if (!more || left === null) return null;
  const isUp = left <= 0;
  const then = handsLeft === 1 ? "this_hand" : round.then;
  const kind = isUp ? "is-up" : left < SOON_S ? "is-soon" : "";
  return html`<span
    class=${`counter round-clock ${kind} ${round.is_running ? "" : "stands"}`}
    role="img"
    aria-label=${spoken(round, left, more, then)}
  >
    <span aria-hidden="true">${isUp ? more.say(`round.${then}`) : clockText(left)}</span>
  </span>`;
}

// Between two games: which round, who sits at which wind, and how much time is left.
function Seats({ round, snapshot, words }) {
  const more = useRoundWords(words);
  const left = useLeft(round);
  const seats = seatsFor(snapshot, round);
  if (!more || !seats.length) return null;
  const isEarly = seats === round.following;
  const number = round.round + (isEarly ? 1 : 0);
  const where = more.say("round.of", { number, count: round.rounds, table: round.table });
  return html`<section class="round-card" aria-label=${where}>
    <h2>${where}</h2>
    <ol>
      ${seats.map((name, seat) => html`<li key=${seat}>
        ${hasWindMark(words) ? html`<${WindMark} wind=${"ESWN"[seat]} />` : html`<b>${words.wind("ESWN"[seat])}</b>`}
        <span>${name}</span>
      </li>`)}
    </ol>
    ${left !== null && html`<p class=${left <= 0 ? "is-up" : ""}>
      ${isEarly ? ofRoundBefore(round, left, more) : spoken(round, left, more, "none")}
    </p>`}
  </section>`;
}

function Planned({ words }) {
  const more = useRoundWords(words);
  return more && html`<p class="fine planned">${more.say("round.planned")}</p>`;
}

// Whose names a new game is offered: once this round was played to its end here, those of the next one.
function seatsFor(snapshot, round) {
  const here = new Set(snapshot.seats.map(({ name }) => name));
  const isPlayed = Boolean(snapshot.final) && round.seats.length > 0 && round.seats.every((name) => here.has(name));
  return isPlayed && round.has_begun ? round.following : round.seats;
}

// `then`: what the end of the time means for the hand that is played; "none" between two games.
function spoken(round, left, more, then) {
  if (left <= 0) return more.say(`round.${then}`);
  const minutes = Math.ceil(left / 60);
  return more.say(round.is_running ? "round.left" : "round.stands", { minutes });
}

// Of the round that the other tables still play, while the next one is shown here.
function ofRoundBefore({ round: number, is_running: isRunning }, left, more) {
  if (left <= 0) return more.say("round.none.before", { number });
  return more.say(isRunning ? "round.left.before" : "round.stands.before", { number, minutes: Math.ceil(left / 60) });
}

function clockText(left) {
  const seconds = Math.ceil(left);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

// Seconds until the time is up, by this page's own count; null without a limit.
function useLeft(round) {
  const [, tick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => tick((count) => count + 1), 1_000);
    return () => clearInterval(timer);
  }, []);
  if (round.left_s === null) return null;
  return round.left_s - (round.is_running ? (performance.now() - round.heardAt) / 1_000 : 0);
}

export const PARTS = { Clock, Seats, Planned, seatsFor };
