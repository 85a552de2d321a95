// What this page tells the table, what came of it, and which sheet lies open. Layouts get it as one value.

import { useEffect, useRef, useState } from "/static/vendor/htm-preact-standalone.module.js";
import { preview, previews } from "/static/js/commands.js";
import { noticeOf, useFromSheet } from "/static/js/play/from_sheet.js";
import { overruled } from "/static/js/play/overruled.js";
import { Teller } from "/static/js/play/teller.js";

const ARMED_MS = 4_000;
const NOTICE_MS = 6_000;
// What is being done, and what somebody must have seen, does not go by itself.
export const TO_BE_SEEN = ["not_connected", "unanswered", "host_by_key", "watching"];
const SURE = "undo_sure";
const STAYS = ["saving", SURE, ...TO_BE_SEEN];
const SAVING_MS = 300;
const LOOK_MS = 20;
const MOST_LOOKS = 100;

export function usePlaying(snapshot, connection, look = (_seq) => {}) {
  const shown = useRef(snapshot);
  shown.current = snapshot;
  const teller = useRef(null);
  teller.current ??= new Teller(() => shown.current?.seq ?? 0);
  const [notice, setNotice, stands] = useNotice();
  const sheets = useSheet(setNotice);
  const onSheet = useFromSheet(sheets, setNotice);
  useEffect(() => {
    if (connection === "lost") teller.current.forget();
  }, [connection]);
  useFocus(snapshot?.seq, sheets.sheet);
  useOverruled(snapshot, setNotice);
  const { isBusy, settled } = catchingUp(teller.current, shown);
  const newest = () => Math.max(shown.current.seq, teller.current.known);
  const settledFor = async (isAsked = () => true) => {
    await settled();
    return isAsked();
  };
  const [isArmed, undo] = useUndo(snapshot?.seq, setNotice, () => tell("undo"), settled);

  async function tell(kind, more = {}) {
    const stood = stands.current;
    // What came to be said meanwhile is about something else, and stays.
    const isOld = (old) => old === stood || old?.code === "saving";
    const saving = setTimeout(() => setNotice((old) => (isOld(old) ? { code: "saving" } : old)), SAVING_MS);
    const answer = { ...(await teller.current.tell(kind, more)), told: { kind, ...more } };
    clearTimeout(saving);
    if (answer.seq > shown.current.seq) look(answer.seq);
    if (answer.status === "same" || answer.status === "dropped") return answer;
    setNotice((old) => noticeOf(answer) ?? (isOld(old) ? null : old));
    return answer;
  }

  return {
    notice,
    isArmed,
    ...sheets,
    ...onSheet,
    tell,
    undo,
    undoNow: () => tell("undo"),
    settled,
    isBusy,
    // What people mean; which facts that makes is the table's business.
    /** @type {Play["mean"]} */
    mean: (what, more = {}) => tell("say", { what, ...more }),
    tap: (seat, action, more = {}) => tell("tap", { seat, action, ...more }),
    // What would come of it, seen from the newest state that this page knows. Where the sheet has closed meanwhile
    // (`isAsked` is false), because what it said has just been told, the table is not asked.
    preview: async (kind, more, isAsked) =>
      (await settledFor(isAsked)) ? preview(kind, newest(), more) : {},
    previews: async (all, isAsked) => ((await settledFor(isAsked)) ? previews(newest(), all) : {}),
    say: (said) => setNotice(said),
    hush: () => setNotice(null),
  };
}

const isSame = (one, other) => JSON.stringify(one) === JSON.stringify(other);

// Which sheet is open, and how it comes and goes.
function useSheet(setNotice) {
  const [sheet, setSheet] = useState(null);
  const opened = useRef(sheet);
  opened.current = sheet;
  return {
    sheet,
    // Two taps open it once: what comes of the first one is of the same sheet.
    open: (name, args = {}) => setSheet((now) => (isSame(now, { name, ...args }) ? now : { name, ...args })),
    // A sheet closes itself, and no other that was opened while an answer was on its way.
    close: () => setSheet((now) => (now === sheet ? null : now)),
    // A sheet whose file or contents did not come: the same button opens it once more.
    notOpened: () => {
      if (opened.current !== sheet) return;
      setSheet(null);
      setNotice({ code: "not_connected" });
    },
  };
}

// The notice, how to set it, and a ref to the one that stands, for whoever waits for an answer.
function useNotice() {
  const [notice, setNotice] = useState(null);
  const stands = useRef(null);
  stands.current = notice;
  useFading(!STAYS.includes(notice?.code) && notice, () => setNotice(null), NOTICE_MS);
  return [notice, setNotice, stands];
}

// Whether taps of this page are still to be told or drawn, and a promise of the table once none are.
function catchingUp(teller, shown) {
  const isAhead = () => teller.known > shown.current.seq;
  const isBusy = () => teller.tail !== null || isAhead();
  const settled = async () => {
    if (isBusy()) {
      await teller.tail;
      await shownUp(isAhead);
      await drawn();
    }
    return shown.current;
  };
  return { isBusy, settled };
}

// The first tap asks, and says what would go; the second takes it back.
function useUndo(seq, setNotice, takeBack, settled) {
  const [isArmed, arm] = useState(false);
  const disarm = () => {
    arm(false);
    setNotice((old) => (old?.code === SURE ? null : old));
  };
  useFading(isArmed, disarm, ARMED_MS);
  // Whoever was asked about one thing has not agreed to take back another.
  useEffect(disarm, [seq]);
  const undo = async () => {
    arm(false);
    if (isArmed) return takeBack();
    // What is asked about is the newest fact as the table knows it, not the one that was the newest before.
    const { code, isSure } = asksFor(await settled());
    setNotice({ code });
    arm(isSure);
  };
  return [isArmed, undo];
}

// What the first tap says: nothing is promised where there is nothing to take back.
export function asksFor({ undo: isThere }) {
  return { code: isThere ? SURE : "nothing_to_undo", isSure: isThere };
}

// Looks again and again whether the page has caught up, but does not wait for ever for a page that hangs.
async function shownUp(isAhead) {
  for (let looks = 0; looks < MOST_LOOKS && isAhead(); looks++) {
    await new Promise((done) => setTimeout(done, LOOK_MS));
  }
}

// Whatever follows from the newest state, such as a sheet that closes, has happened then.
const drawn = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 0)));

// A call or a win that somebody saw on this page is never gone without a word.
function useOverruled(snapshot, setNotice) {
  const before = useRef(null);
  useEffect(() => {
    const gone = overruled(before.current, snapshot);
    before.current = snapshot;
    if (gone.length) setNotice({ code: "overruled", gone, seq: snapshot.seq });
  }, [snapshot]);
}

// Whoever plays by keyboard does not lose the place when the button just pressed is gone.
function useFocus(seq, sheet) {
  const isByKeyboard = useRef(false);
  useEffect(() => {
    const listen = (event) => (isByKeyboard.current = event.type === "keydown");
    addEventListener("keydown", listen);
    addEventListener("pointerdown", listen);
  }, []);
  useEffect(() => {
    const isLost = isByKeyboard.current && !sheet && document.activeElement === document.body;
    /** @type {HTMLElement | null} */
    const first = isLost ? document.querySelector("main .go, main .buttons button") : null;
    first?.focus();
  }, [seq, sheet]);
}

function useFading(what, fade, after) {
  useEffect(() => {
    if (!what) return undefined;
    const timer = setTimeout(fade, after);
    return () => clearTimeout(timer);
  }, [what]);
}
