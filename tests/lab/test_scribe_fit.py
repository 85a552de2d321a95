"""`make fit`: a cost can be taken apart into its weights, and the weights move towards what is true."""

from itertools import islice

import pytest

from companion.riichi.presets import TENHOU
from lab.scribe import fit
from lab.scribe.fit_faces import stepped
from lab.scribe.fit_looks import Watched, Way, looks_at, traced
from lab.scribe.fit_model import LEAST_TRUSTED, Model, fitted, slack
from lab.scribe.fit_tracing import Traced, parts_of, turned
from lab.scribe.hands import ARCHIVE, LOGS, pretend_hands

HOW = Watched(0.05, 2, presses=True)


def hand():
    return next(islice(pretend_hands(TENHOU, 7), 2, 3))


def test_a_traced_number_is_the_number_and_its_derivatives():
    one, two = Traced(2.0, {"a": 1.0}), Traced(3.0, {"b": 1.0})
    cost = sum([one, 4 * two, 1.5]) - one * two
    assert cost == 2 + 12 + 1.5 - 6
    assert parts_of(cost) == {"a": 1 - 3, "b": 4 - 2}
    assert parts_of(min(one, 5.0)) == {"a": 1.0}
    assert not parts_of(2.5)


def test_what_a_way_costs_follows_from_its_parts_when_a_weight_changes():
    """No two weights are equal here: else the least change would break a tie another way."""
    weights = fit.of_stories(fit.weights())
    values = {name: value * (1 + 0.001 * at) for at, (name, value) in enumerate(weights.items())}
    with traced(values):
        before = looks_at(hand(), 2, HOW)
    with traced({**values, "UNSEEN_DISCARD": values["UNSEEN_DISCARD"] + 1e-6}):
        after = looks_at(hand(), 2, HOW)
    pairs = [
        (one, other)
        for groups in zip(before.stories, after.stories, strict=True)
        for one, other in zip(*groups, strict=True)
    ]
    assert any(one.parts.get("UNSEEN_DISCARD") for one, _ in pairs)
    for one, other in pairs:
        assert (other.cost - one.cost) / 1e-6 == pytest.approx(one.parts.get("UNSEEN_DISCARD", 0), abs=1e-3)


def test_each_look_has_one_true_way_beside_others():
    with traced(fit.of_stories(fit.weights())):
        found = looks_at(hand(), 2, HOW)
    assert found.looks > 30
    assert len(found.stories) > 10
    for group in found.stories + found.riichi:
        assert sum(way.is_true for way in group) == 1
        assert len(group) > 1
    assert all(tile for _, tile in found.faces)


def test_the_scribe_has_its_own_weights_again_afterwards():
    before = fit.weights()
    with turned({"CALL": 5.0, "MISSED": 9.0}):
        from companion.scribe import comparing, proposals

        assert proposals.weights.CALL == 5.0
        assert comparing.MISSED == 9.0
    assert (before["CALL"], before["MISSED"]) == (proposals.weights.CALL, comparing.MISSED)


def groups(true: int, other: int):
    """Looks at which either of two ways is true; each has one weight in its cost."""
    a, b = {"A": 1.0}, {"B": 1.0}
    yield from [(Way(2.0, a, is_true=True), Way(3.0, b, is_true=False))] * true
    yield from [(Way(2.0, a, is_true=False), Way(3.0, b, is_true=True))] * other


def test_weights_move_to_what_was_true_and_no_farther_than_it_says():
    home = {"A": 2.0, "B": 3.0}
    model = Model.of(groups(500, 500), home)
    after = fitted(model, home, trusted=10.0)
    assert after["A"] == pytest.approx(after["B"], abs=0.05)
    assert model.doubt_of(after) < model.doubt_of(home)
    few = fitted(Model.of(groups(2, 2), home), home)
    assert 0 < few["A"] - home["A"] < LEAST_TRUSTED < after["A"] - home["A"]
    half, twice = slack(model, after)["A"]
    assert min(half, twice) > 10


def test_what_speaks_against_a_story_never_comes_to_speak_for_it():
    home = {"A": 0.1, "B": 0.5}
    way, other = Way(0.1, {"A": 1.0}, is_true=True), Way(0.5, {"B": 1.0}, is_true=False)
    after = fitted(Model.of([(way, other)] * 500, home), home)
    assert after["A"] == 0.0
    assert after["B"] > 0.5


def test_a_weight_of_which_the_hands_say_nothing_stays():
    home = {"A": 2.0, "B": 3.0, "C": 1.5}
    model = Model.of(groups(10, 10), home)
    assert fitted(model, home)["C"] == 1.5
    assert fit.Weight("C", 1.5, 1.5, *slack(model, home)["C"]).is_flat


def test_a_weight_that_is_not_linear_goes_in_steps_towards_what_is_likeliest():
    after = stepped(lambda values: 50 * (values["A"] - 0.3) ** 2 * 100, {"A": 0.15}, trusted=1.0)
    assert after["A"] == pytest.approx(0.3, abs=0.05)


@pytest.mark.gate(0)
@pytest.mark.skipif(not (LOGS / ARCHIVE).is_file(), reason="the recorded games are not beside the repository")
def test_the_command_prints_likelihoods_of_hands_that_it_did_not_see(monkeypatch, capsys, tmp_path):
    monkeypatch.setattr(fit, "PAGE", tmp_path / "weights.md")
    words = (
        "--hands",
        "1",
        "--first",
        "0",
        "--held-out",
        "1",
        "--first-held-out",
        "30",
        "--tables",
        "1",
        "--write",
    )
    before = fit.weights()
    monkeypatch.setattr("sys.argv", ["fit", *words])
    fit.main()
    told = capsys.readouterr().out
    assert told == (tmp_path / "weights.md").read_text(encoding="utf-8")
    for name in ("| held out | who did what, and riichi |", "| held out | faces of discards |", "| MISSED |"):
        assert name in told
    assert fit.weights() == before
    assert f'Made by `make fit ARGS="{" ".join(words)}"` at ' in told
    assert "| 1 hands, each twice |" in told


def test_a_game_is_not_on_both_sides():
    one = [(1, hand())]
    with pytest.raises(ValueError, match="fitted to and held out: pretend"):
        fit.apart(one, one)
