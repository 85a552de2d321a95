// The loudspeaker: one announcement after the other, at most two waiting, the newest wins. Everything here may fail
// or be slow, for sound is blocked on many devices: then it is silent, and the page knows nothing of it.

import { lengthOf, ring } from "/static/js/sound/chimes.js";

const MOST_WAITING = 2;
const PATIENCE_MS = 1_500; // what is not here by then is no longer news
const PAUSE_S = 0.06;

export class Speaker {
  constructor({ newContext = () => new AudioContext(), fetchSound = fetchBytes } = {}) {
    this.newContext = newContext;
    this.fetchSound = fetchSound;
    this.context = null;
    this.volume = null;
    this.phrases = new Map();
    this.waiting = [];
    this.isBusy = false;
  }

  // Browsers let a page sound only after a tap; a tablet may take it back when it sleeps.
  unlock() {
    try {
      this.context ??= this.newContext();
      this.volume ??= this.context.createGain();
      this.volume.connect(this.context.destination);
      if (this.context.state !== "running") this.context.resume().catch(() => {});
    } catch {
      this.context = null;
      this.volume = null;
    }
  }

  get isUnlocked() {
    return this.context?.state === "running";
  }

  // Chime and phrases of one announcement; `paths` is empty where nothing is to be spoken.
  say({ chime, paths, volume }) {
    if (!this.isUnlocked) return;
    this.waiting = [...this.waiting, { chime, paths, volume }].slice(-MOST_WAITING);
    if (!this.isBusy) this.sayAll();
  }

  async sayAll() {
    this.isBusy = true;
    while (this.waiting.length) await this.sayOne(this.waiting.shift()).catch(() => {});
    this.isBusy = false;
  }

  async sayOne({ chime, paths, volume }) {
    const { context } = this;
    this.volume.gain.value = volume;
    let at = context.currentTime + 0.01;
    if (chime) {
      ring(context, chime, at, this.volume);
      at += lengthOf(chime);
    }
    const spoken = await inTime(Promise.all(paths.map((path) => this.phrase(path))));
    at = Math.max(at, context.currentTime);
    for (const buffer of spoken ?? []) {
      const source = new AudioBufferSourceNode(context, { buffer });
      source.connect(this.volume);
      source.start(at);
      at += buffer.duration + PAUSE_S;
    }
    await pause((at - context.currentTime) * 1_000);
  }

  // Fetched and decoded once; what failed is tried again the next time.
  phrase(path) {
    if (!this.phrases.has(path)) {
      const fetched = this.fetchSound(path).then((bytes) => this.context.decodeAudioData(bytes));
      fetched.catch(() => this.phrases.delete(path));
      this.phrases.set(path, fetched);
    }
    return this.phrases.get(path);
  }

  // One after the other, so that the table's own news never waits in a queue behind sounds.
  async prepare(paths) {
    for (const path of paths) {
      if (!this.isUnlocked) return;
      await this.phrase(path).catch(() => {});
    }
  }
}

async function fetchBytes(path) {
  const answer = await fetch(path, { priority: "low" });
  if (!answer.ok) throw new Error(`no sound ${path}`);
  return answer.arrayBuffer();
}

function inTime(promise) {
  return Promise.race([promise, pause(PATIENCE_MS).then(() => null)]);
}

function pause(milliseconds) {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}
