// A sentence in a language: as text for the eye and for a screen reader, and as the clips that say it. A word that the
// page has is written "@key" in lang/aloud: the same words on screen and spoken.

import { numberClips } from "/static/js/aloud/numbers.js";
import { LANGUAGES } from "/static/js/languages.js";

// Parts that belong to the one after them, and parts that belong to the one before them: no comma stands between.
const LEADS = [
  ...["plus", "minus", "left", "sticks", "turn", "you", "maybe", "or", "set_right", "becomes", "river", "indicator"],
  ...["dora", "times", "chips", "skipped", "yaku.ura_dora", "yaku.aka_dora", "yaku.nuki_dora"],
];
const FOLLOWS = ["han", "fu", "honba", "times", "becomes"];

export function clipsOf(parts, code) {
  return parts.flatMap((part) => (typeof part === "number" ? numberClips(part, code) : [part]));
}

export function textOf(parts, words) {
  const { comma = ", ", has_blanks: hasBlanks = true } = LANGUAGES.find(({ code }) => code === words.code) ?? {};
  const blank = hasBlanks ? " " : "";
  const joint = (before, now) => (LEADS.includes(before) || FOLLOWS.includes(now) ? blank : comma);
  return parts.map((part, at) => (at ? joint(parts[at - 1], part) : "") + partText(part, words)).join("");
}

function partText(part, words) {
  if (typeof part === "number") return words.number(part);
  const [group, rest] = [part.slice(0, part.indexOf(".")), part.slice(part.indexOf(".") + 1)];
  if (group === "tile" && rest !== "unknown") return words.tile(rest);
  if (group === "round") return words.say("round", { wind: words.wind(rest[0]), number: Number(rest.slice(1)) });
  if (group === "place") return words.say("place", { count: Number(rest) });
  const text = words.say(`say.${part}`);
  return text.startsWith("@") ? words.say(text.slice(1)) : text;
}
