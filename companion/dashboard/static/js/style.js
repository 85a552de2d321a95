// What a place of its own looks like is fetched when somebody goes there.

import { useEffect, useState } from "/static/vendor/htm-preact-standalone.module.js";

// The style comes with the view: until it is there, nothing is shown that would jump.
export function useStyle(address) {
  const [isThere, setThere] = useState(() => Boolean(document.querySelector(`link[href="${address}"]`)?.sheet));
  useEffect(() => {
    if (isThere) return;
    const link = document.querySelector(`link[href="${address}"]`) ?? document.createElement("link");
    link.rel = "stylesheet";
    link.href = address;
    link.addEventListener("load", () => setThere(true));
    document.head.append(link);
  }, []);
  return isThere;
}
