// Looking back: the hands of this game and putting them right, all games, statistics, and players over many evenings.
// Loaded when it is first opened.

import { html, useEffect, useRef, useState } from "/static/vendor/htm-preact-standalone.module.js";
import { Club } from "/static/js/evening/club.js";
import { Games } from "/static/js/evening/games.js";
import { History } from "/static/js/evening/history.js";
import { Statistics } from "/static/js/evening/statistics.js";
import { useStyle } from "/static/js/style.js";

const VIEWS = { history: History, games: Games, statistics: Statistics, club: Club };

// Whoever only watches can read all of it, and change nothing.
export function Evening({ words, snapshot, args, mayChange, mayForget, onClose, tell, preview }) {
  const dialog = useRef(null);
  const body = useRef(null);
  const [place, go] = useState({ view: args.view, hand: args.hand, act: args.act });
  const [notice, setNotice] = useState("");
  const isDressed = useStyle("/static/css/evening.css", "/static/css/correcting.css");
  useEffect(() => {
    if (isDressed) dialog.current.showModal();
  }, [isDressed]);
  // Another place begins at its top, and a screen reader begins with its heading.
  useEffect(() => {
    body.current?.scrollTo(0, 0);
    body.current?.querySelector("h3")?.focus({ preventScroll: true });
  }, [place]);
  if (!isDressed) return null;
  const View = VIEWS[place.view];
  // What was said of another place is not said here.
  const goTo = (next) => {
    setNotice("");
    go(next);
  };
  return html`<dialog class="evening" ref=${dialog} aria-label=${words.say("evening.title")} onClose=${onClose}>
    <header>
      <h2 class="unseen-by-eye">${words.say("evening.title")}</h2>
      <${Views} words=${words} view=${place.view} onPick=${(view) => goTo({ view })} />
      <button
        type="button"
        class="close"
        aria-label=${words.say("close")}
        onClick=${() => dialog.current.close()}
      >×</button>
    </header>
    <div class="evening-said" role="status" aria-live="polite">${notice && html`<p>${notice}</p>`}</div>
    <div class="evening-body" ref=${body}>
      <${View}
        words=${words}
        snapshot=${snapshot}
        mayChange=${mayChange}
        mayForget=${mayForget}
        place=${place}
        go=${goTo}
        tell=${tell}
        preview=${preview}
        say=${setNotice}
      />
    </div>
  </dialog>`;
}

function Views({ words, view, onPick }) {
  return html`<nav aria-label=${words.say("evening.title")}>
    ${Object.keys(VIEWS).map((name) => html`<button
      type="button"
      key=${name}
      aria-current=${name === view ? "page" : undefined}
      onClick=${() => onPick(name)}
    >${words.say(`evening.view.${name}`)}</button>`)}
  </nav>`;
}
