"""Whole hands watched by an eye that errs: what is written is lawful and better than the labels."""

from dataclasses import replace
from itertools import islice
from random import Random

import pytest

from companion.riichi import facts as f
from companion.riichi.presets import TENHOU
from companion.riichi.tiles import Tile
from companion.scribe import QuestionCode
from companion.scribe.questions import Choice, Question
from lab.scribe.__main__ import MODES, Run, line, main, measured
from lab.scribe.hands import ARCHIVE, Hand, pretend_hands, recorded_hands
from lab.scribe.raw import watch_raw
from lab.scribe.restless import watch_restless
from lab.scribe.tallies import Tally, misses
from lab.scribe.watching import Setting, truthful, watch
from tests.toolbox.houses import HOUSES

PRETEND = 6
RECORDED = 10
EVALUATED = 2
INVENTS_NOTHING_UNTIL = 0.02
"""Errors in each tile read. With more of them, two or three at once may look like one more discard."""


def watched(hands: list[Hand], setting: Setting) -> Tally:
    tally = Tally()
    for seed, hand in enumerate(hands):
        watch(hand, setting, Random(seed), tally)
    return tally


def believed(hands: list[Hand], setting: Setting) -> Tally:
    tally = Tally()
    for seed, hand in enumerate(hands):
        watch_raw(hand, setting, Random(seed), tally)
    return tally


@pytest.fixture(scope="module")
def recorded(shared_data) -> list[Hand]:
    if not (shared_data / "logs" / "games-4p.tar.xz").is_file():
        pytest.skip("games-4p.tar.xz is not among the recorded games in ../shared/data")
    return list(islice(recorded_hands(logs=shared_data / "logs"), RECORDED))


@pytest.mark.parametrize("house", ["tenhou", "tenhou-3p", "m-league", "lenient"])
def test_who_sees_every_change_without_an_error_writes_exactly_what_was_played(house: str) -> None:
    hands = list(islice(pretend_hands(HOUSES[house], 5), PRETEND))
    tally = watched(hands, Setting(0.0))
    assert (tally.exact, tally.hands) == (PRETEND, PRETEND)
    assert (tally.questions, tally.put_right, tally.illegal) == (0, 0, 0)


@pytest.mark.gate(1)
@pytest.mark.parametrize("seed", [1, 2])
def test_rests_that_lie_some_seconds_apart_lose_and_invent_nothing(seed: int) -> None:
    tally, hands = Tally(), list(islice(pretend_hands(TENHOU, seed), 2))
    for hand in hands:
        watch_restless(hand, Setting(0.0, presses=True, answers=True), 8.0, Random(3), tally)
    assert (tally.exact, tally.hands, tally.illegal) == (2, 2, 0)


def test_real_hands_are_written_exactly_when_every_change_is_seen(recorded: list[Hand]) -> None:
    tally = watched(recorded, Setting(0.0))
    assert (tally.exact, tally.questions, tally.illegal) == (RECORDED, 0, 0)


def test_the_table_of_figures_holds_its_bounds(capsys) -> None:
    """What `make eval-scribe` prints, over a few hands: thinking is never worse than believing each label."""
    runs = [Run(rate, mode, most_changes=1) for rate in (0.0, 0.01, 0.05) for mode in MODES]
    found = {(run.rate, run.mode): tally for run, tally in measured(runs, "games-4p.tar.xz", EVALUATED)}
    assert len(capsys.readouterr().out.splitlines()) >= len(runs) + 2
    for (rate, mode), tally in found.items():
        raw = found[rate, "raw"]
        assert tally.illegal == 0
        assert tally.mistakes <= raw.mistakes
        assert tally.exact >= raw.exact
        if mode != "raw":
            assert tally.exact == tally.hands or rate > 0
            assert tally.invented == 0 or rate > INVENTS_NOTHING_UNTIL
            assert tally.invented < raw.invented / 10 or rate == 0
        if "questions" in mode and rate:
            assert tally.mistakes < raw.mistakes / 10
            assert tally.questions < 100 * rate * tally.hands


@pytest.mark.gate(0)
@pytest.mark.parametrize("house", ["tenhou", "tenhou-3p"])
def test_an_eye_that_misreads_every_tenth_tile_makes_no_unlawful_table(house: str) -> None:
    hands = list(islice(pretend_hands(HOUSES[house], 7), 3))
    tally = watched(hands, Setting(0.1, most_changes=3, presses=True))
    assert tally.illegal == 0
    assert tally.facts > 0


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--modes", "rules;rules, key"], "no mode is called rules, key"),
        (["--unrest", "8", "--modes", "raw;rules"], "raw has no unrest"),
        (["--unrest", "8", "--most-changes", "3"], "--most-changes does not go with --unrest"),
    ],
)
def test_what_would_be_measured_under_another_name_is_refused(
    words: list[str], told: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["eval-scribe", "--hands", "0", *words])
    with pytest.raises(SystemExit):
        main()
    assert told in capsys.readouterr().err


