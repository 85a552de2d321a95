// Setting the eye up: its picture now, where the table is, a test reading, the house's own tiles.
// Loaded when it is opened.

import { html, useEffect, useRef, useState } from "/static/vendor/htm-preact-standalone.module.js";
import { useSheetWords } from "/static/js/later.js";
import { ageText } from "/static/js/centre.js";
import { Picks } from "/static/js/play/sheet.js";
import { why } from "/static/js/eye/asking.js";
import { pictureOf, useDesk, useEye, useLive } from "/static/js/eye/desk.js";
import { useFitting } from "/static/js/eye/fitted.js";
import { Photo } from "/static/js/eye/photo.js";
import { Stage } from "/static/js/eye/stage.js";
import { Table } from "/static/js/eye/table.js";
import { Test } from "/static/js/eye/test.js";
import { Tiles } from "/static/js/eye/tiles.js";
import { Trust } from "/static/js/eye/trust.js";
import { useStyle } from "/static/js/style.js";

const STYLE = "/static/css/eye.css";
const PHOTOGRAPHS = "photographs";
const TABS = ["table", "test", "tiles"];

export function EyeSheet({ words: plain, play, me }) {
  const words = useSheetWords(plain, "eye", play);
  const isDressed = useStyle(STYLE);
  const dialog = useRef(null);
  const isReady = Boolean(words && isDressed);
  useEffect(() => {
    if (isReady) dialog.current.showModal();
  }, [isReady]);
  if (!isReady) return null;
  const close = () => dialog.current.close();
  return html`<dialog class="eye" ref=${dialog} aria-label=${words.say("eye.title")} onClose=${play.close}>
    <${Rooms} words=${words} maySend=${me?.role === "host"} close=${close} />
  </dialog>`;
}

function Rooms({ words, maySend, close }) {
  const room = { ...useRoom(), words, maySend };
  return html`
    <${Head} ...${room} close=${close} />
    <div class="eye-body">
      <${Seen} ...${room} />
      <${Panel} ...${room} />
    </div>`;
}

// What all rooms share: the desk at the camera, what the eye sees now, and what was said of the table so far.
function useRoom() {
  const [eye, askEye] = useEye();
  const [tab, go] = useState("table");
  const [picked, pick] = useState(null);
  const [given, give] = useState({ camera: null, corners: null });
  const [chosenTiles, setTiles] = useState(null);
  const [shown, show] = useState(null);
  const cameras = eye?.cameras ?? [];
  const camera = picked ?? (cameras.length === 1 ? cameras[0].name : null);
  const kind = cameras.find((one) => one.name === camera)?.kind;
  const desk = { ...useDesk(camera), kind };
  // Where the table is in one camera's picture says nothing of another's.
  const corners = given.camera === camera ? given.corners : null;
  const setCorners = (next) => give({ camera, corners: next });
  const tiles = chosenTiles ?? eye?.tiles ?? "";
  const isOfPhotos = camera === PHOTOGRAPHS;
  const [, noteSent] = useState(null);
  // Without a camera there is nothing to be asked for before a photograph was sent.
  const isBare = isOfPhotos && !desk.work.photo;
  const isTest = tab === "test";
  const heard = useLive(desk, isBare ? null : isTest ? "read" : "look", isTest ? { corners, tiles } : { corners });
  const live = isBare ? null : heard;
  const look = live?.deed === "look" ? live : null;
  const read = live?.deed === "read" ? live.tiles : null;
  const found = useFound(camera, look);
  const known = useKept(camera, corners ?? found);
  const isPhoto = Boolean(live?.photo);
  const fitting = useFitting({ eye, camera, known: found, corners, setCorners });
  const onSent = (key) => {
    noteSent(key);
    setCorners(null); // where the table is in one picture says nothing of another
    show(null);
    fitting.end();
  };
  const seen = { live, look, found, read, known, isPhoto, isBare, fitting };
  const photos = { isOfPhotos, onSent };
  const table = { corners, setCorners, tiles, setTiles, shown, show };
  return { eye, askEye, tab, go, camera, pick, desk, ...table, ...seen, ...photos };
}

function Head({ words, tab, go, isOfPhotos, close }) {
  const tabs = TABS.filter((name) => name !== "table" || !isOfPhotos);
  return html`<header>
    <h2 class="unseen-by-eye">${words.say("eye.title")}</h2>
    <nav aria-label=${words.say("eye.title")}>
      ${tabs.map((name) => html`<button
        type="button"
        key=${name}
        aria-current=${name === tab ? "page" : undefined}
        onClick=${() => go(name)}
      >${words.say(`eye.tab.${name}`)}</button>`)}
    </nav>
    <button type="button" class="close" aria-label=${words.say("close")} onClick=${close}>×</button>
  </header>`;
}

