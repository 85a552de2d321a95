// The page of a club's hub: its tables as they play, the tournament, hands that are over, and what only a referee or a
// host may do.

import {
  html,
  render,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "/static/vendor/htm-preact-standalone.module.js";
import { firstChoices, keepChoices } from "/static/js/choices.js";
import { Connection } from "/static/js/connection.js";
import { Broadcast } from "/static/js/hub/broadcast.js";
import { Carry, joinCodeOfAddress } from "/static/js/hub/carry.js";
import { Device, Door } from "/static/js/hub/device.js";
import { Foot } from "/static/js/hub/foot.js";
import { Join } from "/static/js/hub/join.js";
import { Players } from "/static/js/hub/players.js";
import { Referee } from "/static/js/hub/referee.js";
import { Replays } from "/static/js/hub/replays.js";
import { Room } from "/static/js/hub/room.js";
import { Round } from "/static/js/hub/round.js";
import { Screen } from "/static/js/hub/screen.js";
import { Standings } from "/static/js/hub/standings.js";
import { Tables } from "/static/js/hub/tables.js";
import { useWordsOf } from "/static/js/later.js";
import { codeOfAddress, useAsking } from "/static/js/pairing/me.js";
import { useRelease } from "/static/js/release.js";
import { wearSize } from "/static/js/size.js";
import { loadWords, preferred, withMore } from "/static/js/words.js";

// `evening` is missing here: the hub has not said yet whether there is one. It sends null if there is none.
const NOTHING = { seq: 0, order: [], complaint: "", calls: [], tables: {}, aheadMs: 0 };
const VIEWS = {
  tables: Tables,
  round: Round,
  standings: Standings,
  replay: Replays,
  players: Players,
  referee: Referee,
  broadcast: Broadcast,
  join: Join,
  device: Device,
};
const OF_HOST = ["players", "broadcast", "join"];
// For referees: a referee's phone is let in as a scorer.
const OF_REFEREE = ["referee"];
// Only where there is an evening; a host always sees them, for an evening begins there.
const OF_EVENING = ["round", "standings"];
// Not drawn before the hub has said which evening it is: they would be drawn anew then.
const AFTER_EVENING = [...OF_EVENING, "players", "screen"];

function Page({ firstWords, chosen, photographed, scanned }) {
  const [carried, carry] = useState(scanned);
  const [choices, setChoices] = useState(chosen);
  const words = useWordsOf(choices.lang, firstWords, wordsIn);
  const [view, open] = useView(photographed ? "device" : "tables");
  const [club, connection, hear] = useClub();
  const [me, askMe] = useMe(connection);
  hear.current = useRelease(view === "device");
  useDocument(words, choices);
  const choose = (change) => {
    const next = { ...choices, ...change };
    setChoices(next);
    keepChoices(next);
  };
  const shared = { club, words, choices, me, askMe, connection, photographed, onChoose: choose, onOpen: open };
  if (carried) return html`<${Carry} code=${carried} words=${words} onDone=${() => carry("")} />`;
  if (me?.role === "stranger") return html`<${Door} ...${shared} />`;
  const isEarly = club.evening === undefined && AFTER_EVENING.includes(view);
  if (view === "room") return html`<${Room} ...${shared} />`;
  if (view === "screen") return isEarly ? null : html`<${Screen} ...${shared} />`;
  const isHost = me?.role === "host";
  const ways = Object.keys(VIEWS)
    .filter((each) => isHost || !OF_HOST.includes(each))
    .filter((each) => isHost || me?.role === "scorer" || !OF_REFEREE.includes(each))
    .filter((each) => isHost || club.evening || !OF_EVENING.includes(each));
  const shown = isEarly || ways.includes(view) ? view : "tables";
  return html`
    <header class="hub-head">
      <h1>${words.say("hub.title")}</h1>
      <nav aria-label=${words.say("menu")}>
        ${ways.map((each) => html`<a
          key=${each}
          href=${`#${each}`}
          aria-current=${each === shown ? "page" : undefined}
        >${words.say(`hub.view.${each}`)}${each === "referee" && club.calls.length > 0 && html`
          <b class="waiting-calls">${club.calls.length}</b>`}</a>`)}
      </nav>
      <p class=${`hub-line line-${connection}`} role="status">
        ${connection !== "live" && words.say(connection === "lost" ? "connection.lost" : "connection.connecting")}
      </p>
    </header>
    <main class="hub">
      ${club.complaint && html`<p class="hub-complaint" role="alert">
        <b>${words.say("hub.complaint")}</b> <span lang="en">${club.complaint}</span>
      </p>`}
      ${!isEarly && html`<${VIEWS[shown]} ...${shared} />`}
    </main>
    <${Foot} words=${words} me=${me} />`;
}

// The address says which part of the page is shown, so that a screen can be opened with it.
function useView(otherwise) {
  const isOne = (name) => name in VIEWS || ["screen", "room"].includes(name);
  // Behind the name of the view may stand what it shows.
  const named = () => location.hash.slice(1).split("=")[0];
  const asked = () => (isOne(named()) ? named() : otherwise);
  const [view, set] = useState(asked);
  useEffect(() => {
    const changed = () => set(asked());
    addEventListener("hashchange", changed);
    return () => removeEventListener("hashchange", changed);
  }, []);
  return [view, (name) => { location.hash = name; }];
}

// Only the tables that have changed travel; the others stay as they were.
function useClub() {
  const [club, set] = useState(NOTHING);
  const [state, turn] = useState("connecting");
  const hear = useRef(() => {});
  useEffect(() => {
    const merge = (news) => set((old) => {
      const known = { ...old.tables, ...news.tables };
      const tables = Object.fromEntries(news.order.map((id) => [id, known[id]]).filter(([, table]) => table));
      const evening = news.evening === undefined ? old.evening : news.evening;
      return { ...news, tables, evening, aheadMs: news.now * 1_000 - performance.now() };
    });
    const line = new Connection(merge, turn, () => {}, (release) => hear.current(release), () => {});
    line.start();
  }, []);
  return [club, state, hear];
}

// What this device may do; asked again when the line comes back, for somebody may have sent it away.
function useMe(connection) {
  const [me, set] = useState(null);
  const [ask] = useAsking((heard) => set((old) => (JSON.stringify(old) === JSON.stringify(heard) ? old : heard)));
  useEffect(ask, [connection]);
  return [me, ask];
}

function useDocument(words, { theme, scale }) {
  useLayoutEffect(() => wearSize(scale), [scale]);
  useEffect(() => {
    document.documentElement.lang = words.code;
    document.documentElement.dataset.theme = theme;
    document.title = words.say("hub.title");
  }, [words, theme]);
}

async function wordsIn(code) {
  return withMore(await loadWords(code), "hub");
}

async function begin() {
  const photographed = codeOfAddress();
  const scanned = joinCodeOfAddress();
  const chosen = firstChoices();
  const lang = preferred(chosen.lang, undefined);
  const words = await wordsIn(lang);
  const page = /** @type {HTMLElement} */ (document.getElementById("page"));
  page.replaceChildren();
  render(
    html`<${Page}
      firstWords=${words}
      chosen=${{ ...chosen, lang }}
      photographed=${photographed}
      scanned=${scanned}
    />`,
    page,
  );
}

begin();
