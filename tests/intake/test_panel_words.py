"""Every word that the panel may have for the people at the table is on the page and in the reference."""

import json

import pytest

from companion.intake.panel.claims import HOLD_NS
from companion.intake.panel.listener import REFUSED_NS, SAID_NS
from companion.intake.panel.outcomes import ANSWER_KEYS, Ask, News, Trouble
from companion.intake.panel.showing import AWAITED, MOST_URGENT_FIRST, WHO_SITS, WHO_SITS_BY_PAGE
from companion.intake.panel.stuck import KEY_STUCK

CODES = [*(code.value for code in (*Trouble, *News, *Ask)), WHO_SITS, WHO_SITS_BY_PAGE, AWAITED, KEY_STUCK]


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_code_has_its_words(root, language):
    words = json.loads((root / f"companion/dashboard/static/lang/{language}.json").read_text())
    assert [code for code in CODES if f"reminder.{code}" not in words] == []


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_question_names_the_keys_that_answer_it(root, language):
    words = json.loads((root / f"companion/dashboard/static/lang/{language}.json").read_text())
    text = words[f"reminder.{Ask.DRAW}"]
    places = [text.index(f"{button.label}") for button in ANSWER_KEYS]
    assert places == sorted(places)


def test_every_code_is_in_the_reference_and_no_other(root):
    api = (root / "docs/reference/api.md").read_text()
    told = {line.split("`")[1] for line in api.splitlines() if line.startswith("| `panel_")}
    assert told == set(CODES)


def test_the_times_on_the_page_of_keys_are_ours(root):
    page = (root / "docs/buttons.md").read_text()
    assert (HOLD_NS, REFUSED_NS, SAID_NS) == (1_000_000_000, 2_000_000_000, 10_000_000_000)
    assert "the companion waits for a second" in page
    assert "TRIPLE (for two seconds)" in page
    assert "For ten seconds, or until that side presses again, the page shows why" in page


def test_the_order_of_lamps_on_the_page_is_ours(root):
    page = (root / "docs/buttons.md").read_text()
    order = page.split("the first of these wins: ")[1].split(". ")[0].replace("\n", " ")
    assert [name.split(" ")[0] for name in order.split(", ")] == [lamp.name for lamp in MOST_URGENT_FIRST]