// The picture, and over it what belongs to this room.
function Seen(props) {
  const { words, desk, tab, live, look, read, shown, known, isPhoto, setCorners, fitting } = props;
  const isStill = tab === "tiles" && shown;
  const shot = isStill ? shown : live;
  if (!shot || !desk.key)
    return html`<div class="eye-stage empty" role="status"><${Waiting} ...${props} /></div>`;
  const move = (next, isDone) => setCorners(isDone ? next.map(rounded) : next);
  return html`<${Stage}
    shot=${shot}
    picture=${pictureOf(desk.key, shot)}
    isPhoto=${isPhoto}
    words=${words}
    corners=${isStill ? null : known}
    zones=${tab === "table" && look ? look.zones : null}
    tiles=${tab === "test" ? read : tab === "tiles" ? shown?.read : null}
    fit=${tab === "table" ? fitting.fit : null}
    onMove=${tab === "table" && !fitting.fit ? move : null}
  />`;
}

function Panel(props) {
  const { words, maySend, eye, tab, go, pick, desk, live, look, corners, known, isPhoto, isOfPhotos, onSent } = props;
  const sending = maySend && desk.key && html`<${Photo}
    desk=${desk}
    words=${words}
    isPhoto=${isPhoto}
    hasCamera=${!isOfPhotos}
    onSent=${onSent}
  />`;
  const photograph = () => {
    pick(PHOTOGRAPHS);
    go("tiles");
  };
  const mayPhotograph = maySend && eye && !eye.missing.length && !isOfPhotos;
  return html`<div class="eye-panel" role="region" tabindex="0" aria-label=${words.say(`eye.tab.${tab}`)}>
    ${desk.error && html`<${Trouble} desk=${desk} words=${words} />`}
    ${live?.stalled_s > 0 && html`<${Stalled} seconds=${live.stalled_s} words=${words} />`}
    ${isOfPhotos && sending}
    <${Cameras} ...${props} />
    ${desk.key && tab === "table" && html`<${Table} ...${props} shot=${look} />`}
    ${desk.key && tab === "test" && html`<${Test} ...${props} />`}
    ${tab === "test" && html`<${Trust} words=${words} />`}
    ${desk.key && html`<div hidden=${tab !== "tiles"} class="eye-panel-in">
      <${Tiles} ...${props} corners=${corners ?? (isPhoto ? null : known)} />
    </div>`}
    ${!isOfPhotos && sending}
    ${mayPhotograph && html`<button type="button" onClick=${photograph}>${words.say("eye.photo.instead")}</button>`}
  </div>`;
}

function Trouble({ desk, words }) {
  const mayAsk = desk.error.isOut || (desk.error.error !== "closed" && !desk.key);
  return html`<p class="eye-said bad" role="alert">
    ${why(desk.error, words, desk.kind)}
    ${mayAsk && html` <button type="button" onClick=${desk.again}>${words.say("eye.again")}</button>`}
  </p>`;
}

// A camera that gives the same picture again and again does not show the table as it is now.
function Stalled({ seconds, words }) {
  const since = words.say("connection.age", { age: ageText(seconds, words) });
  return html`<p class="eye-said bad">
    <span role="alert">${words.say("source.note.camera.stalled")}</span> · <span>${since}</span>
  </p>`;
}

function Cameras({ words, eye, camera, pick, isOfPhotos }) {
  const cameras = eye?.cameras ?? [];
  if (cameras.length < (isOfPhotos ? 1 : 2)) return null;
  return html`<${Picks}
    label=${words.say("eye.cameras")}
    options=${cameras.map((one) => [one.name, one.says || one.name])}
    chosen=${camera}
    onPick=${pick}
  />`;
}

function Waiting({ eye, askEye, desk, camera, isBare, words }) {
  if (eye === undefined) return words.say("eye.reading");
  if (eye === null) return words.say("eye.error.no_eye");
  if (eye.missing.length) return words.say("eye.libraries", { names: words.list(eye.missing) });
  if (isBare && !desk.error) return words.say("eye.error.no_photo");
  if (!eye.cameras.length && !camera) return html`<p>
    ${words.say("eye.error.no_camera")} <button type="button" onClick=${askEye}>${words.say("eye.again")}</button>
  </p>`;
  if (desk.error) return why(desk.error, words, desk.kind);
  return words.say(camera ? "eye.opening" : "eye.choose");
}

// Where the eye itself finds the table. An answer about corners that somebody gave only repeats them, and may come
// after they were dropped, so it does not count here.
function useFound(camera, look) {
  const own = useKept(camera, look && !look.asked.corners ? { corners: look.corners } : null);
  return look ? own?.corners : null;
}

// The corners that were seen last stay known in the other rooms, where nobody asks for them.
function useKept(camera, found) {
  const kept = useRef({ camera, found: null });
  if (found || kept.current.camera !== camera) kept.current = { camera, found };
  return kept.current.found;
}

function rounded([x, y]) {
  return [Math.round(x * 1e5) / 1e5, Math.round(y * 1e5) / 1e5];
}
