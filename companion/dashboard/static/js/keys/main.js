// A phone as the keys of a seat: it lies flat beside its player, with the eight keys and the lamp of a seat box. What a
// press means is the table's to say; what stops a press on its way is said here at once.

import { html, render, useEffect, useRef, useState } from "/static/vendor/htm-preact-standalone.module.js";
import { onReturn } from "/static/js/asking.js";
import { keepAwake } from "/static/js/camera/looking.js";
import { firstChoices } from "/static/js/choices.js";
import { got } from "/static/js/commands.js";
import { Connection } from "/static/js/connection.js";
import { Line } from "/static/js/keys/line.js";
import { askWhatIsMissing } from "/static/js/keys/missing.js";
import { Said } from "/static/js/keys/said.js";
import { Touches } from "/static/js/keys/touches.js";
import { useLater } from "/static/js/later.js";
import { useRelease } from "/static/js/release.js";
import { WindMark } from "/static/js/seat.js";
import { shownIn } from "/static/js/settled.js";
import { loadWords, preferred, withMore } from "/static/js/words.js";

const KEYS = ["chi", "pon", "kan", "ron", "tsumo", "riichi", "wait", "next"];
const SIDES = [..."ABCD"];
const KEPT = "riichi-table-keys";
const MAY_SIT = ["ready", "side_taken", "replaced"];

function Phone({ words }) {
  const [side, setSide] = useState(keptSide);
  const [why, setWhy] = useState("asking");
  const [isPressed, press] = useState(false);
  const release = useRelease(isPressed);
  const [returns, count] = useState(0);
  const [snapshot, clocks, call] = useTable(release, () => count((old) => old + 1));
  useEffect(() => (MAY_SIT.includes(why) ? undefined : askWhatIsMissing(setWhy)), [returns]);
  const choose = (chosen) => {
    keepSide(chosen);
    setSide(chosen);
    setWhy("ready");
  };
  const ended = (code) => {
    setSide(null);
    setWhy(code);
  };
  const shared = { words, snapshot, clocks, call };
  const told = { onPressed: press, onLeave: () => choose(null), onEnd: ended };
  if (!MAY_SIT.includes(why)) return html`<${Missing} code=${why} words=${words} />`;
  if (!side) return html`<${Choosing} ...${shared} code=${why} onChoose=${choose} />`;
  return html`<${Box} key=${side} ...${shared} side=${side} ...${told} />`;
}

function Missing({ code, words }) {
  return html`<main class="seat-choice">
    <h1>${words.say("keys")}</h1>
    <p role="status">${words.say(`keys.${code}`)}</p>
    ${code !== "asking" && html`<a class="button" href="/">${words.say("keys.to_page")}</a>`}
  </main>`;
}

// The table from above: B sits at the right hand of A.
function Choosing({ words, snapshot, code, onChoose }) {
  const [taken, setTaken] = useState([]);
  useEffect(() => {
    const look = async () => {
      const heard = await got("/api/keys");
      if (heard) setTaken(heard.taken);
    };
    look();
    const timer = setInterval(look, 2_000);
    return () => clearInterval(timer);
  }, []);
  return html`<main class="seat-choice">
    <h1>${words.say("keys.which")}</h1>
    <p role="status">${code === "ready" ? words.say("keys.round") : words.say(`keys.${code}`)}</p>
    <div class="seats">
      ${SIDES.map((side) => {
        const seat = seatAt(snapshot, side);
        const isTaken = taken.includes(side);
        return html`<button
          key=${side}
          type="button"
          class=${`place at-${side}`}
          disabled=${isTaken}
          onClick=${() => onChoose(side)}
        >
          <b>${side}</b>
          <span>${seat?.name}</span>
          ${isTaken && html`<span>${words.say("keys.taken")}</span>`}
        </button>`;
      })}
    </div>
  </main>`;
}

function Box({ words, snapshot, clocks, call, side, onPressed, onLeave, onEnd }) {
  const [held, setHeld] = useState([]);
  const [missed, setMissed] = useState(false);
  const open = useRef(null);
  const touches = useRef(null);
  touches.current ??= new Touches((key, isDown) => {
    const isSent = open.current?.press(key, isDown) ?? false;
    if (isDown) setMissed(!isSent);
    return isSent;
  }, setHeld);
  const line = useLine(side, open, touches, onEnd);
  const isAwake = useAwake();
  useEffect(() => {
    onPressed(held.length > 0);
    return () => onPressed(false);
  }, [held.length > 0]);
  const isLive = line.state === "live";
  const seat = seatAt(snapshot, side);
  return html`<main class=${`seat-keys ${isLive ? "" : "is-lost"}`}>
    <header>
      <${Lamp} lamp=${isLive ? line.lamp : "off"} words=${words} />
      <h1>${seat && html`<${WindMark} wind=${seat.wind} /> `}${seat?.name || words.say("keys.side", { side })}</h1>
      <${OwnClock} ...${{ words, clocks, seat }} />
      <button type="button" onClick=${onLeave}>${words.say("keys.change")}</button>
    </header>
    <${Said} ...${{ words, snapshot, seat, line, missed, isAwake, call }} />
    <div
      class="eight"
      role="group"
      aria-label=${words.say("source.name.panel")}
      onPointerDown=${(event) => touches.current.down(event)}
      onClick=${(event) => touches.current.click(event)}
      onContextMenu=${(event) => event.preventDefault()}
    >
      ${KEYS.map((key) => html`<${Key} key=${key} name=${key} words=${words} isDown=${held.includes(key)} />`)}
    </div>
  </main>`;
}

