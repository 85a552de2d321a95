// The words and the style of what stands beside a hand; null until both are there.

import { useEffect, useState } from "/static/vendor/htm-preact-standalone.module.js";
import { useStyle } from "/static/js/style.js";
import { withMore } from "/static/js/words.js";

export function useRoundWords(words) {
  const isDressed = useStyle("/static/css/round.css");
  const [more, setMore] = useState(null);
  useEffect(() => {
    let isWanted = true;
    withMore(words, "round").then((texts) => isWanted && setMore(texts), () => {});
    return () => (isWanted = false);
  }, [words]);
  return isDressed ? more : null;
}
