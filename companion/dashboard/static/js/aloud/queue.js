// What is said next. Pure: no sound and no clock. docs/decisions/0023 says why it is so:
// 1. Nothing untrue is said: what was taken back leaves the queue.
// 2. A call, a riichi, a result, a doubt, an answer go first and cut a discard short. What they cut is said after them.
// 3. Discards keep their order. Only where more than six wait, all but the newest five become one number.

const FIRST = [
  ...["call", "riichi", "result", "yaku", "points", "back", "corrected", "question", "look", "lost", "answer"],
];
const CUTS = FIRST.filter((kind) => kind !== "points" && kind !== "yaku");
const MOST_DISCARDS = 5;
const UNTRUE_ONCE_BACK = ["discard", "call", "riichi", "stick", "indicator", "result", "yaku", "points", "reminder"];

export class Queue {
  constructor() {
    this.waiting = [];
    this.said = null; // what is being said now
  }

  // Adds them, and answers whether what is being said now has to stop.
  add(sentences) {
    const cuts = sentences.map((each) => this.addOne(each));
    this.shorten();
    return cuts.includes(true);
  }

  next() {
    this.said = this.waiting.shift() ?? null;
    return this.said;
  }

  silence() {
    this.waiting = [];
    this.said = null;
  }

  get length() {
    return this.waiting.length;
  }

  addOne(sentence) {
    if (sentence.kind === "back") return this.takeBack(sentence);
    if (!FIRST.includes(sentence.kind)) {
      this.waiting.push(sentence);
      return false;
    }
    const isCutting = CUTS.includes(sentence.kind);
    const cut = isCutting && isSlow(this.said) ? this.said : null;
    const first = this.waiting.filter(isFirst);
    const rest = [cut, ...this.waiting.filter((each) => !isFirst(each))].filter(Boolean);
    this.waiting = [...first, sentence, ...late(without(rest, sentence))];
    // An answer that was cut short is not repeated: it can be asked for again.
    const isOver = cut || (isCutting && this.said?.kind === "answer");
    if (isOver) this.said = null;
    return Boolean(isOver);
  }

  takeBack(sentence) {
    const isCut = Boolean(this.said) && UNTRUE_ONCE_BACK.includes(this.said.kind);
    const kept = this.waiting.filter(({ kind }) => !UNTRUE_ONCE_BACK.includes(kind));
    this.waiting = [...kept.filter(isFirst), sentence, ...kept.filter((each) => !isFirst(each))];
    if (isCut) this.said = null;
    return isCut;
  }

  // The newest discards are the ones that can still be called.
  shorten() {
    const discards = this.waiting.filter(({ kind }) => kind === "discard");
    const spare = discards.slice(0, Math.max(0, discards.length - MOST_DISCARDS));
    const skipped = this.waiting.find(({ kind }) => kind === "skipped");
    const count = (skipped?.parts[1] ?? 0) + spare.length;
    // One alone is said: that it was left out would take as long.
    if (!spare.length || count === 1) return;
    const at = this.waiting.indexOf(skipped ?? spare[0]);
    const others = (each) => each !== skipped && !spare.includes(each);
    const before = this.waiting.slice(0, at).filter(others);
    const told = { kind: "skipped", parts: ["skipped", count] };
    this.waiting = [...before, told, ...this.waiting.slice(at).filter(others)];
  }
}

const isFirst = ({ kind }) => FIRST.includes(kind);
const isSlow = (said) => Boolean(said) && !FIRST.includes(said.kind);

// A call names its tile: the discard that it took need not be said again.
function without(rest, sentence) {
  const last = rest.map(({ kind }) => kind).lastIndexOf("discard");
  if (sentence.kind !== "call" || last < 0) return rest;
  const tile = rest[last].parts.find((part) => String(part).startsWith("tile."));
  const isTaken = sentence.parts.includes(tile);
  return isTaken ? rest.filter((_, at) => at !== last) : rest;
}

// What is said late says so, once.
function late(rest) {
  return rest.map((each, at) => {
    const isMarked = each.parts[0] === "earlier";
    if (at === 0 && each.kind === "discard" && !isMarked) return { ...each, parts: ["earlier", ...each.parts] };
    return at > 0 && isMarked ? { ...each, parts: each.parts.slice(1) } : each;
  });
}
