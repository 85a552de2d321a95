// The page: one state, drawn again whenever the table, the line or the reader's choices change.

import { html, render, useEffect, useLayoutEffect, useState } from "/static/vendor/htm-preact-standalone.module.js";
import { firstChoices, keepChoices, layoutFor } from "/static/js/choices.js";
import { send } from "/static/js/commands.js";
import { Connection } from "/static/js/connection.js";
import { Flat } from "/static/js/flat.js";
import { Menu } from "/static/js/menu.js";
import { Spoken } from "/static/js/reminders.js";
import { Stand } from "/static/js/stand.js";
import { loadWords, preferred } from "/static/js/words.js";

const ARMED_MS = 4_000;
const NOTICE_MS = 5_000;
const SAVING_MS = 300;
const LONGEST_NAME = 14;

function Page({ firstWords, chosen }) {
  const [words, setWords] = useState(firstWords);
  const [choices, setChoices] = useState(chosen);
  const { snapshot, connection, age } = useTable();
  const size = useSize();
  const { notice, isArmed, tell, undo } = useCommands(snapshot);
  const [isMenuOpen, openMenu] = useState(false);

  useEffect(() => {
    document.documentElement.lang = words.code;
    document.documentElement.dataset.theme = choices.theme;
    document.title = words.say("title");
  }, [words, choices.theme]);

  useLayoutEffect(() => {
    // For whoever measures: which state the page shows.
    document.documentElement.dataset.seq = snapshot?.seq ?? "";
  }, [snapshot]);

  async function choose(change) {
    const next = { ...choices, ...change };
    setChoices(next);
    keepChoices(next);
    if (change.lang) setWords(await loadWords(change.lang));
  }

  if (!snapshot) return html`<${Waiting} words=${words} connection=${connection} />`;
  const layout = layoutFor(choices.layout, size.width, size.height);
  const nameOf = (seat) => shortened(snapshot.seats[seat]?.name ?? "");
  const shared = { snapshot, words, nameOf, choices, layout, connection, age, isArmed, isWide: size.width >= size.height };
  const act = { onMenu: () => openMenu(true), onUndo: undo, onPause: (kind) => tell(kind) };
  return html`
    <${layout === "flat" ? Flat : Stand} ...${shared} ...${act} />
    ${isMenuOpen && html`<${Menu} ...${shared} onChoose=${choose} onSpeed=${(speed) => tell("speed", { speed })} onWaive=${(reason) => tell("waive", { reason })} onClose=${() => openMenu(false)} />`}
    ${notice && html`<div class="notice" role="alert">${words.say(words.has(`notice.${notice}`) ? `notice.${notice}` : "notice.other")}</div>`}
    <${Spoken} ...${shared} />
  `;
}

// In a sentence about others a name has little room; at its own seat it stands whole.
function shortened(name) {
  return name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME - 1)}…` : name;
}

function Waiting({ words, connection }) {
  return html`<main class="waiting"><h1>${words.say("title")}</h1><p role="status">${words.say(connection === "lost" ? "connection.lost" : "connection.connecting")}</p></main>`;
}

// The newest snapshot, whether the line is alive, and how old the newest change is in seconds.
function useTable() {
  const [table, setTable] = useState({ snapshot: null, connection: "connecting", changedAt: 0 });
  const [now, setNow] = useState(0);
  useEffect(() => {
    const connection = new Connection(
      (snapshot) => setTable((old) => ({ ...old, snapshot, changedAt: performance.now() })),
      (state) => setTable((old) => ({ ...old, connection: state })),
    );
    connection.start();
    const tick = setInterval(() => setNow(performance.now()), 1_000);
    return () => clearInterval(tick);
  }, []);
  return { ...table, age: Math.max(0, Math.round((now - table.changedAt) / 1_000)) };
}

function useSize() {
  const measure = () => ({ width: innerWidth, height: innerHeight });
  const [size, setSize] = useState(measure);
  useEffect(() => {
    const changed = () => setSize(measure());
    addEventListener("resize", changed);
    return () => removeEventListener("resize", changed);
  }, []);
  return size;
}

// Commands and what came of them. Undo asks for a second tap, so that a sleeve takes nothing back.
function useCommands(snapshot) {
  const [notice, setNotice] = useState(null);
  const [isArmed, arm] = useState(false);
  useFading(isArmed, () => arm(false), ARMED_MS);
  useFading(notice && notice !== "saving", () => setNotice(null), NOTICE_MS);

  async function tell(kind, more) {
    const saving = setTimeout(() => setNotice("saving"), SAVING_MS);
    const answer = await send(kind, snapshot.seq, more);
    clearTimeout(saving);
    setNotice(answer.error ?? (kind === "undo" ? "undone" : null));
  }

  function undo() {
    if (isArmed) tell("undo");
    arm(!isArmed);
  }

  return { notice, isArmed, tell, undo };
}

function useFading(isOn, fade, after) {
  useEffect(() => {
    if (!isOn) return undefined;
    const timer = setTimeout(fade, after);
    return () => clearTimeout(timer);
  }, [isOn]);
}

const chosen = firstChoices();
const firstWords = await loadWords(preferred(chosen.lang, undefined));
render(html`<${Page} firstWords=${firstWords} chosen=${chosen} />`, document.getElementById("page"));
