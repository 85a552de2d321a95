// The result of a hand said again: winners with han and fu, a draw with who was tenpai, or a chombo.

import { html, useEffect, useState } from "/static/vendor/htm-preact-standalone.module.js";
import { LocalYaku, localOf, namedLocal } from "/static/js/play/local_yaku.js";
import { Choose, ChooseSome, Select, seatOptions } from "/static/js/evening/correct_fields.js";

const RESULTS = new Set(["Won", "Ryuukyoku", "Chombo"]);
const KINDS = ["win", "draw", "chombo"];
const DRAWS = ["exhaustive", "nagashi_mangan", "kyuushu", "suufon", "suucha_riichi", "suukaikan", "sanchahou"];
const COUNTED = ["exhaustive", "nagashi_mangan"];
const FU = [20, 25, 30, 40, 50, 60, 70, 80, 90, 100, 110];
const HAN = Array.from({ length: 13 }, (_, at) => at + 1);
const MOST_WINS = 3;
const TSUMO = "tsumo";

export function ResultForm({ words, names, hand, allows, standing, say }) {
  const entries = standing.filter((entry) => RESULTS.has(entry.fact.is));
  const told = entries.map((entry) => entry.fact);
  const [result, setResult] = useState(() => firstOf(told, allows));
  const change = (more) => setResult((old) => ({ ...old, ...more }));
  const changeDraw = (more) => change({ draw: { ...result.draw, ...more } });
  const mayBeLiable = liabilityBy(allows, hand);
  const facts = factsOf(result, told, { players: names.length, mayBeLiable, allows });
  const isSame = inOneOrder(facts) === inOneOrder(told);
  useEffect(() => {
    // A result that is missing is told at the end; one that stands gives its place to the new one.
    const retracts = entries.map((entry) => entry.seq);
    say(facts && !isSame ? { retracts, facts, before: entries[0]?.seq ?? null } : null);
  }, [JSON.stringify(facts)]);
  return html`
    <${Choose}
      label=${words.say("evening.result")}
      value=${result.kind}
      options=${KINDS.map((kind) => [kind, words.say(`evening.correct.${kind}`)])}
      onPick=${(kind) => change({ kind })}
    />
    ${result.kind === "win" && html`<${Wins}
      result=${result}
      names=${names}
      allows=${allows}
      mayBeLiable=${mayBeLiable}
      words=${words}
      onChange=${change}
    />`}
    ${result.kind === "draw" && html`<${Draw}
      draw=${result.draw}
      names=${names}
      words=${words}
      onChange=${changeDraw}
    />`}
    ${result.kind === "chombo" && html`<${Choose}
      label=${words.say("evening.correct.who")}
      value=${result.chombo}
      options=${seatOptions(names)}
      onPick=${(chombo) => change({ chombo })}
    />`}`;
}

// A fact that was read back names its parts in another order than one that is said here.
function inOneOrder(facts) {
  return JSON.stringify(facts?.map((fact) => Object.entries(fact).sort()));
}

function firstOf(facts, allows) {
  const wins = facts.filter((fact) => fact.is === "Won");
  const draw = facts.find((fact) => fact.is === "Ryuukyoku");
  const chombo = facts.find((fact) => fact.is === "Chombo");
  return {
    kind: draw ? "draw" : chombo ? "chombo" : "win",
    // Who has not won so far is chosen first: nobody is the winner by default.
    from: wins.length ? (wins[0].by === TSUMO ? TSUMO : wins[0].giver) : null,
    wins: wins.length ? wins.map((win) => winOf(win, allows)) : [newWin(null)],
    draw: {
      kind: draw?.kind ?? "exhaustive",
      tenpai: draw?.tenpai ?? [],
      nagashi: draw?.nagashi ?? [],
      by: draw?.by ?? null,
    },
    chombo: chombo?.seat ?? null,
  };
}

function winOf({ seat, value, liable, liable_for_kans: liableForKans }, allows) {
  const { han, fu, yakuman, yaku } = value ?? {};
  const worth = { han: han || 1, fu: fu || 30, yakuman: yakuman ?? 0, local: localOf(yaku, allows) };
  return { seat, ...worth, liable, liableForKans };
}

// Whether somebody can be liable for a win: see play/winning.js.
function liabilityBy({ pao, daiminkan_pao: hasDaiminkan }, hand) {
  const isKnown = Boolean(hand?.followed);
  return (win, from) => (win.yakuman > 0 && pao.length > 0) || (hasDaiminkan && from === TSUMO && !isKnown);
}

// As play/winning.js has it.
const hasTwoLiable = ({ yakuman, liable }, allows) => allows.two_liable && yakuman > 1 && (liable ?? null) !== null;

