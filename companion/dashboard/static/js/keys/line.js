// The line of a phone that serves as a side's keys. Edges (a key goes down or up) are numbered, carry the phone's own
// time, and are sent until they are heard; beats say that the phone is there, and bring its lamp. Nothing here draws.

import { ask } from "/static/js/commands.js";

const EDGES_WITHIN_MS = 1_200;
const BEAT_WITHIN_MS = 2_000; // the companion answers a beat within a second
const SIT_WITHIN_MS = 2_000;
const AGAIN_MS = 250;
const LONG_MS = 830; // a little longer than what makes a press a long one
const HELD_MS = 2_030; // a little longer than what makes it a key held down, which only `wait` has a use for
const MOST_AT_ONCE = 32;
const WRAP = 2 ** 32;
// After these the line is not opened again by itself.
const ENDS = ["replaced", "pairing_needed", "role_too_low", "no_keys", "side_taken"];

export class Line {
  constructor(side, tell) {
    this.side = side;
    this.tell = tell;
    this.name = "";
    this.state = "opening";
    this.lamp = "";
    this.number = 0;
    this.waiting = [];
    this.isOver = false;
    this.isSending = false;
    this.isAsked = false;
    this.turned = () => (document.hidden ? this.turn("hidden") : this.sitAnew());
    this.offline = () => this.turn("lost");
  }

  start() {
    document.addEventListener("visibilitychange", this.turned);
    addEventListener("offline", this.offline);
    this.beats();
  }

  // The side is free for another phone from now on; to serve again the phone needs a new line.
  stop() {
    this.isOver = true;
    this.state = "stopped";
    document.removeEventListener("visibilitychange", this.turned);
    removeEventListener("offline", this.offline);
    if (this.name) ask("/api/keys/leave", { line: this.name }, { keepalive: true });
  }

  // Returns whether it is sent: what is pressed while the line is gone would be too old when it arrived.
  press(key, isDown) {
    if (this.state !== "live") return false;
    this.number += 1;
    this.waiting.push([this.number, key, isDown, now()]);
    this.send();
    if (isDown) setTimeout(() => this.send(true), LONG_MS);
    if (isDown && key === "wait") setTimeout(() => this.send(true), HELD_MS);
    return true;
  }

  // A phone that slept may have stopped its clock meanwhile: a new line measures it anew.
  sitAnew() {
    this.forget();
    this.turn("opening");
  }

  forget() {
    this.last = this.name || this.last;
    this.name = "";
    this.number = 0;
    this.waiting = [];
  }

  async beats() {
    while (!this.isOver) {
      if (document.hidden) await pause(AGAIN_MS);
      else if (!this.name) await this.sit();
      else await this.beat();
    }
  }

  async sit() {
    const body = { side: this.side, now_ms: now(), instead_of: this.last ?? "" };
    const answer = await within(SIT_WITHIN_MS, "/api/keys/sit", body);
    if (answer.line && this.isOver) ask("/api/keys/leave", { line: answer.line });
    else if (answer.line) this.name = answer.line;
    else await this.failed(answer);
  }

  async beat() {
    const { name } = this;
    const body = { line: name, now_ms: now(), lamp: this.lamp };
    const answer = await within(BEAT_WITHIN_MS, "/api/keys/beat", body);
    this.heard(name, answer);
    if (answer.error || this.state !== "live") await pause(AGAIN_MS);
  }

  // One message at a time, so that the order is kept; what was not heard goes with the next one.
  async send(isAsked = false) {
    this.isAsked ||= isAsked;
    if (this.isSending) return;
    this.isSending = true;
    while (!this.isOver && this.name && (this.waiting.length || this.isAsked)) {
      this.isAsked = false;
      const { name } = this;
      const edges = this.waiting.slice(0, MOST_AT_ONCE);
      const answer = await within(EDGES_WITHIN_MS, "/api/keys/edges", { line: name, now_ms: now(), edges });
      this.heard(name, answer);
      if (answer.error) await pause(AGAIN_MS);
    }
    this.isSending = false;
  }

  heard(name, answer) {
    if (name !== this.name || this.isOver) return;
    if (answer.error) return void this.failed(answer);
    this.waiting = this.waiting.filter(([number]) => number > answer.heard);
    this.lamp = answer.lamp;
    this.turn("live");
  }

  async failed({ error }) {
    if (this.isOver) return undefined; // it was stopped meanwhile, and nobody waits for it
    if (error === "too_fast") return pause(AGAIN_MS);
    if (error === "no_line") this.forget(); // the companion began anew: sit down again
    else if (ENDS.includes(error)) this.isOver = true;
    this.turn(this.isOver ? error : "lost");
    return pause(AGAIN_MS);
  }

  turn(state) {
    this.state = state;
    this.tell({ state, lamp: this.lamp });
  }
}

async function within(ms, path, body) {
  const giving = new AbortController();
  const timer = setTimeout(() => giving.abort(), ms);
  const answer = await ask(path, body, { signal: giving.signal });
  clearTimeout(timer);
  return answer;
}

const now = () => Math.floor(performance.now()) % WRAP;
const pause = (ms) => new Promise((done) => setTimeout(done, ms));
