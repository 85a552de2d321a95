// Which copies of a tile there are, the red fives among them. Pure.

export const SUITS = ["m", "p", "s"];

// A red five as a plain one.
export const plain = (text) => (text[0] === "0" ? `5${text[1]}` : text);

// How many of the four fives of a suit are red in the set of these rules.
export const redsOf = (suit, { allows }) => allows.red_fives[SUITS.indexOf(suit)] ?? 0;

const RANKS = [1, 2, 3, 4, 5, 6, 7, 8, 9];
const HONOURS = RANKS.slice(0, 7).map((rank) => `${rank}z`);
// What the set of three players lacks.
const isOfFour = (text) => /[02-8]m/.test(text);

// Norths that were set aside are in no hand, except for one that is won on as `giver` sets it aside.
export const norths = ({ seats }, giver = null) =>
  seats.flatMap(({ seat, kita }) => Array(seat === giver && kita ? kita - 1 : kita).fill("4z"));

// Each tile of the set that is played with, in rows: the suits, then the honours.
export function rowsOf(table, withRed = true) {
  const rows = [...SUITS.map((suit) => suited(suit, withRed && redsOf(suit, table) > 0)), HONOURS];
  return rows.map((row) => row.filter((text) => table.players === 4 || !isOfFour(text)));
}

function suited(suit, withRed) {
  return RANKS.flatMap((rank) => (rank === 5 && withRed ? [`5${suit}`, `0${suit}`] : [`${rank}${suit}`]));
}

// Four of a kind: all red ones of the set are among them.
export function quad(tile, snapshot) {
  const five = plain(tile);
  const reds = five[0] === "5" ? redsOf(five[1], snapshot) : 0;
  return Array.from({ length: 4 }, (_, at) => (at < reds ? `0${five[1]}` : five));
}

// Each tile that a player may add to a pon: of a five the plain one, the red one or either; `?` where nobody has named
// the pon.
export function fourths({ melds }, snapshot) {
  return [...new Set(melds.filter(({ kind }) => kind === "pon").flatMap((pon) => fourthsOf(pon, snapshot)))];
}

function fourthsOf({ tiles }, snapshot) {
  // A tile that was called has a mark after it.
  const known = tiles.filter((text) => text[0] !== "?").map((text) => text.slice(0, 2));
  if (!known.length) return ["?"];
  const left = quad(known[0], snapshot);
  for (const text of known) left.splice(left.indexOf(text), 1);
  return left.sort((one, other) => Number(other[0]) - Number(one[0]));
}
