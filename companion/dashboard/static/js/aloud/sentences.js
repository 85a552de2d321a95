// What one thing at the table is called aloud. Pure: parts of a snapshot in, parts of a sentence out. A part is a word
// (a clip's name, such as "riichi", "seat.S", "tile.5p") or a whole number. Every language says them in this order.

import { isOfAnyKind } from "/static/js/melds.js";

export const seatOf = (snapshot, seat) => `seat.${snapshot.seats[seat].wind}`;
const fromOf = (snapshot, seat) => `from.${snapshot.seats[seat].wind}`;

// "5p_*'" -> "tile.5p"; "tile.unknown" where nobody saw the tile.
export function tileWord(text) {
  return text[0] === "?" ? "tile.unknown" : `tile.${text.slice(0, 2)}`;
}

export function discardParts(text) {
  return [tileWord(text), ...(text.includes("_") ? ["tsumogiri"] : [])];
}

const MELDS = { chi: "chi", pon: "pon", daiminkan: "open_kan", kakan: "added_kan", ankan: "closed_kan" };

// A run is said tile by tile. Of equal tiles one is said: the red one, where one of them is red.
export function meldParts(snapshot, meld) {
  const tiles = meld.tiles.map((text) => (text[0] === "?" ? "?" : text.slice(0, 2)));
  const from = meld.from === null || meld.kind === "kakan" ? [] : [fromOf(snapshot, meld.from)];
  const word = isOfAnyKind(meld) ? "kan" : MELDS[meld.kind];
  return [word, ...(meld.kind === "chi" ? inOrder(tiles) : [oneOf(tiles)]).map(tileWord), ...from];
}

const rank = (tile) => (tile[0] === "0" ? 5 : Number(tile[0]));

function inOrder(tiles) {
  return [...tiles].sort((one, other) => (one === "?" ? 1 : other === "?" ? -1 : rank(one) - rank(other)));
}

function oneOf(tiles) {
  return tiles.find((tile) => tile[0] === "0") ?? tiles.find((tile) => tile !== "?") ?? "?";
}

export function riichiParts(riichi) {
  return [riichi.double ? "double_riichi" : "riichi", ...(riichi.open ? ["open_riichi"] : [])];
}

// The indicator, and the dora that it makes: "?" makes none.
export function indicatorParts(wall, at) {
  const [tile, dora] = [wall.indicators[at], wall.dora[at]];
  return ["indicator", tileWord(tile), ...(dora === "?" ? [] : ["dora", tileWord(dora)])];
}

export function winParts(snapshot, win) {
  const from = win.by === "ron" ? [fromOf(snapshot, win.giver)] : [];
  const tile = win.tile === "?" ? [] : [tileWord(win.tile)];
  return [seatOf(snapshot, win.seat), win.by, ...from, ...tile, ...valueParts(win)];
}

// What it is worth; nothing while nobody has said it.
export function valueParts({ han, fu, yakuman, limit }) {
  if (yakuman > 1) return [yakuman, "times", "limit.yakuman"];
  if (limit) return [`limit.${limit}`];
  if (han === null) return [];
  return [han, "han", ...(fu ? [fu, "fu"] : [])];
}

// The names that have a clip. What is written otherwise is a yaku of the house, which the screen names.
const YAKU = (
  "menzen_tsumo ippatsu chankan rinshan haitei houtei pinfu tanyao iipeikou haku hatsu chun chiitoitsu chanta ittsu " +
  "seat_wind_east seat_wind_south seat_wind_west seat_wind_north round_wind_east round_wind_south round_wind_west " +
  "round_wind_north sanshoku_doujun sanshoku_doukou sankantsu toitoi sanankou shousangen honroutou ryanpeikou " +
  "junchan honitsu chinitsu renhou tenhou chiihou daisangen suuankou suuankou_tanki tsuuiisou ryuuiisou chinroutou " +
  "chuuren junsei_chuuren kokushi kokushi_13 daisuushii shousuushii suukantsu"
).split(" ");
const AS_CALLED = ["riichi", "double_riichi", "open_riichi"];
const COUNTED = ["ura_dora", "aka_dora", "nuki_dora"];

// Each yaku by its name, and how many dora; nothing where nobody has named them.
export function yakuParts({ yaku }) {
  return yaku.flatMap(([name, han]) => {
    if (AS_CALLED.includes(name)) return [name];
    if (name === "dora") return ["dora", han];
    if (COUNTED.includes(name)) return [`yaku.${name}`, han];
    return [YAKU.includes(name) ? `yaku.${name}` : "yaku.local"];
  });
}

export function drawParts(snapshot, { ryuukyoku, tenpai }) {
  const drawn = [`draw.${ryuukyoku}`];
  if (ryuukyoku !== "exhaustive") return drawn;
  if (tenpai.length === 0) return [...drawn, "all_noten"];
  if (tenpai.length === snapshot.seats.length) return [...drawn, "all_tenpai"];
  return [...drawn, "tenpai", ...tenpai.map((seat) => seatOf(snapshot, seat))];
}

export function signed(points) {
  return [points < 0 ? "minus" : "plus", Math.abs(points)];
}

export function pointsParts(points) {
  return points < 0 ? ["minus", -points] : [points];
}

// Which deal it is and what lies on the table for it; `own` is the seat of who listens, where that was chosen.
export function dealParts(snapshot, own) {
  const { kyoku, wall } = snapshot;
  const honba = kyoku.honba ? [kyoku.honba, "honba"] : [];
  const sticks = kyoku.kyoutaku ? ["sticks", kyoku.kyoutaku] : [];
  const mine = snapshot.seats[own] ? ["you", seatOf(snapshot, own)] : [];
  const dora = wall ? wall.indicators.flatMap((_, at) => indicatorParts(wall, at)) : [];
  return [`round.${kyoku.round_wind}${kyoku.number}`, ...honba, ...sticks, ...mine, ...dora];
}
