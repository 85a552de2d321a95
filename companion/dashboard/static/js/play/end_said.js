// The end of a hand that nobody won, said again: what the form begins with, and what is missing. Nothing here draws.

import { draw, inRiichi, SHOWN } from "/static/js/play/draws.js";

const DRAWS = ["exhaustive", "nagashi_mangan", "kyuushu", "suufon", "suucha_riichi", "suukaikan", "sanchahou"];
const OF_FOUR = ["suufon", "suucha_riichi", "sanchahou"];

// Three players cannot end a hand in ways that need four.
export const drawsOf = (players) => DRAWS.filter((one) => players === 4 || !OF_FOUR.includes(one));

export function firstEnd(kind, entries, seats) {
  const is = kind === "draw" ? "Ryuukyoku" : "Chombo";
  const stands = entries.map(({ fact }) => fact).find((fact) => fact.is === is);
  if (kind === "chombo") return stands ?? { is: "Chombo", seat: null, why: "" };
  const { tenpai, nagashi = [], by = null } = stands ?? { tenpai: inRiichi({ seats }) };
  return draw(stands?.kind ?? "exhaustive", { tenpai, nagashi, by });
}

// Another kind of draw: who was tenpai stays, where that kind has it too.
export function drawOf(kind, { tenpai }) {
  return draw(kind, { tenpai: [...SHOWN, "suucha_riichi"].includes(kind) ? tenpai : [], nagashi: [], by: null });
}

export function isMissing(end) {
  if (end.is === "Chombo") return end.seat === null;
  return (end.kind === "kyuushu" && end.by === null) || (end.kind === "nagashi_mangan" && !end.nagashi.length);
}
