// Reminders that are neither shown nor said: those that a result has settled already, and in a tournament those that
// would help a player.

// Who said han and fu has counted the ura already, and a chombo is the result itself.
export function unsettled({ reminders, result }) {
  const isCounted = (seat) => result?.wins.some((win) => win.seat === seat && win.han !== null && !win.hand);
  const isSettled = ({ code, seat }) => (code === "turn_ura" && isCounted(seat)) || (code === "chombo" && result);
  return reminders.filter((reminder) => !isSettled(reminder));
}

// What players have to notice by themselves in a tournament; what the table has to do is still said.
const AIDS = new Set(["nagashi_possible", "suufon_possible", "suucha_possible", "hand_opened"]);
const bare = new WeakMap();

// The table as it is shown and heard; `round` is that of a tournament, if there is one.
export function shownIn(round, snapshot) {
  if (!round || !snapshot) return snapshot;
  if (!bare.has(snapshot)) {
    bare.set(snapshot, { ...snapshot, reminders: snapshot.reminders.filter(({ code }) => !AIDS.has(code)) });
  }
  return bare.get(snapshot);
}
