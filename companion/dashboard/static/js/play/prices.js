// What each payer pays for a win, in points, without honba: the payments of settlement.py, for the table of han and fu.

const TSUMO = "tsumo";

const up = (points) => Math.ceil(points / 100) * 100;

// The different sums, the smallest first.
export function prices(base, { seat, from }, { seats, allows }) {
  const winner = seats[seat];
  const atTheBreak = (payer, points) => (winner.wareme || payer?.wareme ? 2 * points : points);
  if (from !== TSUMO) return [atTheBreak(seats[from], up(base * (winner.dealer ? 6 : 4)))];
  const shareOf = (payer) => up(base * (winner.dealer || payer.dealer ? 2 : 1));
  // The share of the player whom a game of three lacks is paid by both others, half each.
  const isShared = seats.length === 3 && !allows.tsumo_loss;
  const half = isShared ? Math.floor(up(base * (winner.dealer ? 2 : 1)) / 2) : 0;
  const payers = seats.filter((one) => one.seat !== seat);
  const sums = payers.map((payer) => atTheBreak(payer, up(shareOf(payer) + half)));
  return [...new Set(sums)].sort((one, other) => one - other);
}
