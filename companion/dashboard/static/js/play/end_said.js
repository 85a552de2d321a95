// The end of a hand that nobody won, said again: what the form begins with, and what is missing. Nothing here is put on the page.

import { draw, inRiichi, SHOWN } from "/static/js/play/draws.js";

const DRAWS = ["exhaustive", "nagashi_mangan", "kyuushu", "suufon", "suucha_riichi", "suukaikan", "sanchahou"];
const OF_FOUR = ["suufon", "suucha_riichi", "sanchahou"];

// Three players cannot end a hand in ways that need four.
export const drawsOf = (players) => DRAWS.filter((one) => players === 4 || !OF_FOUR.includes(one));

export function firstEnd(kind, entries, seats) {
  const is = kind === "draw" ? "Ryuukyoku" : "Chombo";
  const stands = entries.map(({ fact }) => fact).find((fact) => fact.is === is);
  if (kind === "chombo") return stands ?? { is: "Chombo", seat: null, why: "" };
  const { nagashi = [], by = null } = stands ?? {};
  const tenpai = SHOWN.includes(stands?.kind) ? stands.tenpai : inRiichi({ seats });
  return draw(stands?.kind ?? "exhaustive", { tenpai, nagashi, by });
}

// What is told: of a draw only what its kind has. The form keeps the rest, in case that kind is chosen once more.
export function endTold(end) {
  if (end.is === "Chombo") return end;
  const { kind, tenpai, nagashi, by } = end;
  return draw(kind, {
    ...(SHOWN.includes(kind) && { tenpai }),
    ...(kind === "nagashi_mangan" && { nagashi }),
    ...(kind === "kyuushu" && { by }),
  });
}

export function isMissing(end) {
  if (end.is === "Chombo") return end.seat === null;
  return (end.kind === "kyuushu" && end.by === null) || (end.kind === "nagashi_mangan" && !end.nagashi.length);
}
