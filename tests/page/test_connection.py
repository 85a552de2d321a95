"""Polling where the stream is full or silent: answers come in order, and none is waited for without end."""

import pytest

POLLED = """async ({ steps }) => {
  const { setTimeout, clearTimeout, fetch, document, EventSource } = globalThis;
  const real = { setTimeout, clearTimeout, fetch, document, EventSource };
  const { Connection } = await import("/static/js/connection.js");
  let now = 0, number = 0;
  const timers = new Map(), asked = [], shown = [], states = [];
  let streams = 0, newest;
  const settle = () => new Promise((resolve) => real.setTimeout(resolve, 5));
  Object.assign(globalThis, {
    document: { hidden: false },
    setTimeout: (act, ms) => (timers.set(++number, { act, due: now + ms }), number),
    clearTimeout: (one) => timers.delete(one),
    fetch: (_, { signal } = {}) => new Promise((resolve, reject) => {
      asked.push((seq) => resolve({ ok: true, json: async () => ({ seq }) }));
      signal?.addEventListener("abort", () => reject(new Error("aborted")));
    }),
    EventSource: class {
      static CLOSED = 2;
      constructor() { streams += 1; newest = this; }
      addEventListener() {}
      close() {}
    },
  });
  const line = new Connection(({ seq }) => shown.push(seq), (state) => states.push(state));
  const acts = {
    poll: () => void line.poll(),
    close: () => line.close(),
    answer: ([place, seq]) => asked[place](seq),
    refuse: () => newest.onerror(Object.assign(newest, { readyState: 2 })),
    wait: (ms) => {
      for (const end = now + ms; now < end; now += 100)
        for (const [one, { act, due }] of timers) if (due <= now) timers.delete(one), act();
    },
  };
  try {
    for (const [act, value] of steps) {
      acts[act](value);
      await settle();
    }
  } finally {
    line.close();
    Object.assign(globalThis, real);
  }
  return { asked: asked.length, shown, states, streams };
}"""


@pytest.fixture
def polled(node):
    def polled(*steps):
        return node.evaluate(POLLED, {"steps": steps})

    return polled


def test_the_next_state_is_asked_for_when_the_last_one_has_come(polled):
    found = polled(("poll", 0), ("wait", 5_000), ("answer", (0, 1)), ("wait", 2_000), ("answer", (1, 2)))
    assert (found["asked"], found["shown"], found["states"]) == (2, [1, 2], ["live"])


def test_an_answer_that_comes_after_the_line_was_closed_is_not_shown(polled):
    found = polled(("poll", 0), ("close", 0), ("answer", (0, 1)), ("wait", 20_000))
    assert (found["asked"], found["shown"], found["states"]) == (1, [], [])


def test_an_answer_that_never_comes_is_given_up_and_the_stream_is_tried(polled):
    found = polled(("poll", 0), ("wait", 13_000), ("wait", 2_000))
    assert (found["asked"], found["states"], found["streams"]) == (1, ["lost"], 1)


def test_after_ten_answers_the_stream_is_tried(polled):
    steps = [step for seq in range(10) for step in (("answer", (seq, seq)), ("wait", 1_700))]
    found = polled(("poll", 0), *steps)
    assert (found["asked"], found["shown"], found["streams"]) == (10, [*range(10)], 1)


def test_a_line_that_polls_is_not_lost_because_the_stream_is_still_full(polled):
    steps = [step for seq in range(10) for step in (("answer", (seq, seq)), ("wait", 1_700))]
    found = polled(("poll", 0), *steps, ("refuse", 0), ("answer", (10, 10)))
    assert (found["shown"], found["states"], found["streams"]) == ([*range(11)], ["live"], 1)


@pytest.mark.parametrize(("connection", "age"), [("live", 300), ("lost", 4)])
def test_once_the_line_is_lost_a_state_is_as_old_as_the_last_word_of_the_companion(node, connection, age):
    asked = """async ([table, heardAt, now]) =>
      (await import("/static/js/connection.js")).ageOf(table, heardAt, now)"""
    assert node.evaluate(asked, [{"connection": connection, "changedAt": 1_000}, 297_000, 301_000]) == age


BESIDE = """async (answers) => {
  const { document, fetch } = globalThis;
  const { Connection } = await import("/static/js/connection.js");
  const said = [];
  const hear = (what) => (value) => said.push([what, value]);
  const heard = ["table", "line", "host", "release", "ask", "round", "referee", "clocks"].map(hear);
  const line = new Connection(...heard);
  globalThis.document = { hidden: false };
  globalThis.fetch = async () => ({ ok: true, json: async () => answers.shift() });
  try {
    while (answers.length) await line.poll();
  } finally {
    line.close();
    Object.assign(globalThis, { document, fetch });
  }
  return said;
}"""


