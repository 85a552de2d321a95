// A tap on a player opens what there is to know of the player. Where the whole seat is for discards, the wind's badge
// is for this.

import { html } from "/static/vendor/htm-preact-standalone.module.js";
import { sideOf } from "/static/js/play/edge.js";

export function PlayerTap(props) {
  const { snapshot, choices, words, seat, nameOf, play, mayScore = true } = props;
  // A screen that only watches has nothing to tap.
  if (snapshot.game === null || choices.watch || !mayScore) return null;
  const open = () => play.open("player", { seat: seat.seat, side: sideOf(seat.seat, props) });
  return html`<button
    type="button"
    class="player-tap"
    aria-label=${words.say("play.player_tap", { name: nameOf(seat.seat) })}
    onClick=${open}
  ></button>`;
}
