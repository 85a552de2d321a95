"""How fields are offered: each by its type, and each group under words that every page has."""

from __future__ import annotations

import json
from dataclasses import fields, replace

import pytest

from companion.dashboard.pages import STATIC
from companion.riichi.presets import PRESETS, TENHOU, TENHOU_3P
from companion.riichi.ruleset import RuleSet
from companion.rules_file import changed_rules
from companion.rules_file.fields import MEANINGS, NO_MINIMUM
from companion.rules_file.forms import GROUPS, MORE, FormKind, form_of, forms_for, plain

BASES = {4: TENHOU, 3: TENHOU_3P}
FORMS = [(players, form) for players in BASES for form in forms_for(players)]


@pytest.mark.parametrize(("players", "form"), FORMS, ids=lambda one: getattr(one, "field", one))
def test_every_choice_can_be_played(players, form):
    """Each by itself, as the file that a page sends; what belongs together is set together."""
    together = {
        "uma": {"uma_by_winners": []},
        "start_points": {"oka": False},
        "return_points": {"oka": False},
    }
    if form.kind is FormKind.NAMED:
        form = replace(form, choices=([], [["Three winds", form.least], ["八連荘", form.most]]))
    numbers = (form.least, form.least + form.step) if form.kind is FormKind.NUMBER else ()
    choices = [list(form.choices)] if form.kind is FormKind.SOME else form.choices
    for value in (*choices, *numbers):
        changes = {form.field: value, **together.get(form.field, {})}
        if form.field == "oka":
            changes["return_points"] = 40_000
        rules = changed_rules(BASES[players], changes)
        is_no_number = form.kind is FormKind.NUMBER and value == NO_MINIMUM
        assert plain(getattr(rules, form.field)) == (None if is_no_number else value)


@pytest.mark.parametrize("rules", PRESETS.values(), ids=lambda rules: rules.name)
def test_what_a_preset_says_is_among_what_is_offered(rules):
    for form in forms_for(rules.players):
        value = plain(getattr(rules, form.field))
        if form.kind is FormKind.SOME:
            assert set(value) <= set(form.choices)
        elif form.kind is FormKind.NUMBER and value not in (*form.choices, None):
            assert form.least <= value <= form.most
        elif form.kind is FormKind.ONE:
            assert value in form.choices, form.field


def test_a_field_is_in_one_group_and_every_group_has_words():
    grouped = [name for group in GROUPS.values() for name in group]
    assert len(grouped) == len(set(grouped))
    assert set(grouped) <= {field.name for field in fields(RuleSet)}
    for language in (STATIC / "lang").glob("*.json"):
        words = json.loads(language.read_text(encoding="utf-8"))
        assert {f"play.rule_group.{group}" for group in (*GROUPS, MORE)} <= set(words), language.name


def test_a_field_of_which_nothing_was_said_is_offered_by_its_type(monkeypatch):
    monkeypatch.setitem(GROUPS, "wins", ())
    form = form_of("rinshan_fu", 4)
    assert (form.group, form.kind, form.choices) == (MORE, FormKind.ONE, (True, False))
    assert form.meaning == MEANINGS["rinshan_fu"]
    assert "rinshan_fu" in [form.field for form in forms_for(4)]
