// Hands that were typed by their tiles and not confirmed yet: a sheet that closes loses none. Nothing here draws.

const FIELDS = ["isByTiles", "entered", "melds", "ura", "flags", "local", "laidAtTable"];
let kept = { about: "", hands: {} };

const aboutOf = ({ game, kyoku }) => `${game} ${kyoku?.deal}`;

// A result that stands is in the journal: only what is not there is kept here.
export function keepTyped(win, snapshot) {
  if (win.edits) return;
  const hands = kept.about === aboutOf(snapshot) ? kept.hands : {};
  for (const winner of win.winners) {
    if (winner.isByTiles) hands[winner.seat] = winner;
    if (!isTyped(winner)) delete hands[winner.seat];
  }
  kept = { about: aboutOf(snapshot), hands };
}

export function typedOf(seat, snapshot) {
  const typed = kept.about === aboutOf(snapshot) && kept.hands[seat];
  return typed ? Object.fromEntries(FIELDS.map((field) => [field, typed[field]])) : {};
}

// What was told is in the journal; what others have typed is still theirs.
export function forgetTyped({ winners }) {
  for (const { seat } of winners) delete kept.hands[seat];
}

function isTyped({ isByTiles, entered = [], melds = [], ura = [] }) {
  return !isByTiles || entered.length > 0 || ura.length > 0 || melds.some((meld) => meld.isNew || meld.isFilled);
}
