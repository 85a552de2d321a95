// A box whose words are written smaller, step by step, until they find room: names and languages differ too much for
// one size, and what was cut would be lost.

import { useLayoutEffect, useRef } from "/static/vendor/htm-preact-standalone.module.js";

const STEPS = [1, 0.92, 0.84, 0.76, 0.68, 0.6, 0.53];

// For the `ref` of the box; its style sheet multiplies sizes by --fit. It is measured again when one of
// `reasons` is new.
export function useFit(reasons) {
  const box = useRef(null);
  useLayoutEffect(() => {
    const fit = () => box.current && fitIn(box.current);
    fit();
    const watcher = new ResizeObserver(fit);
    watcher.observe(box.current);
    document.fonts.addEventListener("loadingdone", fit);
    return () => {
      watcher.disconnect();
      document.fonts.removeEventListener("loadingdone", fit);
    };
  }, reasons);
  return box;
}

function fitIn(box) {
  for (const step of STEPS) {
    box.style.setProperty("--fit", step);
    if (box.scrollHeight <= box.clientHeight && box.scrollWidth <= box.clientWidth) return;
  }
}
