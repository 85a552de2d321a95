// What else can be put right in a hand: a riichi, a kan, an indicator, the deal, or any single thing that was told.

import { html, useEffect, useState } from "/static/vendor/htm-preact-standalone.module.js";
import { Amount, Choose, Select, seatOptions, tileOptions } from "/static/js/evening/correct_fields.js";
import { factText, source } from "/static/js/evening/telling.js";

const RESULTS = new Set(["Won", "Ryuukyoku", "Chombo", "KyokuEnded"]);
const KANS = new Set(["AnkanDeclared", "KakanDeclared", "DaiminkanCalled"]);
const WINDS = ["E", "S", "W", "N"];

// Before the result, or at the end of a hand that is still played.
function endOf(standing) {
  return standing.find((entry) => RESULTS.has(entry.fact.is))?.seq ?? null;
}

export function riichiOf(seat) {
  return [{ is: "RiichiDeclared", seat, is_open: false }, { is: "RiichiAccepted", seat }];
}

export function RiichiForm({ words, names, hand, standing, say }) {
  const [chosen, choose] = useState(null);
  const declared = standing.filter((entry) => entry.fact.is === "RiichiDeclared");
  const silent = seatOptions(names).filter(([seat]) => !declared.some((entry) => entry.fact.seat === seat));
  const pick = (key, what) => {
    choose(key);
    say(what);
  };
  const taken = (seat) => standing.filter((entry) => ["RiichiDeclared", "RiichiAccepted"].includes(entry.fact.is) && entry.fact.seat === seat);
  const gone = (seat) => ({ retracts: taken(seat).map((entry) => entry.seq), facts: [], before: null });
  const moved = (seat, to) => ({ retracts: taken(seat).map((entry) => entry.seq), facts: riichiOf(to), before: taken(seat)[0].seq });
  return html`
    ${declared.map(({ fact }) => html`<${Choose} key=${fact.seat} label=${words.say("evening.correct.was_of", { name: names[fact.seat] })} value=${chosen} onPick=${(key) => pick(key, key.endsWith("none") ? gone(fact.seat) : moved(fact.seat, Number(key.split(">")[1])))}
      options=${[[`${fact.seat}>none`, words.say("evening.correct.not_at_all")], ...(hand.followed ? [] : silent.map(([seat, name]) => [`${fact.seat}>${seat}`, name]))]} />`)}
    ${silent.length > 0 && html`<${Choose} label=${words.say("evening.correct.forgotten")} value=${chosen} options=${silent.map(([seat, name]) => [`+${seat}`, name])} onPick=${(key) => pick(key, hand.followed ? null : { retracts: [], facts: riichiOf(Number(key.slice(1))), before: endOf(standing) })} />`}
    ${hand.followed && chosen?.startsWith("+") && html`<${WithDiscard} seat=${Number(chosen.slice(1))} words=${words} standing=${standing} say=${say} />`}`;
}

// Where every turn was told, a riichi belongs to a discard: before it the word, after it the stick.
function WithDiscard({ seat, words, standing, say }) {
  const discards = standing.filter((entry) => entry.fact.is === "Discarded" && entry.fact.seat === seat);
  const [at, setAt] = useState("");
  const picked = (seq) => {
    setAt(seq);
    const entry = discards.find((one) => String(one.seq) === seq);
    const [word, stick] = riichiOf(seat);
    say(entry ? { retracts: [entry.seq], facts: [word, entry.fact, stick], before: entry.seq } : null);
  };
  return html`<div class="fields"><${Select} label=${words.say("evening.correct.after_discard")} value=${at} options=${[["", "–"], ...discards.map((entry, nth) => [entry.seq, words.say("evening.correct.nth_discard", { count: nth + 1, tile: words.tile(entry.fact.tile ?? "?") })])]} onPick=${picked} /></div>`;
}

