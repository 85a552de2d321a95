// The recorded voice: a file of clips for each language and one more for its yaku, fetched when they are needed and cut
// apart by a list. A clip is decoded the first time it is said, or earlier if it is likely to be. Everything here may
// fail or be slow; then it is silent, and the page goes on.

const PAUSE_S = 0.05;
const LEAD_S = 0.02;
const HASTE = 1.2; // how much faster it speaks while more sentences wait

export class Voice {
  constructor({ newContext = () => new AudioContext(), fetchBytes = bytesOf } = {}) {
    this.newContext = newContext;
    this.fetchBytes = fetchBytes;
    this.context = null;
    this.packs = new Map();
    this.clips = new Map();
    this.playing = [];
    this.stops = 0; // how often it was stopped
  }

  // Browsers let a page sound only after a tap or a key.
  unlock() {
    try {
      this.context ??= this.newContext();
      if (this.context.state !== "running") this.context.resume().catch(() => {});
    } catch {
      this.context = null;
    }
  }

  get isUnlocked() {
    return this.context?.state === "running";
  }

  // Settles when the sentence is over, or cut short.
  async say(names, code, { volume = 1, isHasty = false } = {}) {
    if (!this.isUnlocked) return;
    const { stops } = this;
    const buffers = (await Promise.all(names.map((name) => this.clip(name, code).catch(() => null)))).filter(Boolean);
    // It may have been cut short before its clips had come.
    if (!buffers.length || stops !== this.stops) return;
    const rate = isHasty ? HASTE : 1;
    const loudness = new GainNode(this.context, { gain: volume });
    loudness.connect(this.context.destination);
    let at = this.context.currentTime + LEAD_S;
    this.playing = buffers.map((buffer) => {
      const source = new AudioBufferSourceNode(this.context, { buffer, playbackRate: rate });
      source.connect(loudness);
      source.start(at);
      at += buffer.duration / rate + PAUSE_S;
      return source;
    });
    await this.over(at);
  }

  over(at) {
    return new Promise((resolve) => {
      this.settle = () => resolve(undefined);
      this.timer = setTimeout(resolve, (at - this.context.currentTime) * 1_000);
    });
  }

  stop() {
    this.stops += 1;
    for (const source of this.playing) source.stop();
    this.playing = [];
    clearTimeout(this.timer ?? undefined);
    this.settle?.();
  }

  // What is likely to be said is decoded before it is.
  async prepare(names, code) {
    for (const name of names) await this.clip(name, code).catch(() => {});
  }

  clip(name, code) {
    const key = `${code} ${name}`;
    if (!this.clips.has(key)) {
      const made = this.cut(name, code);
      made.catch(() => this.clips.delete(key));
      this.clips.set(key, made);
    }
    return this.clips.get(key);
  }

  async cut(name, code) {
    const { places, bytes } = await this.pack(packOf(name, code));
    const [start, length] = places[name];
    return this.context.decodeAudioData(bytes.slice(start, start + length));
  }

  pack(code) {
    if (!this.packs.has(code)) {
      const fetched = this.fetchPack(code);
      fetched.catch(() => this.packs.delete(code));
      this.packs.set(code, fetched);
    }
    return this.packs.get(code);
  }

  async fetchPack(code) {
    const [list, bytes] = await Promise.all(
      ["json", "mp3"].map((kind) => this.fetchBytes(`/static/sounds/aloud/${code}.${kind}`)),
    );
    return { places: JSON.parse(new TextDecoder().decode(list)), bytes };
  }
}

// The yaku are seldom said: they have a file of their own, which comes later.
export const packOf = (name, code) => (name.startsWith("yaku.") ? `${code}-yaku` : code);

async function bytesOf(path) {
  const answer = await fetch(path);
  if (!answer.ok) throw new Error(`no sound ${path}`);
  return answer.arrayBuffer();
}
