// What the reader has chosen on this device: language, theme, layout, which seat is nearest. Kept here, nowhere else.

const KEY = "riichi-table";

export function keptChoices() {
  try {
    return JSON.parse(localStorage.getItem(KEY)) ?? {};
  } catch {
    return {};
  }
}

export function keepChoices(choices) {
  try {
    localStorage.setItem(KEY, JSON.stringify(choices));
  } catch {
    // A private window keeps nothing; the page works all the same.
  }
}

// The address may choose too: /?layout=stand&lang=fr&theme=light&near=2
export function firstChoices() {
  const asked = Object.fromEntries(new URLSearchParams(location.search));
  const kept = keptChoices();
  const one = (name, allowed, otherwise) =>
    [asked[name], kept[name]].map(String).find((value) => allowed.includes(value)) ?? otherwise;
  return {
    lang: asked.lang ?? kept.lang,
    theme: one("theme", ["dark", "light"], matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark"),
    layout: one("layout", ["flat", "stand"], undefined),
    near: Number(one("near", ["0", "1", "2", "3"], "0")),
  };
}

// A tablet lies between the players; what is smaller, or very long, stands before one.
export function layoutFor(chosen, width, height) {
  if (Math.min(width, height) < 560) return "stand";
  return chosen ?? "flat";
}
