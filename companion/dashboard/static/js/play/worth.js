// What a hand by tiles is worth, what of it could not be counted, and what only people know.

import { html, useEffect, useState } from "/static/vendor/htm-preact-standalone.module.js";
import { isTooFast, untilAnswered, value as asked } from "/static/js/commands.js";

// What the rules make of it: the value or why there is none, what was known of the win, and what only people know.
export function Worth({ worth, ura, flags, words, onFlag }) {
  if (!worth) return null;
  const held = Object.entries(worth.flags ?? {}).filter(([, holds]) => holds === true);
  const unknown = worth.unknown_flags ?? [];
  const named = (flag) => words.say(words.has(`yaku.${flag}`) ? `yaku.${flag}` : `play.flag.${flag}`);
  const names = words.list(held.map(([flag]) => named(flag)));
  return html`
    <div class="worth-line" role="status">
      ${worth.error
        ? html`<p class="refusal">${whyNot(worth, words)}</p>`
        : html`<p><b>${sumOf(worth, words)}</b> ${yakuOf(worth, words)}</p>`}
      ${uncounted(worth, ura, words).map((said) => html`<p class="uncounted" key=${said}>${said}</p>`)}
      ${held.length > 0 && html`<p class="fine">${words.say("play.flags_known", { flags: names })}</p>`}
      ${unknown.length > 0 && html`
        <div class="picks" role="group" aria-label=${words.say("play.flags_asked")}>
          ${unknown.map((flag) => html`
            <button type="button" key=${flag} aria-pressed=${Boolean(flags[flag])} onClick=${() => onFlag(flag)}>
              ${named(flag)}
            </button>
          `)}
        </div>
      `}
    </div>
  `;
}

// A value that leaves something out says so: nobody is paid too little in silence.
function uncounted({ unknown_dora: dora = [], ura_wanted: wanted = 0 }, ura, words) {
  const missing = wanted - ura.length;
  const numbers = words.list(dora.map((number) => words.number(number)));
  return [
    dora.length > 0 && words.say("play.dora_not_counted", { numbers }),
    missing > 0 && words.say("play.ura_not_counted", { count: missing }),
  ].filter(Boolean);
}

// If the table could not be asked, this says so, and not that the hand cannot be valued: it may be good.
export function whyNot({ error, reason }, words) {
  const known = [reason && `reason.${reason}`, error !== "cannot_value" && `notice.${error}`];
  return words.say(known.find((key) => key && words.has(key)) ?? "play.no_value");
}

function sumOf({ han, fu, yakuman }, words) {
  if (yakuman) return words.say("yakuman", { count: yakuman });
  return `${words.say("han", { count: han })} ${words.say("fu", { count: fu })}`;
}

function yakuOf({ yaku, yakuman }, words) {
  const counted = (han) => (yakuman ? "" : ` ${han}`);
  return (yaku ?? []).map(([name, han]) => `${words.yaku(name)}${counted(han)}`).join(" · ");
}

// The value, and whether it is that of this hand and wall: what was counted for another no longer holds, and what was
// asked for too fast is still being counted.
export function useWorth(body, wall) {
  const [worth, setWorth] = useState(null);
  const text = JSON.stringify([body, wall]);
  useEffect(() => {
    if (body) return untilAnswered(() => asked(body), (answer) => setWorth({ ...answer, of: text }));
    setWorth(null);
    return undefined;
  }, [text]);
  return [worth, worth?.of === text && !isTooFast(worth)];
}
