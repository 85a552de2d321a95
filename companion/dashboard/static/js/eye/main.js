// Setting the eye up: its picture now, where the table is, a test reading, the house's own tiles. Loaded when it is opened.

import { html, useEffect, useRef, useState } from "/static/vendor/htm-preact-standalone.module.js";
import { Picks } from "/static/js/play/sheet.js";
import { withMore } from "/static/js/words.js";
import { why } from "/static/js/eye/asking.js";
import { pictureOf, useDesk, useEye, useLive } from "/static/js/eye/desk.js";
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
  const words = useWords(plain);
  const isDressed = useStyle(STYLE);
  const dialog = useRef(null);
  const isReady = Boolean(words && isDressed);
  useEffect(() => {
    if (isReady) dialog.current.showModal();
  }, [isReady]);
  if (!isReady) return null;
  return html`<dialog class="eye" ref=${dialog} aria-label=${words.say("eye.title")} onClose=${play.close}><${Rooms} words=${words} maySend=${me?.role === "host"} close=${() => dialog.current.close()} /></dialog>`;
}

function Rooms({ words, maySend, close }) {
  const [eye, askEye] = useEye();
  const [tab, go] = useState("table");
  const [picked, pick] = useState(null);
  const [corners, setCorners] = useState(null);
  const [tiles, setTiles] = useState(null);
  const [shown, show] = useState(null);
  const cameras = eye?.cameras ?? [];
  const camera = picked ?? (cameras.length === 1 ? cameras[0].name : null);
  const desk = useDesk(camera);
  const used = tiles ?? eye?.tiles ?? "";
  const isOfPhotos = camera === PHOTOGRAPHS;
  const [sentTo, setSentTo] = useState(null);
  // Without a camera there is nothing to be asked for before a photograph was sent.
  const isBare = isOfPhotos && sentTo !== desk.key;
  const heard = useLive(desk, isBare ? null : tab === "test" ? "read" : "look", { corners, ...(tab === "test" ? { tiles: used } : {}) });
  const live = isBare ? null : heard;
  const shot = tab === "tiles" && shown ? shown : live;
  const found = corners ?? (live?.deed === "look" ? live.corners : null);
  const known = useKept(found);
  const move = tab === "table" ? (next, isDone) => setCorners(isDone ? next.map(rounded) : next) : null;
  const photo = Boolean(live?.photo);
  const onSent = () => {
    setSentTo(desk.key);
    setCorners(null); // where the table is in one picture says nothing of another
    show(null);
  };
  const panel = { desk, words, eye, askEye, shot, corners: corners ?? (photo ? null : known), setCorners, shown, show };
  const sending = maySend && desk.key && html`<${Photo} desk=${desk} words=${words} isPhoto=${photo} hasCamera=${!isOfPhotos} onSent=${onSent} />`;
  return html`
    <header>
      <h2 class="unseen-by-eye">${words.say("eye.title")}</h2>
      <nav aria-label=${words.say("eye.title")}>${TABS.filter((name) => name !== "table" || !isOfPhotos).map((name) => html`<button type="button" key=${name} aria-current=${name === tab ? "page" : undefined} onClick=${() => go(name)}>${words.say(`eye.tab.${name}`)}</button>`)}</nav>
      <button type="button" class="close" aria-label=${words.say("close")} onClick=${close}>×</button>
    </header>
    <div class="eye-body">
      ${shot && desk.key
        ? html`<${Stage} shot=${shot} picture=${pictureOf(desk.key, shot)} isPhoto=${photo} words=${words} corners=${tab === "tiles" && shown ? null : (corners ?? known)} zones=${tab === "table" && live?.deed === "look" ? live.zones : null} tiles=${tab === "test" && live?.deed === "read" ? live.tiles : tab === "tiles" ? shown?.read : null} onMove=${move} />`
        : html`<div class="eye-stage empty" role="status"><${Waiting} eye=${eye} desk=${desk} camera=${camera} isBare=${isBare} words=${words} /></div>`}
      <div class="eye-panel" role="region" tabindex="0" aria-label=${words.say(`eye.tab.${tab}`)}>
        ${desk.error && html`<p class="eye-said bad" role="alert">${why(desk.error, words)}${desk.error.error !== "closed" && !desk.key && html` <button type="button" onClick=${desk.again}>${words.say("eye.again")}</button>`}</p>`}
        ${isOfPhotos && sending}
        ${(cameras.length > 1 || (isOfPhotos && cameras.length > 0)) && html`<${Picks} label=${words.say("eye.cameras")} options=${cameras.map((one) => [one.name, one.says || one.name])} chosen=${camera} onPick=${pick} />`}
        ${desk.key && tab === "table" && html`<${Table} ...${panel} shot=${live?.deed === "look" ? live : null} corners=${corners} />`}
        ${desk.key && tab === "test" && html`<${Test} words=${words} eye=${eye} askEye=${askEye} tiles=${used} setTiles=${setTiles} read=${live?.deed === "read" ? live.tiles : null} />`}
        ${tab === "test" && html`<${Trust} words=${words} />`}
        ${desk.key && html`<div hidden=${tab !== "tiles"} class="eye-panel-in"><${Tiles} ...${panel} /></div>`}
        ${!isOfPhotos && sending}
        ${maySend && !eye?.missing.length && !isOfPhotos && html`<button type="button" onClick=${() => {
          pick(PHOTOGRAPHS);
          go("tiles");
        }}>${words.say("eye.photo.instead")}</button>`}
      </div>
    </div>`;
}

function Waiting({ eye, desk, camera, isBare, words }) {
  if (eye === undefined) return words.say("eye.reading");
  if (eye === null) return words.say("eye.error.no_eye");
  if (eye.missing.length) return words.say("eye.libraries", { names: eye.missing.join(", ") });
  if (isBare && !desk.error) return words.say("eye.error.no_photo");
  if (!eye.cameras.length && !camera) return words.say("eye.error.no_camera");
  if (desk.error) return why(desk.error, words);
  return words.say(camera ? "eye.opening" : "eye.choose");
}

// The corners that were seen last stay known in the other rooms, where nobody asks for them.
function useKept(found) {
  const kept = useRef(null);
  if (found) kept.current = found;
  return found ?? kept.current;
}

function rounded([x, y]) {
  return [Math.round(x * 1e5) / 1e5, Math.round(y * 1e5) / 1e5];
}

function useWords(plain) {
  const [words, setWords] = useState(null);
  useEffect(() => {
    let isWanted = true;
    withMore(plain, "eye").then((more) => isWanted && setWords(more));
    return () => (isWanted = false);
  }, [plain]);
  return words;
}
