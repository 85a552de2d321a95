// A button that has to be held: what cannot be taken back is not done by a sleeve.
// The keyboard holds it by Enter or Space.

import { html, useEffect, useRef, useState } from "/static/vendor/htm-preact-standalone.module.js";

const HOLD_MS = 600;

export function Hold({ label, hint, onHeld, kind = "" }) {
  const timer = useRef(null);
  const [isHeld, setHeld] = useState(false);
  const begin = () => {
    if (timer.current) return;
    setHeld(true);
    timer.current = setTimeout(() => {
      end();
      onHeld();
    }, HOLD_MS);
  };
  const end = () => {
    clearTimeout(timer.current);
    timer.current = null;
    setHeld(false);
  };
  useEffect(() => end, []);
  const isKey = (event) => event.key === "Enter" || event.key === " ";
  const keyDown = (event) => {
    if (!isKey(event)) return;
    event.preventDefault();
    if (!event.repeat) begin();
  };
  return html`<button
    type="button"
    class=${`hold ${kind} ${isHeld ? "held" : ""}`}
    title=${hint}
    onPointerDown=${begin}
    onPointerUp=${end}
    onPointerLeave=${end}
    onPointerCancel=${end}
    onContextMenu=${(event) => event.preventDefault()}
    onKeyDown=${keyDown}
    onKeyUp=${(event) => isKey(event) && end()}
    onBlur=${end}
  >
    <span>${label}</span>
    <small>${hint}</small>
  </button>`;
}
