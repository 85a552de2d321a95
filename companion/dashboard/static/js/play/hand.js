// A winning hand by tiles: tapped as it lies there, valued while one taps. Flags come from the state; what nobody can
// know is asked, and only that.

import { html, useEffect, useState } from "/static/vendor/htm-preact-standalone.module.js";
import { value as asked } from "/static/js/commands.js";
import { Face } from "/static/js/tiles.js";
import { quad, TileKeys } from "/static/js/play/picker.js";
import { Picks } from "/static/js/play/sheet.js";

const MODES = ["closed", "chi", "pon", "openkan", "ankan", "ura"];

export function HandBuilder(props) {
  const { snapshot, words, winner, from, onChange } = props;
  const seat = snapshot.seats[winner.seat];
  const [mode, setMode] = useState("closed");
  const [tiles, setTiles] = useState(() => winner.entered ?? []);
  const [melds, setMelds] = useState(() => winner.melds ?? seat.melds.map(known));
  const [run, setRun] = useState([]);
  const [ura, setUra] = useState(winner.ura ?? []);
  const [flags, setFlags] = useState(winner.flags ?? {});
  const given = winner.tile ?? null;
  const wanted = 14 - 3 * melds.length - (given ? 1 : 0);
  const hand = given ? tiles : tiles.slice(0, -1);
  const tile = given ?? tiles.at(-1) ?? null;
  const isWhole = tiles.length === wanted && melds.every((meld) => meld.tiles.length) && from !== null;
  const [worth, isOfThis] = useWorth(isWhole && { seat: winner.seat, by: from === "tsumo" ? "tsumo" : "ron", giver: from === "tsumo" ? winner.seat : from, tile, hand, ura, melds: melds.map(({ kind, tiles: laid }) => ({ kind, tiles: laid })), flags });

  useEffect(() => {
    // What was counted for other tiles or flags is worth nothing now.
    const isGood = isWhole && isOfThis && worth && !worth.error;
    onChange({ entered: tiles, melds, ura, hand: isGood ? hand : null, wonTile: tile, told: melds.filter((meld) => meld.isNew).map((meld) => factOf(meld, winner.seat)), worth: isGood ? valueOf(worth) : null, isYakuman: isGood && worth.yakuman > 0 });
  }, [worth, isWhole, isOfThis]);

  function picked(text) {
    if (mode === "closed") return tiles.length < wanted && setTiles([...tiles, text]);
    if (mode === "ura") return setUra([...ura, text]);
    if (mode === "chi") return grown(text);
    return addMeld(mode === "pon" ? { kind: "pon", tiles: triplet(text) } : { kind: mode === "ankan" ? "ankan" : "daiminkan", tiles: quad(text) });
  }

  function grown(text) {
    const next = [...run, text];
    if (next.length < 3) return setRun(next);
    setRun([]);
    return addMeld({ kind: "chi", tiles: next.sort(byRank) });
  }

  // A kan that was told without its tiles gets them; else the meld is a new one.
  function addMeld(meld) {
    const at = melds.findIndex((old) => !old.tiles.length && (old.kind === "ankan") === (meld.kind === "ankan"));
    if (at >= 0) setMelds(melds.map((old, n) => (n === at ? { ...old, tiles: meld.tiles } : old)));
    else if (melds.length < 4) setMelds([...melds, { ...meld, isNew: true }]);
    setMode("closed");
  }

  function takeBack() {
    if (mode === "ura" && ura.length) return setUra(ura.slice(0, -1));
    if (run.length) return setRun(run.slice(0, -1));
    if (tiles.length) return setTiles(tiles.slice(0, -1));
    return setMelds(melds.at(-1)?.isNew ? melds.slice(0, -1) : melds);
  }

  const all = [...tiles, ...run, ...ura, ...melds.flatMap((meld) => meld.tiles), ...snapshot.wall.indicators];
  const isUsedUp = (text) => all.filter((one) => plain(one) === plain(text)).length >= 4;
  const modes = MODES.filter((one) => (one !== "ura" || seat.riichi) && (one !== "chi" || snapshot.players === 4) && (!seat.riichi || !["chi", "pon", "openkan"].includes(one)));
  return html`<div class="builder">
    <div class="built" role="group" aria-label=${words.say("play.hand")}>
      ${tiles.map((text, at) => html`<${Laid} key=${at} text=${text} words=${words} isWinning=${!given && at === wanted - 1} onTap=${() => setTiles(moved(tiles, at))} />`)}
      ${Array.from({ length: Math.max(0, wanted - tiles.length) }, (_, at) => html`<span key=${`e${at}`} class="slot" aria-hidden="true"></span>`)}
      ${given && html`<span class="tile won" role="img" aria-label=${words.tile(given)}><${Face} text=${given} /></span>`}
      ${[...melds, ...(run.length ? [{ kind: "chi", tiles: run }] : [])].map((meld, at) => html`<span class="run" key=${`m${at}`} role="img" aria-label=${`${words.say(`meld.${meld.kind}`)}: ${meld.tiles.map((text) => words.tile(text)).join(", ")}`}>${(meld.tiles.length ? meld.tiles : ["?", "?", "?", "?"]).map((text, n) => html`<span class="tile" key=${n}>${text === "?" ? html`<span class="blank">?</span>` : html`<${Face} text=${text} />`}</span>`)}</span>`)}
      ${ura.map((text, at) => html`<span class="tile ura-tile" key=${`u${at}`} role="img" aria-label=${`${words.say("ura")}: ${words.tile(text)}`}><${Face} text=${text} /></span>`)}
    </div>
    <div class="builder-line"><${Picks} label=${words.say("play.taps_are")} chosen=${mode} onPick=${setMode} options=${modes.map((one) => [one, words.say(`play.mode.${one}`)])} />
    <button type="button" onClick=${takeBack}>${words.say("play.back")}</button></div>
    <${TileKeys} snapshot=${snapshot} words=${words} onPick=${picked} without=${isUsedUp} />
    <${Worth} worth=${worth} flags=${flags} words=${words} onFlag=${(flag) => setFlags({ ...flags, [flag]: !flags[flag] })} />
  </div>`;
}

