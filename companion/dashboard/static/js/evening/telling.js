// Hands and facts in words: what was told, when, by what, and by whom it was taken back.

import { html } from "/static/vendor/htm-preact-standalone.module.js";
import { nameOfRule, shown } from "/static/js/play/rules.js";
import { howWon } from "/static/js/result.js";

export function dealName(hand, words) {
  const deal = words.say("round", { wind: words.wind(hand.round_wind), number: hand.number_in_round });
  return hand.honba ? `${deal} · ${words.say("honba.spoken", { count: hand.honba })}` : deal;
}

export function worth(value, words) {
  if (!value || value.han === null) return words.say("win.unknown");
  if (value.yakuman) return words.say("yakuman", { count: value.yakuman });
  const counted = `${words.say("han", { count: value.han })} ${words.say("fu", { count: value.fu })}`;
  if (!value.limit) return counted;
  // As on the card of the result: a limit that was said alone has no fu that anybody counted.
  const isCounted = value.yaku?.length > 0 || value.han < 5;
  return isCounted ? `${words.limit(value)} · ${counted}` : words.limit(value);
}

// Whether this game lies on the table and goes on there. One that ended before its first deal has no final scores.
export function isOpen(name, snapshot) {
  const isUndealt = snapshot.kyoku === null && snapshot.next === null;
  return snapshot.game === name && !snapshot.final && !isUndealt;
}

// When what was read of a game has to be read again: the game on the table goes on, and is put right, while somebody
// looks at it; the others stay as they are.
export function newsOf(name, snapshot) {
  return isOpen(name, snapshot) ? snapshot.seq : 0;
}

// The result of a hand, one sentence for each win. A game may be ended in the middle of a hand, which then has none.
export function resultLines(hand, names, words, isOnTable) {
  const { result } = hand;
  if (!result) return [words.say(isOnTable ? "evening.being_played" : "evening.no_result")];
  if (result.chombo !== null) return [words.say("chombo.by", { name: names[result.chombo] })];
  if (result.ryuukyoku) {
    const tenpai = words.list(result.tenpai.map((seat) => names[seat]));
    const isCounted = ["exhaustive", "nagashi_mangan"].includes(result.ryuukyoku);
    const hands = tenpai ? words.say("tenpai", { names: tenpai }) : words.say("all_noten");
    return [words.say(`draw.${result.ryuukyoku}`), isCounted && hands].filter(Boolean);
  }
  return result.wins.map((win) => wonText(win, win, names, words));
}

function wonText(win, value, names, words) {
  const how = howWon(win, words, (seat) => names[seat]);
  return words.of(names[win.seat], words.list([how, worth(value, words)]));
}

// What one fact says, as a sentence.
export function factText(fact, names, words) {
  const tile = (text) => words.tile(text ?? "?");
  const values = {
    name: names[fact.seat] ?? "",
    giver: fact.giver === null || fact.giver === undefined ? words.say("evening.somebody") : names[fact.giver],
    tile: fact.is === "AnkanDeclared" ? tile(fact.tiles[0]) : tile(fact.tile),
  };
  switch (fact.is) {
    case "HanchanStarted":
      return words.say("evening.fact.HanchanStarted", { names: words.list(fact.names), rules: fact.rules });
    case "KyokuStarted":
      return dealt(fact, names, words);
    case "Won":
      return wonText(fact, fact.value, names, words);
    case "KakanDeclared":
      if (fact.tile) return words.say("evening.fact.KakanDeclared", values);
      // Told at a table that is kept by points: an open kan, of whichever kind.
      return words.of(values.name, words.say("play.act.open_kan"));
    case "RiichiDeclared":
      if (!fact.is_open) return words.say("evening.fact.RiichiDeclared", values);
      return words.of(values.name, words.say("yaku.open_riichi"));
    case "Ryuukyoku":
      return drawn(fact, names, words);
    case "Chombo":
      return words.list([words.say("chombo.by", values), reasonOf(fact.why, words)].filter(Boolean));
    case "RuleWaived":
      return words.say("evening.fact.RuleWaived", { rule: words.say(`reason.${fact.reason}`) });
    case "PlayFollowed":
      return words.say("evening.fact.PlayFollowed", { name: names[fact.turn], live: fact.live });
    case "PlayerSubstituted":
    case "PlayerRenamed":
      return words.say(`evening.fact.${fact.is}`, { who: fact.name, number: fact.seat + 1 });
    case "PlayerLeft":
    case "PlayerReturned":
      return words.say(`evening.fact.${fact.is}`, values);
    case "SeatsChanged":
      return words.say("evening.fact.SeatsChanged", {
        names: words.list(fact.order.map((seat) => names[seat])),
        carried: words.say(`evening.carried.${fact.carried}`),
      });
    case "RulesChanged":
      return words.say("evening.fact.RulesChanged", { changes: changedRules(fact, words) });
    case "PointsSet": {
      const points = words.list(fact.points.map((one) => words.number(one)));
      return words.say("evening.fact.PointsSet", { points, sticks: fact.kyoutaku });
    }
    case "SeatsBound":
      return words.say("evening.fact.SeatsBound", { sides: words.list(fact.sides.split("")) });
    case "PenaltyGiven":
      return words.say("evening.fact.PenaltyGiven", { ...values, points: words.number(fact.points) });
    case "ChipsTaken":
      return chipsText(fact, values, words);
    default:
      return words.say(`evening.fact.${fact.is}`, values);
  }
}

