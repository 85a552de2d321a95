// A photograph instead of the camera's picture: a phone takes one, and it goes to the eye in pieces.

import { html, useRef, useState } from "/static/vendor/htm-preact-standalone.module.js";
import { ask, why } from "/static/js/eye/asking.js";
import { isHeic } from "/static/js/heic.js";
import { useRefused } from "/static/js/refused.js";
import { sendPhoto } from "/static/js/eye/sending.js";

export function Photo({ desk, words, isPhoto, hasCamera, onSent }) {
  const [share, setShare] = useState(null);
  const [refused, told] = useRefused();
  const field = useRef(null);
  const take = async (event) => {
    const [file] = event.target.files;
    event.target.value = ""; // the same one may be chosen again
    if (!file) return;
    setShare(0);
    const { error, key } = await told(() => sent(file));
    setShare(null);
    if (error || !key) return;
    desk.work.photo = file;
    onSent(key);
  };
  // The answer with the key of the desk that it came from.
  const sent = async (file) => {
    const first = await sendPhoto(desk.key, file, setShare);
    if (first.error !== "closed") return named({ ...first, key: desk.key }, file);
    const key = await desk.renew(desk.key);
    if (!key) return {}; // the desk could not be taken again; the page says why
    return named({ ...(await sendPhoto(key, file, setShare)), key }, file);
  };
  const live = async () => {
    const { error } = await told(() => ask("live", { key: desk.key }));
    if (error) return;
    desk.work.photo = null;
    onSent(desk.key);
  };
  const sending = words.say("eye.photo.sending", { share: Math.round(100 * share) });
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
    <p class="eye-said" role="status">${share === null ? refused && why(refused, words, desk.kind) : sending}</p>
  </div>`;
}

// Some phones send HEIC, and the page knows what helps then.
function named(answer, file) {
  return answer.error === "bad_photo" && isHeic(file) ? { error: "photo_heic" } : answer;
}
