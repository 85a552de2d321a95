// A win while it is being said, and what is told of it. Nothing here draws.

import { typedOf } from "/static/js/play/typed.js";

export const TSUMO = "tsumo";
const NOTHING_TYPED = { entered: undefined, melds: undefined, ura: undefined, flags: undefined, counted: null };

export function firstWin(snapshot, { seat, wins }) {
  if (wins) return wins; // a result that stands and is put right
  const ron = snapshot.taps?.[seat]?.ron;
  const { offer } = snapshot.kyoku;
  const options = fromWhom(snapshot, seat);
  const from = options.length === 1 ? options[0] : null;
  const isKnown = snapshot.depth === "full" && offer && ron === "" && offer.tile !== "?";
  const winners = [{ ...newWinner(seat, isKnown ? offer.tile : null), ...typedOf(seat, snapshot) }];
  return { from, winners, active: 0, isRiichiTile: false, edits: false };
}

export function newWinner(seat, tile) {
  return { seat, value: null, liable: null, isByTiles: false, tile };
}

export function fromWhom(snapshot, seat) {
  const { kyoku, result, taps } = snapshot;
  const can = (act) => taps?.[seat]?.[act] === "";
  if (result?.wins.length) return [result.wins[0].by === TSUMO ? TSUMO : result.wins[0].giver];
  if (kyoku.phase !== "unfollowed") {
    const giver = giverNow(snapshot);
    return [...(can("ron") && giver !== null ? [giver] : []), ...(can("tsumo") ? [TSUMO] : [])];
  }
  const others = snapshot.seats.map((one) => one.seat).filter((one) => one !== seat);
  return [...(can("tsumo") ? [TSUMO] : []), ...(can("ron") ? others : [])];
}

// Others may end the hand while this win is being said: why it can then be no win from anybody, null while it can.
export function whyOver({ edits, winners }, snapshot) {
  const isOver = !edits && snapshot.result && !fromWhom(snapshot, winners[0].seat).length;
  return isOver ? { refused: { reason: "kyoku_over" } } : null;
}

// Who laid the tile that may be won on: it lies there, or it was called just now by somebody who yields to a ron.
function giverNow({ kyoku, seats }) {
  if (kyoku.offer) return kyoku.offer.seat;
  return seats[kyoku.turn]?.melds.at(-1)?.from ?? null;
}

// Whoever discarded the tile has not won; by tsumo one player wins alone.
export function givenBy(win, from) {
  const winners = from === TSUMO ? [win.winners[0]] : win.winners.filter((one) => one.seat !== from);
  return { from, winners, active: 0, isRiichiTile: isStillRiichiTile(win, from) };
}

// It was the riichi tile of one giver, not of any other.
const isStillRiichiTile = (win, from) => win.isRiichiTile && from === win.from;

// Another winner of the same worth; whoever was the giver and now has won has paid nobody.
export function wonBy(win, seat) {
  const before = win.winners[win.active];
  const liable = before.liable === seat ? null : before.liable;
  const liableForKans = before.liableForKans === seat ? null : before.liableForKans;
  const now = { ...before, seat, liable, liableForKans, isByTiles: false, ...NOTHING_TYPED };
  const winners = win.winners
    .filter((one) => one === before || one.seat !== seat)
    .map((one) => (one === before ? now : one));
  const from = win.from === seat ? null : win.from;
  const isRiichiTile = isStillRiichiTile(win, from);
  return { winners, active: winners.indexOf(now), from, isRiichiTile };
}

// Somebody who wins on the same discard, and whose hand is said next.
export function joinedBy(win, seat, snapshot) {
  const { tile } = win.winners[win.active];
  const joined = { ...newWinner(seat, tile), ...typedOf(seat, snapshot) };
  return { winners: [...win.winners, joined], active: win.winners.length };
}

// What was tapped or found out about one hand, perhaps some time after it was asked; other winners stay as they are.
export function withHand(win, seat, more) {
  return { ...win, winners: win.winners.map((one) => (one.seat === seat ? { ...one, ...more } : one)) };
}

export function withoutWinner(win, seat) {
  return { winners: win.winners.filter((one) => one.seat !== seat), active: 0 };
}

// Who could have won on the same discard too.
export function couldJoin(win, snapshot) {
  if (win.from === null || win.from === TSUMO) return [];
  const isFree = (seat) => seat !== win.from && !win.winners.some((one) => one.seat === seat);
  const isAble = (seat) => !snapshot.result || snapshot.taps?.[seat]?.ron === "";
  return snapshot.seats.map((one) => one.seat).filter((seat) => isFree(seat) && isAble(seat));
}

