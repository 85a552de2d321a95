// A winning hand by tiles: tapped as it lies there, and valued whenever it is whole. The foot shows what it is worth.

import { html, useEffect, useState } from "/static/vendor/htm-preact-standalone.module.js";
import { Face } from "/static/js/tiles.js";
import { Indicators, tellIndicator } from "/static/js/play/indicators.js";
import { norths, plain, quad } from "/static/js/play/copies.js";
import { KeyFace, TileKeys } from "/static/js/play/picker.js";
import { Picks } from "/static/js/play/sheet.js";
import { useWorth } from "/static/js/play/worth.js";

const MODES = ["closed", "chi", "pon", "openkan", "ankan"];
const OPEN = ["chi", "pon", "openkan"];

export function HandBuilder(props) {
  const { snapshot, words, play, winner, from, onChange } = props;
  const seat = snapshot.seats[winner.seat];
  const built = useBuilt(winner, seat, snapshot);
  const { mode, tiles, melds, run, ura, given, wanted } = built;
  const hand = given ? tiles : tiles.slice(0, -1);
  const tile = given ?? tiles.at(-1) ?? null;
  const isWhole = tiles.length === wanted && melds.every((meld) => meld.tiles.length) && from !== null;
  const won = from === "tsumo" ? { by: "tsumo", giver: winner.seat } : { by: "ron", giver: from };
  const laid = melds.map((meld) => ({ kind: meld.kind, tiles: meld.tiles }));
  const said = { ura, melds: laid, flags: winner.flags ?? {}, local_yaku: winner.local ?? [] };
  const body = isWhole && { seat: winner.seat, ...won, tile, hand, ...said };
  const [worth, isOfThis] = useWorth(body, indicatorsOf(snapshot));

  useEffect(() => {
    // What was counted for other tiles or flags no longer holds.
    const isGood = isWhole && isOfThis && worth && !worth.error;
    onChange({
      entered: tiles,
      melds,
      ura,
      laidAtTable: JSON.stringify(seat.melds),
      hand: isGood ? hand : null,
      wonTile: tile,
      told: melds.filter((meld) => meld.isNew).map(({ kind, tiles: shown }) => ({ kind, tiles: shown })),
      named: melds.filter((meld) => meld.isFilled && isKan(meld)),
      counted: isWhole ? worth : null,
      isCounting: isWhole && !isOfThis,
      worth: isGood ? valueOf(worth) : null,
      yakuman: isGood ? worth.yakuman : 0,
    });
  }, [worth, isWhole, isOfThis, JSON.stringify([tiles, melds, ura])]);

  const isUsedUp = usedUp([...tiles, ...run, ...ura, ...melds.flatMap((meld) => meld.tiles)], snapshot, from);
  const modes = modesOf(seat, snapshot.players);
  const pick = (text) => (isOfWall(mode) ? tell(text) : built.pick(text));
  function tell(text) {
    built.setMode("closed");
    tellIndicator(mode.at, text, play);
  }
  return html`
    <div class="builder">
      <${Built} ...${built} words=${words} />
      <div class="builder-line">
        <${Picks}
          label=${words.say("play.taps_are")}
          chosen=${mode}
          onPick=${built.setMode}
          options=${modes.map((one) => [one, words.say(`play.mode.${one}`)])}
        />
        <${Indicators} ...${props} ...${built} />
        <div class="taken">
          <button type="button" onClick=${built.takeBack}>${words.say("play.back")}</button>
          <button type="button" onClick=${built.clear}>${words.say("play.clear_tiles")}</button>
        </div>
      </div>
      <${TileKeys} snapshot=${snapshot} words=${words} onPick=${pick} without=${isUsedUp} />
    </div>
  `;
}

function usedUp(typed, snapshot, from) {
  const all = [...typed, ...norths(snapshot, from), ...snapshot.wall.indicators];
  return (text) => all.filter((one) => plain(one) === plain(text)).length >= 4;
}

const isOfWall = (mode) => typeof mode === "object";
const indicatorsOf = ({ wall }) => JSON.stringify([wall.indicators, wall.owed_now]);

// What taps on tiles can mean: in riichi nothing is called, and three players have no chi.
function modesOf(seat, players) {
  return MODES.filter((one) => !OPEN.includes(one) || (!seat.riichi && (one !== "chi" || players === 4)));
}

