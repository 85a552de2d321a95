// The result of a hand said again: winners with han and fu, a draw with who was tenpai, or a chombo.

import { html, useEffect, useState } from "/static/vendor/htm-preact-standalone.module.js";
import { Choose, ChooseSome, Select, seatOptions } from "/static/js/evening/correct_fields.js";

const RESULTS = new Set(["Won", "Ryuukyoku", "Chombo"]);
const DRAWS = ["exhaustive", "nagashi_mangan", "kyuushu", "suufon", "suucha_riichi", "suukaikan", "sanchahou"];
const FU = [20, 25, 30, 40, 50, 60, 70, 80, 90, 100, 110];
const HAN = Array.from({ length: 13 }, (_, at) => at + 1);
const TSUMO = "tsumo";

export function ResultForm({ words, names, standing, say }) {
  const told = standing.filter((entry) => RESULTS.has(entry.fact.is));
  const [result, setResult] = useState(() => firstOf(told.map((entry) => entry.fact)));
  const change = (more) => setResult((old) => ({ ...old, ...more }));
  const facts = factsOf(result, told.map((entry) => entry.fact), names.length);
  const isSame = JSON.stringify(facts) === JSON.stringify(told.map((entry) => entry.fact));
  useEffect(() => {
    // A result that is missing is told at the end; one that stands gives its place to the new one.
    say(facts && !isSame ? { retracts: told.map((entry) => entry.seq), facts, before: told[0]?.seq ?? null } : null);
  }, [JSON.stringify(facts)]);
  return html`
    <${Choose} label=${words.say("evening.result")} value=${result.kind} options=${["win", "draw", "chombo"].map((kind) => [kind, words.say(`evening.correct.${kind}`)])} onPick=${(kind) => change({ kind })} />
    ${result.kind === "win" && html`<${Wins} result=${result} names=${names} words=${words} onChange=${change} />`}
    ${result.kind === "draw" && html`<${Draw} draw=${result.draw} names=${names} words=${words} onChange=${(draw) => change({ draw: { ...result.draw, ...draw } })} />`}
    ${result.kind === "chombo" && html`<${Choose} label=${words.say("evening.correct.who")} value=${result.chombo} options=${seatOptions(names)} onPick=${(chombo) => change({ chombo })} />`}`;
}

function firstOf(facts) {
  const wins = facts.filter((fact) => fact.is === "Won");
  const draw = facts.find((fact) => fact.is === "Ryuukyoku");
  const chombo = facts.find((fact) => fact.is === "Chombo");
  return {
    kind: draw ? "draw" : chombo ? "chombo" : "win",
    // Who has not won so far is chosen first: nobody is the winner by default.
    from: wins.length ? (wins[0].by === TSUMO ? TSUMO : wins[0].giver) : null,
    wins: wins.length ? wins.map((win) => ({ seat: win.seat, han: win.value?.han || 1, fu: win.value?.fu || 30, yakuman: win.value?.yakuman ?? 0 })) : [{ seat: null, han: 1, fu: 30, yakuman: 0 }],
    draw: { kind: draw?.kind ?? "exhaustive", tenpai: draw?.tenpai ?? [], nagashi: draw?.nagashi ?? [], by: draw?.by ?? null },
    chombo: chombo?.seat ?? null,
  };
}

function Wins({ result, names, words, onChange }) {
  const { wins, from } = result;
  const set = (at, more) => onChange({ wins: wins.map((win, place) => (place === at ? { ...win, ...more } : win)) });
  const isRon = from !== null && from !== TSUMO;
  // Nobody pays himself: whichever was said last holds, the other is asked again.
  const pickFrom = (giver) => onChange({ from: giver, wins: (giver === TSUMO ? wins.slice(0, 1) : wins).map((win) => (win.seat === giver ? { ...win, seat: null } : win)) });
  const pickWinner = (at, seat) => onChange({ from: from === seat ? null : from, wins: wins.map((win, place) => (place === at ? { ...win, seat } : win)) });
  const free = names.map((_, seat) => seat).filter((seat) => seat !== from && !wins.some((win) => win.seat === seat));
  return html`
    <${Choose} label=${words.say("evening.correct.from")} value=${from} options=${[[TSUMO, words.say("evening.correct.tsumo")], ...seatOptions(names)]} onPick=${pickFrom} />
    ${wins.map((win, at) => html`<div class="one-win" key=${at}>
      <${Choose} label=${words.say("evening.correct.winner")} value=${win.seat} options=${seatOptions(names)} onPick=${(seat) => pickWinner(at, seat)} />
      <div class="fields">
        <${Select} label=${words.say("evening.correct.han")} value=${win.yakuman ? `y${win.yakuman}` : win.han} options=${[...HAN.map((han) => [han, words.say("han", { count: han })]), ...[1, 2, 3].map((count) => [`y${count}`, words.say("yakuman", { count })])]} onPick=${(han) => set(at, han[0] === "y" ? { yakuman: Number(han.slice(1)) } : { han: Number(han), yakuman: 0 })} />
        ${!win.yakuman && html`<${Select} label=${words.say("evening.correct.fu")} value=${win.fu} options=${FU.map((fu) => [fu, words.say("fu", { count: fu })])} onPick=${(fu) => set(at, { fu: Number(fu) })} />`}
      </div>
    </div>`)}
    <div class="bar">
      ${isRon && free.length > 0 && wins.length < 3 && html`<button type="button" onClick=${() => onChange({ wins: [...wins, { seat: free[0], han: 1, fu: 30, yakuman: 0 }] })}>${words.say("evening.correct.one_more")}</button>`}
      ${wins.length > 1 && html`<button type="button" onClick=${() => onChange({ wins: wins.slice(0, -1) })}>${words.say("evening.correct.one_less")}</button>`}
    </div>`;
}

