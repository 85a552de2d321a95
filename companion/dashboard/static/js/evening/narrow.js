// Whether the screen is too narrow for things that otherwise stand beside each other.

import { useEffect, useState } from "/static/vendor/htm-preact-standalone.module.js";

export function useNarrow(widest) {
  const narrow = matchMedia(`(max-width: ${widest}px)`);
  const [isNarrow, setNarrow] = useState(narrow.matches);
  useEffect(() => {
    const changed = () => setNarrow(narrow.matches);
    narrow.addEventListener("change", changed);
    return () => narrow.removeEventListener("change", changed);
  }, []);
  return isNarrow;
}