function newWin(seat) {
  return { seat, han: 1, fu: 30, yakuman: 0, liable: null, liableForKans: null, local: [] };
}

function Wins({ result, names, allows, mayBeLiable, words, onChange }) {
  const { wins, from } = result;
  const changed = (at, more) => wins.map((win, place) => (place === at ? { ...win, ...more } : win));
  // Nobody pays himself: whichever was said last holds, the other is asked again.
  const pickFrom = (giver) => {
    const kept = giver === TSUMO ? wins.slice(0, 1) : wins;
    onChange({ from: giver, wins: kept.map((win) => (win.seat === giver ? { ...win, seat: null } : win)) });
  };
  const pickWinner = (at, seat) => onChange({ from: from === seat ? null : from, wins: changed(at, { seat }) });
  const hasWon = (seat) => wins.some((win) => win.seat === seat);
  const free = names.map((_, seat) => seat).filter((seat) => seat !== from && !hasWon(seat));
  const isRon = from !== null && from !== TSUMO;
  const mayAdd = isRon && free.length > 0 && wins.length < MOST_WINS;
  const mayDrop = wins.length > 1;
  const addWin = () => onChange({ wins: [...wins, newWin(free[0])] });
  const dropWin = () => onChange({ wins: wins.slice(0, -1) });
  return html`
    ${wins.map((win, at) => html`<${OneWin}
      key=${at}
      win=${win}
      hasLiable=${mayBeLiable(win, from)}
      names=${names}
      allows=${allows}
      words=${words}
      onWinner=${(seat) => pickWinner(at, seat)}
      onWorth=${(more) => onChange({ wins: changed(at, more) })}
    />`)}
    <${Choose}
      label=${words.say("evening.correct.from")}
      value=${from}
      options=${[[TSUMO, words.say("evening.correct.tsumo")], ...seatOptions(names)]}
      onPick=${pickFrom}
    />
    <div class="bar">
      ${mayAdd && html`<button type="button" onClick=${addWin}>${words.say("evening.correct.one_more")}</button>`}
      ${mayDrop && html`<button type="button" onClick=${dropWin}>${words.say("evening.correct.one_less")}</button>`}
    </div>`;
}

function OneWin({ win, hasLiable, names, allows, words, onWinner, onWorth }) {
  return html`<div class="one-win">
    <${Choose}
      label=${words.say("evening.correct.winner")}
      value=${win.seat}
      options=${seatOptions(names)}
      onPick=${onWinner}
    />
    <div class="fields">
      <${Select}
        label=${words.say("evening.correct.han")}
        value=${win.yakuman ? `y${win.yakuman}` : win.han}
        options=${worthOptions(win, allows, words)}
        onPick=${(option) => onWorth(worthOf(option))}
      />
      ${!win.yakuman && html`<${Select}
        label=${words.say("evening.correct.fu")}
        value=${win.fu}
        options=${FU.map((fu) => [fu, words.say("fu", { count: fu })])}
        onPick=${(fu) => onWorth({ fu: Number(fu) })}
      />`}
    </div>
    <${LocalYaku} allows=${allows} chosen=${win.local} words=${words} onChange=${(local) => onWorth({ local })} />
    ${hasLiable && html`<${Choose}
      label=${words.say("play.liable")}
      value=${win.liable}
      options=${[[null, words.say("play.no_pao")], ...seatOptions(names).filter(([seat]) => seat !== win.seat)]}
      onPick=${(liable) => onWorth({ liable })}
    />`}
    ${hasLiable && hasTwoLiable(win, allows) && html`<${Choose}
      label=${words.say("play.liable_for_kans")}
      value=${win.liableForKans}
      options=${[[null, words.say("play.no_pao")], ...seatOptions(names).filter(([seat]) => seat !== win.seat)]}
      onPick=${(liableForKans) => onWorth({ liableForKans })}
    />`}
  </div>`;
}

// Han and yakuman stand in one list; "y2" is two yakuman.
function worthOptions(win, allows, words) {
  const most = Math.max(allows.most_yakuman, win.yakuman);
  const han = HAN.map((count) => [count, words.say("han", { count })]);
  const counts = Array.from({ length: most }, (_, at) => at + 1);
  const yakuman = counts.map((count) => [`y${count}`, words.say("yakuman", { count })]);
  return [...han, ...yakuman];
}

function worthOf(option) {
  return option[0] === "y" ? { yakuman: Number(option.slice(1)) } : { han: Number(option), yakuman: 0 };
}

