// What else can be put right in a hand: a riichi, a kan, an indicator, the deal, or any single thing that was told.

import { html, useEffect, useState } from "/static/vendor/htm-preact-standalone.module.js";
import { Amount, Choose, Select, seatOptions, tileOptions } from "/static/js/evening/correct_fields.js";
import { riichiKinds } from "/static/js/play/riichi.js";
import { factText, source } from "/static/js/evening/telling.js";

const KANS = new Set(["AnkanDeclared", "KakanDeclared", "DaiminkanCalled"]);
const FRAME = new Set(["KyokuStarted", "KyokuEnded"]);
const WINDS = ["E", "S", "W", "N"];
const DEALT = ["points", "honba", "kyoutaku", "round_wind", "dealer"];

export function dealtIn(standing) {
  return standing.find((entry) => entry.fact.is === "KyokuStarted");
}

/** @param {FormProps} props */
export function RiichiForm({ words, names, hand, allows, standing, say }) {
  const [chosen, choose] = useState(null);
  const [isOpen, setOpen] = useState(false);
  const declared = standing.filter((entry) => entry.fact.is === "RiichiDeclared");
  const hasDeclared = (seat) => declared.some((entry) => entry.fact.seat === seat);
  const silent = seatOptions(names).filter(([seat]) => !hasDeclared(seat));
  const pick = (key, what) => {
    choose(key);
    say(what);
  };
  // With every turn told it takes a discard, too: see WithDiscard.
  const forget = (key, openly = isOpen) => {
    const added = { is: "RiichiWas", hand: dealtIn(standing).seq, seat: Number(key.slice(1)), is_open: openly };
    pick(key, hand.followed ? null : added);
  };
  const isForgotten = Boolean(chosen?.startsWith("+"));
  const setKind = (openly) => {
    setOpen(openly);
    if (isForgotten) forget(chosen, openly);
  };
  return html`
    ${declared.map(({ fact }) => html`<${DeclaredRiichi}
      key=${fact.seat}
      seat=${fact.seat}
      words=${words}
      names=${names}
      allows=${allows}
      standing=${standing}
      others=${hand.followed ? [] : silent}
      chosen=${chosen}
      onPick=${pick}
    />`)}
    ${silent.length > 0 && html`<${Choose}
      label=${words.say("evening.correct.forgotten")}
      value=${chosen}
      options=${silent.map(([seat, name]) => [`+${seat}`, name])}
      onPick=${forget}
    />`}
    ${isForgotten && allows.open_riichi && html`<${Choose}
      label=${words.say("play.act.riichi")}
      value=${isOpen}
      options=${riichiKinds(words)}
      onPick=${setKind}
    />`}
    ${hand.followed && isForgotten && html`<${WithDiscard}
      key=${isOpen}
      isOpen=${isOpen}
      seat=${Number(chosen.slice(1))}
      words=${words}
      standing=${standing}
      say=${say}
    />`}`;
}

// It was nobody's, somebody else's, or of the other kind: "2>none", "2>0", "2>kind".
function DeclaredRiichi({ seat, words, names, allows, standing, others, chosen, onPick }) {
  const word = standing.find(({ fact }) => fact.is === "RiichiDeclared" && fact.seat === seat);
  const isOpen = word.fact.is_open;
  const was = { is: "RiichiWas", hand: dealtIn(standing).seq, was: seat };
  const ways = { none: was, kind: { ...was, seat, is_open: !isOpen } };
  const nobody = [`${seat}>none`, words.say("evening.correct.not_at_all")];
  const otherKind = riichiKinds(words).find(([openly]) => openly !== isOpen)?.[1];
  const kind = allows.open_riichi || isOpen ? [[`${seat}>kind`, otherKind]] : [];
  const pick = (key) => {
    const [, way] = key.split(">");
    onPick(key, ways[way] ?? { ...was, seat: Number(way) });
  };
  return html`<${Choose}
    label=${words.say("evening.correct.was_of", { name: names[seat] })}
    value=${chosen}
    options=${[nobody, ...kind, ...others.map(([other, name]) => [`${seat}>${other}`, name])]}
    onPick=${pick}
  />`;
}

// Where every turn was told, a riichi belongs to a discard: before it the word, after it the stick.
/** @param {FormProps} props */
function WithDiscard({ seat, isOpen, words, standing, say }) {
  const discards = standing.filter((entry) => entry.fact.is === "Discarded" && entry.fact.seat === seat);
  const [at, setAt] = useState("");
  const picked = (seq) => {
    setAt(seq);
    /** @type {RiichiWas} */
    const said = { is: "RiichiWas", hand: dealtIn(standing).seq, seat, is_open: isOpen, discard: Number(seq) };
    say(seq ? said : null);
  };
  const told = ({ fact }, place) =>
    words.say("evening.correct.nth_discard", { count: place + 1, tile: words.tile(fact.tile ?? "?") });
  return html`<div class="fields">
    <${Select}
      label=${words.say("evening.correct.after_discard")}
      value=${at}
      options=${[["", "–"], ...discards.map((entry, place) => [entry.seq, told(entry, place)])]}
      onPick=${picked}
    />
  </div>`;
}

