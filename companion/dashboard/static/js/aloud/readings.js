// What is read out when somebody asks: a river, whose turn it is, dora, points, tiles left, the hand. Pure: the
// snapshot that everybody sees in, one sentence out.

import { afterwards, hasNoRivers, sticksAfterwards } from "/static/js/seat.js";
import * as say from "/static/js/aloud/sentences.js";

const WINDS = ["E", "S", "W", "N"];

export const READINGS = {
  turn: whoseTurn,
  dora,
  points,
  left: tilesLeft,
  hand: thisHand,
  ...Object.fromEntries(WINDS.map((wind) => [`river.${wind}`, (snapshot) => river(snapshot, wind)])),
};

export function reading(name, snapshot, own) {
  const { kyoku, result, final } = snapshot;
  // A game may end in mid-hand: then nothing of that hand counts.
  const isBetween = name !== "points" && (!kyoku || (final && !result));
  const parts = isBetween ? ["no_hand"] : READINGS[name](snapshot, own);
  return { kind: "answer", parts };
}

function river(snapshot, wind) {
  const seat = snapshot.seats.find((each) => each.wind === wind);
  if (!seat) return [`seat.${wind}`, "none"];
  const laid = seat.river.flatMap(riverTile);
  const melds = seat.melds.flatMap((meld) => say.meldParts(snapshot, meld));
  return [
    "river",
    `seat.${wind}`,
    ...(laid.length ? laid : [hasNoRivers(snapshot) ? "not_followed" : "none"]),
    ...(melds.length ? ["melds", ...melds] : []),
    ...(seat.kita ? ["norths", seat.kita] : []),
    ...(seat.riichi ? say.riichiParts(seat.riichi) : []),
  ];
}

// The tile that lies sideways is the one with which riichi was declared.
function riverTile(text) {
  return [
    ...(text.includes("*") ? ["riichi"] : []),
    ...say.discardParts(text),
    ...(text.includes("'") ? ["called"] : []),
  ];
}

function whoseTurn(snapshot) {
  const { kyoku, result } = snapshot;
  if (result) return [...resultParts(snapshot)];
  if (kyoku.phase === "unfollowed") return ["not_followed"];
  const offer = kyoku.offer ? [say.seatOf(snapshot, kyoku.offer.seat), say.tileWord(kyoku.offer.tile)] : [];
  return [...offer, "turn", say.seatOf(snapshot, kyoku.turn)];
}

function resultParts(snapshot) {
  const { result } = snapshot;
  if (result.chombo !== null) return ["chombo", say.seatOf(snapshot, result.chombo)];
  return result.ryuukyoku
    ? say.drawParts(snapshot, result)
    : result.wins.flatMap((win) => [...say.winParts(snapshot, win), ...say.yakuParts(win)]);
}

function dora({ wall }) {
  const each = wall ? wall.indicators.flatMap((_, at) => say.indicatorParts(wall, at)) : [];
  return each.length ? each : ["indicator", "none"];
}

// The first place first; once a hand has its result, what it leads to, as the screen shows it.
function points(snapshot) {
  const sticks = sticksAfterwards(snapshot);
  const order = snapshot.seats.map((seat) => afterwards(seat, snapshot)).sort((one, other) => one.place - other.place);
  const each = order.flatMap((seat) => [`seat.${seat.wind}`, ...say.pointsParts(seat.points)]);
  return ["points", ...each, ...(sticks ? ["sticks", sticks] : [])];
}

function tilesLeft({ wall }) {
  return wall?.live === null || !wall ? ["not_followed"] : ["left", wall.live];
}

function thisHand(snapshot, own) {
  return say.dealParts(snapshot, own);
}
