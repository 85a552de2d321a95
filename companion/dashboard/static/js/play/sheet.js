// A sheet: a dialog that lies before the player who opened it, and gives the focus back when it goes.

import { html, useEffect, useRef, useState } from "/static/vendor/htm-preact-standalone.module.js";
import { SaidOnSheet } from "/static/js/play/refusal.js";
import { asUsual } from "/static/js/size.js";

/** @param {{ title: string, words: any, play: Play, [more: string]: any }} props */
export function Sheet({ title, side = "bottom", kind = "", words, play, children, foot }) {
  const dialog = useRef(null);
  useEffect(() => {
    const before = /** @type {HTMLElement | null} */ (document.activeElement);
    dialog.current.showModal();
    return () => {
      /** @type {HTMLElement | null} */
      const back = before?.isConnected && before !== document.body ? before : document.querySelector(".buttons button");
      back?.focus({ preventScroll: true });
    };
  }, []);
  const close = () => dialog.current.close();
  // What was refused is put right: the refusal is of what was said before.
  const forget = play.refused ? play.forgetRefused : undefined;
  // The sheet fills its dialog: a tap on the dialog itself was beside the sheet.
  const tapped = (event) => event.target === dialog.current && close();
  return html`
    <dialog class=${`sheet ${side} ${kind}`} ref=${dialog} aria-label=${title} onClose=${play.close} onClick=${tapped}>
      <div class="sheet-in">
        <header>
          <h2>${title}</h2>
          <${CloseButton} words=${words} onClose=${close} />
        </header>
        <div class="sheet-body" onClick=${forget} onInput=${forget}>${children}</div>
        <${SaidOnSheet} play=${play} words=${words} />
        ${foot && html`<footer>${foot}</footer>`}
      </div>
    </dialog>
  `;
}

export function CloseButton({ words, onClose }) {
  return html`
    <button type="button" class="close" aria-label=${words.say("close")} onClick=${onClose}>×</button>
  `;
}

// A few choices as buttons, at most one of them pressed.
export function Picks({ label, options, chosen, onPick, kind = "" }) {
  return html`
    <div class=${`picks ${kind}`} role="group" aria-label=${label}>
      ${options.map(([value, name, more]) => html`
        <button
          type="button"
          key=${String(value)}
          aria-pressed=${value === chosen}
          disabled=${more?.disabled}
          class=${more?.kind ?? ""}
          onClick=${() => onPick(value)}
        >
          ${name}
        </button>
      `)}
    </div>
  `;
}

// A number by touch: the steps are as big as thumbs, and it can be written too.
export function Stepper({ label, value, step = 1, least = 0, most = 999_999, onChange, words }) {
  // What is half written stays, whatever arrives and is drawn meanwhile.
  const [written, write] = useState(null);
  const set = (next) => {
    write(null);
    onChange(Math.min(most, Math.max(least, next)));
  };
  const [less, more] = ["play.less", "play.more"].map((key) => words.say(key, { name: label }));
  return html`
    <div class="stepper" role="group" aria-label=${label}>
      <span class="stepper-name">${label}</span>
      <button type="button" aria-label=${less} onClick=${() => set(value - step)}>−</button>
      <input
        type="number"
        inputmode="numeric"
        aria-label=${label}
        value=${written ?? value}
        step=${step}
        min=${least}
        max=${most}
        onInput=${(event) => write(event.target.value)}
        onChange=${(event) => set(Math.round(Number(event.target.value) || 0))}
      />
      <button type="button" aria-label=${more} onClick=${() => set(value + step)}>+</button>
    </div>
  `;
}

// How much room a sheet at this edge has, in pixels of a page at its usual size.
export function sheetHeight(side) {
  return asUsual(side === "left" || side === "right" ? innerWidth : innerHeight) - 16;
}

export function sheetWidth(side) {
  return asUsual(side === "left" || side === "right" ? innerHeight : innerWidth) - 16;
}
