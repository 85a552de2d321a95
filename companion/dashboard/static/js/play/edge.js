// At which edge of a lying screen each player sits.

// Turns run to the right: the next player sits at one's right hand. The keys' sides are named in the same order.
export const ROUND = ["bottom", "right", "top", "left"];
const OF_THREE = ["bottom", "right", "left"];
const LETTERS = "ABCD";

// By seat, with `near` at the bottom. Of three players the empty side is opposite `near`, unless the table knows where
// everybody sits.
export function edgesOf({ players, sides }, near) {
  const first = near % players;
  const isKnown = players === 3 && sides;
  const at = (seat) => LETTERS.indexOf(sides[seat]);
  const known = (seat) => ROUND[(at(seat) - at(first) + LETTERS.length) % LETTERS.length];
  const usual = (seat) => (players === 3 ? OF_THREE : ROUND)[(seat - first + players) % players];
  return Array.from({ length: players }, (_, seat) => (isKnown ? known(seat) : usual(seat)));
}

// The edge at which the sheet of a seat lies: only a flat layout turns sheets to their players.
export function sideOf(seat, { layout, choices, snapshot }) {
  if (layout !== "flat" || seat === null || seat === undefined) return "bottom";
  return edgesOf(snapshot, choices.near)[seat];
}
