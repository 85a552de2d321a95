"""The page of a phone that is the camera, on paper: how it goes on after calls, locks and lost lines."""

from __future__ import annotations

from tests.page.conftest import DRAWING

PHONE = """
  import { html } from "/static/vendor/htm-preact-standalone.module.js";
  import { Camera } from "/static/js/camera/page.js";
  const put = (where, name, value) => Object.defineProperty(where, name, { value, configurable: true });
  const heard = {};
  const track = { muted: false, stop() {}, addEventListener: (kind, act) => (heard[kind] = act) };
  const stream = { getVideoTracks: () => [track] };
  const pen = { drawImage() {}, getImageData: () => ({ data: new Uint8Array(64 * 36 * 4) }) };
  const canvas = { getContext: () => pen, toBlob: (done) => done({ size: 1, toString: () => "0" }) };
  const usual = document.createElement;
  document.createElement = (name) => {
    if (name === "canvas") return canvas;
    const made = usual(name);
    const play = async () => (made.paused = false);
    const shown = { videoWidth: 1920, videoHeight: 1080, paused: true, play };
    return Object.assign(made, name === "video" && shown);
  };
  Object.assign(document, { addEventListener: (kind, act) => (heard[kind] = act), removeEventListener() {} });
  let locks = 0;
  const lock = async () => ((locks += 1), { release: () => (locks -= 1) });
  put(globalThis, "isSecureContext", true);
  const mediaDevices = { getUserMedia: async () => stream };
  put(globalThis, "navigator", { mediaDevices, wakeLock: { request: lock } });
  globalThis.addEventListener = globalThis.removeEventListener = () => {};
  put(globalThis, "EventSource", class { addEventListener() {} close() {} });
  let now = 0;
  put(globalThis, "performance", { now: () => (now += 100) }); // each look takes a while
  const { fetch } = globalThis;
  const line = (isThere) => () => {
    const isPicture = (path) => path === "/api/phone/picture";
    const lost = (path, more) => (isPicture(path) ? Promise.reject(new Error()) : fetch(path, more));
    globalThis.fetch = isThere ? fetch : lost;
  };
  const hidden = (isHidden) => () => {
    Object.assign(document, { hidden: isHidden });
    heard.visibilitychange?.();
  };
  const call = (kind, muted) => () => (Object.assign(track, { muted }), heard[kind]?.());
  export function Part(props) {
    const button = (name, act) => html`<button type="button" onClick=${act}>${name}</button>`;
    return html`<${Camera} ...${props} /> [screen on: ${locks}]
      ${button("a call comes", call("mute", true))} ${button("it is over", call("unmute", false))}
      ${button("locked", hidden(true))} ${button("opened", hidden(false))}
      ${button("line lost", line(false))} ${button("line back", line(true))}`;
  }
"""
DRAWN = """async ([drawing, code, given]) => {
  const kept = [
    ...["addEventListener", "removeEventListener", "EventSource"],
    ...["isSecureContext", "navigator", "performance"],
  ];
  const usual = kept.map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)]);
  const module = `data:text/javascript,${encodeURIComponent(code)}`;
  try {
    return await (await import(drawing)).drawn({ module, part: "Part", ...given });
  } finally {
    for (const [name, was] of usual) {
      if (was) Object.defineProperty(globalThis, name, was);
      else delete globalThis[name];
    }
  }
}"""
TAKEN = {"status": "done", "outline": None, "still_ms": 200, "moving_ms": 200}
WAITS = 1_000
DRAWN_AGAIN: dict[str, object] = {}
"""What the phone says is told after a drawing only: how many locks there are is read then."""


def said(node, *taps):
    given = {"props": {}, "language": "en", "views": ["eye"]}
    given["taps"] = ["Start the camera", WAITS, *(one for tap in taps for one in (tap, WAITS, DRAWN_AGAIN))]
    given["answers"] = {
        "/api/me": {"role": "host"},
        "/api/phone": TAKEN,
        "/api/phone/picture": TAKEN,
        "/api/phone/leave": {},
    }
    told = node.evaluate(DRAWN, [DRAWING.as_uri(), f"{PHONE} // {taps}", given])["said"]
    assert "Pictures go to the table" in told[2]
    return told[5::3]


def test_the_screen_stays_on_while_the_line_is_lost(node):
    lost, back = said(node, "line lost", "line back")
    assert "The connection is weak or lost" in lost
    assert "[screen on: 1]" in lost
    assert "Pictures go to the table" in back
    assert "[screen on: 1]" in back


def test_the_screen_stays_on_during_a_call_and_the_phone_goes_on_by_itself_after_it(node):
    called, over = said(node, "a call comes", "it is over")
    assert "The phone stopped the camera" in called
    assert "[screen on: 1]" in called
    assert "Pictures go to the table" in over


def test_a_phone_that_is_looked_at_during_a_call_can_start_the_camera_again(node):
    _, _, looked_at = said(node, "a call comes", "locked", "opened")
    assert "The phone stopped the camera" in looked_at
    assert "Start the camera" in looked_at


def test_a_phone_that_was_locked_goes_on_by_itself_when_it_is_opened(node):
    locked, opened = said(node, "locked", "opened")
    assert "The screen went off" in locked
    assert "Pictures go to the table" in opened
