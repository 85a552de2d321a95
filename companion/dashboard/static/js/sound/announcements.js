// What is said aloud when one state of the table follows another. Pure: two snapshots in, announcements out, each a
// kind (which chime, and what can be muted) and the phrases in the order in which they are said. No word stands here.

import { unsettled } from "/static/js/settled.js";

export const KINDS = ["call", "riichi", "reminder", "last_tile", "result", "correction", "question", "error"];

// Reminders that are worth a voice, and the phrase for each. The others are read, not heard.
const REMINDERS = {
  flip_first_indicator: ["reminder", "flip_first_indicator"],
  flip_kan_dora_now: ["reminder", "flip_kan_dora"],
  // It is time to flip once the discard has passed: until then somebody may win on it.
  flip_kan_dora_passed: ["reminder", "flip_after_discard"],
  flip_kan_dora_after_discard: ["reminder", "flip_after_discard"],
  indicator_turned_early: ["reminder", "turned_early"],
  few_tiles: ["reminder", "no_more_riichi"],
  no_more_kan: ["reminder", "no_more_kan"],
  four_kans: ["reminder", "four_kans"],
  suufon_possible: ["reminder", "suufon_possible"],
  suucha_possible: ["reminder", "suucha_possible"],
  draw_due: ["reminder", "draw_due"],
  turn_ura: ["reminder", "turn_ura"],
  last_tile: ["last_tile", "last_tile"],
  last_discard: ["last_tile", "last_discard"],
  points_off: ["error", "points_off"],
};
const CALLS = { chi: "chi", pon: "pon", daiminkan: "kan", kakan: "kan", ankan: "kan" };
const LIMITS = ["mangan", "haneman", "baiman", "sanbaiman", "yakuman"];
const DRAWS = ["exhaustive", "nagashi_mangan", "kyuushu", "suufon", "suucha_riichi", "suukaikan", "sanchahou"];
const WINDS = ["E", "S", "W", "N"];
const STICK = 1_000;

export const PHRASES = [
  ...WINDS.flatMap((wind) => [`seat.${wind}`, `from.${wind}`]),
  ...["chi", "pon", "kan", "kita", "riichi", "double_riichi", "ron", "tsumo", "chombo"],
  ...LIMITS.map((limit) => `limit.${limit}`),
  ...DRAWS.map((kind) => `draw.${kind}`),
  ...["all_noten", "all_tenpai", "tenpai", "game_over", "corrected", "taken_back", "question", "source_down"],
  ...new Set(Object.values(REMINDERS).map(([, phrase]) => phrase)),
];

// Two states may have the same `seq`: what a source says of itself is no entry of the journal. `lately` are the names
// (`waiting`) of what stood a moment ago and may have gone for a blink: that is not news.
export function announcements(before, after, lately = []) {
  if (!before || !after || before.game !== after.game) return [];
  const passed = dealsBetween(before, after);
  const isBack = passed < 0 || Boolean(before.final && !after.final) || (passed === 0 && hasLost(before, after));
  const old = passed === 0 ? before : { ...before, seats: [], result: null, reminders: [] };
  const results = passed < 0 ? [] : ofResult(old.result, after);
  return [
    ...(isBack ? [one("correction", "taken_back")] : []),
    ...(!isBack && isCorrected(before, after, passed) ? [one("correction", "corrected")] : []),
    // What took the place of a call that is gone is news, too; an earlier deal that came back was said long ago.
    ...(passed < 0 ? [] : [...ofCalls(old, after), ...ofRiichi(old, after)]),
    ...results,
    ...ofReminders(old, after),
    ...ofWaiting(before, after, lately),
    ...ofSources(before, after),
    ...(after.final && !before.final ? [one("result", "game_over")] : []),
  ];
}

function one(kind, ...phrases) {
  return { kind, phrases };
}

// Above zero where a later deal is shown, below where an earlier one came back. Between two deals there may be none.
// After a chombo two deals have the same name; a hand long past that is put right can give a deal another name.
// Where seats or points change after a hand, it is put away; when that is undone, the hand comes back with its result.
// A hand that is gone without a result, while something can be redone, is one whose deal was undone; a page that slept
// may have missed the result.
export function dealsBetween({ kyoku: old, result: ended }, { kyoku: now, result, redo }) {
  if (!old && !now) return 0;
  if (!old) return result && redo ? -1 : 1;
  if (!now) return ended || !redo ? 1 : -1;
  return now.deal - old.deal || place(now) - place(old);
}

