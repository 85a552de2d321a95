// For people who cannot see: what is written is spoken, and the table is read out when somebody asks by key or touch.
// Loaded when it is switched on. One channel at a time: the recorded voice, or the listener's own screen reader.

import { html, useEffect, useRef, useState } from "/static/vendor/htm-preact-standalone.module.js";
import { account, standing } from "/static/js/aloud/account.js";
import { Corners } from "/static/js/aloud/corners.js";
import { asksFor } from "/static/js/aloud/keys.js";
import { reading } from "/static/js/aloud/readings.js";
import { Teller } from "/static/js/aloud/teller.js";
import { textOf } from "/static/js/aloud/words.js";
import { useMoreWords } from "/static/js/later.js";
import { Lately } from "/static/js/sound/lately.js";
import { useStyle } from "/static/js/style.js";

const MOST_LINES = 6;
const CUTTING = ["call", "riichi", "result", "back", "corrected", "question"];
// The page's own region says these where a screen reader speaks (reminders.js).
const PAGES_OWN = ["reminder", "look", "lost"];

export function Aloud(props) {
  const { snapshot, choices, connection, onChoose } = props;
  const words = useMoreWords(props.words, "aloud");
  const isDressed = useStyle("/static/css/aloud.css");
  const [lines, setLines] = useState([]);
  const teller = useTeller(words, choices.aloud);
  const isReader = choices.aloud === "reader";

  function tell(sentences) {
    const said = isReader ? sentences.filter(({ kind }) => !PAGES_OWN.includes(kind)) : sentences;
    if (!words || !said.length) return;
    const now = said.map(({ kind, parts }) => ({ kind, text: textOf(parts, words) }));
    const fresh = now.map((line, at) => ({ ...line, key: `${performance.now()} ${at}` }));
    setLines((old) => [...old, ...fresh].slice(-MOST_LINES));
    if (!isReader) teller.tell(said);
  }

  function ask(name) {
    if (name === "silence") return teller.silence();
    const told = name === "again" ? teller.last : [reading(name, snapshot, choices.seat)];
    tell(told);
    teller.last = told;
  }

  useNews(snapshot, words, teller, choices, tell);
  useLine(connection, words, tell);
  useKeys(ask);
  useKeysOfTheTable(props.asked, choices.seat, ask);

  if (!words || !isDressed) return null;
  const heard = html`<${Heard} lines=${lines} isReader=${isReader} />`;
  if (choices.corners !== "shown") return heard;
  const close = () => onChoose({ corners: "hidden" });
  const isUnlocked = isReader || teller.isUnlocked;
  return html`<${Corners} words=${words} lines=${lines} isUnlocked=${isUnlocked} onAsk=${ask} onClose=${close}>
    ${heard}
  </${Corners}>`;
}

// For a screen reader alone. Where the recorded voice speaks, nothing here may speak as well.
function Heard({ lines, isReader }) {
  if (!isReader) return null;
  const part = (isUrgent) => lines.filter(({ kind }) => CUTTING.includes(kind) === isUrgent);
  return html`
    <div class="unseen-by-eye" role="log" aria-live="polite" aria-relevant="additions">
      ${part(false).map(({ key, text }) => html`<p key=${key}>${text}</p>`)}
    </div>
    <div class="unseen-by-eye" role="log" aria-live="assertive" aria-relevant="additions">
      ${part(true).map(({ key, text }) => html`<p key=${key}>${text}</p>`)}
    </div>`;
}

function useTeller(words, kind) {
  const held = useRef(null);
  const [, show] = useState(0);
  held.current ??= new Teller(() => show((old) => old + 1));
  const teller = held.current;
  useEffect(() => teller.listen(), []);
  useEffect(() => {
    if (words) teller.speaks(words.code, kind === "voice");
  }, [words, kind]);
  return teller;
}

// What each state of the table brings after the one before it.
function useNews(snapshot, words, teller, choices, tell) {
  const before = useRef(null);
  const stood = useRef(new Lately());
  useEffect(() => {
    if (!words) return;
    if (before.current) {
      const own = choices.seat === "none" ? null : choices.seat;
      const lately = stood.current.with(standing(before.current), performance.now());
      const told = account(before.current, snapshot, { counts: choices.counts, own, lately });
      if (told.length) teller.last = told;
      tell(told);
    }
    before.current = snapshot;
  }, [snapshot, words]);
}

function useLine(connection, words, tell) {
  const before = useRef("connecting");
  useEffect(() => {
    if (connection === "lost" && before.current === "live") tell([{ kind: "lost", parts: ["lost"] }]);
    if (connection === "live" && before.current === "lost") tell([{ kind: "lost", parts: ["live_again"] }]);
    before.current = connection;
  }, [connection, words]);
}

// A key at the table asks as a key here does. Whoever has chosen a seat is not told what others ask.
function useKeysOfTheTable(asked, own, ask) {
  const heard = useRef(asked);
  useEffect(() => {
    if (!asked || asked === heard.current) return;
    heard.current = asked;
    if (own === "none" || own === asked.seat) ask(asked.reading);
  }, [asked]);
}

// While it is switched on, single letters ask; they do not where somebody writes.
function useKeys(ask) {
  const newest = useRef(ask);
  newest.current = ask;
  useEffect(() => {
    const pressed = (event) => {
      const name = asksFor(event);
      if (!name) return;
      event.preventDefault();
      newest.current(name);
    };
    addEventListener("keydown", pressed);
    return () => removeEventListener("keydown", pressed);
  }, []);
}
