// A photograph instead of the camera's picture: a phone takes one, and it goes to the eye in pieces.

import { html, useRef, useState } from "/static/vendor/htm-preact-standalone.module.js";
import { ask, why } from "/static/js/eye/asking.js";

const PIECE = 256 * 1024;
const MOST = 12 * 1024 * 1024;
const AGAIN_MS = 600;
const TRIES = 20;

export function Photo({ desk, words, isPhoto, hasCamera, onSent }) {
  const [share, setShare] = useState(null);
  const [said, say] = useState("");
  const field = useRef(null);
  const take = async (event) => {
    const [file] = event.target.files;
    event.target.value = ""; // the same one may be chosen again
    if (!file) return;
    say("");
    setShare(0);
    const answer = await send(desk.key, file, setShare);
    setShare(null);
    if (answer.error) return say(why(named(answer, file), words));
    onSent(answer);
  };
  const live = async () => {
    const answer = await ask("live", { key: desk.key });
    if (answer.error) return say(why(answer, words));
    onSent(answer);
  };
  const sent = words.say("eye.photo.sending", { share: Math.round(100 * share) });
  return html`<div class="eye-photo">
    <div class="eye-bar">
      <button type="button" disabled=${share !== null} onClick=${() => field.current.click()}>
        ${words.say("eye.photo")}
      </button>
      ${isPhoto && hasCamera && html`<button type="button" onClick=${live}>${words.say("eye.photo.live")}</button>`}
    </div>
    <input
      ref=${field}
      class="unseen-by-eye"
      type="file"
      accept="image/jpeg,image/png,image/webp"
      capture="environment"
      tabindex="-1"
      aria-label=${words.say("eye.photo")}
      onChange=${take}
    />
    ${isPhoto && html`<p>${words.say("eye.photo.says")}</p>`}
    <p class="eye-said" role="status">${share === null ? said : sent}</p>
  </div>`;
}

async function send(key, file, tell) {
  if (file.size > MOST) return { error: "photo_too_large" };
  let answer = { error: "bad_photo" };
  for (let at = 0; at < file.size; at += PIECE) {
    const where = `key=${encodeURIComponent(key)}&at=${at}&of=${file.size}`;
    answer = await sendPiece(where, file.slice(at, at + PIECE));
    if (answer.error) return answer;
    tell(Math.min(1, (at + PIECE) / file.size));
  }
  return answer;
}

// Who sends too quickly is asked to wait; nothing of the piece was taken then.
async function sendPiece(where, piece) {
  for (let tries = 0; ; tries += 1) {
    try {
      const answer = await fetch(`/api/eye/photo?${where}`, {
        method: "POST",
        headers: { "Content-Type": "application/octet-stream", "X-Table": "1" },
        body: piece,
      });
      const told = await answer.json();
      if (told.error !== "too_fast" || tries === TRIES) return told;
    } catch {
      return { error: "not_connected" };
    }
    await new Promise((done) => setTimeout(done, AGAIN_MS));
  }
}

// Some phones send a kind of their own, and then there is something that helps.
function named(answer, file) {
  const isHeic = /hei[cf]/i.test(`${file.type} ${file.name}`);
  return answer.error === "bad_photo" && isHeic ? { error: "photo_heic" } : answer;
}
