// The line to the server: a stream of whole snapshots, or polling where the stream is full. Always says the truth
// about whether it is connected; nothing here draws.

const SILENCE_MS = 12_000; // the server says something every five seconds
const POLL_MS = 1_500;

// The age of what is shown, in seconds: while the line stands, since it last changed; once the line is lost, since the
// companion last said that it still holds. Both moments and `now` are milliseconds of `performance.now()`.
export function ageOf({ connection, changedAt }, heardAt, now) {
  const since = connection === "lost" ? Math.max(changedAt, heardAt) : changedAt;
  return Math.max(0, Math.round((now - since) / 1_000));
}

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
    this.openedAt = 0;
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
    this.openedAt = performance.now();
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
    this.asking?.abort();
    this.asking = null;
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

  // EventSource tries again by itself after a broken line, but gives up after an answer such as 503: then a poll shows
  // whether the line is lost.
  stumbled(source) {
    if (source !== this.source) return;
    if (source.readyState === EventSource.CLOSED) this.poll();
    else this.lost();
  }

  lost() {
    this.turn("lost");
  }

  // Each answer is waited for: of two that are asked for at once, the older one may come last.
  async poll() {
    this.close();
    const asking = new AbortController();
    this.asking = asking;
    this.timer = setTimeout(() => asking.abort(), SILENCE_MS);
    const snapshot = await this.snapshot(asking.signal);
    if (this.asking !== asking) return; // it was closed, and something else goes on
    clearTimeout(this.timer ?? undefined);
    this.timer = setTimeout(() => this.pollOrStream(), POLL_MS);
    if (!snapshot) return this.lost();
    const { beside = {}, ...table } = snapshot;
    this.heardBeside(beside);
    this.heard(table);
  }

  // What a stream says in events of their own.
  heardBeside({ release, round, referee, clocks }) {
    if (release) this.onRelease(release);
    if (round !== undefined) this.onRound(round);
    if (referee !== undefined) this.onReferee(referee);
    if (clocks !== undefined) this.onClocks(clocks);
  }

  async snapshot(signal) {
    try {
      const answer = await fetch("/api/snapshot", { cache: "no-store", signal });
      return answer.ok ? await answer.json() : null;
    } catch {
      return null;
    }
  }

  // While polling, look now and then whether a place in the stream is free.
  pollOrStream() {
    this.polls = ((this.polls ?? 0) + 1) % (this.state === "live" ? 10 : 1);
    if (this.polls === 0) this.reopen();
    else this.poll();
  }

  listenForSilence() {
    if (document.hidden || this.timer) return;
    const isSilentSince = (at) => performance.now() - at > SILENCE_MS;
    // After a sleep nothing was heard for long, but the line is new.
    if (this.state === "live" && isSilentSince(this.heardAt)) this.lost();
    if (!isSilentSince(Math.max(this.heardAt, this.openedAt))) return;
    this.lost();
    this.reopen();
  }

  turn(state) {
    if (state === this.state) return;
    this.state = state;
    this.onState(state);
  }
}
