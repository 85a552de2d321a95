// Parts of the page, and words, that are fetched the first time they are needed. Where the line breaks just then, they
// are asked for again.

import { useEffect, useRef, useState } from "/static/vendor/htm-preact-standalone.module.js";
import { withMore } from "/static/js/words.js";

const AGAIN_MS = 2_000;
const REST_MS = 2_000;

// Fetches something until it comes, and hands it on; `onFailed` hears of each time it does not. Answers how to stop.
export function persist(load, onCome, onFailed = () => {}) {
  let isWanted = true;
  let timer = null;
  const failed = () => {
    if (!isWanted) return;
    timer = setTimeout(attempt, AGAIN_MS);
    onFailed();
  };
  const attempt = () => load().then((come) => isWanted && onCome(come), failed);
  attempt();
  return () => {
    isWanted = false;
    clearTimeout(timer);
  };
}

// Whether the page has been there for a moment: then comes what the first tap may need.
export function useRest() {
  const [isAtRest, rest] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => rest(true), REST_MS);
    return () => clearTimeout(timer);
  }, []);
  return isAtRest;
}

export function useLater(isNeeded, load, name, onFailed = undefined) {
  const [made, make] = useState(null);
  useEffect(() => {
    if (!isNeeded || made) return undefined;
    return persist(load, (module) => make(() => module[name]), onFailed);
  }, [isNeeded]);
  return made;
}

// The same for what somebody opens: it is fetched once the page has come to rest, or earlier if it is opened. If it is
// not there when it is opened, it is asked for at once; `notOpened` says so each time it does not come.
export function useOpened(isOpen, load, name, notOpened) {
  const isAtRest = useRest();
  return useLater(isOpen ? "opened" : isAtRest, load, name, isOpen ? notOpened : undefined);
}

// The words of one view with those of the page; null until they have come.
export function useMoreWords(words, view) {
  const [made, make] = useState(null);
  useEffect(() => persist(() => withMore(words, view), make), [words]);
  return made?.code === words.code ? made : null;
}

// The same for a sheet, which keeps its words until those of another language have come. Without the first ones it does
// not open: `play` says so.
export function useSheetWords(words, view, play) {
  const [made, make] = useState(null);
  useEffect(() => {
    const load = () => withMore(words, view);
    if (made) return persist(load, make);
    let isWanted = true;
    load().then((more) => isWanted && make(more), () => isWanted && play.notOpened());
    return () => {
      isWanted = false;
    };
  }, [words]);
  return made;
}

// The words of the language that was chosen last; until they have come, those before.
export function useWordsOf(lang, first, load) {
  const [words, set] = useState(first);
  const isFirst = useRef(true);
  useEffect(() => {
    if (!isFirst.current) return persist(() => load(lang), set);
    isFirst.current = false;
    return undefined;
  }, [lang]);
  return words;
}
