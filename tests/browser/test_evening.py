"""Looking back on the real page: hands, corrections of the past, games in and out, statistics."""

import pytest
from playwright.sync_api import expect

from tests.browser.evenings import SIX_HANDS, EveningTable


@pytest.fixture
def serving():
    table = EveningTable()
    yield table
    table.end()


def open_evening(page, view="history"):
    """Open the view as the menu does."""
    page.evaluate(OPEN, view)
    expect(page.locator("dialog.evening")).to_be_visible()


OPEN = """async (view) => {
  const { html, render } = await import("/static/vendor/htm-preact-standalone.module.js");
  const { Evening } = await import("/static/js/evening/main.js");
  const { loadWords } = await import("/static/js/words.js");
  const { send, preview } = await import("/static/js/commands.js");
  const words = await loadWords(document.documentElement.lang);
  const root = document.createElement("div");
  document.body.append(root);
  const draw = async () => {
    const snapshot = await (await fetch("/api/snapshot")).json();
    const tell = async (kind, more) => { const answer = await send(kind, snapshot.seq, more); await draw(); return answer; };
    render(html`<${Evening} words=${words} snapshot=${snapshot} view=${view} onClose=${() => render(null, root)} tell=${tell} preview=${(kind, more) => preview(kind, snapshot.seq, more)} />`, root);
  };
  await draw();
}"""


def test_it_opens(open_page, serving):
    serving.play(*SIX_HANDS)
    page = open_page()
    open_evening(page)
    expect(page.locator(".hand-row")).to_have_count(7)
