// Taps in order: a second quick tap waits for the first one's answer and goes on from there. Nothing here draws.

import { send } from "/static/js/commands.js";

// One finger that trembles says a thing once.
const SAME_TAP_MS = 300;

export class Teller {
  constructor(shownSeq) {
    this.shownSeq = shownSeq;
    this.forget();
  }

  // After a break the table may have gone on without us: what is shown counts again.
  forget() {
    this.known = 0;
    this.tail = null;
    this.newest = { text: "", at: 0 };
  }

  tell(kind, more) {
    const text = JSON.stringify([kind, more]);
    const now = performance.now();
    if (text === this.newest.text && now - this.newest.at < SAME_TAP_MS) return Promise.resolve({ status: "same" });
    this.newest = { text, at: now };
    const turn = this.follow(this.tail, Math.max(this.shownSeq(), this.known), kind, more);
    this.tail = turn;
    turn.then(() => {
      if (this.tail === turn) this.tail = null;
    });
    return turn;
  }

  async follow(before, seq, kind, more) {
    const earlier = before && (await before);
    // What was tapped after something that failed was meant for another table.
    if (earlier?.error) return { ...earlier, status: "dropped" };
    // What others had told, and this page showed when this was tapped, has been seen, too.
    const answer = await send(kind, Math.max(earlier?.seq ?? 0, seq), more);
    if (!answer.error) this.known = answer.seq;
    return answer;
  }
}
