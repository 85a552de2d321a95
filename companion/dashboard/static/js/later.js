// A part of the page that is fetched the first time it is needed. Where the line breaks just then, it stays away.

import { useEffect, useState } from "/static/vendor/htm-preact-standalone.module.js";

export function useLater(isNeeded, load, name) {
  const [made, make] = useState(null);
  useEffect(() => {
    if (!isNeeded || made) return;
    load().then((module) => make(() => module[name]), () => {});
  }, [isNeeded]);
  return made;
}
