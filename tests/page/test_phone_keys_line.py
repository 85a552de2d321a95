"""The line of a phone that serves as keys: what it says of a press, and how it waits."""

from __future__ import annotations

import pytest

LINE = """async ({ refuses, ms, isLeft }) => {
  const { document, fetch } = globalThis;
  const asked = [], states = [];
  let beats = 0;
  const deaf = { addEventListener() {}, removeEventListener() {} };
  const [edges, beat] = [9, 0].map((heard) => ({ heard, lamp: "off" }));
  const answers = { sit: { line: "a line" }, edges, beat };
  const wait = (time) => new Promise((done) => setTimeout(done, time));
  Object.assign(globalThis, { document: { hidden: false, ...deaf }, removeEventListener() {} });
  globalThis.fetch = async (path) => {
    const what = path.split("/").at(-1);
    asked.push(what);
    const isRefused = what === "beat" && refuses && (beats += 1) > 1;
    await wait(what === "beat" && !refuses ? 50 : 1);
    return new Response(JSON.stringify(isRefused ? { error: refuses } : answers[what] ?? {}));
  };
  const { Line } = await import("/static/js/keys/line.js");
  const line = new Line("A", ({ state }) => states.push(state));
  line.start();
  await wait(ms);
  if (isLeft) line.stop();
  const isSent = line.press("pon", true);
  await wait(20);
  line.isOver = true;
  await wait(300);
  Object.assign(globalThis, { document, fetch });
  return { asked, states: [...new Set(states)], isSent };
}"""


@pytest.fixture
def line(node):
    def line(*, refuses="", ms=200, is_left=False):
        return node.evaluate(LINE, {"refuses": refuses, "ms": ms, "isLeft": is_left})

    return line


def test_what_is_pressed_goes_on_its_way_while_the_line_stands(line):
    said = line()
    assert (said["isSent"], "edges" in said["asked"], said["states"]) == (True, True, ["live"])


def test_a_phone_that_was_put_away_says_that_nothing_is_pressed(line):
    said = line(is_left=True)
    assert (said["isSent"], "edges" in said["asked"], "leave" in said["asked"]) == (False, False, True)


def test_a_companion_that_is_too_busy_is_not_asked_without_a_pause(line):
    said = line(refuses="too_fast", ms=600)
    assert (said["asked"].count("beat") <= 5, said["states"]) == (True, ["live"])


MISSING = """async (answers) => {
  const { fetch } = globalThis;
  globalThis.fetch = async (path) => {
    if (!answers[path]) throw new TypeError("no line");
    return new Response(JSON.stringify(answers[path]), { status: answers[path].error ? 409 : 200 });
  };
  const { whatIsMissing } = await import("/static/js/keys/missing.js");
  const missing = await whatIsMissing();
  globalThis.fetch = fetch;
  return missing;
}"""


@pytest.mark.parametrize(
    ("me", "keys", "missing"),
    [
        ("scorer", {"status": "done", "taken": []}, "ready"),
        ("host", {"error": "no_keys"}, "no_keys"),
        ("host", None, "not_connected"),
        ("host", {"error": "too_fast"}, "not_connected"),
        ("stranger", None, "pairing_needed"),
        ("spectator", None, "role_too_low"),
        (None, None, "not_connected"),
    ],
)
def test_a_table_is_said_to_have_no_keys_only_where_it_says_so(node, me, keys, missing):
    answers = {"/api/me": me and {"role": me}, "/api/keys": keys}
    assert node.evaluate(MISSING, answers) == missing


SHOWN_AGAIN = """async ([kind, answers]) => {
  const { fetch, addEventListener } = globalThis;
  const heard = {}, told = [];
  globalThis.addEventListener = (name, act) => (heard[name] = act);
  Object.defineProperty(globalThis, "isSecureContext", { value: false, configurable: true });
  globalThis.fetch = async (path) => {
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    if (answer === "no line") throw new TypeError(answer);
    return new Response(JSON.stringify(answer));
  };
  const wait = (ms) => new Promise((done) => setTimeout(done, ms));
  const { askWhatIsMissing } = await import(`/static/js/${kind}/missing.js`);
  const stop = askWhatIsMissing((code) => told.push(code));
  await wait(1_300);
  heard.pageshow({ persisted: true });
  await wait(100);
  stop();
  Object.assign(globalThis, { fetch, addEventListener });
  return told;
}"""
WATCHER, HOST = {"role": "spectator"}, {"role": "host"}


@pytest.mark.parametrize(
    ("kind", "answers", "told"),
    [
        ("keys", ["no line", HOST], ["not_connected", "ready", "ready"]),
        # Somebody pairs the phone on the page of the table, and comes back to this one.
        ("keys", [WATCHER, HOST], ["role_too_low", "ready"]),
        ("camera", [WATCHER, HOST], ["needs_https", "needs_https"]),
    ],
)
def test_what_is_missing_is_asked_again_when_there_is_a_line_and_when_the_page_is_back(
    node, kind, answers, told
):
    assert node.evaluate(SHOWN_AGAIN, [kind, answers]) == told