def test_a_line_that_polls_brings_what_a_stream_says_beside_the_table(node):
    first = {"release": "one", "round": {"round": 1}, "referee": {"state": "none"}, "clocks": None}
    second = {"seq": 7, "warnings": 1, "beside": {"round": {"round": 2}}}
    answers = [{"seq": 7, "beside": first}, second, {"seq": 8}]
    assert node.evaluate(BESIDE, answers) == [
        *(["release", "one"], ["round", {"round": 1}], ["referee", {"state": "none"}], ["clocks", None]),
        *(["table", {"seq": 7}], ["line", "live"], ["round", {"round": 2}]),
        *(["table", {"seq": 7, "warnings": 1}], ["table", {"seq": 8}]),
    ]


def test_a_line_that_polls_brings_each_reading_that_a_key_asks_for_once(node):
    dora, turn = {"number": 4, "reading": "dora", "seat": 1}, {"number": 5, "reading": "turn", "seat": 2}
    answers = [{"seq": 7, "beside": {"ask": ask}} for ask in (dora, dora, turn, turn, dora | {"number": 6})]
    said = node.evaluate(BESIDE, answers)
    asked = [{"reading": "turn", "seat": 2}, {"reading": "dora", "seat": 1}]
    assert [value for what, value in said if what == "ask"] == asked
    first = [{"seq": 7, "beside": {}}, {"seq": 7, "beside": {"ask": dora | {"number": 1}}}]
    assert ["ask", {"reading": "dora", "seat": 1}] in node.evaluate(BESIDE, first)


def test_a_line_that_polls_brings_each_host_by_a_key_who_is_one_since_the_page_is_open(node):
    ann, ben, late, again = ({"mark": mark, "name": mark[0]} for mark in ("A1", "B2", "C3", "A4"))
    # An answer that is older than another one, and then a companion that has begun anew.
    told = [[ann], [ann], [ann, ben, late], [ann, ben], [ann, ben, late], [], [again]]
    said = node.evaluate(BESIDE, [{"seq": 7, "beside": {"hosts": hosts}} for hosts in told])
    assert [value for what, value in said if what == "host"] == ["B", "C", "A"]


def test_an_answer_that_brings_nothing_new_changes_nothing(node):
    answers = [{"seq": 7, "beside": {}}, {"seq": 7, "beside": {"clocks": None}}, {"seq": 8}]
    assert node.evaluate(BESIDE, answers) == [
        *(["table", {"seq": 7}], ["line", "live"], ["clocks", None], ["table", {"seq": 8}])
    ]


LISTENED = """async (steps) => {
  const { document, EventSource, fetch, performance } = globalThis;
  const { Connection } = await import("/static/js/connection.js");
  let now = 100_000, streams = 0, newest;
  const states = [];
  const put = (name, value) =>
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  put("performance", { now: () => now });
  Object.assign(globalThis, {
    document: { hidden: false },
    fetch: () => new Promise(() => {}),
    EventSource: class { constructor() { streams += 1; newest = this; } addEventListener() {} close() {} },
  });
  const line = new Connection(() => {}, (state) => states.push(state));
  const acts = {
    open: () => line.open(),
    close: () => line.close(),
    hear: () => newest.onmessage({ data: "{}" }),
    // A browser that is asleep runs nothing.
    sleep: (ms) => (now += ms),
    wait: (ms) => {
      for (const end = now + ms; now < end; now += 1_000) line.listenForSilence();
    },
  };
  for (const [act, value] of steps) acts[act](value);
  line.close();
  Object.assign(globalThis, { document, EventSource, fetch });
  put("performance", performance);
  return { states, streams };
}"""


@pytest.mark.parametrize(
    ("steps", "states", "streams"),
    [
        # A line that hangs while it is opened is opened anew, for the first time and after it was lost.
        ([("open", 0), ("wait", 14_000)], ["lost"], 2),
        ([("open", 0), ("hear", 0), ("wait", 14_000), ("wait", 13_000)], ["live", "lost"], 3),
        # A tablet that slept says that the line is lost until something is heard; its new line stays.
        (
            [
                ("open", 0),
                ("hear", 0),
                ("close", 0),
                ("sleep", 60_000),
                ("open", 0),
                ("wait", 2_000),
                ("hear", 0),
            ],
            ["live", "lost", "live"],
            2,
        ),
    ],
)
def test_a_line_that_hangs_is_opened_anew(node, steps, states, streams):
    assert node.evaluate(LISTENED, steps) == {"states": states, "streams": streams}