function place({ round_wind, number, honba }) {
  return (WINDS.indexOf(round_wind) * 4 + number) * 1_000 + honba;
}

const seatPhrase = (snapshot, seat) => `seat.${snapshot.seats[seat].wind}`;
const fromPhrase = (snapshot, seat) => `from.${snapshot.seats[seat].wind}`;

// Within one deal nothing vanishes by play: what is gone was taken back. A kan over a pon takes the pon's place.
function hasLost(before, after) {
  if (before.result && (!after.result || hasFewerWins(before.result, after.result))) return true;
  if ((before.wall?.indicators.length ?? 0) > (after.wall?.indicators.length ?? 0)) return true;
  return before.seats.some((seat, at) => {
    const now = after.seats[at];
    const hasFewer = now.river.length < seat.river.length || now.melds.length < seat.melds.length;
    return hasFewer || now.kita < seat.kita || (seat.riichi && !now.riichi) || (seat.dead && !now.dead);
  });
}

// Of several wins on one tile the last was taken back. Three ron may make a draw of the two that were told.
function hasFewerWins(old, { wins, ryuukyoku }) {
  const isSame = (win, one) => one.seat === win.seat && one.by === win.by && one.giver === win.giver;
  const isOld = (win) => old.wins.some((one) => isSame(win, one));
  return ryuukyoku === null && wins.length > 0 && wins.length < old.wins.length && wins.every(isOld);
}

// Points that neither a riichi nor a result explains were put right, in this hand or in one long past.
function isCorrected(before, after, passed) {
  if (passed > 0 || !after.kyoku) return false;
  if (before.result && after.result)
    return !equal(before.result.points, after.result.points) && !isToldNow(before, after);
  const isPaid = after.result && after.seats.every((seat, at) => seat.points === after.result.points[at]);
  if (isPaid || hasPenalty(before, after)) return false;
  return after.seats.some((seat, at) => seat.points !== expected(before.seats[at], seat));
}

// The points if nothing but a stick was paid, or went back because its tile was won on.
export function expected(before, now) {
  const stick = Number(Boolean(now.riichi?.accepted)) - Number(Boolean(before.riichi?.accepted));
  return before.points - stick * STICK;
}

export function hasPenalty(before, after) {
  const count = ({ reminders }) => reminders.filter(({ code }) => code === "penalty_given").length;
  return count(after) > count(before);
}

// A win was first said without its value, another player wins on the same tile, or somebody says after a draw who was
// tenpai: news, not a correction.
function isToldNow({ result: old }, { result: now }) {
  const isSameDraw = old.ryuukyoku !== null && old.ryuukyoku === now.ryuukyoku;
  return isSameDraw || old.wins.some((win) => !hasValue(win)) || now.wins.length > old.wins.length;
}

function equal(one, other) {
  return one.length === other.length && one.every((value, at) => value === other[at]);
}

function ofCalls(before, after) {
  return after.seats.flatMap((seat, at) => {
    const old = before.seats[at] ?? { melds: [], kita: 0 };
    const isFewer = seat.melds.length < old.melds.length;
    const fresh = isFewer ? [] : seat.melds.filter((meld, place) => isNew(meld, old.melds[place]));
    const called = fresh.map((meld) => CALLS[meld.kind]);
    const said = seat.kita > old.kita ? [...called, "kita"] : called;
    return said.slice(-1).map((word) => one("call", word, seatPhrase(after, at)));
  });
}

// A pon that stands again, its added tile taken back, was said long ago.
function isNew(meld, old) {
  return meld.kind !== old?.kind && !(meld.kind === "pon" && old?.kind === "kakan");
}

function ofRiichi(before, after) {
  return after.seats.flatMap((seat, at) =>
    seat.riichi && !before.seats[at]?.riichi
      ? [one("riichi", seat.riichi.double ? "double_riichi" : "riichi", seatPhrase(after, at))]
      : [],
  );
}