function Draw({ draw, names, words, onChange }) {
  const isCounted = ["exhaustive", "nagashi_mangan"].includes(draw.kind);
  return html`
    <div class="fields"><${Select} label=${words.say("evening.correct.kind")} value=${draw.kind} options=${DRAWS.map((kind) => [kind, words.say(`draw.${kind}`)])} onPick=${(kind) => onChange({ kind })} /></div>
    ${isCounted && html`<${ChooseSome} label=${words.say("evening.correct.tenpai")} values=${draw.tenpai} options=${seatOptions(names)} onPick=${(tenpai) => onChange({ tenpai })} />`}
    ${draw.kind === "nagashi_mangan" && html`<${ChooseSome} label=${words.say("evening.correct.nagashi")} values=${draw.nagashi} options=${seatOptions(names)} onPick=${(nagashi) => onChange({ nagashi })} />`}
    ${draw.kind === "kyuushu" && html`<${Choose} label=${words.say("evening.correct.declared_by")} value=${draw.by} options=${seatOptions(names)} onPick=${(by) => onChange({ by })} />`}`;
}

// The facts of this result. What is not said anew stays: the tile, the shown hand, the yaku of a value that stands.
function factsOf(result, told, players) {
  const isUnsaid = result.kind === "chombo" ? result.chombo === null : result.kind === "draw" && result.draw.kind === "kyuushu" && result.draw.by === null;
  if (isUnsaid) return null;
  if (result.kind === "chombo") return [{ is: "Chombo", seat: result.chombo, why: told.find((fact) => fact.is === "Chombo" && fact.seat === result.chombo)?.why ?? "" }];
  if (result.kind === "draw") return [drawOf(result.draw, told.find((fact) => fact.is === "Ryuukyoku"), players)];
  const seats = result.wins.map((win) => win.seat);
  if (result.from === null || seats.includes(null) || new Set(seats).size < seats.length) return null;
  const giver = (seat) => (result.from === TSUMO ? seat : result.from);
  const after = (win) => (win.seat - giver(win.seat) + players) % players;
  return [...result.wins].sort((one, other) => after(one) - after(other)).map((win) => wonOf(win, giver(win.seat), result, told));
}

function wonOf(win, giver, result, told) {
  const by = result.from === TSUMO ? TSUMO : "ron";
  const old = told.find((fact) => fact.is === "Won" && fact.seat === win.seat);
  const value = win.yakuman ? { han: 0, fu: 0, yakuman: win.yakuman, yaku: [] } : { han: win.han, fu: win.fu, yakuman: 0, yaku: [] };
  const isSameWorth = old?.value && (win.yakuman ? old.value.yakuman === win.yakuman : old.value.han === win.han && old.value.fu === win.fu && !old.value.yakuman);
  const isSameTile = old && old.giver === giver && old.by === by;
  // A hand that was shown says its own worth: with another worth it is not that hand.
  const isSameHand = isSameWorth && isSameTile;
  return { is: "Won", seat: win.seat, by, giver, tile: isSameTile ? old.tile : null, hand: isSameHand ? old.hand : null, ura: isSameHand ? old.ura : [], value: isSameWorth ? old.value : value, liable: old?.liable ?? null };
}

function drawOf(draw, old, players) {
  const isCounted = ["exhaustive", "nagashi_mangan"].includes(draw.kind);
  const isSame = old && old.kind === draw.kind && JSON.stringify(old.tenpai) === JSON.stringify(draw.tenpai);
  return {
    is: "Ryuukyoku",
    kind: draw.kind,
    tenpai: isCounted ? draw.tenpai : (isSame ? old.tenpai : []),
    nagashi: draw.kind === "nagashi_mangan" ? draw.nagashi : [],
    by: draw.kind === "kyuushu" ? draw.by : null,
    hands: isSame ? old.hands : (old?.hands ?? Array.from({ length: players }, () => null)).map(() => null),
  };
}
