// What is told once, however often somebody taps while it is on its way: on a slow line people tap again.

import { useRef } from "/static/vendor/htm-preact-standalone.module.js";

// A function that does what it is given, and nothing while what it did last is not done.
export function useOnce() {
  const isDoing = useRef(false);
  return async (act) => {
    if (isDoing.current) return;
    isDoing.current = true;
    try {
      await act();
    } finally {
      isDoing.current = false;
    }
  };
}