// One phrase may stand for several reminders, such as those before and after a player who has a kan discards: it is
// said only once.
function ofReminders(before, after) {
  const saidAs = ({ code, seat, refuses }) => (!refuses && REMINDERS[code]?.[1]) || `${code} ${seat} ${refuses}`;
  const known = new Set(before.reminders.map(saidAs));
  const isNews = (reminder) => !known.has(saidAs(reminder)) && known.add(saidAs(reminder));
  return unsettled(after)
    .filter((reminder) => !reminder.seen && isNews(reminder))
    .flatMap(({ code, seat, refuses }) => {
      if (refuses) return [one("error", ...(seat === null ? [] : [seatPhrase(after, seat)]), "question")];
      return code in REMINDERS ? [one(...REMINDERS[code])] : [];
    });
}

// However much comes at once, somebody has to look, and is called once.
function ofWaiting(before, after, lately) {
  const known = [...waiting(before), ...lately];
  return waiting(after, unsettled(after).filter(({ seen }) => !seen)).every((name) => known.includes(name))
    ? []
    : [one("question", "question")];
}

// What somebody has to look at: what the camera asks, what a device asks, and what does not fit and has no phrase of
// its own. Each has a name that stays the same, however the question changes: its number does not. A card is about one
// place of one hand.
export function waiting({ game, kyoku, questions = [], ...snapshot }, reminders = snapshot.reminders) {
  const cards = questions.map(({ code, seat, place = "" }) => `${game} ${kyoku?.deal} ${code} ${seat} ${place}`);
  const said = reminders.filter(
    ({ code, level, asks, refuses }) => (asks || level === "warn") && !refuses && !(code in REMINDERS),
  );
  return counted([...cards, ...said.map(({ code, seat }) => `${game} ${code} ${seat}`)]);
}

// Of equal names the second is another one.
function counted(names) {
  return names.map((name, at) => `${name} ${names.slice(0, at).filter((other) => other === name).length}`);
}

function ofSources(before, after) {
  const wasDown = new Set(before.health.sources.filter(({ state }) => state === "down").map(({ name }) => name));
  const isNew = after.health.sources.some(({ name, state }) => state === "down" && !wasDown.has(name));
  return isNew ? [one("error", "source_down")] : [];
}

function ofResult(old, after) {
  const { result } = after;
  if (!result) return [];
  if (old && hasFewerWins(old, result)) return [];
  const phrases = old && isSameEnd(old, result) ? newsOfWins(old, after) : wholeResult(after);
  return phrases.length ? [one("result", ...phrases)] : [];
}

// The wins said before still stand; more may have come.
function isSameEnd(old, result) {
  const isKept = old.wins.every((win, at) => isSameWin(win, result.wins[at]));
  const isSameEnd = old.ryuukyoku === result.ryuukyoku && old.chombo === result.chombo;
  return isKept && isSameEnd && equal(old.tenpai, result.tenpai);
}

function isSameWin(win, now) {
  if (!now || win.seat !== now.seat || win.by !== now.by || win.giver !== now.giver) return false;
  return !hasValue(win) || win.limit === now.limit;
}

function hasValue(win) {
  return win.han !== null || win.yakuman > 0;
}

function newsOfWins(old, after) {
  return after.result.wins.flatMap((win, at) => {
    const said = old.wins[at];
    if (!said) return winPhrases(win, after);
    return !hasValue(said) && win.limit ? [seatPhrase(after, win.seat), `limit.${win.limit}`] : [];
  });
}

function wholeResult(after) {
  const { wins, ryuukyoku, tenpai, chombo } = after.result;
  if (chombo !== null) return ["chombo", seatPhrase(after, chombo)];
  if (wins.length) return wins.flatMap((win) => winPhrases(win, after));
  const drawn = [`draw.${ryuukyoku}`];
  return ryuukyoku === "exhaustive" ? [...drawn, ...tenpaiPhrases(tenpai, after)] : drawn;
}

function winPhrases(win, after) {
  const from = win.by === "ron" ? [fromPhrase(after, win.giver)] : [];
  return [win.by, seatPhrase(after, win.seat), ...from, ...(win.limit ? [`limit.${win.limit}`] : [])];
}

function tenpaiPhrases(tenpai, after) {
  if (tenpai.length === 0) return ["all_noten"];
  if (tenpai.length === after.seats.length) return ["all_tenpai"];
  return ["tenpai", ...tenpai.map((seat) => seatPhrase(after, seat))];
}
