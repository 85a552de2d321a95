// Shown beside a pretend table: its camera's picture, and the boxes of keys with what was pressed. Loaded only when
// it is to be shown.

import { html, useEffect, useLayoutEffect, useRef, useState } from "/static/vendor/htm-preact-standalone.module.js";
import { got } from "/static/js/commands.js";
import { useMoreWords } from "/static/js/later.js";
import { useStyle } from "/static/js/style.js";

const STYLES = ["/static/css/lamps.css", "/static/css/pretend.css"];
const EACH_MS = 700;
const FRESH_MS = 2_500;

export function Beside({ words: plain, nameOf, onHide }) {
  const words = useMoreWords(plain, "pretend");
  const isDressed = useStyle(...STYLES);
  const table = usePretendTable();
  const isReady = Boolean(words && isDressed);
  useLayoutEffect(() => {
    // What the page draws makes room: see css/pretend.css.
    document.documentElement.classList.toggle("beside", isReady);
    return () => document.documentElement.classList.remove("beside");
  }, [isReady]);
  if (!isReady) return null;
  return html`<aside class="pretend" aria-label=${words.say("pretend.title")}>
    <header>
      <h2>${words.say("pretend.title")}</h2>
      <button type="button" class="close" aria-label=${words.say("pretend.hide")} onClick=${onHide}>×</button>
    </header>
    <${Picture} table=${table} words=${words} />
    <div class="boxes" role="group" aria-label=${words.say("source.name.panel")}>
      ${table?.boxes.map((box) => html`<${Box}
        key=${box.side}
        box=${box}
        keys=${table.keys}
        words=${words}
        nameOf=${nameOf}
      />`)}
    </div>
  </aside>`;
}

// The next picture is asked for when the last one has come: a slow line shows fewer, and never old ones.
function Picture({ table, words }) {
  const [shown, show] = useState(null);
  const [isThere, setThere] = useState(false);
  const isUnderWay = useRef(false);
  const number = table && !table.missing.length ? table.number : null;
  useEffect(() => {
    if (number === null || isUnderWay.current || number === shown) return;
    isUnderWay.current = true;
    show(number);
  }, [table]);
  const come = (isGood) => {
    isUnderWay.current = false;
    setThere(isGood);
    if (!isGood) show(null);
  };
  const said = table?.missing.length
    ? words.say("pretend.missing", { names: words.list(table.missing) })
    : words.say("pretend.opening");
  return html`<div class="picture">
    ${!isThere && html`<p role="status">${said}</p>`}
    ${shown !== null && html`<img
      class=${isThere ? "" : "coming"}
      src=${`/api/pretend/picture?number=${shown}`}
      alt=${words.say("pretend.picture")}
      onLoad=${() => come(true)}
      onError=${() => come(false)}
    />`}
  </div>`;
}

function Box({ box, keys, words, nameOf }) {
  const { side, seat, lamp, pressed, ago_ms: ago } = box;
  const name = nameOf(seat);
  const key = pressed && words.say(`pretend.key.${pressed}`);
  const spoken = { name, side, lamp: words.say(`pretend.lamp.${lamp}`), key };
  const label = words.say(pressed ? "pretend.box_pressed" : "pretend.box", spoken);
  const kind = (one) => (one !== pressed ? "" : ago < FRESH_MS ? "down" : "last");
  return html`<div class="box" role="img" aria-label=${label}>
    <p aria-hidden="true"><i class=${`lamp ${lamp}`}></i><b>${name}</b><span>${side}</span></p>
    <div class="keys" aria-hidden="true">
      ${keys.map((one) => html`<span key=${one} class=${kind(one)}>${words.say(`pretend.key.${one}`)}</span>`)}
    </div>
  </div>`;
}

// Asked for again and again, but not while the page is hidden.
function usePretendTable() {
  const [table, setTable] = useState(null);
  useEffect(() => {
    let timer = null;
    let isWanted = true;
    const once = async () => {
      const answer = document.hidden ? null : await got("/api/pretend");
      if (!isWanted) return;
      if (answer) setTable(answer);
      timer = setTimeout(once, EACH_MS);
    };
    once();
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, []);
  return table;
}