// What the line of this side says; `open` holds it, so that touches go out on it.
function useLine(side, open, touches, onEnd) {
  const [line, setLine] = useState({ state: "opening", lamp: "" });
  useEffect(() => {
    const tell = (told) => {
      setLine(told);
      if (told.state !== "live") touches.current.forget();
      if (open.current?.isOver) onEnd(told.state);
    };
    // Once more where the browser kept the page, and brings it back.
    const sit = () => {
      touches.current.forget();
      setLine({ state: "opening", lamp: "" });
      open.current = new Line(side, tell);
      open.current.start();
    };
    sit();
    const up = (event) => touches.current.up(event);
    const leave = () => open.current.stop();
    const back = (event) => event.persisted && sit();
    addEventListener("pointerup", up);
    addEventListener("pointercancel", up);
    addEventListener("pagehide", leave);
    addEventListener("pageshow", back);
    return () => {
      removeEventListener("pointerup", up);
      removeEventListener("pointercancel", up);
      removeEventListener("pagehide", leave);
      removeEventListener("pageshow", back);
      open.current.stop();
    };
  }, []);
  return line;
}

function Key({ name, words, isDown }) {
  const word = words.say(`pretend.key.${name}`);
  const isOther = word.toLowerCase() !== name;
  return html`<button type="button" class=${`${name} ${isDown ? "down" : ""}`} data-key=${name}>
    <b>${word}</b>${isOther && html`<span>${name}</span>`}
  </button>`;
}

function Lamp({ lamp, words }) {
  const name = lamp || "off";
  return html`<i class=${`lamp ${name}`} role="img" aria-label=${words.say(`pretend.lamp.${name}`)}></i>`;
}

function seatAt(snapshot, side) {
  const at = snapshot?.sides?.indexOf(side) ?? -1;
  return at < 0 ? null : snapshot.seats[at];
}

// The newest snapshot, the clock of each player where people play by one, and the call for a club’s referee.
function useTable(release, back) {
  const [snapshot, setSnapshot] = useState(null);
  const [round, setRound] = useState(null);
  const [clocks, setClocks] = useState(null);
  const [call, setCall] = useState(null);
  useEffect(() => {
    const nothing = () => {};
    const heard = (told) => setClocks(told && { ...told, heardAt: performance.now() });
    new Connection(setSnapshot, onReturn(back), nothing, release, nothing, setRound, setCall, heard).start();
  }, []);
  return [shownIn(round, snapshot), clocks, call];
}

// What this player has left, and why it stands still.
function OwnClock({ words, clocks, seat }) {
  const Made = useLater(Boolean(clocks), () => import("/static/js/round/clocks.js"), "CLOCKS");
  if (!clocks || !Made || !seat) return null;
  return html`<p class="own-clock">
    <${Made.SeatClock} told=${clocks} seat=${seat.seat} words=${words} />
    <${Made.Stands} told=${clocks} words=${words} />
  </p>`;
}

// Whether the screen stays on: browsers promise it to https pages alone.
function useAwake() {
  const [isAwake, setAwake] = useState(false);
  useEffect(() => {
    let lock = null;
    const hold = async () => {
      if (document.hidden) return;
      lock = await keepAwake();
      setAwake(Boolean(lock));
    };
    hold();
    document.addEventListener("visibilitychange", hold);
    return () => {
      document.removeEventListener("visibilitychange", hold);
      lock?.release();
    };
  }, []);
  return isAwake;
}

function keptSide() {
  try {
    const side = localStorage.getItem(KEPT);
    return side && SIDES.includes(side) ? side : null;
  } catch {
    return null;
  }
}

function keepSide(side) {
  try {
    if (side) localStorage.setItem(KEPT, side);
    else localStorage.removeItem(KEPT);
  } catch {
    // A private window keeps nothing; the seat is picked anew next time.
  }
}

const choices = firstChoices();
document.documentElement.dataset.theme = choices.theme;
const plain = await loadWords(preferred(choices.lang, undefined));
const words = await withMore(await withMore(plain, "pretend"), "keys");
document.documentElement.lang = words.code;
document.title = words.say("keys");
render(html`<${Phone} words=${words} />`, /** @type {HTMLElement} */ (document.getElementById("page")));
