// Parts of the page on a page of paper: what they say can be read and tapped. Nothing is laid out.

import { html, render } from "/static/vendor/htm-preact-standalone.module.js";
import { useFromSheet } from "/static/js/play/from_sheet.js";
import { loadWords, withMore } from "/static/js/words.js";

// After this time, what was asked of the companion is answered, and what that changes is drawn.
const SETTLED_MS = 40;

class Paper {
  constructor(localName) {
    Object.assign(this, { localName, childNodes: [], attributes: [], heard: {}, parentNode: null });
    this.style = { setProperty() {} };
  }

  get firstChild() {
    return this.childNodes[0] ?? null;
  }

  get nextSibling() {
    const all = this.parentNode?.childNodes ?? [];
    return all[all.indexOf(this) + 1] ?? null;
  }

  get isConnected() {
    return true;
  }

  insertBefore(one, before) {
    one.parentNode?.removeChild(one);
    const at = before ? this.childNodes.indexOf(before) : this.childNodes.length;
    this.childNodes.splice(at, 0, one);
    one.parentNode = this;
  }

  appendChild(one) {
    this.insertBefore(one, null);
  }

  removeChild(one) {
    this.childNodes = this.childNodes.filter((other) => other !== one);
    one.parentNode = null;
  }

  setAttribute(name, value) {
    this[name] = value;
  }

  removeAttribute(name) {
    delete this[name];
  }

  addEventListener(kind, act) {
    this.heard[kind.toLowerCase()] = [kind, act];
  }

  removeEventListener(kind) {
    delete this.heard[kind.toLowerCase()];
  }

  showModal() {}

  scrollTo() {}

  querySelector() {
    return null;
  }

  focus() {}

  getScreenCTM() {
    return { a: 1 };
  }

  get text() {
    return this.data ?? this.childNodes.map((one) => one.text).join("");
  }

  all(localName) {
    return this.childNodes.flatMap((one) => (one.localName === localName ? [one] : one.all(localName)));
  }

  write(label, value) {
    const labelled = this.all("label").find((one) => one.text.includes(label));
    const [field] = ["input", "select", "textarea"].flatMap((kind) => labelled?.all(kind) ?? []);
    if (!field) throw new Error(`no field ${label} in: ${this.text}`);
    Object.assign(field, { value, valueAsNumber: Number(value) });
    field.act(field.heard.input ? "input" : "change");
  }

  act(kind, more = {}) {
    if (!this.heard[kind]) throw new Error(`nothing hears ${kind} in: ${this.text}`);
    for (let one = this; one; one = one.parentNode) {
      const [type, heard] = one.heard[kind] ?? [];
      heard?.call(one, { type, target: this, preventDefault() {}, ...more });
    }
  }
}

const deaf = { addEventListener() {}, removeEventListener() {} };
const page = {
  fonts: Object.assign(new Set(), deaf),
  // Every style sheet is there, and a button to which the focus goes back.
  querySelector: () => ({ sheet: true, focus() {} }),
  createElement: (name) => new Paper(name),
  createElementNS: (_, name) => new Paper(name),
  createTextNode: (data) => Object.assign(new Paper("#text"), { data }),
};

class Sizes {
  observe() {}

  disconnect() {}
}

const { setTimeout: later, clearTimeout: never, setInterval: often, clearInterval: noLonger } = globalThis;
const pause = (ms) => new Promise((done) => later(done, ms));

// A clock that stands still until somebody waits, and then goes on at once: to wait for a second takes no second. What
// is due before things have settled is left to the machine's own clock.
class Clock {
  constructor() {
    [this.now, this.due, this.number] = [0, new Map(), 0];
  }

  set = (act, ms = 0, ...more) => {
    if (!(ms > SETTLED_MS)) return later(act, ms, ...more);
    this.number += 1;
    const name = `late ${this.number}`;
    this.due.set(name, { at: this.now + ms, act: () => act(...more) });
    return name;
  };

  clear = (name) => (this.due.delete(name) ? undefined : never(name));

  every = (act, ms, ...more) => {
    this.number += 1;
    const name = `every ${this.number}`;
    const again = () => {
      this.due.set(name, { at: this.now + ms, act: again });
      act(...more);
    };
    this.due.set(name, { at: this.now + ms, act: again });
    return name;
  };

  pause = (ms) => new Promise((done) => this.set(done, ms));

  // `settled` waits for what each act sets off.
  async pass(ms, settled) {
    const end = this.now + ms;
    for (;;) {
      const [next] = [...this.due].filter(([, { at }]) => at <= end).sort(([, one], [, other]) => one.at - other.at);
      if (!next) break;
      const [name, { at, act }] = next;
      this.due.delete(name);
      this.now = at;
      act();
      await settled();
    }
    this.now = end;
  }
}

// Of several answers each is given once, and the last one again and again.
const next = (answer) => (!Array.isArray(answer) ? answer : answer.length > 1 ? answer.shift() : answer[0]);

// What sheets tell the table, and ask of it: `answers` has what it says to a preview and to what is told, and after how
// long.
function playing(asked, answers, snapshot, clock) {
  const told = (name) => async (...said) => {
    asked.push([name, ...said]);
    await clock.pause(answers.told_after_ms ?? 0);
    return next(answers.told ?? { status: "done", seq: 1 });
  };
  const preview = async (kind, more) => {
    asked.push(["preview", kind, more]);
    const answer = next(answers.preview ?? { changes: [] });
    if (answer.after_ms) await clock.pause(answer.after_ms);
    return answer;
  };
  const previews = async (all) => {
    asked.push(["previews", ...all]);
    const answer = next(answers.preview ?? { changes: [] });
    return answer.error ? answer : { previews: all.map(() => answer) };
  };
  const acts = Object.fromEntries(["mean", "tell", "tap"].map((name) => [name, told(name)]));
  const [nothing, settled, isBusy] = [() => {}, async () => snapshot, () => false];
  const notOpened = () => asked.push(["not opened"]);
  return { ...acts, preview, previews, settled, isBusy, notOpened, close: nothing, say: nothing, hush: nothing };
}

