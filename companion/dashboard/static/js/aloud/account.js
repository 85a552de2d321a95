// What is spoken when one state of the table follows another; turns are told in the order of play. Pure: two snapshots
// in, sentences out, each with a kind (for the queue) and its parts (sentences.js). Nothing is said that the page does
// not show to everybody: it knows only what the page knows.

import { announcements, dealsBetween, waiting } from "/static/js/sound/announcements.js";
import { corrections, countedAnew, isSameWin } from "/static/js/aloud/corrections.js";
import { doubts, doubtsOf } from "/static/js/aloud/doubts.js";
import * as say from "/static/js/aloud/sentences.js";

const NEAR_THE_END = 10;

export function sentence(kind, ...parts) {
  return { kind, parts };
}

// `counts`: "each" says how many tiles are left with every discard, "seldom" only near the end. `lately` are the names
// of what has waited for an answer until a moment ago (`standing`).
export function account(before, after, { counts = "each", own = null, lately = [] } = {}) {
  if (!before || !after || before.game !== after.game) return [];
  const passed = dealsBetween(before, after);
  if (passed < 0) return [sentence("back", "taken_back"), ...openedDeal(after, own)];
  const isSame = passed === 0 || !after.kyoku;
  const old = isSame ? before : fresh(before, after);
  return [
    ...(isSame ? changedIn(before, after) : openedDeal(after, own)),
    ...turnsBetween(old, after, counts),
    ...indicators(old, after),
    ...setAside(old, after),
    ...results(old, after),
    ...chips(before, after),
    ...ends(before, after),
    ...reminded(before, after, lately),
    ...doubts(before, after, lately),
  ];
}

// Within one deal, or since the hand before was put away.
function changedIn(before, after) {
  return after.kyoku ? corrections(before, after) : countedAnew(before, after);
}

function openedDeal(after, own) {
  return after.kyoku ? [sentence("deal", ...say.dealParts(after, own))] : [];
}

// The table as this deal began. All indicators that lie there now were named with the deal.
function fresh(before, after) {
  const bare = (seat) => ({ ...seat, river: [], melds: [], kita: 0, riichi: null, dead: false });
  const kyoku = after.kyoku && { ...after.kyoku, turn: after.seats.findIndex(({ dealer }) => dealer) };
  return { ...before, kyoku, seats: after.seats.map(bare), wall: after.wall, result: null };
}

// Discards, calls, kans and riichi, walked through in the order of play: who missed some hears them in that order.
function turnsBetween(before, after, counts) {
  if (!after.kyoku) return [];
  const left = after.seats.map((seat, at) => newsOf(before.seats[at], seat));
  const told = [];
  let turn = before.kyoku?.turn ?? 0;
  for (let passed = 0; passed < after.players; ) {
    const caller = called(left, told[told.length - 1]);
    if (caller !== null) turn = caller;
    const said = nextOf(left[turn], turn, after, caller !== null);
    if (said) told.push(said);
    if (!said || said.text) turn = (turn + 1) % after.players;
    passed = said ? 0 : passed + 1;
  }
  const strays = left.flatMap(({ melds }, at) => melds.map((meld) => callOf(meld, at, after)));
  return [...counted([...told, ...strays], after, counts), ...sticks(before, after)];
}

function newsOf(before, seat) {
  const river = seat.river.slice(before?.river.length ?? 0);
  // A pon that stands again, its added tile taken back, was said long ago.
  const isNew = (meld, old) => meld.kind !== old?.kind && !(meld.kind === "pon" && old?.kind === "kakan");
  const melds = seat.melds.filter((meld, at) => isNew(meld, before?.melds[at]));
  return { river, melds, riichi: seat.riichi && !before?.riichi ? seat.riichi : null };
}

const isOpen = ({ from, kind }) => from !== null && kind !== "kakan";
const isCalled = (text) => text.includes("'");

// Who took the discard that was said last, or the one that lay there already, if that call is not said yet.
function called(left, last) {
  if (last && !(last.text && isCalled(last.text))) return null;
  const isTaken = ({ from }) => (last ? from === last.seat : !left[from].river.some(isCalled));
  const seat = left.findIndex(({ melds }) => melds.some((meld) => isOpen(meld) && isTaken(meld)));
  return seat < 0 ? null : seat;
}

// The next thing that a seat did: a meld, then a riichi, then one discard.
function nextOf(news, seat, after, isCaller) {
  const who = say.seatOf(after, seat);
  // An added kan lies where its pon lay, before what was called since.
  const next = news.melds.findIndex((meld) => isOpen(meld) === isCaller);
  if (next >= 0 && (isCaller || next === 0)) return callOf(news.melds.splice(next, 1)[0], seat, after);
  if (news.riichi && (!news.river.length || news.river[0].includes("*"))) {
    const { riichi } = news;
    news.riichi = null;
    return sentence("riichi", who, ...say.riichiParts(riichi));
  }
  if (!news.river.length) return null;
  const text = news.river.shift();
  return { ...sentence("discard", who, ...say.discardParts(text)), text, seat };
}