// What is said with this win; null while something is missing.
/** @type {(win: WinBeingSaid, snapshot: any) => Intention | null} */
export function meantBy(win, snapshot) {
  if (win.from === null || !win.winners.every(isSaid)) return null;
  const giver = giverOf(win.from);
  const winners = win.winners.map((one) => ({ ...handOf(one, win), ...liableOf(one, win.from, snapshot) }));
  /** @type {Win} */
  const said = { is: "Win", winners, giver, is_riichi_tile: win.isRiichiTile };
  return win.edits ? { is: "ResultWas", result: said } : said;
}

// The hand in sight is whole by its tiles, and not valued yet as it stands. No other hand is valued meanwhile.
export const isBeingCounted = ({ from, winners, active }) =>
  from !== null && winners.every((one, at) => isSaid(one) || (at === active && one.isByTiles && one.isCounting));

// What people chose and typed of a win, without what is counted of it.
export const chosenOf = ({ from, isRiichiTile, winners }) => [
  from,
  isRiichiTile,
  winners.map(({ seat, value, isByTiles, entered, melds, ura, flags, local, liable, liableForKans }) => ({
    ...{ seat, value, isByTiles, entered, melds, ura, flags, local, liable, liableForKans },
  })),
];

// Who fed a yakuman that the rules name; where nobody follows the turns also who fed an open kan, for a win on its
// replacement tile. Where they are followed the table knows the latter by itself.
export function mayBeLiable(one, from, { allows, depth }) {
  if (yakumanOf(one) > 0 && allows.pao.length) return true;
  return allows.daiminkan_pao && from === TSUMO && depth === "points";
}

// Two yakuman that add up could have been fed by two players, one of them by the fourth kan.
export function mayTwoBeLiable(one, { allows }) {
  return allows.two_liable && yakumanOf(one) > 1 && (one.liable ?? null) !== null;
}

const yakumanOf = (one) => (one.isByTiles ? one.yakuman : one.value?.yakuman) ?? 0;

// That somebody has won, and nothing yet of what it is worth.
/** @type {(winner: OneWinner, from: WinBeingSaid["from"]) => Win} */
export function announcement({ seat, tile }, from) {
  return { is: "Win", winners: [{ seat, tile }], giver: giverOf(from) };
}

// How many tiles of a hand are to be typed: what was called lies apart, and the winning tile may be known.
export function wantedTiles({ seat, tile, melds }, snapshot) {
  return 14 - 3 * (melds ?? snapshot.seats[seat].melds).length - (tile ? 1 : 0);
}

const isSaid = (one) => Boolean(one.isByTiles ? one.hand : one.value);
/** @type {(from: WinBeingSaid["from"]) => number | null} */
const giverOf = (from) => (from === TSUMO ? null : from);

// By tiles, or by numbers: where a result is put right, the table keeps what numbers do not say.
function handOf(one, { from, edits }) {
  const { seat, isByTiles, hand, ura, worth, told, value, local } = one;
  if (!isByTiles) {
    const { han, fu, yakuman } = value;
    return { seat, tile: edits ? null : (one.tile ?? null), value: { han, fu, yakuman }, local_yaku: local ?? [] };
  }
  // The tile that lay there when somebody else was to pay says nothing about this win.
  const isOfAnother = one.fact && one.fact.giver !== (giverOf(from) ?? seat);
  const tile = one.wonTile || (isOfAnother ? null : one.tile) || null;
  return { seat, tile, hand, ura: ura ?? [], value: worth ?? null, melds: told ?? [] };
}

function liableOf(one, from, snapshot) {
  const liable = mayBeLiable(one, from, snapshot) ? (one.liable ?? null) : null;
  const forKans = liable !== null && mayTwoBeLiable(one, snapshot) ? (one.liableForKans ?? null) : null;
  return { liable, liable_for_kans: forKans };
}

// A kan that was told without its tiles gets those that the hand names.
/** @type {(win: { winners: OneWinner[] }) => KanTiles[]} */
export function namedKans({ winners }) {
  return winners.flatMap(({ seat, isByTiles, named }) =>
    ((isByTiles && named) || []).map(({ kind, tiles }) => ({
      is: "KanTiles",
      seat,
      is_closed: kind === "ankan",
      tiles,
    })),
  );
}
