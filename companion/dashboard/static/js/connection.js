// The line to the server: a stream of whole snapshots, or polling where the stream is full or says nothing. Always says
// the truth about whether it is connected; nothing here draws.
//
// A proxy may hold a stream back: it opens, and no word comes, or many come late and together. So a page polls beside
// a stream until that speaks, and again when a word of it is missing.

const SILENCE_MS = 12_000; // the server says something every five seconds
const DOUBT_MS = 7_000; // one word is missing
const FIRST_WORD_MS = 2_500; // the first one comes at once
const POLL_MS = 1_500;
const POLLS_BETWEEN_STREAMS = 10;
const SOON_MS = 500; // by then a stream that is not held back has told what came of a tap

// The age of what is shown, in seconds: while the line stands, since it last changed; once the line is lost, since the
// companion last said that it still holds. Both moments and `now` are milliseconds of `performance.now()`.
export function ageOf({ connection, changedAt }, heardAt, now) {
  const since = connection === "lost" ? Math.max(changedAt, heardAt) : changedAt;
  return Math.max(0, Math.round((now - since) / 1_000));
}

const NOTHING = (..._) => {};

// The readings that keys ask for. Stream and answers both bring them, and a stream that was held back brings them late:
// each is passed on once.
class Readings {
  constructor(onAsk) {
    this.onAsk = onAsk;
    this.passedOn = 0; // the number of the newest one
    this.count = null; // how many were asked for by the newest answer; null while nobody polls
  }

  hear({ number, reading, seat }) {
    if (number <= this.passedOn) return;
    this.passedOn = number;
    this.onAsk({ reading, seat });
  }

  // What was asked before this page began to poll was for others, or its stream has said it.
  answered(ask) {
    const before = this.count;
    this.count = ask?.number ?? 0;
    if (this.count < before) this.countAnew();
    if (ask && before !== null && this.count !== before) this.hear(ask);
  }

  // A companion that starts again counts from one.
  countAnew() {
    this.passedOn = 0;
  }

  pollNoMore() {
    this.count = null;
  }
}

