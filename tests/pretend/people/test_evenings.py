"""People play a known game before a perfect eye: what the journal has is what was played, and never more."""

import random
from collections.abc import Sequence
from dataclasses import replace

import pytest

from companion.evidence import DealAsked, Depth, StartAsked
from companion.pretend.people.answering import truthful
from companion.pretend.people.comparing import Compared, compared, hands_of
from companion.pretend.people.habits import Habits, Mistakes, Slip, habits_of
from companion.pretend.people.people import People
from companion.pretend.people.report import Report
from companion.pretend.players.game import play_hanchan
from companion.pretend.stage.games import Game, games_of
from companion.pretend.stage.table import StageTable
from companion.riichi.facts import (
    Chombo,
    DaiminkanCalled,
    Discarded,
    Fact,
    HandValue,
    IndicatorRevealed,
    KitaDeclared,
    PonCalled,
    WinBy,
    Won,
)
from companion.riichi.hanchan import begin
from companion.riichi.presets import TENHOU, TENHOU_3P
from companion.riichi.public import public_twin
from companion.riichi.ruleset import RuleSet
from companion.riichi.seats import Seat
from companion.riichi.tiles import Tile
from companion.table_state import OpenChoice, OpenQuestion
from lab.bench.stage_house import NAMES, QuickHouse, QuickKeys
from lab.bench.stage_reel import PerfectSight


def game(seed: str, hands: int, rules: RuleSet = TENHOU) -> Game:
    facts = play_hanchan(random.Random(seed), rules, NAMES[: rules.players], see_all=True)
    return next(games_of(facts, hands))


def evening(
    played: Game, *, has_panel: bool = True, habits: Habits | None = None, rules: RuleSet = TENHOU
) -> tuple[list[Compared], People, QuickHouse]:
    house = QuickHouse(rules)
    table = StageTable(begin(rules, played.started.names))
    people = People(PerfectSight(house, table), QuickKeys(house, are_there=has_panel), house, habits=habits)
    people.play(played, table, rules)
    written = hands_of(fact for _, fact in house.entries())
    assert len(written) == len(played.kyokus)
    return [compared(*both) for both in zip(played.kyokus, written, strict=True)], people, house


class Nodding(PerfectSight):
    """It sees nothing more of the first hand from some look on."""

    looks = 0

    def look(self) -> None:
        self.looks += 1
        if self.looks < 30 or self.house.state.last_kyoku is not None:
            super().look()


def test_nobody_says_that_somebody_else_discarded_because_he_did_so_earlier() -> None:
    """A pon that nobody saw: "the player in between discarded something" agrees with an older discard."""
    pon = PonCalled(Seat(3), Seat(1), Tile("7m"), (Tile("7m"), Tile("7m")))
    before = [*said("9p"), *(Discarded(Seat(seat), Tile("1p")) for seat in (1, 2, 3))]
    before += [Discarded(Seat(0), Tile("2p")), Discarded(Seat(1), Tile("7m"))]
    after = Discarded(Seat(3), Tile("9s"))
    ways = (
        OpenChoice((Discarded(Seat(2), None), after), 0),
        OpenChoice((replace(pon, own=(None, None)), after), 0),
    )
    question = OpenQuestion(1, "which_story", Seat(2), ways)
    assert truthful(question, before, [*before, pon, after]) == 1
    assert truthful(replace(question, choices=ways[:1]), before, [*before, pon, after]) == 1


@pytest.mark.gate(0)
@pytest.mark.parametrize("seed", ["4", "5", "7"])
def test_who_cannot_tell_a_result_as_it_was_tells_the_points_and_the_next_hand_is_not_lost(seed) -> None:
    """The turns on the page are not the table's, or what lies open there is not what the page has."""
    played, house = game(seed, 2), QuickHouse(TENHOU)
    table = StageTable(begin(TENHOU, played.started.names))
    people = People(Nodding(house, table), QuickKeys(house, are_there=True), house)
    people.play(played, table, TENHOU)
    written = hands_of(fact for _, fact in house.entries())
    first, second = (compared(*both) for both in zip(played.kyokus, written, strict=True))
    assert first.missing > 5
    assert first.points_are_right
    assert second.is_exact
    assert people.corrections == 1


