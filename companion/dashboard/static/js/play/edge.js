// The edge at which the sheet of a seat lies: only a flat layout turns sheets to their players.
export function sideOf(seat, { layout, choices, snapshot }) {
  if (layout !== "flat" || seat === null || seat === undefined) return "bottom";
  const sides = snapshot.players === 3 ? ["bottom", "right", "left"] : ["bottom", "right", "top", "left"];
  const near = choices.near % snapshot.players;
  return sides[(seat - near + snapshot.players) % snapshot.players];
}