def test_the_tally_tells_missing_wrong_and_invented_apart() -> None:
    played = (f.Discarded(0, Tile("1m")), f.Discarded(1, Tile("2m")), f.Discarded(2, Tile("3m")))
    written = (f.Discarded(0, Tile("1m")), f.Discarded(1, Tile("9m")), f.Discarded(2), f.Discarded(3))
    tally = Tally()
    assert not tally.add(played, written)
    assert (tally.missing, tally.wrong, tally.invented) == (1, 1, 1)
    assert tally.add(played, played)


@pytest.mark.parametrize("face", ["1m", "2m"])
def test_a_closed_kan_that_is_written_with_two_kinds_is_wrong(face: str) -> None:
    played = f.AnkanDeclared(0, (Tile(face),) * 4)
    written = f.AnkanDeclared(0, (None, Tile("1m"), Tile("2m"), None))
    tally = Tally()
    tally.add((played,), (written,))
    assert (tally.missing, tally.wrong, tally.invented) == (0, 1, 0)


def test_the_place_of_a_miss_is_counted_among_all_that_is_compared() -> None:
    played = (f.Discarded(0, Tile("1m")),)
    written = (*played, f.Discarded(1, Tile("2m")), f.IndicatorRevealed(Tile("3s")))
    assert misses(played, written) == [
        "2 of 3 nothing as Discarded 1 2m",
        "3 of 3 nothing as flip 0 3s",
    ]


def test_who_is_asked_about_a_riichi_says_so_though_a_later_tile_was_told_wrong() -> None:
    """The person is asked what the answer changes, not what comes again behind it."""
    told = (f.Discarded(0, Tile("1m")), f.Discarded(1, Tile("9m")))
    with_riichi = Choice((f.RiichiDeclared(0), *told), 0.5, replaces=2)
    question = Question(1, QuestionCode.WHICH_STORY, 0, (with_riichi, Choice((), 0.5)))
    straight = (f.Discarded(0, Tile("1m")), f.Discarded(1, Tile("9s")))
    assert truthful(question, told, (f.RiichiDeclared(0), *straight)) == 0
    assert truthful(question, told, straight) == 1


def test_who_is_asked_about_an_indicator_says_which_one_lies_there() -> None:
    told = (f.IndicatorRevealed(None), f.Discarded(0, Tile("1m")))
    ways = tuple(Choice((f.IndicatorRevealed(Tile(face)), told[1]), 0.5, replaces=2) for face in ("1s", "2s"))
    question = Question(1, QuestionCode.WHICH_TILE, None, ways)
    assert truthful(question, told, (f.IndicatorRevealed(Tile("2s")), told[1])) == 1
    assert truthful(question, told, (f.IndicatorRevealed(Tile("3s")), told[1])) == -1


def test_who_is_asked_about_an_indicator_that_nobody_has_told_says_which_one_lies_there() -> None:
    told = (f.Discarded(0, Tile("1m")),)
    ways = tuple(Choice((f.IndicatorRevealed(Tile(face)),), 0.5) for face in ("1s", "2s"))
    question = Question(1, QuestionCode.WHICH_TILE, None, ways)
    assert truthful(question, told, (*told, f.IndicatorRevealed(Tile("2s")))) == 1
    assert truthful(question, told, (*told, f.IndicatorRevealed(Tile("3s")))) == -1
    assert truthful(question, told, told) == -1


def test_a_line_of_no_hands_says_that_anything_is_possible() -> None:
    cells = [cell.strip() for cell in line(Run(0.0, "rules", most_changes=1), Tally()).split("|")]
    assert cells[3:6] == ["0", "0.0 %", "0.0 to 100.0 %"]


def test_lines_that_were_measured_in_other_ways_have_other_names_on_the_page() -> None:
    usual = Run(0.01, "rules")
    ways = [usual, replace(usual, dice=29), replace(usual, most_changes=3), replace(usual, unrest_s=8.0)]
    assert [one.beginning_at(11000, ARCHIVE) for one in ways] == [
        *("11000", "11000, dice 29", "11000, changes 3", "11000, unrest 8")
    ]
    assert usual.beginning_at(11000, "games-3p.tar.xz") == "11000, games-3p.tar.xz"
