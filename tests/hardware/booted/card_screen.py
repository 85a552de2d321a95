"""A card of scripts/test-image with a screen: the page is drawn on it, and answers a touch."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.hardware.booted.cards import NO_CABLE, booted, write_card
from tests.hardware.booted.screen import drawn_here, shows_the_page_and_answers_a_touch

if TYPE_CHECKING:
    from tests.hardware.booted.screen import Expected


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory) -> Expected:
    return drawn_here(tmp_path_factory.mktemp("table") / "games")


def test_the_page_is_drawn_on_a_card_and_answers_a_touch(expected: Expected) -> None:
    write_card("screen")
    with booted("screen", NO_CABLE, words="") as machine:
        shows_the_page_and_answers_a_touch(machine, expected, "card")
