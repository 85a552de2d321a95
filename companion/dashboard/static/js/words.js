// Words in the reader's language. The server sends codes; the sentences that a person reads are in lang/.

import { LANGUAGES, OWN_LETTERS } from "/static/js/languages.js";

export { LANGUAGES };

const codes = LANGUAGES.map((language) => language.code);

export function preferred(asked, kept) {
  const wished = [asked, kept, ...navigator.languages.map((tag) => tag.slice(0, 2))];
  return wished.find((code) => codes.includes(code)) ?? "en";
}

// Not every tablet has letters that are not Latin: of those, the page brings exactly the ones that its words have. They
// complete the family "Table Latin" of css/base.css, and a file is fetched when something is written with its letters.
// Those that only these words need have a file of their own:
export const LATE = [
  "evening.",
  "layout",
  "pairing.",
  "play.chombo",
  "play.dice",
  "play.liable",
  "play.local",
  "play.photo",
  "play.rule",
  "play.sides",
  "play.value",
  "play.winds",
  "question",
  "reason.",
  "size",
  "sound",
  "source.",
  "theme",
  "yaku.",
];
const WEIGHTS = ["600", "800"];
const EAST_ASIAN = "U+2E80-FFEF";
let worn = [];
// The language that was asked for last: the words of another one may come after its own.
let wished = "";

function wearLetters(code, texts) {
  for (const face of worn) document.fonts.delete(face);
  worn = OWN_LETTERS.includes(code) ? ownLetters(code, texts) : faces("names", EAST_ASIAN);
  for (const face of worn) document.fonts.add(face);
}

function ownLetters(code, texts) {
  const keys = Object.keys(texts);
  const isLate = (key) => LATE.some((start) => key.startsWith(start));
  const lettersOf = (some) => new Set(some.flatMap((key) => [...texts[key]]));
  const early = lettersOf(keys.filter((key) => !isLate(key)));
  const late = [...lettersOf(keys.filter(isLate))].filter((letter) => !early.has(letter));
  // Of two faces that have a letter the one that was added last is asked.
  return [...faces(`words-${code}`, EAST_ASIAN), ...faces(`words-${code}-late`, rangeOf(late))];
}

// Those of them that are not Latin, as a style sheet names them: "U+3042,U+4e00".
function rangeOf(letters) {
  const own = letters.filter((letter) => letter >= "\u2e80");
  return own.map((letter) => `U+${letter.codePointAt(0).toString(16)}`).join();
}

function faces(file, unicodeRange) {
  const source = `url("/static/fonts/${file}.woff2") format("woff2")`;
  return WEIGHTS.map((weight) => new FontFace("Table Latin", source, { weight, unicodeRange, display: "swap" }));
}

export async function loadWords(code) {
  wished = code;
  const answer = await fetch(`/static/lang/${code}.json`);
  if (!answer.ok) throw new Error(`no words for ${code}`);
  const texts = await answer.json();
  if (code === wished) wearLetters(code, texts);
  return new Words(code, texts);
}

// What only one view says lies in a file of its own, with letters of its own, and is fetched with that view.
export async function withMore(words, view) {
  const answer = await fetch(`/static/lang/${view}/${words.code}.json`);
  if (!answer.ok) throw new Error(`no words for ${view} in ${words.code}`);
  const texts = await answer.json();
  const range = rangeOf([...new Set(Object.values(texts).join(""))]);
  if (range && OWN_LETTERS.includes(words.code)) {
    const more = faces(`words-${words.code}-${view}`, range);
    for (const face of more) document.fonts.add(face);
    worn = [...worn, ...more];
  }
  return new Words(words.code, { ...words.texts, ...texts });
}

export class Words {
  constructor(code, texts) {
    this.code = code;
    this.texts = texts;
    this.plain = new Intl.NumberFormat(code);
    this.signed = new Intl.NumberFormat(code, { signDisplay: "exceptZero" });
    /** @type {Intl.NumberFormatOptions} */
    const oneDecimal = { signDisplay: "exceptZero", minimumFractionDigits: 1, maximumFractionDigits: 1 };
    this.scores = new Intl.NumberFormat(code, oneDecimal);
    this.plurals = new Intl.PluralRules(code);
  }

  has(key) {
    return key in this.texts;
  }

  // `{name}` is replaced by a value; a text with `count` may have forms: "dora.one", "dora.other".
  say(key, values = {}) {
    const form = "count" in values ? `${key}.${this.form(values.count)}` : key;
    const text = this.texts[form] ?? this.texts[`${key}.other`] ?? this.texts[key] ?? key;
    return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? this.value(values[name]) : whole));
  }

  // One is said in its own way everywhere, also in languages whose grammar has a single form.
  form(count) {
    return count === 1 ? "one" : this.plurals.select(count);
  }

  value(value) {
    return typeof value === "number" ? this.number(value) : String(value);
  }

  // With the marks of the language between what is listed. What is empty is left out.
  list(texts) {
    return this.parted("list.comma", texts);
  }

  // The same for what has commas inside.
  clauses(texts) {
    return this.parted("list.semicolon", texts);
  }

  // What is said of something: "name: what".
  of(name, what) {
    return this.say("evening.by", { name, what });
  }

  parted(key, texts) {
    const some = texts.filter(Boolean);
    return some.slice(1).reduce((before, next) => this.say(key, { before, next }), some[0] ?? "");
  }

  // A true minus sign: it is as wide as the plus and no hyphen.
  number(value) {
    return this.plain.format(value).replace("-", "−");
  }

  difference(value) {
    return this.signed.format(value).replace("-", "−");
  }

  // A score in thousands: all have one decimal, so that those of a table can be compared at a glance.
  score(value) {
    const isNothing = Math.round(Math.abs(value) * 10) === 0;
    return isNothing ? `±${this.scores.format(0)}` : this.scores.format(value).replace("-", "−");
  }

  tile(text) {
    if (text === "?") return this.say("tile.unknown");
    if (text.endsWith("z")) return this.say(`tile.${text}`);
    const name = this.say(`tile.suit.${text[1]}`, { rank: text[0] === "0" ? 5 : Number(text[0]) });
    return text[0] === "0" ? this.say("tile.red", { tile: name }) : name;
  }

  // The house's own rules have the name that the house gave them.
  rules(name) {
    const [, whole] = /^(.+) \(changed\)$/.exec(name) ?? [];
    if (whole) return this.say("play.rules_with_changes", { rules: this.rules(whole) });
    return this.has(`play.rules.${name}`) ? this.say(`play.rules.${name}`) : name;
  }

  // A yaku of the house has the name that the house gave it.
  yaku(name) {
    return this.has(`yaku.${name}`) ? this.say(`yaku.${name}`) : name;
  }

  // A hand that reaches a yakuman by its han alone is a counted one, wherever its limit is written.
  limit({ limit, yakuman }) {
    return this.say(limit === "yakuman" && !yakuman ? "play.kazoe" : `limit.${limit}`);
  }

  wind(letter) {
    return this.say(`wind.${letter}`);
  }
}
