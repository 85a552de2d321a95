// Yaku that this house alone counts: people name them with a win, for no table can see them.

import { html } from "/static/vendor/htm-preact-standalone.module.js";

const YAKUMAN = 13;

export function LocalYaku({ allows, chosen = [], isCounted, words, onChange }) {
  if (!allows.local_yaku.length) return null;
  const label = words.say(isCounted ? "play.local_yaku" : "play.local_yaku_within");
  const turned = (name) => (chosen.includes(name) ? chosen.filter((one) => one !== name) : [...chosen, name]);
  return html`
    <div class="named-picks">
      <span>${label}</span>
      <div class="picks" role="group" aria-label=${label}>
        ${allows.local_yaku.map(([name, han]) => html`
          <button
            type="button"
            key=${name}
            aria-pressed=${chosen.includes(name)}
            onClick=${() => onChange(turned(name))}
          >
            <bdi>${name}</bdi> <b>${worthOf(han, words)}</b>
          </button>
        `)}
      </div>
    </div>
  `;
}

const worthOf = (han, words) => (han < YAKUMAN ? words.say("han", { count: han }) : words.say("yakuman", { count: 1 }));

// The names of those among the yaku of a value.
export function localOf(yaku, allows) {
  return (yaku ?? []).map(([name]) => name).filter((name) => allows.local_yaku.some(([one]) => one === name));
}
