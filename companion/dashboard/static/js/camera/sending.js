// Pictures on their way: one at a time, many while something moves, few while nothing does. Nothing here draws.

const LOOK_MS = 100;
const MOVES_FOR_MS = 2_500;
const GIVEN_UP_MS = 6_000;
const AGAIN_MS = 1_000;
// After a refusal that somebody has to do something about: pictures are still tried, but less often.
const SLOW_MS = 2_000;

export class Sending {
  constructor(looker, tell) {
    this.looker = looker;
    this.tell = tell;
    this.stillMs = 2_000;
    this.movingMs = 250;
    this.count = 0;
    this.movedAt = 0;
    this.sentAt = -Infinity;
    this.isStopped = false;
  }

  async start() {
    while (!this.isStopped) {
      await pause(LOOK_MS);
      if (document.hidden || !this.looker.isLive || !this.isDue()) continue;
      this.sentAt = performance.now();
      const jpeg = await this.looker.jpeg();
      if (!jpeg) continue;
      const told = await sent(jpeg);
      if (this.isStopped) return;
      this.count += told.error ? 0 : 1;
      this.stillMs = told.still_ms ?? this.stillMs;
      this.movingMs = told.moving_ms ?? this.movingMs;
      // Another app may have taken the camera meanwhile: then nothing is being sent, whatever this answer says.
      if (this.looker.isLive) this.tell(told);
      if (told.error) await pause(told.error === "not_connected" ? AGAIN_MS : SLOW_MS);
    }
  }

  stop() {
    this.isStopped = true;
    post("/api/phone/leave", "{}", "application/json").catch(() => {});
  }

  isDue() {
    const now = performance.now();
    if (this.looker.hasMoved()) this.movedAt = now;
    const wait = now - this.movedAt < MOVES_FOR_MS ? this.movingMs : this.stillMs;
    return now - this.sentAt >= wait;
  }
}

// A line that is too slow is no line: the picture is old by then, and the next one counts.
async function sent(jpeg) {
  const giving = new AbortController();
  const timer = setTimeout(() => giving.abort(), GIVEN_UP_MS);
  try {
    const answer = await post("/api/phone/picture", jpeg, "application/octet-stream", giving.signal);
    return await answer.json();
  } catch {
    return { error: "not_connected" };
  } finally {
    clearTimeout(timer);
  }
}

const post = (path, body, type, signal) =>
  fetch(path, { method: "POST", headers: { "Content-Type": type, "X-Table": "1" }, body, signal });
const pause = (ms) => new Promise((done) => setTimeout(done, ms));
