"""The sheet on which a rule of the running game changes, tapped without a browser."""

from __future__ import annotations

import pytest

from companion.evenings.rule_sets import rule_sets
from companion.riichi.presets import TENHOU
from tests.page.test_asked_again import at_points, telling


def test_how_many_winds_are_played_can_change_and_the_points_of_the_start_cannot(drawn):
    answers = {"/api/rules?base=tenhou": rule_sets(TENHOU, TENHOU, TENHOU)}
    props = telling(at_points(), args={"view": "rules"})
    taps = ["Rounds played: less", "Use this"]
    sheet = drawn("tea/main:TeaSheet", props, taps=taps, answers=answers, views=("tea",))
    assert "Starting points" not in sheet["said"][0]
    assert ["tell", "rules", {"changes": {"rounds": 1}}] in sheet["asked"]


@pytest.mark.parametrize(
    ("language", "taps", "why"),
    [
        (
            "en",
            ["Rounds played: less", "Use this"],
            "These rules do not go together: check the ones you changed.",
        ),
        ("de", ["Gespielte Runden: weniger", "Übernehmen"], "Diese Regeln passen nicht zusammen:"),
    ],
)
def test_why_rules_do_not_go_together_is_said_in_the_readers_language(drawn, language, taps, why):
    told = {"error": "bad_command", "message": "A sentence of the server."}
    answers = {"/api/rules?base=tenhou": rule_sets(TENHOU, TENHOU, TENHOU), "told": told}
    props = telling(at_points(), args={"view": "rules"})
    sheet = drawn("tea/main:TeaSheet", props, taps=taps, answers=answers, views=("tea",), language=language)
    assert why in sheet["said"][-1]
    assert "A sentence of the server." not in sheet["said"][-1]