HELD_BACK = """async (steps) => {
  const { setTimeout, clearTimeout, fetch, document, EventSource, performance } = globalThis;
  const { Connection } = await import("/static/js/connection.js");
  let now = 100_000, seq = 0, number = 0, asked = 0, opened = 0, isUp = true, ask, standing;
  const timers = new Map(), shown = [], states = [], read = [], open = new Set();
  const put = (name, value) =>
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  const settle = () => new Promise((resolve) => setTimeout(resolve, 0));
  put("performance", { now: () => now });
  put("setTimeout", (act, ms) => (timers.set(++number, { act, due: now + ms }), number));
  put("clearTimeout", (one) => timers.delete(one));
  Object.assign(globalThis, {
    document: { hidden: false },
    fetch: async () => {
      asked += 1;
      if (!isUp) throw new Error("no line");
      return { ok: true, json: async () => ({ ...(standing ?? { seq: ++seq }), beside: { ask } }) };
    },
    EventSource: class {
      static CLOSED = 2;
      heard = {};
      constructor() { opened += 1; open.add(this); }
      addEventListener(name, hear) { this.heard[name] = hear; }
      close() { open.delete(this); }
    },
  });
  const hear = [(snapshot) => shown.push(snapshot.seq), (state) => states.push(state), null, null];
  const line = new Connection(...hear, ({ reading }) => read.push(reading));
  const stream = () => [...open].at(-1);
  const acts = {
    open: () => line.open(),
    close: () => line.close(),
    say: (seq) => stream().onmessage({ data: JSON.stringify({ seq }) }),
    stand: (snapshot) => void (standing = snapshot),
    sayAll: (snapshot) => stream().onmessage({ data: JSON.stringify(snapshot) }),
    still: () => stream().heard.still({}),
    ask: ([number, reading]) => void (ask = { number, reading, seat: 1 }),
    sayAsk: ([number, reading]) => stream().heard.ask({ data: JSON.stringify({ number, reading, seat: 1 }) }),
    stumble: () => stream().onerror({}),
    look: (seq) => line.look(seq),
    fall: () => void (isUp = false),
    rise: () => void (isUp = true),
    wait: async (ms) => {
      for (const end = now + ms; now < end; ) {
        now += 500;
        for (const [one, { act, due }] of timers) if (due <= now) timers.delete(one), act();
        if (now % 1_000 === 0) line.listenForSilence();
        await settle();
      }
    },
  };
  try {
    for (const [act, value] of steps) {
      await acts[act](value);
      await settle();
    }
    return { asked, opened, open: open.size, shown, states, read };
  } finally {
    line.close();
    put("performance", performance);
    put("setTimeout", setTimeout);
    put("clearTimeout", clearTimeout);
    Object.assign(globalThis, { fetch, document, EventSource });
  }
}"""


@pytest.fixture
def held_back(node):
    """A proxy between the page and the companion: answers pass, and a stream only says what a step says."""

    def held_back(*steps):
        return node.evaluate(HELD_BACK, steps)

    return held_back


def test_a_stream_that_opens_and_says_nothing_leaves_nobody_without_a_table(held_back):
    found = held_back(("open", 0), ("wait", 4_000))
    assert (found["shown"], found["states"]) == ([1], ["live"])


def test_a_stream_that_never_speaks_is_tried_again_and_the_line_is_not_lost(held_back):
    found = held_back(("open", 0), ("wait", 120_000))
    assert found["states"] == ["live"]
    assert found["asked"] == pytest.approx(120 / 1.5, abs=10)
    assert 3 <= found["opened"] <= 8
    assert found["open"] <= 1


def test_once_the_stream_speaks_nothing_more_is_asked_for(held_back):
    before = held_back(("open", 0), ("wait", 20_000), ("say", 900))["asked"]
    words = [("say", 900), *([("wait", 5_000), ("still", 0)] * 6)]
    found = held_back(("open", 0), ("wait", 20_000), *words)
    assert (found["asked"], found["shown"][-1], found["states"]) == (before, 900, ["live"])
    assert found["open"] == 1


def test_what_this_page_has_told_is_looked_for_at_once_where_it_polls(held_back):
    silent = [("open", 0), ("wait", 5_000)]
    assert held_back(*silent, ("look", 0))["asked"] == held_back(*silent)["asked"] + 1


