// The clock of each player: beside the name how much time is left and whether it runs, in the middle why none runs.

import { html, useEffect, useState } from "/static/vendor/htm-preact-standalone.module.js";
import { useRoundWords } from "/static/js/round/words.js";

const TICK_MS = 500;

// Beside a name: minutes and seconds, and before them the free seconds of the turn that is played.
function SeatClock({ told, seat, words }) {
  const more = useRoundWords(words);
  const used = useUsed(told, seat);
  const one = told.seats[seat];
  if (!more || !one) return null;
  const free = used === null ? 0 : Math.max(0, told.free_s - used);
  const left = one.left_s - (used === null || one.is_over ? 0 : Math.max(0, used - told.free_s));
  // Once it is up, nothing more is charged in that hand; in the next one new time runs, and the flag is still told.
  const wasUp = one.flag !== null && !one.is_over;
  const isUp = one.flag !== null && one.is_over;
  const kind = `seat-clock ${isUp ? "is-up" : ""} ${used !== null && !told.why ? "runs" : ""}`;
  const minutes = Math.max(0, Math.floor(left / 60));
  const seconds = Math.max(0, Math.floor(left % 60));
  const spoken = more.say(`round.clock.${isUp ? "over" : wasUp ? "was_over" : "left"}`, { minutes, seconds });
  const time = `${free > 0 ? `${Math.ceil(free)} + ` : ""}${minutes}:${String(seconds).padStart(2, "0")}`;
  const shown = [(isUp || wasUp) && more.say("round.clock.up"), !isUp && time].filter(Boolean).join(" · ");
  return html`<span class=${kind} role="img" aria-label=${spoken}>
    <span aria-hidden="true">${shown}</span>
  </span>`;
}

// While a hand is played: why nobody is charged. The middle of the table has little room.
function Stands({ told, words, isShort }) {
  const more = useRoundWords(words);
  if (!more || !told.why || told.why === "no_hand") return null;
  const why = more.say(`round.clock.${told.why}`);
  if (!isShort) return html`<span class="clock-stands" role="status">${why}</span>`;
  return html`<span class="counter clock-stands" role="status">
    <span aria-hidden="true">${more.say("round.clock.stands")}</span>
    <span class="unseen-by-eye">${why}</span>
  </span>`;
}

// How much of this seat's turn has gone, by this page's own count; null where it is not its turn.
function useUsed(told, seat) {
  const [, tick] = useState(0);
  const isTurn = told.turn?.seat === seat;
  useEffect(() => {
    if (!isTurn || told.why) return;
    const timer = setInterval(() => tick((count) => count + 1), TICK_MS);
    return () => clearInterval(timer);
  }, [told, isTurn]);
  if (!isTurn) return null;
  return told.turn.used_s + (told.why ? 0 : (performance.now() - told.heardAt) / 1_000);
}

export const CLOCKS = { SeatClock, Stands };
