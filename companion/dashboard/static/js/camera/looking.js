// The phone's own camera: opened, held still in light and focus where the browser can, and looked at for changes.

const WISHED = {
  audio: false,
  video: {
    facingMode: { ideal: "environment" },
    width: { ideal: 1920 },
    height: { ideal: 1080 },
    frameRate: { ideal: 15 },
  },
};
const LOCKS = ["exposureMode", "focusMode", "whiteBalanceMode"];
// Where a picture is too many bytes at every quality, as with the noise of a dim room, smaller ones are sent.
const LONGEST_SIDES = [1_920, 1_440, 1_080];
const MOST_BYTES = 480 * 1024;
const QUALITIES = [0.82, 0.7, 0.55, 0.4];
const COLUMNS = 64;
const ROWS = 36;
// By how many of 256 levels of grey a patch has to change to count as moved.
const MOVED = 9;

export async function openCamera(video) {
  const stream = await navigator.mediaDevices.getUserMedia(WISHED);
  video.srcObject = stream;
  await video.play();
  return stream.getVideoTracks()[0];
}

// Light and focus stay as they have settled: a hand over the table would change both. Answers the names of
// what is held.
export async function holdStill(track) {
  const can = track.getCapabilities?.() ?? {};
  const held = LOCKS.filter((name) => can[name]?.includes("manual"));
  for (const name of held) await track.applyConstraints({ advanced: [{ [name]: "manual" }] }).catch(() => {});
  return held;
}

// A screen that sleeps takes the camera with it.
export async function keepAwake() {
  try {
    return await navigator.wakeLock.request("screen");
  } catch {
    return null;
  }
}

export class Looker {
  constructor(video) {
    this.video = video;
    this.whole = document.createElement("canvas");
    this.small = document.createElement("canvas");
    this.small.width = COLUMNS;
    this.small.height = ROWS;
    this.before = null;
    this.longestSides = LONGEST_SIDES;
  }

  get size() {
    return [this.video.videoWidth, this.video.videoHeight];
  }

  // While a call or another app has the camera, or the browser holds the video, it goes on showing its last picture.
  get isLive() {
    return !this.video.paused && this.video.srcObject.getVideoTracks().every(({ muted }) => !muted);
  }

  // Whether anything has moved since this was asked last.
  hasMoved() {
    const drawing = this.small.getContext("2d", { willReadFrequently: true });
    const pen = /** @type {CanvasRenderingContext2D} */ (drawing);
    pen.drawImage(this.video, 0, 0, COLUMNS, ROWS);
    const { data } = pen.getImageData(0, 0, COLUMNS, ROWS);
    const grey = new Uint8Array(COLUMNS * ROWS);
    for (let at = 0; at < grey.length; at += 1) {
      grey[at] = (data[4 * at] * 3 + data[4 * at + 1] * 6 + data[4 * at + 2]) / 10;
    }
    const { before } = this;
    this.before = grey;
    return !before || grey.some((value, at) => Math.abs(value - before[at]) > MOVED);
  }

  // Once smaller ones are sent all are: the eye looks at the whole table anew when their size changes. Null where there
  // is no picture, or none that may be sent.
  async jpeg() {
    const [width, height] = this.size;
    if (!width) return null;
    for (const longest of this.longestSides) {
      const made = await this.jpegOf(width, height, longest);
      if (!made) continue;
      this.longestSides = this.longestSides.filter((other) => other <= longest);
      return made;
    }
    return null;
  }

  async jpegOf(width, height, longest) {
    const share = Math.min(1, longest / Math.max(width, height));
    this.whole.width = Math.round(width * share);
    this.whole.height = Math.round(height * share);
    this.whole.getContext("2d")?.drawImage(this.video, 0, 0, this.whole.width, this.whole.height);
    for (const quality of QUALITIES) {
      const made = await new Promise((done) => this.whole.toBlob(done, "image/jpeg", quality));
      if (made && made.size <= MOST_BYTES) return made;
    }
    return null;
  }
}
