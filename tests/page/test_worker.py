"""The service worker: what it hands on when the browser keeps nothing."""

from __future__ import annotations

import pytest

from companion.dashboard.pages import STATIC

FETCHED = """async ([source, path, isFull]) => {
  const heard = {};
  const kept = [];
  const put = async (url) => {
    if (isFull) throw new DOMException("full", "QuotaExceededError");
    kept.push(url);
  };
  const caches = { open: async () => ({ match: async () => undefined, put }) };
  const origin = "http://localhost:8155";
  const fetch = async () => new Response("the file");
  const hear = (kind, act) => (heard[kind] = act);
  const work = new Function("addEventListener", "caches", "fetch", "location", source);
  work(hear, caches, fetch, { origin });
  let answer;
  const request = { method: "GET", url: `${origin}${path}` };
  heard.fetch({ request, respondWith: (one) => (answer = one) });
  return [await (await answer).text(), kept.length];
}"""


@pytest.mark.parametrize(("is_full", "kept"), [(False, 1), (True, 0)])
def test_a_file_that_finds_no_room_on_the_shelf_reaches_the_page(node, is_full, kept):
    source = (STATIC / "worker.js").read_text(encoding="utf-8")
    assert node.evaluate(FETCHED, [source, "/static/js/eye/main.js", is_full]) == ["the file", kept]