function callOf(meld, seat, after) {
  return sentence("call", say.seatOf(after, seat), ...say.meldParts(after, meld));
}

function sticks(before, after) {
  return after.seats.flatMap((seat, at) =>
    seat.riichi?.accepted && before.seats[at]?.riichi?.accepted !== true
      ? [sentence("stick", say.seatOf(after, at), "stick")]
      : [],
  );
}

// How many tiles are left is true of now, so it is said with the newest discard.
function counted(told, after, counts) {
  const last = told.map(({ text }) => Boolean(text)).lastIndexOf(true);
  const live = after.wall?.live ?? null;
  const isSaid = live !== null && (counts === "each" || live <= NEAR_THE_END);
  return told.map(({ kind, parts }, at) => {
    const more = at === last && isSaid ? ["left", live] : [];
    return sentence(kind, ...parts, ...more);
  });
}

function indicators(before, after) {
  const old = before.wall?.indicators ?? [];
  const now = after.wall?.indicators ?? [];
  return now.flatMap((tile, at) =>
    at >= old.length || (old[at] === "?" && tile !== "?")
      ? [sentence("indicator", ...say.indicatorParts(after.wall, at))]
      : [],
  );
}

// Norths set aside, and hands declared dead.
function setAside(before, after) {
  return after.seats.flatMap((seat, at) => {
    const old = before.seats[at];
    const who = say.seatOf(after, at);
    const kita = Math.max(0, seat.kita - (old?.kita ?? 0));
    return [
      ...Array(kita).fill(sentence("call", who, "kita")),
      ...(seat.dead && !old?.dead ? [sentence("result", who, "dead_hand")] : []),
    ];
  });
}

function results(before, after) {
  const { result } = after;
  if (!result) return [];
  const old = before.result;
  return [...howItEnded(old, result, after), ...paid(old, result, after)];
}

function howItEnded(old, result, after) {
  if (result.chombo !== null)
    return old?.chombo === result.chombo ? [] : [sentence("result", "chombo", say.seatOf(after, result.chombo))];
  // Two ron stand until a third makes a draw of them.
  if (result.ryuukyoku)
    return isSameDraw(old, result) ? [] : [sentence("result", ...say.drawParts(after, result))];
  return result.wins.flatMap((win) => {
    const said = old?.wins.find((one) => isSameWin(one, win)) ?? null;
    return [...winSaid(said, win, after), ...yakuSaid(said, win)];
  });
}

// After the draw people say who was tenpai: each time the draw is said again, with all who are.
const isSameDraw = (old, { ryuukyoku, tenpai }) =>
  old?.ryuukyoku === ryuukyoku && (ryuukyoku !== "exhaustive" || old.tenpai.join() === tenpai.join());

function winSaid(said, win, after) {
  if (!said) return [sentence("result", ...say.winParts(after, win))];
  const value = say.valueParts(win);
  const isNews = value.join() !== say.valueParts(said).join();
  return isNews && value.length ? [sentence("result", say.seatOf(after, win.seat), ...value)] : [];
}

// Its yaku: said after the win, and again when they are put right.
function yakuSaid(said, win) {
  const parts = say.yakuParts(win);
  return parts.length && parts.join() !== (said ? say.yakuParts(said).join() : "") ? [sentence("yaku", ...parts)] : [];
}

// Payments: what the result does to everybody's points, once it is known.
function paid(old, result, after) {
  if (old && old.deltas.join() === result.deltas.join()) return [];
  return result.deltas.flatMap((delta, seat) =>
    delta ? [sentence("points", say.seatOf(after, seat), ...say.signed(delta))] : [],
  );
}

// Who has more chips than before, and who fewer.
function chips(before, after) {
  return after.seats.flatMap((seat, at) => {
    const more = seat.chips - (before.seats[at]?.chips ?? 0);
    return more ? [sentence("points", say.seatOf(after, at), "chips", ...say.signed(more))] : [];
  });
}

// The end of the game with everybody's place and points; a rest; and when play goes on.
function ends(before, after) {
  if (after.tea?.paused && !before.tea?.paused) return [sentence("result", "paused")];
  if (before.tea?.paused && !after.tea?.paused) return [sentence("result", "resumed")];
  if (!after.final || before.final) return [];
  const places = after.final.map(({ place: at, seat, points }) =>
    sentence("points", `place.${at}`, say.seatOf(after, seat), ...say.pointsParts(points)),
  );
  return [sentence("result", "game_over"), ...places];
}

const OTHERS = ["reminder", "last_tile", "error", "question"];

// What the camera asks is said in full (`doubts`); for all else that is in question, people look at the table.
function reminded(before, after, lately) {
  return announcements({ ...before, questions: [] }, { ...after, questions: [] }, lately)
    .filter(({ kind }) => OTHERS.includes(kind))
    .map(({ phrases }) => sentence(phrases.includes("question") ? "look" : "reminder", ...phrases));
}

// The names of all that waits for an answer.
export function standing(snapshot) {
  return [...waiting(snapshot), ...doubtsOf(snapshot)];
}