// The hand as far as it has been tapped, and what one more tap does to it.
function useBuilt(winner, seat, snapshot) {
  const [mode, setMode] = useState("closed");
  const [tiles, setTiles] = useState(() => winner.entered ?? []);
  // If the melds at the table have changed since these were typed, those at the table count.
  const isSame = winner.melds && winner.laidAtTable === JSON.stringify(seat.melds);
  const [melds, setMelds] = useState(() => (isSame ? winner.melds : seat.melds.map(known)));
  const [run, setRun] = useState([]);
  const [ura, setUra] = useState(winner.ura ?? []);
  const given = winner.tile ?? null;
  const wanted = 14 - 3 * melds.length - (given ? 1 : 0);

  function pick(text) {
    if (mode === "closed") return tiles.length < wanted && setTiles([...tiles, text]);
    if (mode === "ura") {
      setMode("closed");
      return setUra([...ura, text]);
    }
    if (mode === "chi") return grow(text);
    if (mode === "pon") return addMeld({ kind: "pon", tiles: triplet(text) });
    return addMeld({ kind: mode === "ankan" ? "ankan" : "daiminkan", tiles: quad(text, snapshot) });
  }

  function grow(text) {
    const next = [...run, text];
    if (next.length < 3) return setRun(next);
    setRun([]);
    return addMeld({ kind: "chi", tiles: next.sort(byRank) });
  }

  function addMeld(meld) {
    setMelds(withMeld(melds, meld));
    setMode("closed");
  }

  function takeBack() {
    if (mode === "ura" && ura.length) return setUra(ura.slice(0, -1));
    if (run.length) return setRun(run.slice(0, -1));
    if (tiles.length) return setTiles(tiles.slice(0, -1));
    const last = melds.map(isTyped).lastIndexOf(true);
    return setMelds(melds.flatMap((meld, at) => (at === last ? asTold(meld) : [meld])));
  }

  function clear() {
    setTiles([]);
    setRun([]);
    setUra([]);
    setMelds(melds.flatMap(asTold));
    setMode("closed");
  }

  // A tapped tile goes to the end: there it is the winning one, unless that is known already.
  function moveToEnd(at) {
    setTiles([...tiles.slice(0, at), ...tiles.slice(at + 1), tiles[at]]);
  }

  return { mode, setMode, tiles, melds, run, ura, given, wanted, pick, takeBack, clear, moveToEnd };
}

// The hand as it lies there: its tiles and the places still empty, the winning tile, melds.
function Built({ tiles, melds, run, given, wanted, moveToEnd, words }) {
  const laid = run.length ? [...melds, { kind: "chi", tiles: run }] : melds;
  const empty = Array.from({ length: Math.max(0, wanted - tiles.length) }, (_, at) => at);
  const isWinning = (at) => !given && at === wanted - 1;
  const tap = (at) => () => moveToEnd(at);
  return html`
    <div class="built" role="group" aria-label=${words.say("play.hand")}>
      ${tiles.map((text, at) => html`
        <${Laid} key=${at} text=${text} words=${words} isWinning=${isWinning(at)} onTap=${tap(at)} />
      `)}
      ${empty.map((at) => html`<span key=${`e${at}`} class="slot" aria-hidden="true"></span>`)}
      ${given && html`
        <span class="tile won" role="img" aria-label=${words.tile(given)}><${Face} text=${given} /></span>
      `}
      ${laid.map((meld, at) => html`<${LaidMeld} key=${`m${at}`} meld=${meld} words=${words} />`)}
    </div>
  `;
}

function Laid({ text, words, isWinning, onTap }) {
  const kind = `built-tile ${isWinning ? "won" : ""}`;
  return html`
    <button type="button" class=${kind} aria-label=${words.tile(text)} onClick=${onTap}>
      <${KeyFace} text=${text} />
    </button>
  `;
}

function LaidMeld({ meld, words }) {
  const tiles = words.list(meld.tiles.map((text) => words.tile(text)));
  const shown = meld.tiles.length ? meld.tiles : Array(isKan(meld) ? 4 : 3).fill("?");
  const face = (text) => (text === "?" ? html`<span class="blank">?</span>` : html`<${Face} text=${text} />`);
  return html`
    <span class="run" role="img" aria-label=${words.of(words.say(`meld.${meld.kind}`), tiles)}>
      ${shown.map((text, at) => html`<span class="tile" key=${at}>${face(text)}</span>`)}
    </span>
  `;
}

const isKan = ({ kind }) => kind.endsWith("kan");
// Called and added kans are tapped in the same mode.
const sortOf = ({ kind }) => (kind === "kakan" ? "daiminkan" : kind);

// A meld of that kind that was told without its tiles gets them, and of a kan the table is told, too; else it is new.
export function withMeld(melds, meld) {
  const at = melds.findIndex((old) => !old.tiles.length && sortOf(old) === sortOf(meld));
  if (at >= 0) return melds.map((old, n) => (n === at ? { ...old, tiles: meld.tiles, isFilled: true } : old));
  return melds.length < 4 ? [...melds, { ...meld, isNew: true }] : melds;
}

const isTyped = (meld) => Boolean(meld.isNew || meld.isFilled);

// Without what was typed: a new meld is gone, and one that was told without its tiles has none again.
function asTold(meld) {
  if (meld.isNew) return [];
  return [meld.isFilled ? { ...meld, tiles: [], isFilled: false } : meld];
}

const byRank = (one, other) => (plain(one) < plain(other) ? -1 : 1);

function triplet(text) {
  return text[0] === "0" ? [text, plain(text), plain(text)] : [text, text, text];
}

function known(meld) {
  const tiles = meld.tiles.map((text) => (text[0] === "?" ? "?" : text.slice(0, 2)));
  return { kind: meld.kind, tiles: tiles.includes("?") ? [] : tiles };
}

function valueOf({ han, fu, yakuman, yaku }) {
  return { han, fu, yakuman, yaku };
}