@pytest.mark.gate(0)
@pytest.mark.parametrize("has_panel", [True, False])
def test_neat_people_are_written_down_exactly(*, has_panel: bool) -> None:
    hands, people, _ = evening(game("3", 2), has_panel=has_panel)
    assert all(hand.is_exact for hand in hands)
    assert sum(hand.facts for hand in hands) > 80
    assert people.corrections == 0


@pytest.mark.gate(0)
def test_it_is_said_after_each_hand_how_many_were_played() -> None:
    played, house = game("3", 2), QuickHouse(TENHOU)
    table = StageTable(begin(TENHOU, played.started.names))
    people = People(PerfectSight(house, table), QuickKeys(house, are_there=True), house)
    heard: list[tuple[int, bool]] = []

    def finished(hands: int) -> None:
        written = hands_of(fact for _, fact in house.entries())
        heard.append((hands, compared(played.kyokus[hands - 1], written[hands - 1]).is_exact))

    people.play(played, table, TENHOU, finished)
    assert heard == [(1, True), (2, True)]


def test_a_record_that_does_not_know_the_winning_hand_is_played_without_showing_one() -> None:
    known = game("3", 1)
    (kyoku,) = known.kyokus
    (won,) = (fact for fact in kyoku if isinstance(fact, Won))
    facts = [replace(public_twin(fact), hand=None) if fact == won else public_twin(fact) for fact in kyoku]
    hands, people, house = evening(replace(known, kyokus=(tuple(facts),)))
    assert [hand.is_exact for hand in hands] == [True]
    assert people.confirmations == 0
    assert people.corrections == 1
    assert not any(isinstance(fact, Chombo) for _, fact in house.entries())


def test_nobody_says_yes_to_a_penalty_that_changes_nothing_for_the_better() -> None:
    penalty = OpenQuestion(1, "foul_shown", Seat(0), (OpenChoice((Chombo(Seat(0)),), 1),))
    told = [*said("1m"), Won(Seat(0), WinBy.TSUMO, Seat(0))]
    truth = [*said("1m"), Won(Seat(0), WinBy.TSUMO, Seat(0), value=HandValue(2, 30))]
    assert truthful(penalty, told, truth) == 1


@pytest.mark.parametrize(
    ("own", "is_so"), [((None, None), True), ((Tile("9p"), None), True), ((Tile("8p"), Tile("7p")), False)]
)
def test_nobody_says_what_was_not_so_though_what_came_after_it_was(own, is_so: bool) -> None:
    pon = PonCalled(Seat(1), Seat(0), Tile("9p"), (Tile("9p"), Tile("9p")))
    truth = [*said("9p"), pon, Discarded(Seat(1), Tile("1p"))]
    way = (replace(pon, own=own), Discarded(Seat(1), Tile("1p")))
    kan = (DaiminkanCalled(Seat(1), Seat(0), Tile("9p"), (Tile("9p"),) * 3), Discarded(Seat(1), Tile("1p")))
    question = OpenQuestion(1, "which_story", Seat(1), (OpenChoice(kan, 0), OpenChoice(way, 0)))
    assert truthful(question, said("9p"), truth) == (1 if is_so else 2)


@pytest.mark.gate(0)
def test_people_who_slip_do_the_same_with_their_hands_whether_there_are_keys_or_not() -> None:
    played, done = game("3", 1), {}
    for has_panel in (True, False):
        house = QuickHouse(TENHOU)
        table = StageTable(begin(TENHOU, played.started.names))
        sight, keys = Watched(house, table), QuickKeys(house, are_there=has_panel)
        People(sight, keys, house, seed=4, habits=habits_of(Mistakes.CARELESS)).play(played, table, TENHOU)
        done[has_panel] = sight.done
    assert done[True] == done[False]
    assert any("happens:" in one or "rests" in one for one in done[True])


class Watched(PerfectSight):
    """Remembers what hands and lamps do."""

    def __init__(self, house: QuickHouse, table: StageTable) -> None:
        super().__init__(house, table)
        self.done: list[str] = []

    def perform(self, strokes, labels) -> None:
        self.done += [repr(stroke) for stroke in strokes]
        super().perform(strokes, labels)

    def rest(self, seconds: float) -> None:
        self.done.append(f"rests {seconds}")
        super().rest(seconds)

    def let_happen(self, mishap) -> None:
        self.done.append(f"happens: {mishap}")


