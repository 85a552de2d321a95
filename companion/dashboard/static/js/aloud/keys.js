// Which key asks for which reading: letters on a keyboard, digits on a number pad. Pure.

const KEYS = {
  e: "river.E", s: "river.S", w: "river.W", n: "river.N",
  1: "river.E", 2: "river.S", 3: "river.W", 4: "river.N",
  t: "turn", 5: "turn",
  d: "dora", 6: "dora",
  p: "points", 7: "points",
  l: "left", 8: "left",
  h: "hand", 9: "hand",
  r: "again", 0: "again",
  x: "silence", ".": "silence",
};

export function asksFor({ key, target, ctrlKey, altKey, metaKey, repeat }) {
  if (ctrlKey || altKey || metaKey || repeat) return null;
  if (target?.closest?.("input, select, textarea, [contenteditable]")) return null;
  return KEYS[key.toLowerCase()] ?? null;
}
