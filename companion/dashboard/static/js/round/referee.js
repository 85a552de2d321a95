// The club's referee: calling one from this table, how the call stands, and withdrawing it.

import { html } from "/static/vendor/htm-preact-standalone.module.js";
import { ask } from "/static/js/commands.js";
import { Sheet } from "/static/js/play/sheet.js";
import { useRoundWords } from "/static/js/round/words.js";

// The middle of the table has little room: the sheet says it in words.
const SHORT = { unsent: "…", coming: "✓" };

// Beside the number of the hand, where everybody sees it.
export function Called({ call, words, nameOf }) {
  const more = useRoundWords(words);
  return more && html`<span class="counter referee-called" role="status">
    <span aria-hidden="true">${more.say("round.referee")} ${SHORT[call.state] ?? call.place}</span>
    <span class="unseen-by-eye">${standing(call, more, nameOf)}</span>
  </span>`;
}

export function RefereeSheet({ words, play, args, referee, choices, nameOf }) {
  const more = useRoundWords(words);
  if (!more || !referee) return null;
  const stands = referee.call;
  const isCalled = stands.state !== "none";
  const call = (wanted) => async () => {
    const answer = await ask("/api/referee", { wanted, seat: seatOf(args, choices) });
    return { ...answer, says: whySays(answer, more) };
  };
  return html`<${Sheet} title=${more.say("round.referee")} side=${args.side} words=${more} play=${play}>
    <p class=${isCalled ? "referee-stands" : ""}>
      ${isCalled ? standing(stands, more, nameOf) : more.say("round.referee.says")}
    </p>
    <div class="options">
      <button
        type="button"
        class=${isCalled ? "" : "confirm"}
        disabled=${play.isTelling}
        onClick=${() => play.fromSheet(call(!isCalled))}
      >${more.say(isCalled ? "round.referee.withdraw" : "round.referee.call")}</button>
    </div>
  </${Sheet}>`;
}

// Only a lost line is said to be one.
function whySays({ error }, more) {
  return [`pairing.error.${error}`, `notice.${error}`].find((key) => more.has(key)) ?? "pairing.error.other";
}

// A player's own page says whose it is; one in the middle of the table is everybody's.
function seatOf(args, { seat }) {
  return args.seat ?? (typeof seat === "number" ? seat : null);
}

// How a call stands, in words.
export function Standing({ call, words, nameOf }) {
  const more = useRoundWords(words);
  return more && standing(call, more, nameOf);
}

// Names the player whose key or page called: whoever called by mistake withdraws the call.
function standing(call, more, nameOf) {
  const name = call.seat === null ? "" : nameOf(call.seat);
  const stands = more.say(`round.referee.${call.state}`, { place: call.place });
  return name ? `${stands} · ${more.say("round.referee.by", { name })}` : stands;
}
