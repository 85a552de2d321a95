// The exhaustive draw with one tap, and who was tenpai then.

import { html } from "/static/vendor/htm-preact-standalone.module.js";
import { canPlay } from "/static/js/play/acts.js";
import { correction, entriesOf } from "/static/js/play/correcting.js";

export const draw = (kind, more = {}) => ({ is: "Ryuukyoku", kind, tenpai: [], nagashi: [], by: null, ...more });

// Where hands are shown at the end, so that it matters who is tenpai.
export const SHOWN = ["exhaustive", "nagashi_mangan"];

export async function drawNow({ play }) {
  return play.tell("tell", { facts: [draw("exhaustive", { tenpai: inRiichi(await play.settled()) })] });
}

// Who shows a tenpai hand where it ends so: four riichi end the hand, and show theirs, too.
export const tenpaiAt = (kind, snapshot) =>
  SHOWN.includes(kind) || kind === "suucha_riichi" ? inRiichi(snapshot) : [];

// Who is in riichi shows a tenpai hand; the others are noten until they say otherwise.
export function inRiichi({ seats }) {
  return seats.filter((seat) => seat.riichi && !seat.dead).map((seat) => seat.seat);
}

// Two players may say it in the same moment: each is counted on what the other said.
let turning = Promise.resolve();

async function turned(seat, play) {
  const [entry] = (await entriesOf((fact) => fact.is === "Ryuukyoku")).slice(-1);
  if (!entry) return;
  const { tenpai } = entry.fact;
  const now = tenpai.includes(seat) ? tenpai.filter((one) => one !== seat) : [...tenpai, seat].sort();
  await play.tell("correct", correction([entry.seq], [{ ...entry.fact, tenpai: now }]));
}

// After a draw each player says tenpai or noten at the own seat, by a switch that shows both; what is paid is counted
// again.
export function TenpaiToggle(props) {
  const { snapshot, seat, words, play } = props;
  const { result } = snapshot;
  if (!SHOWN.includes(result?.ryuukyoku) || snapshot.final || !canPlay(props)) return null;
  const isTenpai = result.tenpai.includes(seat.seat);
  const turn = () => (turning = turning.then(() => turned(seat.seat, play)).catch(() => undefined));
  return html`
    <button
      type="button"
      class="tenpai"
      aria-label=${words.say("play.tenpai")}
      aria-pressed=${isTenpai}
      disabled=${Boolean(seat.riichi || seat.dead)}
      onClick=${turn}
    >
      <span aria-hidden="true">${words.say("play.tenpai")}</span>
      <span aria-hidden="true">${words.say("play.noten")}</span>
    </button>
  `;
}
