// The result of a hand while it is corrected: what the form begins with, and what is told in the end. Draws nothing.

import { isMissing } from "/static/js/play/end_said.js";
import { localOf } from "/static/js/play/local_yaku.js";

export const TSUMO = "tsumo";

export function firstOf(facts, allows) {
  const wins = facts.filter((fact) => fact.is === "Won");
  const draw = facts.find((fact) => fact.is === "Ryuukyoku");
  const chombo = facts.find((fact) => fact.is === "Chombo");
  return {
    kind: draw ? "draw" : chombo ? "chombo" : "win",
    // Where no win was told, nobody wins or pays by default: both have to be chosen.
    from: wins.length ? (wins[0].by === TSUMO ? TSUMO : wins[0].giver) : null,
    wins: wins.length ? wins.map((win) => winOf(win, allows)) : [newWin(null)],
    draw: {
      kind: draw?.kind ?? "exhaustive",
      tenpai: draw?.tenpai ?? [],
      nagashi: draw?.nagashi ?? [],
      by: draw?.by ?? null,
    },
    chombo: chombo?.seat ?? null,
  };
}

function winOf({ seat, value, liable, liable_for_kans: liableForKans }, allows) {
  const { yakuman = 0, yaku } = value ?? {};
  // The han and fu of a yakuman do not count, so they are no choice.
  const { han, fu } = value && !yakuman ? value : newWin(seat);
  const worth = { han: han || 1, fu: fu || 30, yakuman, local: localOf(yaku, allows) };
  return { seat, ...worth, liable, liableForKans };
}

// Whether somebody can be liable for a win: see play/winning.js.
export function liabilityBy({ pao, daiminkan_pao: hasDaiminkan }, hand) {
  const isKnown = Boolean(hand?.followed);
  return (win, from) => (win.yakuman > 0 && pao.length > 0) || (hasDaiminkan && from === TSUMO && !isKnown);
}

// As play/winning.js has it.
export const hasTwoLiable = ({ yakuman, liable }, allows) =>
  allows.two_liable && yakuman > 1 && (liable ?? null) !== null;

export function newWin(seat) {
  return { seat, han: 1, fu: 30, yakuman: 0, liable: null, liableForKans: null, local: [] };
}

// What is said with this result; null while something is missing. What is not said anew the table keeps.
/** @type {(result: any, table: any) => ResultWas["result"] | null} */
export function meantBy({ kind, chombo, draw, wins, from }, table) {
  if (kind === "chombo") return chombo === null ? null : { is: "Chombo", seat: chombo };
  if (kind === "draw") return isMissing(draw) ? null : { is: "Draw", ...draw };
  const seats = wins.map((win) => win.seat);
  if (from === null || seats.includes(null) || new Set(seats).size < seats.length) return null;
  const giver = from === TSUMO ? null : from;
  return { is: "Win", winners: wins.map((win) => winnerOf(win, from, table)), giver };
}

function winnerOf(win, from, { mayBeLiable, allows }) {
  const { seat, han, fu, yakuman, local } = win;
  const liable = mayBeLiable(win, from) && win.liable !== seat ? (win.liable ?? null) : null;
  const isTwo = liable !== null && hasTwoLiable(win, allows) && win.liableForKans !== seat;
  return {
    seat,
    value: yakuman ? { han: 0, fu: 0, yakuman } : { han, fu, yakuman: 0 },
    local_yaku: local,
    liable,
    liable_for_kans: isTwo ? (win.liableForKans ?? null) : null,
  };
}
