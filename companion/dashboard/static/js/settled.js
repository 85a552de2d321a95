// Reminders that a result has settled already: they are neither shown nor said.

// Who said han and fu has counted the ura already, and a chombo is the result itself.
export function unsettled({ reminders, result }) {
  const isCounted = (seat) => result?.wins.some((win) => win.seat === seat && win.han !== null && !win.hand);
  const isSettled = ({ code, seat }) => (code === "turn_ura" && isCounted(seat)) || (code === "chombo" && result);
  return reminders.filter((reminder) => !isSettled(reminder));
}
