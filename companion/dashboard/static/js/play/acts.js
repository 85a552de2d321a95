// What a player can say with one tap: the whole seat is a target, and a few words stand on buttons.

import { html } from "/static/vendor/htm-preact-standalone.module.js";
import { fourths } from "/static/js/play/copies.js";
import { sideOf } from "/static/js/play/edge.js";

// Why something is not possible is worth knowing where a player could have thought that it is.
const WORTH_SHOWING = new Set([
  ...["riichi_points", "riichi_wall", "kan_limit", "kan_on_last_tile", "kita_on_last_tile"],
  "kan_in_riichi_forbidden",
]);

const POINTS_ONLY = ["riichi", "ankan", "kakan", "kita"];
const FOLLOWED = ["riichi", "pon", "chi", "daiminkan", "ankan", "kakan", "kita"];

export function canPlay({ snapshot, choices, mayScore = true }) {
  return !snapshot.control && !choices.watch && mayScore;
}

export function SeatActs(props) {
  const { snapshot, seat, words, play } = props;
  if (!canPlay(props) || !snapshot.kyoku || snapshot.final) return null;
  const shown = [...actsOf(snapshot, seat.seat), ...(mayAskForKan(props) ? [["kan_ask", ""]] : [])];
  if (!shown.length) return null;
  const tapped = (act, reason) => {
    if (reason) return play.say({ code: "refused", reason, seat: seat.seat });
    return said(act, props);
  };
  // Where turns are followed, what can be said changes with every tap: each button keeps its place.
  const isPlaced = snapshot.depth !== "points" && !snapshot.result;
  return html`
    <div class=${`acts ${isPlaced ? "placed" : ""} count-${Math.min(shown.length, 4)}`}>
      ${shown.map(([act, reason]) => html`
        <button
          type="button"
          key=${act}
          class=${`act act-${act} ${reason ? "not-now" : ""}`}
          aria-disabled=${reason ? "true" : undefined}
          onClick=${() => tapped(act, reason)}
        >
          ${words.say(label(act, snapshot))}
        </button>
      `)}
    </div>
  `;
}

function actsOf(snapshot, seat) {
  const taps = snapshot.taps?.[seat] ?? {};
  const isWinnable = [taps.tsumo, taps.ron].includes("");
  const names = snapshot.depth === "points" ? POINTS_ONLY : FOLLOWED;
  const isShown = (act) => act in taps && (taps[act] === "" || WORTH_SHOWING.has(taps[act]));
  const acts = names.filter(isShown).map((act) => [act, taps[act]]);
  if (isWinnable) acts.push([snapshot.result ? "ron_too" : "win", ""]);
  return acts;
}

// Only on a player's own phone: the hand is tapped to be judged, and a tablet that lies between all would show it.
// In a tournament nobody is helped to remember.
function mayAskForKan({ layout, seat, snapshot, tournament }) {
  return !tournament && layout === "own" && seat.riichi && !snapshot.result;
}

function label(act, snapshot) {
  return act === "kakan" && snapshot.depth === "points" ? "play.act.open_kan" : `play.act.${act}`;
}

function said(act, props) {
  const { snapshot, seat, play } = props;
  const { depth, kyoku } = snapshot;
  const open = (sheet, more) => play.open(sheet, { seat: seat.seat, ...more, side: sideOf(seat.seat, props) });
  if (act === "kan_ask") return open("kan");
  if (act === "win" || act === "ron_too") return open("win");
  if (depth !== "full" && act === "riichi" && snapshot.allows.open_riichi) return open("riichi");
  if (depth === "full" && ["riichi", "ankan"].includes(act)) return open("pick", { why: act });
  if (depth === "full" && act === "chi" && kyoku.offer?.tile !== "?") return open("chi");
  if (depth === "points" || act !== "kakan") return play.tap(seat.seat, act);
  const [fourth, ...others] = fourths(seat, snapshot);
  return others.length ? open("kakan") : play.tap(seat.seat, act, fourth === "?" ? {} : { tile: fourth });
}

// The seat's big target: its discard, where discards are told.
export function Big(props) {
  const { snapshot, words, play, nameOf } = props;
  const { seat } = props.seat;
  const { discard } = snapshot.taps?.[seat] ?? {};
  if (!canPlay(props) || !isDiscarding(snapshot)) return null;
  const isDue = discard === "";
  const refuse = (reason, forgotten) => play.say({ code: "refused", reason, missing: forgotten, by: seat });
  const tapped = async () => {
    if (snapshot.tea?.paused) return refuse("paused", []);
    // While a tap is on its way this page does not know what is possible: the table will say.
    if (!isDue && !play.isBusy()) return refuse(discard ?? "not_your_turn", missing(snapshot, seat));
    if (snapshot.depth === "full") return play.open("pick", { seat, why: "discard", side: sideOf(seat, props) });
    const answer = await play.tap(seat, "discard");
    if (isDue || answer.error !== "refused") return;
    const forgotten = missing(await play.settled(), seat);
    if (forgotten.length > 1) refuse(answer.reason, forgotten);
  };
  return html`
    <button
      type="button"
      class=${`big ${isDue ? "is-due" : ""}`}
      aria-label=${words.say("play.discard_by", { name: nameOf(seat) })}
      onClick=${tapped}
    ></button>
  `;
}

function isDiscarding({ kyoku, result, final, depth }) {
  return kyoku && !result && !final && ["counting", "full"].includes(depth);
}

// The seats whose discards have to be tapped, in order and ending with this seat, if only taps were forgotten;
// else none.
function missing(snapshot, seat) {
  const { kyoku, players, depth, taps } = snapshot;
  if (kyoku.phase !== "to_draw" || depth !== "counting" || taps?.[kyoku.turn]?.discard !== "") return [];
  const steps = (seat - kyoku.turn + players) % players;
  return Array.from({ length: steps + 1 }, (_, step) => (kyoku.turn + step) % players);
}
