// Fingers on the keys: each finger holds the key on which it came down. One that came down on `wait` and is lifted over
// another key presses that one too, while `wait` is held: a chord for one thumb.

const HOLDS = "wait";
const TREMBLE_MS = 12;
const REFUSED = [40, 60, 40];

export class Touches {
  constructor(press, show) {
    this.press = press;
    this.show = show;
    this.held = new Map();
  }

  down(event) {
    const key = keyAt(event.target);
    if (!key || event.button > 0) return;
    event.preventDefault();
    event.target.releasePointerCapture?.(event.pointerId);
    if ([...this.held.values()].includes(key)) return;
    if (!this.press(key, true)) return void navigator.vibrate?.(REFUSED);
    navigator.vibrate?.(TREMBLE_MS);
    this.held.set(event.pointerId, key);
    this.show([...this.held.values()]);
  }

  up(event) {
    const key = this.held.get(event.pointerId);
    if (!key) return;
    const over = event.type === "pointerup" && keyAt(document.elementFromPoint(event.clientX, event.clientY));
    if (key === HOLDS && over && over !== HOLDS) this.tap(over);
    this.press(key, false);
    this.held.delete(event.pointerId);
    this.show([...this.held.values()]);
  }

  // A keyboard, or a reader of the screen: there is no finger that could stay.
  click(event) {
    const key = keyAt(event.target);
    if (key && event.detail === 0) this.tap(key);
  }

  tap(key) {
    if (this.press(key, true)) this.press(key, false);
  }

  // The keys that were down are let go: the line is gone.
  forget() {
    this.held.clear();
    this.show([]);
  }
}

const keyAt = (element) => element?.closest?.("[data-key]")?.dataset.key;
