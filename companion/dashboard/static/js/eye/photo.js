// A photograph instead of the camera's picture: a phone takes one, and it goes to the eye in pieces.

import { html, useRef, useState } from "/static/vendor/htm-preact-standalone.module.js";
import { ask, why } from "/static/js/eye/asking.js";
import { sendPhoto } from "/static/js/eye/sending.js";

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
    let key = desk.key;
    let answer = await sendPhoto(key, file, setShare);
    if (answer.error === "closed") {
      key = await desk.renew(key);
      answer = key && (await sendPhoto(key, file, setShare));
    }
    setShare(null);
    if (!answer) return; // the desk is another device's now, and that is said where the desk is
    if (answer.error) {
      say(why(named(answer, file), words, desk.kind));
      return;
    }
    desk.work.photo = file;
    onSent(key);
  };
  const live = async () => {
    const answer = await ask("live", { key: desk.key });
    if (answer.error) return say(why(answer, words, desk.kind));
    desk.work.photo = null;
    onSent(desk.key);
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

// Some phones send a kind of their own, and then there is something that helps.
function named(answer, file) {
  const isHeic = /hei[cf]/i.test(`${file.type} ${file.name}`);
  return answer.error === "bad_photo" && isHeic ? { error: "photo_heic" } : answer;
}