export function KanForm({ words, names, hand, standing, say }) {
  const [chosen, choose] = useState(null);
  const [seat, setSeat] = useState(0);
  const kans = standing.filter((entry) => KANS.has(entry.fact.is));
  const added = (kind) => (kind === "closed" ? { is: "AnkanDeclared", seat, tiles: [null, null, null, null] } : { is: "KakanDeclared", seat, tile: null });
  useEffect(() => {
    if (chosen?.startsWith("+")) say({ retracts: [], facts: [added(chosen.slice(1))], before: endOf(standing) });
  }, [chosen, seat]);
  return html`
    ${kans.length > 0 && html`<${Choose} label=${words.say("evening.correct.take_back")} value=${chosen} options=${kans.map((entry) => [`-${entry.seq}`, factText(entry.fact, names, words)])} onPick=${(key) => {
      choose(key);
      say({ retracts: [Number(key.slice(1))], facts: [], before: null });
    }} />`}
    ${hand.followed ? html`<p>${words.say("evening.correct.kan_followed")}</p>` : html`
      <${Choose} label=${words.say("evening.correct.who")} value=${seat} options=${seatOptions(names)} onPick=${setSeat} />
      <${Choose} label=${words.say("evening.correct.forgotten")} value=${chosen} options=${[["+closed", words.say("evening.correct.closed_kan")], ["+open", words.say("evening.correct.open_kan")]]} onPick=${choose} />`}`;
}

export function IndicatorForm({ words, standing, say }) {
  const dealt = standing.find((entry) => entry.fact.is === "KyokuStarted");
  const turned = standing.filter((entry) => entry.fact.is === "IndicatorRevealed");
  const all = dealt?.fact.indicator ? [dealt, ...turned] : turned;
  const tileOf = (fact) => (fact.is === "KyokuStarted" ? fact.indicator : fact.tile) ?? "?";
  const put = (entry, text) => {
    const tile = text === "?" ? null : text;
    const fact = entry.fact.is === "KyokuStarted" ? { ...entry.fact, indicator: tile } : { ...entry.fact, tile };
    say(text === tileOf(entry.fact) ? null : { retracts: [entry.seq], facts: [fact], before: entry.seq });
  };
  return html`<div class="fields">${all.map((entry, at) => html`<${Select} key=${entry.seq} label=${words.say("evening.correct.number", { count: at + 1 })} value=${tileOf(entry.fact)} options=${tileOptions(words)} onPick=${(text) => put(entry, text)} />`)}</div>`;
}

export function DealForm({ words, names, standing, say }) {
  const dealt = standing.find((entry) => entry.fact.is === "KyokuStarted");
  const [deal, setDeal] = useState(dealt.fact);
  const change = (more) => {
    const next = { ...deal, ...more };
    setDeal(next);
    say(JSON.stringify(next) === JSON.stringify(dealt.fact) ? null : { retracts: [dealt.seq], facts: [next], before: dealt.seq });
  };
  return html`
    <div class="fields">${names.map((name, seat) => html`<${Amount} key=${seat} label=${words.say("evening.correct.points_of", { name })} step=${100} value=${deal.points[seat]} onSay=${(points) => change({ points: deal.points.map((old, at) => (at === seat ? points : old)) })} />`)}
      <${Amount} label=${words.say("evening.correct.honba")} step=${1} value=${deal.honba} onSay=${(honba) => change({ honba })} />
      <${Amount} label=${words.say("evening.correct.sticks")} step=${1} value=${deal.kyoutaku} onSay=${(kyoutaku) => change({ kyoutaku })} />
      <${Select} label=${words.say("evening.correct.round")} value=${deal.round_wind} options=${WINDS.map((wind) => [wind, words.wind(wind)])} onPick=${(round_wind) => change({ round_wind })} />
      <${Select} label=${words.say("evening.correct.dealer")} value=${deal.dealer} options=${seatOptions(names)} onPick=${(dealer) => change({ dealer: Number(dealer) })} /></div>`;
}

export function EntryForm({ words, names, standing, say }) {
  const [chosen, choose] = useState(null);
  const ours = standing.filter((entry) => entry.fact.is !== "KyokuStarted" && entry.fact.is !== "KyokuEnded");
  return html`<ol class="told-list">${ours.map((entry) => html`<li key=${entry.seq} class="told"><div class="told-text"><span>${factText(entry.fact, names, words)}</span><small>${source(entry, words)}</small></div>
    <button type="button" aria-pressed=${entry.seq === chosen ? "true" : "false"} onClick=${() => {
      choose(entry.seq);
      say({ retracts: [entry.seq], facts: [], before: null });
    }}>${words.say("evening.correct.take_back")}</button></li>`)}</ol>`;
}
