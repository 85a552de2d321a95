// Names: how they are sent, which look alike, and how much room they take. A Chinese, Japanese or Korean letter, or an
// emoji, is as wide as two others.

const LETTERS = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]/u;
const RARE_AND_PICTURES = /[\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;

// Marks of direction and the like, which come along when a name is pasted; but not what joins letters, and not blanks.
const UNSEEN = /(?!\u200c|\u200d|[\t\n\v\f\r])[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/gu;
// A joiner at either end joins nothing.
const AROUND = /^[ \u200c\u200d]+|[ \u200c\u200d]+$/gu;

const room = (letter) => (LETTERS.test(letter) || RARE_AND_PICTURES.test(letter) ? 2 : 1);

export function widthOf(name) {
  return [...name].reduce((sum, letter) => sum + room(letter), 0);
}

// A name that was typed or pasted, as it is sent: the table takes none with characters that nobody sees.
export function entered(name) {
  return name.replace(UNSEEN, "").replace(/\s+/gu, " ").replace(AROUND, "");
}

// Whether two of these names look alike, as the table compares them.
export function hasTwice(names) {
  return new Set(names.map(compared)).size < names.length;
}

function compared(name) {
  const plain = name.replace(/[\u200c\u200d]/gu, "").normalize("NFKC").toLowerCase();
  return plain.replace(/ß/gu, "ss").replace(/ς/gu, "σ").normalize("NFKC").replace(/\s+/gu, " ").trim();
}

export function shortened(name, most) {
  if (widthOf(name) <= most) return name;
  let left = most - 1;
  const kept = [...name].filter((letter) => (left -= room(letter)) >= 0);
  return `${kept.join("").trimEnd()}…`;
}
