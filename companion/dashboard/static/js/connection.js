// The line to the server: a stream of whole snapshots, or polling where the stream is full. Always says the truth
// about whether it is connected; nothing here draws.

const SILENCE_MS = 12_000; // the server says something every five seconds
const POLL_MS = 1_500;
const RETRY_MS = 1_500;
const NOTHING = (..._) => {};

export class Connection {
  constructor(onSnapshot, onState, onHost, onRelease, onAsk, ...more) {
    this.onSnapshot = onSnapshot;
    this.onState = onState;
    this.onHost = onHost;
    this.onRelease = onRelease;
    this.onAsk = onAsk;
    // Few tables are in a club, or play by the clock.
    const [onRound = NOTHING, onReferee = NOTHING, onClocks = NOTHING] = more;
    this.onRound = onRound;
    this.onReferee = onReferee;
    this.onClocks = onClocks;
    this.state = "connecting";
    this.heardAt = 0;
  }

  start() {
    document.addEventListener("visibilitychange", () => (document.hidden ? this.close() : this.open()));
    addEventListener("offline", () => this.lost());
    addEventListener("online", () => this.reopen());
    addEventListener("pagehide", () => this.close());
    addEventListener("pageshow", () => this.open());
    setInterval(() => this.listenForSilence(), 1_000);
    this.open();
  }

  // One page holds one stream: a browser has six connections for a host.
  open() {
    if (this.source || document.hidden) return;
    const source = new EventSource("/api/stream");
    this.source = source;
    source.onmessage = (event) => this.heard(JSON.parse(event.data));
    source.addEventListener("still", () => this.heard(null));
    source.addEventListener("release", (event) => this.onRelease(event.data));
    source.addEventListener("host", (event) => this.onHost(JSON.parse(event.data).name));
    source.addEventListener("ask", (event) => this.onAsk(JSON.parse(event.data)));
    source.addEventListener("round", (event) => this.onRound(JSON.parse(event.data)));
    source.addEventListener("referee", (event) => this.onReferee(JSON.parse(event.data)));
    source.addEventListener("clocks", (event) => this.onClocks(JSON.parse(event.data)));
    source.onerror = () => this.stumbled(source);
  }

  close() {
    this.source?.close();
    this.source = null;
    clearTimeout(this.timer ?? undefined);
    this.timer = null;
  }

  reopen() {
    this.close();
    this.open();
  }

  heard(snapshot) {
    this.heardAt = performance.now();
    if (snapshot) this.onSnapshot(snapshot);
    this.turn("live");
  }

  // EventSource tries again by itself after a broken line, but gives up after an answer such as 503.
  stumbled(source) {
    if (source !== this.source) return;
    this.lost();
    if (source.readyState === EventSource.CLOSED) this.poll();
  }

  lost() {
    this.turn("lost");
  }

  async poll() {
    this.close();
    this.timer = setTimeout(() => this.poll(), POLL_MS);
    try {
      const answer = await fetch("/api/snapshot", { cache: "no-store" });
      if (!answer.ok) throw new Error(String(answer.status));
      this.heard(await answer.json());
      this.tryStreamSometimes();
    } catch {
      this.lost();
      this.tryStreamSometimes();
    }
  }

  // While polling, look now and then whether a place in the stream is free.
  tryStreamSometimes() {
    this.polls = ((this.polls ?? 0) + 1) % (this.state === "live" ? 10 : 1);
    if (this.polls === 0 && this.timer) {
      clearTimeout(this.timer ?? undefined);
      this.timer = setTimeout(() => this.reopen(), RETRY_MS);
    }
  }

  listenForSilence() {
    if (document.hidden || this.state !== "live" || this.timer) return;
    if (performance.now() - this.heardAt > SILENCE_MS) {
      this.lost();
      this.reopen();
    }
  }

  turn(state) {
    if (state === this.state) return;
    this.state = state;
    this.onState(state);
  }
}
