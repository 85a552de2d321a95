// Which acts of the house may be said now, by name. The sheet that says them is fetched when it is needed.

import { SHOWN } from "/static/js/play/draws.js";

export function houseActs({ allows, kyoku, result, seats, final }) {
  if (!kyoku || final) return [];
  const isShown = !result || SHOWN.includes(result.ryuukyoku);
  const canDie = allows.dead_hands && isShown && seats.some(({ dead }) => !dead);
  const isTimed = allows.time_limit && kyoku.hands_left === null;
  const acts = {
    dead_hand: canDie,
    penalty: allows.penalty_to !== "none",
    time: isTimed,
    wareme: allows.wareme,
    chips: allows.chips,
  };
  return Object.keys(acts).filter((act) => acts[act]);
}
