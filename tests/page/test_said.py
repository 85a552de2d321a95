"""What a host says twice, and what two hosts say at once: which revision the page says that it has seen."""

import pytest

TOLD = """async ({ steps }) => {
  const { fetch } = globalThis;
  const { sayOnce } = await import("/static/js/hub/said.js");
  const asked = [], answers = [];
  globalThis.fetch = async (path, { body }) => {
    await new Promise((resolve) => setTimeout(resolve, 2));
    asked.push(JSON.parse(body).seen);
    const answer = steps[asked.length - 1].answer;
    if (!answer) throw new Error("the line is broken");
    return { json: async () => answer };
  };
  try {
    const all = steps.map(({ evening }) => sayOnce("/api/evening/extra", { minutes: 5 }, evening));
    for (const one of all) answers.push((await one).status ?? "none");
  } finally {
    globalThis.fetch = fetch;
  }
  return { asked, answers };
}"""


@pytest.fixture
def told(node):
    """What the page says it has seen, and what it hears, for taps that all come before the first answer."""

    def told(*steps):
        found = node.evaluate(TOLD, {"steps": [{"evening": one, "answer": answer} for one, answer in steps]})
        return list(zip(found["asked"], found["answers"], strict=True))

    return told


def answer(event, revision, status="done"):
    return {"status": status, "event": event, "revision": revision}


def test_what_a_page_has_said_itself_counts_as_seen(told):
    shown = {"event": "spring", "revision": 9}
    found = told(
        (shown, answer("spring", 11, "over")),
        (shown, answer("spring", 12)),
        (shown, None),
        (shown, answer("spring", 13)),
        ({"event": "spring", "revision": 20}, answer("spring", 21)),
        ({"event": "summer", "revision": 3}, answer("summer", 4)),
    )
    assert found == [(9, "over"), (11, "done"), (12, "none"), (12, "done"), (20, "done"), (3, "done")]