export class Connection {
  constructor(onSnapshot, onState, onHost, onRelease, onAsk, ...more) {
    this.onSnapshot = onSnapshot;
    this.onState = onState;
    this.onHost = onHost;
    this.onRelease = onRelease;
    this.readings = new Readings(onAsk);
    // Few tables are in a club, or play by the clock.
    const [onRound = NOTHING, onReferee = NOTHING, onClocks = NOTHING] = more;
    this.onRound = onRound;
    this.onReferee = onReferee;
    this.onClocks = onClocks;
    this.state = "connecting";
    this.heardAt = 0; // by stream or poll
    this.spokeAt = 0; // when the stream spoke last; until its first word, when it was opened
    this.isMute = true; // it has not spoken yet
    this.seq = 0; // of what is shown
    this.shown = "";
    this.toldSeq = 0; // of what the stream has told last
    this.hosts = null; // the marks of the hosts by a key who are known; null until the companion has said who they are
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

  open() {
    if (!this.source && !this.isPolling && !document.hidden) this.listen();
  }

  get isPolling() {
    return Boolean(this.asking || this.timer);
  }

  // One page holds one stream: a browser has six connections for a host.
  listen() {
    this.source?.close();
    const source = new EventSource("/api/stream");
    this.source = source;
    this.spokeAt = performance.now();
    this.isMute = true;
    this.toldSeq = 0;
    this.readings.countAnew();
    source.onmessage = (event) => this.spoken(JSON.parse(event.data));
    source.addEventListener("still", () => this.spoken(null));
    source.addEventListener("release", (event) => this.onRelease(event.data));
    source.addEventListener("hosts", (event) => this.heardHosts(JSON.parse(event.data)));
    source.addEventListener("ask", (event) => this.readings.hear(JSON.parse(event.data)));
    source.addEventListener("round", (event) => this.onRound(JSON.parse(event.data)));
    source.addEventListener("referee", (event) => this.onReferee(JSON.parse(event.data)));
    source.addEventListener("clocks", (event) => this.onClocks(JSON.parse(event.data)));
    source.onerror = () => this.stumbled(source);
  }

  close() {
    this.hush();
    this.stopPolling();
    this.readings.pollNoMore();
  }

  hush() {
    this.source?.close();
    this.source = null;
  }

  stopPolling() {
    this.asking?.abort();
    this.asking = null;
    clearTimeout(this.timer ?? undefined);
    this.timer = null;
  }

  reopen() {
    this.close();
    this.open();
  }

  // The stream speaks, so nothing has to be asked for. But a state that was held back on its way is older than what
  // answers have brought since: until the stream has told that, too, a sign of life from it is not enough. Which of two
  // states with one `seq` is older, only an answer tells.
  spoken(snapshot) {
    this.spokeAt = performance.now();
    this.isMute = false;
    if (snapshot) this.toldSeq = snapshot.seq;
    const isUnclear = snapshot?.seq === this.seq && JSON.stringify(snapshot) !== this.shown;
    if (this.isPolling && (this.toldSeq < this.seq || isUnclear)) return;
    this.stopPolling();
    this.readings.pollNoMore();
    this.heard(snapshot);
  }

  // Most answers bring nothing new, nor does a stream that is opened anew: nothing has changed then.
  heard(snapshot) {
    this.heardAt = performance.now();
    const text = snapshot ? JSON.stringify(snapshot) : this.shown;
    if (text !== this.shown) {
      this.seq = snapshot.seq;
      this.shown = text;
      this.onSnapshot(snapshot);
    }
    this.turn("live");
  }

  // EventSource tries again by itself after a broken line, but gives up after an answer such as 503: then a poll shows
  // whether the line is lost.
  stumbled(source) {
    if (source !== this.source) return;
    this.readings.countAnew();
    if (source.readyState === EventSource.CLOSED) {
      this.hush();
      this.poll();
    } else if (!this.isPolling) this.lost();
  }

  lost() {
    this.turn("lost");
  }

  // Each answer is waited for: of two that are asked for at once, the older one may come last.
  async poll() {
    this.stopPolling();
    const asking = new AbortController();
    this.asking = asking;
    this.timer = setTimeout(() => asking.abort(), SILENCE_MS);
    const snapshot = await this.snapshot(asking.signal);
    if (this.asking !== asking) return; // it was stopped, and something else goes on
    clearTimeout(this.timer ?? undefined);
    this.timer = setTimeout(() => this.pollOrStream(), POLL_MS);
    if (!snapshot) return this.lost();
    const { beside = {}, ...table } = snapshot;
    this.heardBeside(beside);
    this.heard(table);
  }

  // This page has told something, which led to `seq`: a poll looks for it at once, a stream has a moment to tell it.
  look(seq) {
    const isMissing = () => this.source && !this.isPolling && this.seq < seq;
    if (this.isPolling) this.poll();
    else setTimeout(() => isMissing() && this.poll(), SOON_MS);
  }

  // What a stream says in events of their own.
  heardBeside({ release, hosts, ask, round, referee, clocks }) {
    this.readings.answered(ask);
    if (release) this.onRelease(release);
    if (hosts) this.heardHosts(hosts);
    if (round !== undefined) this.onRound(round);
    if (referee !== undefined) this.onReferee(referee);
    if (clocks !== undefined) this.onClocks(clocks);
  }

  // Whoever is a host since this page was opened, also while it was hidden or its line lost, is told once.
  heardHosts(hosts) {
    const known = this.hosts;
    this.hosts = new Set([...(known ?? []), ...hosts.map(({ mark }) => mark)]);
    for (const { mark, name } of hosts) if (known && !known.has(mark)) this.onHost(name);
  }

  async snapshot(signal) {
    try {
      const answer = await fetch("/api/snapshot", { cache: "no-store", signal });
      return answer.ok ? await answer.json() : null;
    } catch {
      return null;
    }
  }

  // While polling, look now and then whether the stream speaks: it is opened, and the next poll waits a moment for it.
  pollOrStream() {
    this.polls = ((this.polls ?? 0) + 1) % (this.state === "live" ? POLLS_BETWEEN_STREAMS : 1);
    if (this.polls || this.source) {
      this.poll();
    } else {
      this.listen();
      this.timer = setTimeout(() => this.poll(), POLL_MS);
    }
  }

  listenForSilence() {
    if (document.hidden) return;
    const now = performance.now();
    // After a sleep nothing was heard for long, but the line is new.
    if (this.state === "live" && now - this.heardAt > SILENCE_MS) this.lost();
    if (!this.source) return;
    const silence = now - this.spokeAt;
    if (silence > SILENCE_MS) this.fellSilent();
    else if (silence > (this.isMute ? FIRST_WORD_MS : DOUBT_MS) && !this.isPolling) this.poll();
  }

  // Where answers come, they are enough for a while; where none comes, the line may be a new one by now.
  fellSilent() {
    if (this.isPolling && this.state === "live") return this.hush();
    this.lost();
    this.listen();
    if (!this.isPolling) this.poll();
  }

  turn(state) {
    if (state === this.state) return;
    this.state = state;
    this.onState(state);
  }
}
