// A win while it is being said, and the facts that come of it. Nothing here draws.

import { localOf, namedLocal } from "/static/js/play/local_yaku.js";
import { typedOf } from "/static/js/play/typed.js";
import { correction, entriesOf, seqsOf } from "/static/js/play/correcting.js";

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
  return { from, winners, active: 0, isRiichiTile: false, edits: null };
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

// Who laid the tile that may be won on: it lies there, or it was called just now by somebody who yields to a ron.
function giverNow({ kyoku, seats }) {
  if (kyoku.offer) return kyoku.offer.seat;
  return seats[kyoku.turn]?.melds.at(-1)?.from ?? null;
}

// Whoever gives has not won; by tsumo one player wins alone.
export function givenBy(win, from) {
  const winners = from === TSUMO ? [win.winners[0]] : win.winners.filter((one) => one.seat !== from);
  return { from, winners, active: 0 };
}

// Another winner of the same worth; whoever was the giver and now has won has paid nobody.
export function wonBy(win, seat) {
  const before = win.winners[win.active];
  const unknown = { isByTiles: false, ...NOTHING_TYPED };
  const winners = win.winners
    .filter((one) => one === before || one.seat !== seat)
    .map((one) => (one.seat === before.seat ? { ...one, seat, ...unknown } : one));
  const active = winners.findIndex((one) => one.seat === seat);
  return { winners, active, from: win.from === seat ? null : win.from };
}

// One who wins on the same discard: whose hand is said next.
export function joinedBy(win, seat, snapshot) {
  const { tile } = win.winners[win.active];
  const joined = { ...newWinner(seat, tile), ...typedOf(seat, snapshot) };
  return { winners: [...win.winners, joined], active: win.winners.length };
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

// The facts of this win, nearest after the discarder first; null while something is missing.
export function factsOf(win, snapshot, waived = []) {
  if (win.from === null || !win.winners.every(isSaid)) return null;
  const { players } = snapshot;
  const after = (one) => (one.seat - giverTo(one, win.from) + players) % players;
  const winners = [...win.winners].sort((one, other) => after(one) - after(other));
  const waivers = waived.map((reason) => ({ is: "RuleWaived", reason }));
  const melds = winners.flatMap((one) => (one.isByTiles ? (one.told ?? []) : []));
  return [...waivers, ...melds, ...winners.map((one) => wonOf(one, win.from, snapshot))];
}

// Who fed a yakuman that the rules name; where nobody follows the turns also who fed an open kan, for a win on its
// replacement tile. Where they are followed the table knows the latter by itself.
export function mayBeLiable(one, from, { allows, depth }) {
  if (yakumanOf(one) > 0 && allows.pao.length) return true;
  return allows.daiminkan_pao && from === TSUMO && depth === "points";
}

// Two yakuman that add up can have been fed by two players, one of them by the fourth kan.
export function mayTwoBeLiable(one, { allows }) {
  return allows.two_liable && yakumanOf(one) > 1 && (one.liable ?? null) !== null;
}

const yakumanOf = (one) => (one.isByTiles ? one.yakuman : one.value?.yakuman) ?? 0;
// That somebody has won, and nothing yet of what it is worth.
export function announcement({ seat, tile }, from) {
  const by = from === TSUMO ? TSUMO : "ron";
  return { is: "Won", seat, by, giver: giverTo({ seat }, from), tile, hand: null, ura: [], value: null, liable: null };
}

// So many tiles are to be typed of a hand: what was called lies apart, and a tile that was won on may be known.
export function wantedTiles({ seat, tile, melds }, snapshot) {
  return 14 - 3 * (melds ?? snapshot.seats[seat].melds).length - (tile ? 1 : 0);
}

const isSaid = (one) => Boolean(one.isByTiles ? one.hand : one.value);
const giverTo = (one, from) => (from === TSUMO ? one.seat : from);

function wonOf(one, from, snapshot) {
  const liable = mayBeLiable(one, from, snapshot) ? one.liable : null;
  const forKans = liable !== null && mayTwoBeLiable(one, snapshot) ? (one.liableForKans ?? null) : null;
  const both = { liable, liable_for_kans: forKans };
  const by = from === TSUMO ? TSUMO : "ron";
  const giver = giverTo(one, from);
  if (isAsTold(one, by, giver, snapshot.allows)) return { ...one.fact, ...both };
  // What lay there when somebody else had paid it says nothing of this win.
  const isOfAnother = one.fact && one.fact.giver !== giver;
  const tile = (one.isByTiles && one.wonTile) || (isOfAnother ? null : one.tile) || null;
  return { is: "Won", seat: one.seat, by, giver, tile, ...worthOf(one, snapshot.allows), ...both };
}

function worthOf({ isByTiles, hand, ura, worth, value, local }, allows) {
  if (isByTiles) return { hand, ura: ura ?? [], value: worth ?? null };
  const { han, fu, yakuman } = value;
  return { hand: null, ura: [], value: { han, fu, yakuman, yaku: namedLocal(local, allows) } };
}

// Where nothing of a win is put right but who is liable, it stays as it was told, with its hand and its yaku.
function isAsTold({ fact, seat, value, isByTiles, local }, by, giver, allows) {
  if (!fact?.value || isByTiles) return false;
  const isNamed = (name) => (local ?? []).includes(name);
  const before = localOf(fact.value.yaku, allows);
  if (allows.local_yaku.some(([name]) => isNamed(name) !== before.includes(name))) return false;
  if (fact.seat !== seat || fact.by !== by || fact.giver !== giver) return false;
  if (value.yakuman) return fact.value.yakuman === value.yakuman;
  return !fact.value.yakuman && fact.value.han === value.han && fact.value.fu === value.fu;
}

// A new result is told; one that stands is corrected, and so is a riichi whose tile was won on.
export async function commandOf(win, facts) {
  if (win.edits) return { kind: "correct", more: correction(win.edits, facts) };
  if (!win.isRiichiTile) return { kind: "tell", more: { facts } };
  const paid = await seqsOf((fact) => fact.is === "RiichiAccepted" && fact.seat === win.from);
  if (!paid.length) throw new Error("no stick lies there");
  return { kind: "correct", more: correction(paid.slice(-1), facts) };
}

// A kan that was told without its tiles gets those that the hand names, at its own place in the hand.
export async function nameKans({ winners }, play) {
  for (const { seat, isByTiles, named } of winners) {
    for (const { kind, tiles } of (isByTiles && named) || []) {
      const isAnkan = kind === "ankan";
      const [entry] = await entriesOf((fact) => fact.seat === seat && isUnnamedKan(fact, isAnkan));
      if (!entry) continue;
      const [tile, ...own] = tiles;
      const shown = { AnkanDeclared: { tiles }, KakanDeclared: { tile }, DaiminkanCalled: { tile, own } };
      const fact = { ...entry.fact, ...shown[entry.fact.is] };
      await play.tell("correct", { ...correction([entry.seq], [fact]), before: entry.seq });
    }
  }
}

function isUnnamedKan({ is, tile, tiles }, isAnkan) {
  if (isAnkan) return is === "AnkanDeclared" && tiles.every((one) => one === null);
  return ["KakanDeclared", "DaiminkanCalled"].includes(is) && tile === null;
}
