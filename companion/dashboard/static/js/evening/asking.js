// What is read from the companion for a view, and read again when the table has moved on.

import { useEffect, useState } from "/static/vendor/htm-preact-standalone.module.js";
import { got } from "/static/js/commands.js";

// undefined while it is asked for the first time, null where there is no answer.
export function useAsked(path, seq) {
  const [answer, setAnswer] = useState(undefined);
  const [round, ask] = useState(0);
  useEffect(() => {
    let isWanted = true;
    if (path) got(path).then((heard) => isWanted && setAnswer(heard));
    return () => (isWanted = false);
  }, [path, seq, round]);
  return [answer, () => ask((old) => old + 1)];
}

export function gamePath(name) {
  return `/api/games/${encodeURIComponent(name)}`;
}