@pytest.mark.gate(1)
@pytest.mark.parametrize("has_panel", [True, False])
def test_three_players_and_their_norths_are_written_down_exactly(*, has_panel: bool) -> None:
    hands, people, house = evening(game("5", 1, TENHOU_3P), has_panel=has_panel, rules=TENHOU_3P)
    assert [hand.is_exact for hand in hands] == [True]
    told = [fact for _, fact in house.entries()]
    assert sum(isinstance(fact, KitaDeclared) for fact in told) >= 2
    assert people.questions == people.corrections == 0


def test_a_game_that_was_left_in_the_middle_of_a_hand_is_finished_before_another_one_begins() -> None:
    house, played = QuickHouse(TENHOU), game("40", 1)
    head = ("somebody", None, "page")
    house.ask(StartAsked(*head, NAMES, TENHOU))
    house.ask(DealAsked("other", *head[1:], Depth.FULL))
    table = StageTable(begin(TENHOU, NAMES))
    People(PerfectSight(house, table), QuickKeys(house, are_there=True), house).play(played, table, TENHOU)
    (written,) = hands_of(fact for _, fact in house.entries())
    assert compared(played.kyokus[0], written).is_exact
    assert len(house.journal.games()) == 2


def test_the_same_evening_can_be_played_again_into_the_same_journal() -> None:
    house, played = QuickHouse(TENHOU), game("40", 1)
    for _ in range(2):
        table = StageTable(begin(TENHOU, NAMES))
        keys = QuickKeys(house, are_there=True)
        People(PerfectSight(house, table), keys, house).play(played, table, TENHOU)
        (written,) = hands_of(fact for _, fact in house.entries())
        assert compared(played.kyokus[0], written).is_exact
    assert len(house.journal.games()) == 2


@pytest.mark.gate(1)
@pytest.mark.parametrize("mistakes", [Mistakes.HUMAN, Mistakes.CARELESS])
def test_whatever_people_do_wrong_the_table_stays_lawful(mistakes: Mistakes) -> None:
    hands, _, house = evening(game("8", 1), habits=habits_of(mistakes))
    assert len(hands) == 1
    assert house.state.hanchan.is_closed
    assert not [one for one in house.state.warnings if one.code == "own_fault"]


def test_the_same_seed_slips_alike() -> None:
    habits, dice = habits_of(Mistakes.CARELESS), [random.Random(3), random.Random(3)]
    thrown = [[habits.makes(slip, one) for slip in list(Slip) * 20] for one in dice]
    assert thrown[0] == thrown[1]
    assert any(thrown[0])
    assert not any(habits_of(Mistakes.NONE).makes(slip, dice[0]) for slip in Slip)


def said(*tiles: str) -> Sequence[Fact]:
    return [Discarded(Seat(at % 4), Tile(tile)) for at, tile in enumerate(tiles)]


@pytest.mark.parametrize(
    ("written", "missing", "wrong", "invented"),
    [
        (("1m", "2m", "3m"), 0, 0, 0),
        (("1m", "2m"), 1, 0, 0),
        (("1m", "9p", "3m"), 0, 1, 0),
        (("1m", "2m", "3m", "4m"), 0, 0, 1),
        ((), 3, 0, 0),
    ],
)
def test_a_hand_is_compared_fact_by_fact(written, missing, wrong, invented) -> None:
    result = compared(said("1m", "2m", "3m"), said(*written))
    assert (result.missing, result.wrong, result.invented) == (missing, wrong, invented)
    assert result.is_exact == (not (missing or wrong or invented))


def test_when_an_indicator_was_turned_does_not_matter_but_which_does() -> None:
    early = [IndicatorRevealed(Tile("1z")), *said("1m")]
    late = [*said("1m"), IndicatorRevealed(Tile("1z"))]
    assert compared(early, late).is_exact
    assert compared(early, [*said("1m"), IndicatorRevealed(Tile("2z"))]).wrong == 1


def test_the_figures_are_those_that_were_promised() -> None:
    report = Report(latency_ms=[5.0, 1.0, 3.0])
    report.add(Compared(40, 1, 0, 0))
    report.add(Compared(50, 0, 0, 0))
    said = report.as_json()
    names = "hands exact facts missing wrong invented questions frames seconds latency_ms"
    assert list(said) == names.split()
    assert (said["hands"], said["exact"], said["facts"], said["missing"]) == (2, 1, 90, 1)
    assert said["latency_ms"] == {"p50": 3.0, "p99": 5.0}
    assert "1 of 2 hands" in report.as_text()