function Draw({ draw, names, words, onChange }) {
  const seats = seatOptions(names);
  return html`
    <div class="fields">
      <${Select}
        label=${words.say("evening.correct.kind")}
        value=${draw.kind}
        options=${DRAWS.map((kind) => [kind, words.say(`draw.${kind}`)])}
        onPick=${(kind) => onChange({ kind })}
      />
    </div>
    ${COUNTED.includes(draw.kind) && html`<${ChooseSome}
      label=${words.say("evening.correct.tenpai")}
      values=${draw.tenpai}
      options=${seats}
      onPick=${(tenpai) => onChange({ tenpai })}
    />`}
    ${draw.kind === "nagashi_mangan" && html`<${ChooseSome}
      label=${words.say("evening.correct.nagashi")}
      values=${draw.nagashi}
      options=${seats}
      onPick=${(nagashi) => onChange({ nagashi })}
    />`}
    ${draw.kind === "kyuushu" && html`<${Choose}
      label=${words.say("evening.correct.declared_by")}
      value=${draw.by}
      options=${seats}
      onPick=${(by) => onChange({ by })}
    />`}`;
}

// The facts of this result. What is not said anew stays: the tile, the shown hand, the yaku of a value that stands.
// null while something is not said yet.
function factsOf(result, told, table) {
  if (result.kind === "chombo") return chomboOf(result.chombo, told);
  if (result.kind === "draw") return drawOf(result.draw, told, table.players);
  return winsOf(result, told, table);
}

function chomboOf(seat, told) {
  if (seat === null) return null;
  const old = told.find((fact) => fact.is === "Chombo" && fact.seat === seat);
  return [{ is: "Chombo", seat, why: old?.why ?? "" }];
}

function drawOf(draw, told, players) {
  if (draw.kind === "kyuushu" && draw.by === null) return null;
  const old = told.find((fact) => fact.is === "Ryuukyoku");
  const isSame = old && old.kind === draw.kind && JSON.stringify(old.tenpai) === JSON.stringify(draw.tenpai);
  const hidden = (old?.hands ?? Array.from({ length: players })).map(() => null);
  const fact = {
    is: "Ryuukyoku",
    kind: draw.kind,
    tenpai: COUNTED.includes(draw.kind) ? draw.tenpai : isSame ? old.tenpai : [],
    nagashi: draw.kind === "nagashi_mangan" ? draw.nagashi : [],
    by: draw.kind === "kyuushu" ? draw.by : null,
    hands: isSame ? old.hands : hidden,
  };
  return [fact];
}

// In the order of turns, counted from whoever pays.
function winsOf({ wins, from }, told, { players, mayBeLiable, allows }) {
  const seats = wins.map((win) => win.seat);
  if (from === null || seats.includes(null) || new Set(seats).size < seats.length) return null;
  const giver = (seat) => (from === TSUMO ? seat : from);
  const after = (win) => (win.seat - giver(win.seat) + players) % players;
  const inOrder = [...wins].sort((one, other) => after(one) - after(other));
  const liable = (win) => (mayBeLiable(win, from) && win.liable !== win.seat ? win.liable : null);
  const isTwo = (win) => liable(win) !== null && hasTwoLiable(win, allows) && win.liableForKans !== win.seat;
  const forKans = (win) => (isTwo(win) ? (win.liableForKans ?? null) : null);
  const ready = inOrder.map((win) => ({ ...win, liable: liable(win), liableForKans: forKans(win) }));
  return ready.map((win) => wonOf(win, giver(win.seat), from === TSUMO ? TSUMO : "ron", told, allows));
}

function wonOf(win, giver, by, told, allows) {
  const { seat } = win;
  const old = told.find((fact) => fact.is === "Won" && fact.seat === seat);
  const isSameWorth = old?.value && isWorth(win, old.value, allows);
  const isSameTile = old && old.giver === giver && old.by === by;
  // A hand that was shown says its own worth: with another worth it is not that hand.
  const isSameHand = isSameWorth && isSameTile;
  return {
    is: "Won",
    seat,
    by,
    giver,
    tile: isSameTile ? old.tile : null,
    hand: isSameHand ? old.hand : null,
    ura: isSameHand ? old.ura : [],
    value: isSameWorth ? old.value : valueOf(win, allows),
    liable: win.liable,
    liable_for_kans: win.liableForKans,
  };
}

function valueOf({ han, fu, yakuman, local }, allows) {
  const yaku = namedLocal(local, allows);
  return yakuman ? { han: 0, fu: 0, yakuman, yaku } : { han, fu, yakuman: 0, yaku };
}

function isWorth({ han, fu, yakuman, local }, value, allows) {
  if (JSON.stringify(namedLocal(localOf(value.yaku, allows), allows)) !== JSON.stringify(namedLocal(local, allows))) {
    return false;
  }
  if (yakuman) return value.yakuman === yakuman;
  return value.han === han && value.fu === fu && !value.yakuman;
}
