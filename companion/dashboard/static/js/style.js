// The style sheets of parts of the page, each fetched when its part is first opened.

import { useEffect, useState } from "/static/vendor/htm-preact-standalone.module.js";
import { persist } from "/static/js/later.js";

const worn = new Map();

// Settles when the style sheet is there; one that did not come is asked for again the next time.
export function dress(address) {
  if (!worn.has(address)) worn.set(address, fetched(address));
  return worn.get(address);
}

function fetched(address) {
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = address;
  const settled = new Promise((resolve, reject) => {
    link.addEventListener("load", resolve);
    link.addEventListener("error", reject);
  });
  settled.catch(() => {
    worn.delete(address);
    link.remove();
  });
  document.head.append(link);
  return settled;
}

// The style comes with the view: until it is there, nothing is shown that would jump.
export function useStyle(...addresses) {
  /** @type {(address: string) => HTMLLinkElement | null} */
  const linkTo = (address) => document.querySelector(`link[href="${address}"]`);
  const isWorn = () => addresses.every((address) => linkTo(address)?.sheet);
  const [isThere, setThere] = useState(isWorn);
  useEffect(() => {
    if (isThere) return undefined;
    return persist(() => Promise.all(addresses.map(dress)), () => setThere(true));
  }, []);
  return isThere;
}
