// What stood a little while ago: a camera may lose what it saw for a moment, and what comes back is not news. Pure; the
// time is given.

const LASTS_MS = 30_000;

export class Lately {
  constructor() {
    this.stoodAt = new Map();
  }

  // The names of all that stood within the last half minute, with these, which stand until now.
  with(names, now) {
    for (const name of names) this.stoodAt.set(name, now);
    for (const [name, at] of this.stoodAt) if (now - at > LASTS_MS) this.stoodAt.delete(name);
    return [...this.stoodAt.keys()];
  }
}
