// The words and the style of what stands beside a hand; null until both are there.

import { useMoreWords } from "/static/js/later.js";
import { useStyle } from "/static/js/style.js";

export function useRoundWords(words) {
  const isDressed = useStyle("/static/css/round.css");
  const more = useMoreWords(words, "round");
  return isDressed ? more : null;
}