// Each rule that became another, and what it is from then on.
function changedRules({ rules, fields }, words) {
  const named = (field) => nameOfRule({ field, meaning: field }, words);
  return words.clauses(
    fields.map((field) => words.of(named(field), shown(field, rules[field], words))),
  );
}

function chipsText({ giver, chips }, { name, giver: from }, words) {
  const all = words.say("play.chips_all");
  return words.say("evening.fact.ChipsTaken", { name, giver: giver === null ? all : from, count: words.number(chips) });
}

function dealt(fact, names, words) {
  const deal = words.say("round", { wind: words.wind(fact.round_wind), number: fact.dealer + 1 });
  const { honba, kyoutaku: sticks } = fact;
  return words.say("evening.fact.KyokuStarted", { deal, name: names[fact.dealer], honba, sticks });
}

function drawn(fact, names, words) {
  const tenpai = words.list(fact.tenpai.map((seat) => names[seat]));
  const hands = fact.tenpai.length > 0 && words.say("tenpai", { names: tenpai });
  return [words.say(`draw.${fact.kind}`), hands].filter(Boolean).join(" · ");
}

// Times are written as in the browser's own variant of the page's language, such as en-GB, where it has one.
function regional(code) {
  return navigator.languages.find((language) => language.split("-")[0] === code.split("-")[0]) ?? code;
}

export function clock(at, words) {
  return timeIn(words, { hour: "2-digit", minute: "2-digit", second: "2-digit" }, at);
}

export function day(at, words) {
  return timeIn(words, { dateStyle: "medium", timeStyle: "short" }, at);
}

function timeIn(words, form, at) {
  return new Intl.DateTimeFormat(regional(words.code), form).format(new Date(at));
}

// Who said it and by what: "21:04:12 · on a page · 192.168.1.7"
export function source(told, words) {
  return [clock(told.at, words), words.say(`evening.because.${told.because}`), told.by].filter(Boolean).join(" · ");
}

// One entry: struck where somebody took it back, and then by whom.
export function Told({ entry, names, words, children }) {
  const { retraction } = entry;
  const text = factText(entry.fact, entry.names ?? names, words);
  const late = entry.before !== null && words.say("evening.told_late");
  return html`<li class=${retraction ? "told gone" : "told"}>
    <div class="told-text">
      ${retraction ? html`<del>${text}</del>` : html`<span>${text}</span>`}
      <small>${[source(entry, words), late].filter(Boolean).join(" · ")}</small>
      ${retraction && html`<small class="taken-back">
        ${words.say("evening.taken_back", { who: source(retraction, words) })}
      </small>`}
    </div>
    ${children}
  </li>`;
}

// Which rule was broken, where the table knows it.
function reasonOf(why, words) {
  return words.has(`reason.${why}`) ? words.say(`reason.${why}`) : "";
}
