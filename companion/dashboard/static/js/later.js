// Parts of the page, and words, that are fetched the first time they are needed. Where the line breaks just then, they
// are asked for again.

import { useEffect, useState } from "/static/vendor/htm-preact-standalone.module.js";
import { withMore } from "/static/js/words.js";

const AGAIN_MS = 2_000;

// Fetches something until it comes, and hands it on. Answers how to stop.
export function persist(load, onCome) {
  let isWanted = true;
  let timer = null;
  const failed = () => {
    if (isWanted) timer = setTimeout(attempt, AGAIN_MS);
  };
  const attempt = () => load().then((come) => isWanted && onCome(come), failed);
  attempt();
  return () => {
    isWanted = false;
    clearTimeout(timer);
  };
}

export function useLater(isNeeded, load, name) {
  const [made, make] = useState(null);
  useEffect(() => {
    if (!isNeeded || made) return undefined;
    return persist(load, (module) => make(() => module[name]));
  }, [isNeeded]);
  return made;
}

// The words of one view with those of the page; null until they have come.
export function useMoreWords(words, view) {
  const [made, make] = useState(null);
  useEffect(() => persist(() => withMore(words, view), make), [words]);
  return made?.code === words.code ? made : null;
}
