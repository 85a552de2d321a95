// What is no longer so: taken back, or put right. Pure. Within one deal, what has vanished is said as taken back, the
// newest of each kind first; what has changed is said as corrected, a single tile with the old one and the new one.

import { expected, hasPenalty } from "/static/js/sound/announcements.js";
import * as say from "/static/js/aloud/sentences.js";

const MOST_IN_A_RIVER = 2;

export function corrections(before, after) {
  return [...takenBack(before, after), ...putRight(before, after)];
}

function back(...parts) {
  return { kind: "back", parts: ["taken_back", ...parts] };
}

function right(...parts) {
  return { kind: "corrected", parts: ["set_right", ...parts] };
}

function takenBack(before, after) {
  return [
    ...lostEnd(before, after),
    ...lostResult(before, after),
    ...lostIndicators(before, after),
    ...before.seats.flatMap((_, seat) => lostOf(before, after, seat)),
  ];
}

function lostEnd(before, after) {
  return before.final && !after.final ? [back("game_over")] : [];
}

function lostResult(before, after) {
  const [old, now] = [before.result, after.result];
  if (!old) return [];
  if (old.chombo !== null) return now?.chombo === old.chombo ? [] : [back("chombo", say.seatOf(before, old.chombo))];
  if (old.ryuukyoku) return now?.ryuukyoku === old.ryuukyoku ? [] : [back(`draw.${old.ryuukyoku}`)];
  // Three ron make a draw of the two that were said: none of them is taken back.
  if (now?.ryuukyoku === "sanchahou") return [];
  const lost = old.wins.filter((win) => !now?.wins.some((one) => isSameWin(win, one)));
  return lost.reverse().map((win) => back(say.seatOf(before, win.seat), win.by));
}

// The same player won in the same way: what it is worth may be said later, or be put right.
export function isSameWin(one, other) {
  return one.seat === other.seat && one.by === other.by && one.giver === other.giver;
}

function lostIndicators(before, after) {
  const old = before.wall?.indicators ?? [];
  const lost = old.slice(after.wall?.indicators.length ?? 0);
  return lost.reverse().map((tile) => back("indicator", say.tileWord(tile)));
}

function lostOf(before, after, seat) {
  const [old, now] = [before.seats[seat], after.seats[seat]];
  const who = say.seatOf(before, seat);
  const discards = old.river.slice(now.river.length).reverse();
  const melds = old.melds.filter((meld, at) => isLost(meld, now.melds[at])).reverse();
  return [
    ...discards.map((text) => back(who, say.tileWord(text))),
    ...(old.riichi?.accepted && !now.riichi?.accepted ? [back(who, "stick")] : []),
    ...(old.riichi && !now.riichi ? [back(who, ...say.riichiParts(old.riichi))] : []),
    ...melds.map((meld) => back(who, ...say.meldParts(before, meld))),
    ...Array(Math.max(0, old.kita - now.kita)).fill(back(who, "kita")),
    ...(old.dead && !now.dead ? [back(who, "dead_hand")] : []),
  ];
}

// An added kan lies where its pon lay.
function isLost(old, now) {
  return !now || (old.kind === "kakan" && now.kind === "pon");
}

function putRight(before, after) {
  return [
    ...before.seats.flatMap((_, seat) => [...otherTiles(before, after, seat), ...otherMelds(before, after, seat)]),
    ...otherIndicators(before, after),
    ...otherPoints(before, after),
  ];
}

// One or two changed tiles are said singly; where there are more, how the river lies now.
function otherTiles(before, after, seat) {
  const [old, now] = [before.seats[seat].river, after.seats[seat].river];
  const who = say.seatOf(after, seat);
  const others = old.flatMap((text, at) => {
    const [was, is] = [say.tileWord(text), now[at] && say.tileWord(now[at])];
    return is && was !== is ? [[was, is]] : [];
  });
  if (others.length > MOST_IN_A_RIVER) return [right("river", who, ...now.map(say.tileWord))];
  return others.map(([was, is]) => right(who, was, "becomes", is));
}

function otherMelds(before, after, seat) {
  const who = say.seatOf(after, seat);
  return after.seats[seat].melds.flatMap((meld, at) => {
    const old = before.seats[seat].melds[at];
    const isOther = old?.kind === meld.kind && old.tiles.join() !== meld.tiles.join();
    return isOther ? [right(who, ...say.meldParts(after, meld))] : [];
  });
}

// An indicator that nobody had seen is news, not a correction.
function otherIndicators(before, after) {
  const now = after.wall?.indicators ?? [];
  return (before.wall?.indicators ?? []).flatMap((tile, at) => {
    const isOther = now[at] && tile !== "?" && tile !== now[at];
    return isOther ? [right("indicator", say.tileWord(tile), "becomes", say.tileWord(now[at]))] : [];
  });
}

// Points that neither a stick nor a result explains: a penalty, or a hand long past that was put right.
function otherPoints(before, after) {
  const isPaid = after.result && after.seats.every((seat, at) => seat.points === after.result.points[at]);
  const wasPaid = before.result && before.seats.every((seat, at) => seat.points === before.result.points[at]);
  if (isPaid !== wasPaid && (isPaid || wasPaid)) return [];
  const changed = after.seats.filter((seat, at) => seat.points !== expected(before.seats[at], seat));
  if (!changed.length) return [];
  if (hasPenalty(before, after)) {
    return changed.map(({ seat, wind, points }) => ({
      kind: "points",
      parts: [`seat.${wind}`, ...say.signed(points - expected(before.seats[seat], after.seats[seat]))],
    }));
  }
  return [pointsNow(changed)];
}

function pointsNow(seats) {
  return right("points", ...seats.flatMap(({ wind, points }) => [`seat.${wind}`, ...say.pointsParts(points)]));
}

// After a hand people may count points, or sit elsewhere: the hand is put away, and nothing of it is taken back. Who
// takes points along has the same as before.
export function countedAnew(before, after) {
  const had = new Map(before.seats.map((one) => [whoIn(one), before.result?.points[one.seat] ?? one.points]));
  const changed = after.seats.filter((one) => had.has(whoIn(one)) && one.points !== had.get(whoIn(one)));
  return [...lostEnd(before, after), ...(changed.length ? [pointsNow(changed)] : [])];
}

// Players without a name are called by their wind, which changes with the dealer: they are told apart by their seats.
const whoIn = ({ seat, name, wind }) => (name === wind ? seat : name);
