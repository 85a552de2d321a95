// What was told first and has yielded to another: a chi to a pon, a far ron to a nearer one; or somebody has corrected
// who called. Every page sees it by what is gone from the table while somebody else has called or won.

// The calls and wins that the newer table no longer has. After an undo something can be redone: then nothing yielded.
export function overruled(before, after) {
  if (!before?.kyoku || handOf(before) !== handOf(after) || after.redo || after.control) return [];
  return [...callsGone(before, after), ...winsGone(before, after)];
}

const handOf = (snapshot) => snapshot?.kyoku && `${snapshot.game} ${snapshot.kyoku.deal}`;

function callsGone({ seats: then }, { seats: now, result }) {
  const grown = now.some((seat, at) => seat.melds.length > then[at].melds.length);
  const isRon = Boolean(result?.wins.some((win) => win.by === "ron"));
  const gone = then.filter(({ melds }, at) => now[at].melds.length === melds.length - 1 && melds.at(-1).from !== null);
  return grown || isRon ? gone.map(({ seat, melds }) => ({ seat, action: melds.at(-1).kind })) : [];
}

function winsGone({ result: then }, { result: now }) {
  const stands = (win) => now.wins.some((one) => one.seat === win.seat);
  const isOfOneTile = then?.wins.length && now?.wins.length && then.wins[0].giver === now.wins[0].giver;
  if (!isOfOneTile || now.wins.every((win) => then.wins.some((one) => one.seat === win.seat))) return [];
  return then.wins.filter((win) => !stands(win)).map(({ seat, by }) => ({ seat, action: by }));
}
