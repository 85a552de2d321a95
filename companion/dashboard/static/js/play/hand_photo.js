// A photograph of a player's tiles after a win, or once the hand is over: the phone takes it, the tiles are read, and a
// person checks them. While a hand is played, no photograph is sent or read: the win is told before that. `done` is
// said if as many tiles were read as are wanted, `few` if there were fewer or more.

import { html, useRef, useState } from "/static/vendor/htm-preact-standalone.module.js";
import { isHeic } from "/static/js/heic.js";
import { withMore } from "/static/js/words.js";

const LONGEST_SIDE = 1_600;
const MOST_BYTES = 480 * 1024;
const QUALITIES = [0.88, 0.75, 0.6, 0.45];

export function HandPhoto(props) {
  const { words, wanted, given, done = "play.photo.check", few = "play.photo.few", onFirst, onRead } = props;
  const [said, say] = useState("");
  const [isBusy, setBusy] = useState(false);
  const field = useRef(null);
  async function take(event) {
    const [file] = event.target.files;
    event.target.value = ""; // the same one may be chosen again
    if (!file) return;
    setBusy(true);
    say(words.say("play.photo.reading"));
    const first = await onFirst();
    const answer = first.error ? first : await readIn(file, wanted);
    setBusy(false);
    if (answer.error) return say(whyUnread(answer, await wordsFor(answer, words)));
    const hand = handIn(answer, wanted, given);
    if (!hand.tiles.length) return say(words.say("play.photo.none"));
    say(saidOf(hand, hand.tiles.length === wanted ? done : few, wanted, words));
    onRead(hand.tiles.slice(0, wanted), answer.waits);
  }
  return html`
    <span class="hand-photo">
      <button type="button" disabled=${isBusy} onClick=${() => field.current.click()}>
        ${words.say("play.photo")}
      </button>
      <input
        ref=${field}
        class="unseen-by-eye"
        type="file"
        accept="image/*"
        capture="environment"
        tabindex="-1"
        aria-label=${words.say("play.photo")}
        onChange=${take}
      />
      <span class="hand-photo-says" role="status">${said}</span>
    </span>
  `;
}

// The tiles of the hand, and those of them that were read with doubt. A ron tile that the table knows already, and that
// was photographed with the hand, is no part of it.
export function handIn({ tiles, doubtful }, wanted, given = null) {
  const won = tiles.length === wanted + 1 ? tiles.lastIndexOf(given) : -1;
  const read = tiles.map((text, at) => ({ text, at })).filter(({ at }) => at !== won);
  const unsure = read.filter(({ at }) => doubtful.includes(at));
  return { tiles: read.map(({ text }) => text), unsure: unsure.map(({ text }) => text) };
}

// How many tiles were read, and which of them somebody has to look at.
export function saidOf({ tiles, unsure }, key, wanted, words) {
  const count = words.say(key, { read: tiles.length, wanted });
  const names = words.list(unsure.map((text) => words.tile(text)));
  return names ? `${count} ${words.say("play.photo.unsure", { tiles: names })}` : count;
}

export async function readIn(file, wanted) {
  const photo = await smaller(file).catch(() => null);
  if (!photo) return { error: isHeic(file) ? "photo_heic" : "bad_photo" };
  try {
    const answer = await fetch(`/api/hand-photo?wanted=${wanted}`, {
      method: "POST",
      headers: { "Content-Type": "application/octet-stream", "X-Table": "1" },
      body: photo,
    });
    return await answer.json();
  } catch {
    return { error: "not_connected" };
  }
}

// As a JPEG that travels quickly: tiles need no more than this, and a phone's own pictures have twelve megapixels.
async function smaller(file) {
  const picture = await drawable(file);
  const share = Math.min(1, LONGEST_SIDE / Math.max(picture.width, picture.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(picture.width * share));
  canvas.height = Math.max(1, Math.round(picture.height * share));
  canvas.getContext("2d")?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  for (const quality of QUALITIES) {
    const jpeg = await new Promise((done) => canvas.toBlob(done, "image/jpeg", quality));
    if (jpeg && jpeg.size <= MOST_BYTES) return jpeg;
  }
  return null;
}

// Turned as the photograph's own data say. A picture element would do that too, but this page may not show files by
// an address (Content-Security-Policy).
async function drawable(file) {
  return createImageBitmap(file, { imageOrientation: "from-image" }).catch(() => createImageBitmap(file));
}

// What helps against HEIC is among the words of the camera, which are fetched for it alone.
export const wordsFor = async ({ error }, words) =>
  error === "photo_heic" ? withMore(words, "eye").catch(() => words) : words;

// Why no tiles were read, or why the win could not be told first.
export function whyUnread({ error, reason }, words) {
  const keys = [`reason.${reason}`, `play.photo.${error}`, `eye.error.${error}`, `notice.${error}`];
  const known = keys.find((key) => words.has(key));
  return words.say(known ?? "play.photo.unread");
}