def test_what_this_page_has_told_is_looked_for_where_the_stream_does_not_bring_it(held_back):
    told = [("open", 0), ("say", 1), ("look", 2)]
    assert held_back(*told, ("say", 2), ("wait", 2_000))["asked"] == 0
    found = held_back(*told, ("still", 0), ("wait", 1_000))
    assert (found["asked"], found["states"], found["open"]) == (1, ["live"], 1)
    assert held_back(*told, ("close", 0), ("wait", 2_000))["asked"] == 0


def test_a_stream_that_says_again_what_is_shown_changes_nothing(held_back):
    assert held_back(("open", 0), ("say", 1), ("say", 1), ("say", 2))["shown"] == [1, 2]


def test_a_reading_that_an_answer_brought_is_not_read_again_when_the_stream_tells_it_late(held_back):
    asked = [("open", 0), ("wait", 5_000), ("ask", [1, "dora"]), ("wait", 2_000)]
    assert held_back(*asked)["read"] == ["dora"]
    late = [("sayAsk", [1, "dora"]), ("say", 900), ("sayAsk", [1, "dora"]), ("sayAsk", [2, "turn"])]
    assert held_back(*asked, *late)["read"] == ["dora", "turn"]


def test_a_reading_that_the_stream_told_is_not_read_again_when_an_answer_brings_it(held_back):
    told = [
        ("sayAsk", [1, "dora"]),
        ("ask", [1, "dora"]),
        ("wait", 4_000),
        ("ask", [2, "turn"]),
        ("wait", 2_000),
    ]
    assert held_back(("open", 0), ("wait", 5_000), *told)["read"] == ["dora", "turn"]


def test_readings_are_counted_anew_after_a_restart(held_back):
    anew = [("sayAsk", [1, "turn"])]
    by_stream = [("open", 0), ("say", 1), ("sayAsk", [7, "dora"]), ("stumble", 0), ("say", 1), *anew]
    assert held_back(*by_stream)["read"] == ["dora", "turn"]
    polled = [("open", 0), ("wait", 5_000), ("ask", [7, "dora"]), ("wait", 2_000), ("ask", [1, "turn"])]
    assert held_back(*polled, ("wait", 2_000), *anew)["read"] == ["dora", "turn"]


def test_a_stream_whose_words_come_late_and_together_shows_no_older_table(held_back):
    late = [("say", 1), ("say", 2), ("still", 0), ("still", 0)]
    found = held_back(("open", 0), ("wait", 10_000), *late, ("wait", 11_000), *late, ("wait", 20_000))
    assert found["shown"] == sorted(found["shown"])
    assert found["states"] == ["live"]


def test_nor_one_in_which_only_what_is_not_written_was_another(held_back):
    """A question, or how a source is: an answer has told it, and the stream still tells what was before."""
    old, new, newest = ({"seq": 7, "questions": number} for number in (0, 1, 2))
    late = [("open", 0), ("wait", 4_000), ("stand", new), ("wait", 2_000), ("sayAll", old)]
    found = held_back(*late)
    assert found["shown"][-1] == 7
    assert found["shown"].count(7) == 1
    level = held_back(*late, ("still", 0), ("wait", 4_000))
    assert (level["asked"], level["shown"]) == (found["asked"], found["shown"])
    assert held_back(*late, ("sayAll", newest), ("still", 0), ("sayAll", newest))["shown"].count(7) == 2


def test_a_sign_of_life_of_a_stream_that_is_behind_does_not_end_the_asking(held_back):
    behind = [("open", 0), ("wait", 10_000), ("say", 1), ("still", 0)]
    before, after = held_back(*behind), held_back(*behind, ("wait", 4_000))
    assert after["asked"] > before["asked"]
    assert after["shown"] == sorted(after["shown"])
    level = held_back(*behind, ("say", before["asked"]), ("still", 0), ("wait", 4_000))
    assert level["asked"] == before["asked"]


def test_a_line_that_is_gone_is_lost_and_what_answers_first_brings_it_back(held_back):
    lost = held_back(("open", 0), ("say", 1), ("fall", 0), ("wait", 20_000))
    assert (lost["states"], lost["open"]) == (["live", "lost"], 1)
    again = held_back(("open", 0), ("say", 1), ("fall", 0), ("wait", 20_000), ("rise", 0), ("wait", 4_000))
    assert again["states"] == ["live", "lost", "live"]
