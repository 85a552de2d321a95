// What is in doubt: each new question with its possible answers, said as maybes. Pure.

import * as say from "/static/js/aloud/sentences.js";

const CALLS = { ChiCalled: "chi", PonCalled: "pon", DaiminkanCalled: "open_kan", KakanDeclared: "added_kan" };

// A question whose number changes is news only if other words ask it now. `lately` are the words of those that stood a
// moment ago and may have gone for a blink.
export function doubts(before, after, lately = []) {
  const known = new Set([...doubtsOf(before), ...lately]);
  return (after.questions ?? [])
    .map((each) => asked(each, after))
    .filter((each) => !known.has(wordsOf(each, after)));
}

// The words of each question that is open now, in this hand.
export function doubtsOf(snapshot) {
  return (snapshot.questions ?? []).map((each) => wordsOf(asked(each, snapshot), snapshot));
}

const wordsOf = ({ parts }, { game, kyoku }) => [game, kyoku?.deal, ...parts].join(" ");

export function asked(question, snapshot) {
  const who = question.seat === null ? [] : [say.seatOf(snapshot, question.seat)];
  const tile = question.tile === null ? [] : [say.tileWord(question.tile)];
  const answers = question.choices.map((choice) => choiceParts(choice, snapshot)).filter(({ length }) => length);
  const maybe = answers.flatMap((parts, at) => [at ? "or" : "maybe", ...parts]);
  return { kind: "question", parts: [...who, `q.${question.code}`, ...tile, ...maybe] };
}

function choiceParts({ acts, goes }, snapshot) {
  if (!acts.length && !goes.length) return ["as_written"];
  const told = acts.flatMap((fact) => factParts(fact, snapshot));
  return told.length ? told : goes.flatMap((fact) => withBack(factParts(fact, snapshot)));
}

function withBack(parts) {
  return parts.length ? ["taken_back", ...parts] : [];
}

const tileOf = (tile) => say.tileWord(tile ?? "?");

// A fact as the journal writes it. What has no word here is left to the screen.
function factParts(fact, snapshot) {
  const who = fact.seat === undefined ? [] : [say.seatOf(snapshot, fact.seat)];
  if (fact.is === "Discarded") return [...who, tileOf(fact.tile)];
  if (fact.is === "AnkanDeclared") return [...who, "closed_kan", tileOf(fact.tiles?.[0])];
  if (fact.is in CALLS) return [...who, CALLS[fact.is], tileOf(fact.tile)];
  if (fact.is === "KitaDeclared") return [...who, "kita"];
  if (fact.is === "RiichiDeclared") return [...who, "riichi"];
  if (fact.is === "IndicatorRevealed") return ["indicator", tileOf(fact.tile)];
  if (fact.is === "Won") return [...who, fact.by];
  if (fact.is === "Ryuukyoku") return [`draw.${fact.kind}`];
  return [];
}
