// What is read from the companion for a view, and read again when the table has moved on.

import { useEffect, useState } from "/static/vendor/htm-preact-standalone.module.js";
import { heard } from "/static/js/commands.js";

const AGAIN_MS = 2_000;

// The answer, how to ask again, and the code of the reason where there is none. The answer is undefined until the first
// one has come, and null where it is an error. What a broken line kept away is asked for again.
export function useAsked(path, seq) {
  const [answer, setAnswer] = useState(undefined);
  const [round, ask] = useState(0);
  useEffect(() => {
    let isWanted = true;
    let timer = null;
    const look = async () => {
      const told = await heard(path);
      if (!isWanted) return;
      setAnswer(told);
      if (told.error === "not_connected") timer = setTimeout(look, AGAIN_MS);
    };
    if (path) look();
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [path, seq, round]);
  const error = answer?.error;
  return [error ? null : answer, () => ask((old) => old + 1), error];
}

// What could not be read is not empty, and nothing is said of what may be in it.
export function whyUnread(error, words) {
  if (error !== "club_file_damaged") return words.say("evening.unread");
  return words.say("evening.club_damaged", { file: "club.toml", command: "companion club standings" });
}

export function gamePath(name) {
  return `/api/games/${encodeURIComponent(name)}`;
}
