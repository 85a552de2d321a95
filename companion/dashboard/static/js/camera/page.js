// A phone as the camera: it shows what it sees with the table's outline over it, and sends as few pictures as the eye
// needs. Whatever stops it is said here in one sentence, and on the table's page as for any camera.

import { html, useEffect, useRef, useState } from "/static/vendor/htm-preact-standalone.module.js";
import { useAgain } from "/static/js/camera/again.js";
import { holdStill, keepAwake, Looker, openCamera } from "/static/js/camera/looking.js";
import { said } from "/static/js/camera/missing.js";
import { Sending } from "/static/js/camera/sending.js";

const SETTLES_MS = 3_000;

export function Camera({ words }) {
  const [state, setState] = useState({ code: "asking" });
  const [outline, setOutline] = useState(null);
  const [size, setSize] = useState([16, 9]);
  const [isStarted, setStarted] = useState(false);
  const video = useRef(null);
  const work = useRef(null);
  useEffect(() => () => work.current?.stop(), []);
  useAwake(isStarted, (code) => {
    if (!code) video.current.play().catch(() => {}); // some browsers hold a video while nobody sees it
    // A call that goes on still has the camera: nothing is sent until it is over, or somebody starts again.
    const isHeld = !code && !work.current.looker.isLive;
    if (code || isHeld) setState((old) => ({ ...old, code: code ?? "ended" }));
  });
  useAgain({ code: state.code, isStarted, start: () => start(), tell: (code) => setState({ code }) });

  async function start() {
    work.current?.stop();
    setStarted(false);
    setState({ code: "opening" });
    let track;
    try {
      track = await openCamera(video.current);
    } catch (error) {
      return setState({ code: /** @type {Error} */ (error).name === "NotAllowedError" ? "not_allowed" : "no_camera" });
    }
    const looker = new Looker(video.current);
    const sending = new Sending(looker, (told) => {
      if (told.outline !== undefined) setOutline(told.outline);
      setSize(looker.size);
      setState((old) => ({ ...old, code: told.error ?? "sending", count: sending.count }));
    });
    work.current = { looker, stop: () => (sending.stop(), track.stop()) };
    track.addEventListener("mute", () => setState({ code: "ended" })); // it may come back by itself
    track.addEventListener("ended", () => (sending.stop(), setState({ code: "ended" }), setStarted(false)));
    sending.start();
    setStarted(true);
    setTimeout(async () => {
      const held = await holdStill(track);
      setState((old) => ({ ...old, held: held.length }));
    }, SETTLES_MS);
  }

  return html`
    <main class="camera">
      <h1>${words.say("eye.phone")}</h1>
      <div class="camera-view">
        <video ref=${video} playsinline muted aria-label=${words.say("eye.phone.sees")}></video>
        ${outline && html`<${Edge} outline=${outline} size=${size} />`}
      </div>
      <${Foot} words=${words} state=${state} isShown=${Boolean(outline)} onStart=${start} />
    </main>
  `;
}

// The table's edge over the picture.
function Edge({ outline, size: [width, height] }) {
  const points = outline.map(([x, y]) => `${x * width},${y * height}`).join(" ");
  return html`<svg viewBox=${`0 0 ${width} ${height}`} aria-hidden="true"><polygon points=${points} /></svg>`;
}

// How it goes, and what is to be done.
function Foot({ words, state, isShown, onStart }) {
  const isGoing = state.code === "sending";
  const mayStart = ["ready", "ended", "no_camera", "not_allowed"].includes(state.code);
  const kind = isGoing ? "is-going" : ["ready", "asking", "opening"].includes(state.code) ? "" : "is-wrong";
  return html`
    <div class="camera-foot">
      <p class=${kind} role="status">${said(state.code, words)}</p>
      ${isGoing && html`<p>${words.say(isShown ? "eye.phone.lies" : "eye.phone.show_corners")}</p>`}
      ${isGoing && state.held === 0 && html`<p>${words.say("eye.phone.not_held")}</p>`}
      ${mayStart && html`<button type="button" onClick=${onStart}>${words.say("eye.phone.start")}</button>`}
      ${state.code === "pairing_needed" && html`<a class="button" href="/">${words.say("eye.phone.pair")}</a>`}
      ${state.code === "needs_https" && html`<a class="button" href=${sealed()}>${sealed()}</a>`}
    </div>
  `;
}

const sealed = () => ["https:", "", location.host, "camera"].join("/");

// The screen stays on from the start until the camera has ended, also while a line is lost or a call has the camera: a
// phone that falls asleep does not go on by itself. If it went dark all the same, "hidden" is told, and null once it
// is back.
function useAwake(isStarted, tell) {
  const newest = useRef(tell);
  newest.current = tell;
  useEffect(() => {
    if (!isStarted) return undefined;
    let held = keepAwake();
    const turned = () => {
      newest.current(document.hidden ? "hidden" : null);
      if (!document.hidden) held = keepAwake();
    };
    document.addEventListener("visibilitychange", turned);
    return () => {
      document.removeEventListener("visibilitychange", turned);
      held.then((lock) => lock?.release());
    };
  }, [isStarted]);
}
