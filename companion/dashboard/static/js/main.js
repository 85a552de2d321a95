// The page: one state, drawn again whenever the table, the line or the reader's choices change.

import {
  html,
  render,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "/static/vendor/htm-preact-standalone.module.js";
import { choicesAt, firstChoices, keepChoices, layoutFor } from "/static/js/choices.js";
import { ageOf, Connection } from "/static/js/connection.js";
import { Flat } from "/static/js/flat.js";
import { canPlay } from "/static/js/play/acts.js";
import { shortened } from "/static/js/names.js";
import { Notice } from "/static/js/play/notice.js";
import { Own } from "/static/js/play/own.js";
import { Sheets } from "/static/js/play/sheets.js";
import { isPretended } from "/static/js/play/table_acts.js";
import { mustStayOn, useAwake, useKiosk } from "/static/js/play/kiosk.js";
import { usePlaying } from "/static/js/play/playing.js";
import { keepForOffline, useRelease } from "/static/js/release.js";
import { wearSize } from "/static/js/size.js";
import { Spoken } from "/static/js/reminders.js";
import { shownIn } from "/static/js/settled.js";
import { Stand } from "/static/js/stand.js";
import { clubCodeOfAddress, codeOfAddress, mayScore, useMe } from "/static/js/pairing/me.js";
import { persist, useLater, useOpened, useWordsOf } from "/static/js/later.js";
import { loadWords, preferred } from "/static/js/words.js";

// In a sentence about others a name has little room.
const LONGEST_NAME = 14;
const broadcast = () => import("/static/js/broadcast/main.js");
const LAYOUTS = { flat: Flat, stand: Stand, own: Own };

function Page({ firstWords, chosen }) {
  const ears = useRef({});
  const { snapshot, connection, age, reopen, look, asked, round, call, told } = useTable(ears);
  const [choices, choose] = useChoices(chosen, snapshot?.players);
  const words = useWordsOf(choices.lang, firstWords, loadWords);
  const [tournament, referee, clocks] = [useTournament(round), useReferee(call), useClocks(told)];
  const size = useSize();
  const play = usePlaying(snapshot, connection, look);
  const [me, askMe] = useMe(connection, play, reopen);
  const [isMenuOpen, openMenu] = useState(false);
  const release = useRelease(isMenuOpen || Boolean(play.sheet));
  ears.current = { host: (name) => play.say({ code: "host_by_key", name }), release };
  const isDim = useKiosk(choices.kiosk, snapshot?.seq);
  const layout = layoutFor(choices, size.width, size.height);
  useAwake(mustStayOn(choices, layout, snapshot ?? undefined));
  useSounds(snapshot, words, choices);
  useDocument(snapshot, words, choices);

  useDepthOfTable(snapshot, choices.depth, (depth) => choose({ depth }));

  const isBroadcast = ["tv", "overlay"].includes(layout);
  usePhotographed(snapshot, play, isBroadcast);

  const letIn = photographed && isBroadcast && { code: photographed, choices, words, onIn: askMe };
  if (!snapshot) return html`<${NoTable} words=${words} connection=${connection} me=${me} letIn=${letIn} />`;
  const shared = {
    snapshot,
    words,
    nameOf: (seat) => shortened(snapshot.seats[seat]?.name ?? "", LONGEST_NAME),
    choices,
    layout,
    connection,
    age,
    asked,
    tournament,
    referee,
    clocks,
    play,
    me,
    askMe,
    mayScore: mayScore(me),
    isArmed: play.isArmed,
    isWide: size.width >= size.height,
    onChoose: choose,
    onMenu: () => openMenu(true),
  };
  if (isBroadcast) return html`<${Shown} ...${shared} />`;
  return html`
    <${LAYOUTS[layout]} ...${shared} />
    <${Opened} ...${shared} isOpen=${isMenuOpen} onClose=${() => openMenu(false)} />
    <${Asked} ...${shared} />
    <${BesideIt} ...${shared} />
    <${Unpaired} ...${shared} />
    <${Rests} ...${shared} />
    <${Sheets} ...${shared} />
    <${Notice} ...${shared} />
    <${ForTheEar} ...${shared} />
    ${isDim && html`<div class="dimmed" aria-hidden="true"></div>`}
  `;
}

// What the reader has chosen, and how to choose something else.
function useChoices(chosen, players = 4) {
  const [choices, setChoices] = useState(chosen);
  function choose(change) {
    const next = { ...choices, ...change };
    setChoices(next);
    keepChoices(next);
  }
  return [choicesAt(choices, players), choose];
}

// Whoever came by a picture with a code is asked for the name at once, or whether this table joins a club.
function usePhotographed(snapshot, play, isBroadcast) {
  useEffect(() => {
    if (snapshot && photographed && !isBroadcast) play.open("pairing", { code: photographed });
    // A pretend table belongs to no club.
    else if (snapshot && clubCode && !snapshot.control && !isBroadcast) play.open("club", { code: clubCode });
  }, [!snapshot]);
}

// What stands around the page: its size, its language, its colours, its title.
function useDocument(snapshot, words, { theme, scale }) {
  useLayoutEffect(() => wearSize(scale), [scale]);

  useEffect(() => {
    document.documentElement.lang = words.code;
    document.documentElement.dataset.theme = theme;
    document.title = words.say("title");
  }, [words, theme]);

  useLayoutEffect(() => {
    // For whoever measures: which state the page shows.
    document.documentElement.dataset.seq = snapshot?.seq ?? "";
  }, [snapshot]);
}

// How closely this hand is kept becomes the choice of every device: whoever deals next goes on with it.
function useDepthOfTable(snapshot, chosenDepth, choose) {
  useEffect(() => {
    const isPlayed = snapshot?.kyoku && !snapshot.result && !snapshot.control;
    if (isPlayed && snapshot.depth !== chosenDepth) choose(snapshot.depth);
  }, [snapshot]);
}

// Nobody needs the menu at first sight. If it does not come when it is opened, the page says so, as it does for sheets.
function Opened(props) {
  const { isOpen, onClose, play } = props;
  const notOpened = () => (onClose(), play.notOpened());
  const Menu = useOpened(isOpen, () => import("/static/js/menu.js"), "Menu", notOpened);
  return isOpen && Menu && html`<${Menu} ...${props} />`;
}

// What a camera's table asks comes when it is asked, to whoever may answer.
function Asked(props) {
  const isAsked = props.snapshot.questions?.length > 0 && canPlay(props);
  const Made = useLater(isAsked, () => import("/static/js/play/questions.js"), "Questions");
  return isAsked && Made && html`<${Made} ...${props} />`;
}

// A pretend table can be looked at: its camera's picture stands beside the page, on a phone once the menu asks for it.
function BesideIt(props) {
  const { snapshot, choices, onChoose } = props;
  const isLarge = Math.min(innerWidth, innerHeight) >= 560;
  const isUsual = isLarge && !choices.kiosk && !choices.watch;
  const isShown = isPretended(snapshot) && (choices.camera ? choices.camera === "shown" : isUsual);
  const Made = useLater(isShown, () => import("/static/js/pretend/main.js"), "Beside");
  return isShown && Made && html`<${Made} ...${props} onHide=${() => onChoose({ camera: "hidden" })} />`;
}

// A screen that may only look on, where people play: it can be paired from one card.
function Unpaired(props) {
  const { snapshot, choices, me, play } = props;
  const isAsked = me?.role === "spectator" && !snapshot.control && !choices.watch && !choices.looksOn;
  const Made = useLater(isAsked, () => import("/static/js/pairing/welcome.js"), "Watching");
  return isAsked && !play.sheet && Made && html`<${Made} ...${props} />`;
}

// For people who do not sit at the table: nothing but the table, and no button.
function Shown(props) {
  const Made = useLater(true, broadcast, "Broadcast");
  return Made && html`<${Made} ...${props} />`;
}

// For those who do not see: a few words for screen readers, and everything where reading aloud is switched on.
function ForTheEar(props) {
  const isOn = props.choices.aloud !== "off";
  const Made = useLater(isOn, () => import("/static/js/aloud/main.js"), "Aloud");
  return html`<${Spoken} ...${props} />${isOn && Made && html`<${Made} ...${props} />`}`;
}

// A game that rests says so over the whole table.
function Rests(props) {
  const isResting = Boolean(props.snapshot.tea?.paused);
  const Made = useLater(isResting, () => import("/static/js/tea/resting.js"), "Resting");
  return isResting && !props.play.sheet && Made && html`<${Made} ...${props} />`;
}

function NoTable({ words, connection, me, letIn }) {
  if (me?.role === "stranger" && !letIn) return html`<${Door} words=${words} />`;
  return html`<${Waiting} words=${words} connection=${connection} letIn=${letIn} />`;
}

// A private table: the door comes when it is needed.
function Door({ words }) {
  const Made = useLater(true, () => import("/static/js/pairing/main.js"), "Door");
  return Made && html`<${Made} words=${words} code=${photographed} />`;
}

// Kept by the browser, the page opens without the companion too: it says what is missing, and goes on when it answers.
function Waiting({ words, connection, letIn }) {
  const LetIn = useLater(Boolean(letIn), broadcast, "LetIn");
  const isLost = connection === "lost";
  return html`<main class="waiting">
    <h1>${words.say("title")}</h1>
    <p role="status">${words.say(isLost ? "connection.lost" : "connection.connecting")}</p>
    ${isLost && html`<p class="missing">${words.say("connection.missing", { address: location.host })}</p>`}
    ${LetIn && html`<${LetIn} ...${letIn} />`}
  </main>`;
}

// The newest snapshot and what else the line brings, whether it is alive, and the age of the snapshot in seconds.
function useTable(ears) {
  const [table, setTable] = useState({ snapshot: null, connection: "connecting", changedAt: 0 });
  const [now, setNow] = useState(0);
  const line = useRef(null);
  useEffect(() => {
    const connection = new Connection(
      (snapshot) => setTable((old) => ({ ...old, snapshot, changedAt: performance.now() })),
      (state) => setTable((old) => ({ ...old, connection: state })),
      (name) => ears.current.host(name),
      (release) => ears.current.release(release),
      // Which reading a key at the table asks for, and whose key it is: for those to whom the table is read aloud.
      (asked) => setTable((old) => ({ ...old, asked })),
      // The round of a tournament, at a table that is in one; from then on the page counts the seconds.
      (round) => setTable((old) => ({ ...old, round: round && { ...round, heardAt: performance.now() } })),
      // How the call for the referee stands, at a table of a club.
      (call) => setTable((old) => ({ ...old, call })),
      // The clock of each player, where people play by one; the page counts the seconds.
      (told) => setTable((old) => ({ ...old, told: told && { ...told, heardAt: performance.now() } })),
    );
    line.current = connection;
    connection.start();
    const tick = setInterval(() => setNow(performance.now()), 1_000);
    return () => clearInterval(tick);
  }, []);
  const age = ageOf(table, line.current?.heardAt ?? 0, now);
  const [reopen, look] = [() => line.current.reopen(), (seq) => line.current.look(seq)];
  return { ...table, snapshot: shownIn(table.round, table.snapshot), age, reopen, look };
}

// Few tables are in a tournament: what shows it comes with the first round.
function useTournament(round) {
  const Made = useLater(Boolean(round), () => import("/static/js/round/main.js"), "PARTS");
  return round && Made ? { ...Made, round } : null;
}

// Few tables play by the clock.
function useClocks(told) {
  const Made = useLater(Boolean(told), () => import("/static/js/round/clocks.js"), "CLOCKS");
  return told && Made ? { ...Made, told } : null;
}

// Few tables are in a club; what says how a call stands comes with the first call.
function useReferee(call) {
  const isCalled = Boolean(call) && call.state !== "none";
  const Called = useLater(isCalled, () => import("/static/js/round/referee.js"), "Called");
  return call && { call, Called: isCalled ? Called : null };
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

// What is heard comes after what is seen, and never holds it up.
function useSounds(snapshot, words, choices) {
  const sounds = useRef(null);
  const before = useRef(null);
  useEffect(() => {
    const made = ({ Sounds }) => (sounds.current = new Sounds());
    return persist(() => import("/static/js/sound.js"), made);
  }, []);
  useEffect(() => {
    // What is read aloud is not said twice.
    if (before.current && snapshot && choices.aloud === "off") sounds.current?.heard(before.current, snapshot, words);
    before.current = snapshot;
  }, [snapshot]);
}

const photographed = codeOfAddress();
const clubCode = clubCodeOfAddress();
const chosen = firstChoices();
const firstWords = await loadWords(preferred(chosen.lang, undefined));
const room = /** @type {HTMLElement} */ (document.getElementById("page"));
render(html`<${Page} firstWords=${firstWords} chosen=${chosen} />`, room);
keepForOffline();