function Laid({ text, words, isWinning, onTap }) {
  return html`<button type="button" class=${`built-tile ${isWinning ? "won" : ""}`} aria-label=${words.tile(text)} onClick=${onTap}><${Face} text=${text} />${text[0] === "0" && html`<i class="red-dot" aria-hidden="true"></i>`}</button>`;
}

function Worth({ worth, flags, words, onFlag }) {
  if (!worth) return null;
  const known = Object.entries(worth.flags ?? {}).filter(([, holds]) => holds === true).map(([flag]) => flag);
  const named = (flag) => (words.has(`yaku.${flag}`) ? words.say(`yaku.${flag}`) : words.say(`play.flag.${flag}`));
  return html`<div class="worth-line" role="status">
    ${worth.error ? html`<p class="refusal">${worth.reason && words.has(`reason.${worth.reason}`) ? words.say(`reason.${worth.reason}`) : words.say("play.no_value")}</p>` : html`<p><b>${worth.yakuman ? words.say("yakuman", { count: worth.yakuman }) : `${words.say("han", { count: worth.han })} ${words.say("fu", { count: worth.fu })}`}</b> ${(worth.yaku ?? []).map(([yaku, han]) => `${words.say(`yaku.${yaku}`)}${worth.yakuman ? "" : ` ${han}`}`).join(" · ")}</p>`}
    ${known.length > 0 && html`<p class="fine">${words.say("play.flags_known", { flags: known.map(named).join(", ") })}</p>`}
    ${(worth.unknown_flags ?? []).length > 0 && html`<div class="picks" role="group" aria-label=${words.say("play.flags_asked")}>${worth.unknown_flags.map((flag) => html`<button type="button" key=${flag} aria-pressed=${flags[flag] ? "true" : "false"} onClick=${() => onFlag(flag)}>${named(flag)}</button>`)}</div>`}
  </div>`;
}

function useWorth(body) {
  const [worth, setWorth] = useState(null);
  const text = JSON.stringify(body);
  useEffect(() => {
    let isNewest = true;
    if (body) asked(body).then((answer) => isNewest && setWorth({ ...answer, of: text }));
    else setWorth(null);
    return () => (isNewest = false);
  }, [text]);
  return [worth, worth?.of === text];
}

const plain = (text) => (text[0] === "0" ? `5${text[1]}` : text);
const byRank = (one, other) => (plain(one) < plain(other) ? -1 : 1);

function triplet(text) {
  return text[0] === "0" ? [text, plain(text), plain(text)] : [text, text, text];
}

// A tapped tile becomes the winning one: it goes to the end.
function moved(tiles, at) {
  return [...tiles.slice(0, at), ...tiles.slice(at + 1), tiles[at]];
}

function known(meld) {
  const tiles = meld.tiles.map((text) => (text[0] === "?" ? "?" : text.slice(0, 2)));
  return { kind: meld.kind, tiles: tiles.includes("?") ? [] : tiles };
}

function valueOf({ han, fu, yakuman, yaku }) {
  return { han, fu, yakuman, yaku };
}

// A meld that is told late: at points only nobody had said it when it was called.
function factOf({ kind, tiles }, seat) {
  const called = { seat, giver: null, tile: tiles[0], own: tiles.slice(1) };
  if (kind === "ankan") return { is: "AnkanDeclared", seat, tiles };
  if (kind === "chi") return { is: "ChiCalled", seat, tile: tiles[0], own: tiles.slice(1) };
  return { is: kind === "pon" ? "PonCalled" : "DaiminkanCalled", ...called };
}