// What the part of a module says, and after each tap again: a tap is what a button says, or is called; what is disabled
// is not tapped. A number waits for as many milliseconds, two texts write the second into the field that is labelled
// with the first, and an object is what the part is drawn with from then on, as when the table has moved on. `answers`
// are those of the companion, by path, each at once or `after_ms`; a number is the status of a refusal, a list is given
// one by one. What a tap asked of it, opened, or told the table, is answered, too.
export async function drawn({ module, part, props, taps, answers, language, views }) {
  const { document: usual, fetch, location: usually } = globalThis;
  const clock = new Clock();
  let words = await loadWords(language);
  for (const view of views) words = await withMore(words, view);
  const where = Object.assign(new URL("http://localhost:8155/"), { reload() {} });
  const asked = [];
  // A busy machine reads a file for longer than a part takes to be drawn, and draws late what was answered.
  let files = 0;
  let news = 0;
  const file = (path) => {
    files += 1;
    return fetch(path).finally(() => (files -= 1));
  };
  const settled = async () => {
    let known;
    do {
      known = news;
      await pause(SETTLED_MS);
      // What became due in a long pause of the machine sets off what follows only now.
      for (let hops = 0; hops < 5; hops += 1) await pause(0);
    } while (files > 0 || known !== news);
  };
  const answered = (...what) => answeredTo(...what).finally(() => (news += 1));
  const answeredTo = async (path, { body } = {}) => {
    if (String(path).startsWith("/static/") && !(path in answers)) return file(path);
    if (body) asked.push([path, JSON.parse(body)]);
    const answer = next(answers[path] ?? 404);
    if (answer === "the file") return file(path);
    if (answer.after_ms) await clock.pause(answer.after_ms);
    if (answer === "no line") throw new TypeError("no line");
    if (typeof answer === "number") {
      return new Response(JSON.stringify({ error: answer === 404 ? "not_found" : "other" }), { status: answer });
    }
    return new Response(JSON.stringify(answer), { status: answer.error ? 409 : 200 });
  };
  const matchMedia = () => ({ matches: false, ...deaf });
  Object.assign(globalThis, { document: page, fetch: answered, location: where, ResizeObserver: Sizes });
  Object.assign(globalThis, { setTimeout: clock.set, clearTimeout: clock.clear });
  Object.assign(globalThis, { setInterval: clock.every, clearInterval: clock.clear });
  const getComputedStyle = () => ({ fontSize: "16px" });
  Object.assign(globalThis, { matchMedia, getComputedStyle, innerWidth: 1_280, innerHeight: 800 });
  const root = new Paper("main");
  try {
    const Part = part.split(".").reduce((found, name) => found[name], await import(module));
    const nothing = () => {};
    const play = { ...playing(asked, answers, props.snapshot, clock), open: (...told) => asked.push(told) };
    const silent = ["onDone", "onBack", "onOver", "onIn", "onChoose", "onClose", "say", "go"];
    const nameOf = (seat) => props.snapshot?.seats?.[seat]?.name ?? "";
    const { tell, preview } = play;
    const acts = { tell, preview, nameOf, ...Object.fromEntries(silent.map((on) => [on, nothing])) };
    const askMe = () => asked.push(["me"]);
    let now = props;
    // A part with the sheet on which it lies: it tells the table like every sheet.
    const OnSheet = (given) => {
      const onSheet = useFromSheet({ sheet: "this one", close: play.close }, nothing);
      return html`<${Part} ...${given} play=${{ ...play, ...onSheet, ...given.play }} />`;
    };
    const draw = async () => {
      render(html`<${OnSheet} askMe=${askMe} ...${acts} ...${now} words=${words} />`, root);
      await settled();
    };
    await draw();
    const said = [root.text];
    for (const tap of taps) {
      if (typeof tap === "number") {
        await clock.pass(tap, settled);
        await settled();
        said.push(root.text);
        continue;
      }
      if (Array.isArray(tap)) {
        root.write(...tap);
        await settled();
        said.push(root.text);
        continue;
      }
      if (typeof tap === "object") {
        now = { ...now, ...tap };
        await draw();
        said.push(root.text);
        continue;
      }
      const isMeant = (one) => one["aria-label"] === tap || one.text.includes(tap);
      const button = [...root.all("button"), ...root.all("summary")].find(isMeant);
      if (!button) throw new Error(`no button ${tap} in: ${root.text}`);
      const form = button.type === "submit" && root.all("form").find((one) => one.all("button").includes(button));
      if (form && !button.disabled) form.act("submit");
      else if (!button.disabled) button.act("click");
      await settled();
      said.push(root.text);
    }
    const fields = ["input", "select", "textarea"].flatMap((kind) => root.all(kind)).map((one) => one.value);
    return { said, asked, fields, buttons: root.all("button").map((one) => one.text.trim()) };
  } finally {
    render(null, root);
    Object.assign(globalThis, { document: usual, fetch, location: usually });
    Object.assign(globalThis, { setTimeout: later, clearTimeout: never, setInterval: often, clearInterval: noLonger });
  }
}
