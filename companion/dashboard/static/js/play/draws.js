// The exhaustive draw with one tap, who was tenpai then, and which other draws and ends are possible.

import { html } from "/static/vendor/htm-preact-standalone.module.js";
import { canPlay } from "/static/js/play/acts.js";

// Who is tenpai need not be said: the table knows who is in riichi.
/** @type {(kind: Draw["kind"], more?: Partial<Draw>) => Draw} */
export const draw = (kind, more = {}) => ({ is: "Draw", kind, ...more });

// The draws at which hands are shown, so that it matters who is tenpai.
export const SHOWN = ["exhaustive", "nagashi_mangan"];

// Why a draw is not possible is worth reading only where the rules play it.
const ABORTIVE = ["suufon", "suucha_riichi", "suukaikan", "sanchahou"];

// The abortive draws that the rules play: who can declare nine terminals, which others are possible now, which are not.
export function abortiveOf({ draws, taps, seats }) {
  const able = seats.filter(({ seat }) => taps[seat]?.kyuushu === "");
  const kinds = ["kyuushu", ...ABORTIVE].filter((kind) => kind in draws);
  const refused = kinds.filter((kind) => (kind === "kyuushu" ? !able.length : draws[kind]));
  const possible = kinds.filter((kind) => kind !== "kyuushu" && !refused.includes(kind));
  return { able: kinds.includes("kyuushu") ? able : [], possible, refused };
}

/** @param {Props} props */
export const drawNow = ({ play }) => play.mean(draw("exhaustive"));

// Who is in riichi shows a tenpai hand; the others are noten until they say otherwise.
export function inRiichi({ seats }) {
  return seats.filter((seat) => seat.riichi && !seat.dead).map((seat) => seat.seat);
}

// After a draw each player says tenpai or noten at their own seat, by a switch that shows both; payments are counted
// again.
/** @param {Props} props */
export function TenpaiToggle(props) {
  const { snapshot, seat, words, play } = props;
  const { result } = snapshot;
  if (!SHOWN.includes(result?.ryuukyoku) || snapshot.final || !canPlay(props)) return null;
  const isTenpai = result.tenpai.includes(seat.seat);
  // A tap says the opposite of what the switch shows once the page shows what all earlier taps did.
  const turn = async () => {
    const { result: now } = await play.settled();
    if (now) play.mean({ is: "Tenpai", seat: seat.seat, is_tenpai: !now.tenpai.includes(seat.seat) });
  };
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

// The text for other ways in which a hand can end: any while it is played, a chombo after a win, else none (null).
export function otherEnd({ kyoku, result }) {
  if (!kyoku) return null;
  if (!result) return "play.other_end";
  return result.wins.length ? "play.chombo" : null;
}
