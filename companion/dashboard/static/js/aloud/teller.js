// Says what waits, one sentence after the other, with the recorded voice. The order is the queue's; the sound the
// voice's. `last` is what was told last, whether it was heard or not.

import { Queue } from "/static/js/aloud/queue.js";
import { packOf, Voice } from "/static/js/aloud/voice.js";
import { clipsOf } from "/static/js/aloud/words.js";
import { keptSettings } from "/static/js/sound/settings.js";

const FACES = "mps".split("").flatMap((suit) => [..."0123456789"].map((rank) => `tile.${rank}${suit}`));
const LIKELY = [
  ...["E", "S", "W", "N"].flatMap((wind) => [`seat.${wind}`, `from.${wind}`]),
  ...["chi", "pon", "riichi", "stick", "left", "ron", "tsumo", "taken_back", "earlier", "tile.unknown"],
  ...FACES,
  ..."1234567".split("").map((rank) => `tile.${rank}z`),
];

export class Teller {
  constructor(onUnlock, voice = new Voice()) {
    this.onUnlock = onUnlock;
    this.voice = voice;
    this.queue = new Queue();
    this.isBusy = false;
    this.isOn = false;
    this.last = [];
  }

  get isUnlocked() {
    return this.voice.isUnlocked;
  }

  // Any touch or key lets the page sound.
  listen() {
    const unlock = () => this.unlock();
    for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, unlock, { passive: true, capture: true });
    return () => {
      this.silence();
      for (const kind of ["pointerdown", "keydown"]) removeEventListener(kind, unlock, { capture: true });
    };
  }

  unlock() {
    if (!this.isOn || this.voice.isUnlocked) return;
    this.voice.unlock();
    this.voice.context?.addEventListener("statechange", () => this.ready(), { once: true });
  }

  ready() {
    this.onUnlock();
    this.voice.prepare(LIKELY, this.code);
    this.sayAll();
  }

  speaks(code, isOn) {
    this.code = code;
    this.isOn = isOn;
    if (isOn) this.voice.pack(code).then(() => this.voice.pack(packOf("yaku.", code))).catch(() => {});
    else this.silence();
  }

  tell(sentences) {
    if (!this.isOn) return;
    // Before the first touch nothing sounds; then the newest is said, and not all that was missed.
    if (!this.voice.isUnlocked) this.queue.silence();
    if (this.queue.add(sentences)) this.voice.stop();
    if (!this.isBusy) this.sayAll();
  }

  silence() {
    this.queue.silence();
    this.voice.stop();
  }

  async sayAll() {
    if (this.isBusy || !this.voice.isUnlocked) return;
    this.isBusy = true;
    for (let said = this.queue.next(); said; said = this.queue.next()) {
      const { volume } = keptSettings();
      const isHasty = this.queue.length > 1;
      await this.voice.say(clipsOf(said.parts, this.code), this.code, { volume, isHasty }).catch(() => {});
    }
    this.isBusy = false;
  }
}