/** @param {FormProps} props */
export function KanForm({ words, names, hand, standing, say }) {
  const [chosen, choose] = useState(null);
  const [seat, setSeat] = useState(0);
  const kans = standing.filter((entry) => KANS.has(entry.fact.is));
  useEffect(() => {
    if (!chosen?.startsWith("+")) return;
    say({ is: "KanForgotten", hand: dealtIn(standing).seq, seat, is_closed: chosen === "+closed" });
  }, [chosen, seat]);
  const takeBack = (key) => {
    choose(key);
    say({ is: "TakeBack", entries: [Number(key.slice(1))] });
  };
  const kinds = [
    ["+closed", words.say("evening.correct.closed_kan")],
    ["+open", words.say("evening.correct.open_kan")],
  ];
  return html`
    ${kans.length > 0 && html`<${Choose}
      label=${words.say("evening.correct.take_back")}
      value=${chosen}
      options=${kans.map((entry) => [`-${entry.seq}`, factText(entry.fact, names, words)])}
      onPick=${takeBack}
    />`}
    ${hand.followed
      ? html`<p>${words.say("evening.correct.kan_followed")}</p>`
      : html`
        <${Choose}
          label=${words.say("evening.correct.who")}
          value=${seat}
          options=${seatOptions(names)}
          onPick=${setSeat}
        />
        <${Choose}
          label=${words.say("evening.correct.forgotten")}
          value=${chosen}
          options=${kinds}
          onPick=${choose}
        />`}`;
}

// The first indicator is told with the deal, where it was told at all.
/** @param {FormProps} props */
export function IndicatorForm({ words, names, allows, standing, say }) {
  const dealt = dealtIn(standing);
  const turned = standing.filter((entry) => entry.fact.is === "IndicatorRevealed");
  const all = dealt?.fact.indicator ? [dealt, ...turned] : turned;
  const tileOf = (fact) => (fact.is === "KyokuStarted" ? fact.indicator : fact.tile) ?? "?";
  const put = (entry, at, text) => {
    /** @type {Indicator} */
    const said = { is: "Indicator", hand: dealt.seq, at, tile: text === "?" ? null : text };
    say(text === tileOf(entry.fact) ? null : said);
  };
  if (all.length === 0) return html`<p>${words.say("evening.correct.nothing")}</p>`;
  return html`<div class="fields">
    ${all.map((entry, at) => html`<${Select}
      key=${entry.seq}
      label=${words.say("evening.correct.number", { count: at + 1 })}
      value=${tileOf(entry.fact)}
      options=${tileOptions(words, { players: names.length, allows }, tileOf(entry.fact))}
      onPick=${(text) => put(entry, at, text)}
    />`)}
  </div>`;
}

// Where others put the same deal right meanwhile, it begins anew.
/** @param {FormProps} props */
export function DealForm(props) {
  const dealt = dealtIn(props.standing);
  return html`<${OneDeal} key=${dealt.seq} ...${props} dealt=${dealt} />`;
}

/** @param {FormProps} props */
function OneDeal({ words, names, dealt, say }) {
  const [deal, setDeal] = useState(dealt.fact);
  useEffect(() => say(null), []);
  const change = (more) => {
    const next = { ...deal, ...more };
    setDeal(next);
    const changed = DEALT.filter((field) => JSON.stringify(next[field]) !== JSON.stringify(dealt.fact[field]));
    const said = Object.fromEntries(changed.map((field) => [field, next[field]]));
    say(changed.length ? { is: "DealWas", hand: dealt.seq, ...said } : null);
  };
  const changePoints = (seat, points) =>
    change({ points: deal.points.map((old, at) => (at === seat ? points : old)) });
  return html`
    <div class="fields">
      ${names.map((name, seat) => html`<${Amount}
        key=${seat}
        label=${words.say("evening.correct.points_of", { name })}
        step=${100}
        value=${deal.points[seat]}
        onSay=${(points) => changePoints(seat, points)}
      />`)}
      <${Amount}
        label=${words.say("evening.correct.honba")}
        step=${1}
        value=${deal.honba}
        onSay=${(honba) => change({ honba })}
      />
      <${Amount}
        label=${words.say("evening.correct.sticks")}
        step=${1}
        value=${deal.kyoutaku}
        onSay=${(kyoutaku) => change({ kyoutaku })}
      />
      <${Select}
        label=${words.say("evening.correct.round")}
        value=${deal.round_wind}
        options=${WINDS.map((wind) => [wind, words.wind(wind)])}
        onPick=${(round_wind) => change({ round_wind })}
      />
      <${Select}
        label=${words.say("evening.correct.dealer")}
        value=${deal.dealer}
        options=${seatOptions(names)}
        onPick=${(dealer) => change({ dealer: Number(dealer) })}
      />
    </div>`;
}

/** @param {FormProps} props */
export function EntryForm({ words, names, standing, say }) {
  const [chosen, choose] = useState(null);
  const ours = standing.filter((entry) => !FRAME.has(entry.fact.is));
  const takeBack = (entry) => {
    choose(entry.seq);
    say({ is: "TakeBack", entries: [entry.seq] });
  };
  if (ours.length === 0) return html`<p>${words.say("evening.correct.nothing")}</p>`;
  return html`<ol class="told-list">
    ${ours.map((entry) => html`<li key=${entry.seq} class="told">
      <div class="told-text">
        <span>${factText(entry.fact, entry.names ?? names, words)}</span>
        <small>${source(entry, words)}</small>
      </div>
      <button
        type="button"
        aria-pressed=${entry.seq === chosen ? "true" : "false"}
        onClick=${() => takeBack(entry)}
      >${words.say("evening.correct.take_back")}</button>
    </li>`)}
  </ol>`;
}
