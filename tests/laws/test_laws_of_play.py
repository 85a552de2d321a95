"""What holds at every table after every fact, whoever plays and by whatever rules.

Players of the toolbox play lawful hands from a seed that Hypothesis chooses. The last law plays
`COMPANION_LAW_HANDS` hands in one go (a few by default).
"""

import os
from collections import Counter
from dataclasses import dataclass, field
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.riichi import facts as f
from companion.riichi.audit import live_from_the_table, status
from companion.riichi.diagram import diagram
from companion.riichi.drawing import parse
from companion.riichi.errors import IllegalFactError
from companion.riichi.hanchan import Hanchan, apply_to_hanchan, begin
from companion.riichi.kyoku import Kyoku, Phase
from companion.riichi.settlement import settle
from tests.toolbox.houses import HOUSES
from tests.toolbox.lawful_play import Players
from tests.toolbox.strategies import facts

HANDS = int(os.environ.get("COMPANION_LAW_HANDS", "60"))
SHARES = 4
"""The long form is so long that each core takes a share."""
houses = st.sampled_from(sorted(HOUSES))
seeds = st.integers(0, 2**32)
few = settings(max_examples=12)


@dataclass
class Heard:
    """Everything that was told of some play."""

    steps: list[tuple[Hanchan, f.Fact, Hanchan]] = field(default_factory=list)

    def tell(self, before: Hanchan, fact: f.Fact, after: Hanchan) -> None:
        self.steps.append((before, fact, after))

    @property
    def tables(self) -> list[Kyoku]:
        return [after.kyoku for _, _, after in self.steps if after.kyoku is not None]


def one_hand(house: str, seed: int) -> Heard:
    heard = Heard()
    Players(Random(seed), heard.tell).play_kyoku(begin(HOUSES[house]))
    return heard


def after_or_same(hanchan: Hanchan, fact: f.Fact) -> Hanchan:
    """The game after the fact, or the same game where it refuses the fact."""
    try:
        return apply_to_hanchan(hanchan, fact)
    except IllegalFactError:
        return hanchan


def worth(hanchan: Hanchan) -> int:
    """All points and sticks there are."""
    if hanchan.kyoku is not None:
        return sum(hanchan.kyoku.points) + 1_000 * hanchan.kyoku.kyoutaku
    return sum(hanchan.points) + 1_000 * hanchan.kyoutaku


@few
@given(houses, seeds)
def test_nothing_irregular_comes_of_lawful_play(house: str, seed: int) -> None:
    for kyoku in one_hand(house, seed).tables:
        assert not status(kyoku), diagram(kyoku)


@few
@given(houses, seeds)
def test_the_same_fact_on_the_same_table_gives_the_same_table(house: str, seed: int) -> None:
    for before, fact, after in one_hand(house, seed).steps:
        assert apply_to_hanchan(before, fact) == after


@few
@given(houses, seeds)
def test_taking_back_facts_gives_the_table_that_was(house: str, seed: int) -> None:
    heard = one_hand(house, seed)
    game = begin(HOUSES[house])
    for before, fact, _ in heard.steps:
        assert game == before
        game = apply_to_hanchan(game, fact)


@few
@given(houses, seeds)
def test_the_live_wall_can_be_counted_in_two_ways(house: str, seed: int) -> None:
    drawn = 0
    for _, fact, after in one_hand(house, seed).steps:
        drawn += isinstance(fact, f.Drawn | f.RinshanDrawn)
        kyoku = after.kyoku
        if kyoku is not None and not kyoku.is_over:
            holding = kyoku.phase in (Phase.TURN, Phase.CALLED, Phase.RIICHI)
            assert kyoku.wall.live == HOUSES[house].live_tiles - drawn
            assert kyoku.wall.live == live_from_the_table(kyoku, holding)


@few
@given(houses, seeds)
def test_haitei_moves_by_one_with_each_replacement_tile(house: str, seed: int) -> None:
    for kyoku in one_hand(house, seed).tables:
        place = kyoku.wall.haitei
        before_the_first_live_stack = 2 * (place.stack - kyoku.rules.dead_wall // 2) + place.is_upper
        assert before_the_first_live_stack == kyoku.wall.replacements_drawn


@few
@given(houses, seeds)
def test_a_picture_of_the_table_reads_back_as_the_same_picture(house: str, seed: int) -> None:
    for kyoku in one_hand(house, seed).tables:
        if not kyoku.is_over:
            assert diagram(parse(diagram(kyoku), kyoku.rules)) == diagram(kyoku)


@settings(max_examples=40)
@given(houses, seeds, st.data())
def test_any_fact_at_all_is_taken_or_refused_and_a_refusal_changes_nothing(
    house: str, seed: int, data: st.DataObject
) -> None:
    steps = one_hand(house, seed).steps
    hanchan = steps[data.draw(st.integers(0, len(steps) - 1))][2]
    fact = data.draw(facts())
    picture = diagram(hanchan)
    after = after_or_same(hanchan, fact)
    if after is hanchan:
        assert diagram(hanchan) == picture
    elif after.kyoku is not None and after.kyoku is not hanchan.kyoku:
        assert not status(after.kyoku)
        settle(after.kyoku)


@pytest.mark.parametrize("share", range(SHARES))
def test_points_and_tiles_are_kept_over_many_hands(share: int) -> None:
    """Draws, wins, pao, chombo and bust: nothing is lost and nothing comes from nowhere."""
    ends: Counter[str] = Counter()

    def tell(before: Hanchan, fact: f.Fact, after: Hanchan) -> None:
        assert worth(before) == worth(after), fact
        if after.kyoku is not None:
            assert not status(after.kyoku), diagram(after.kyoku)

    left = HANDS // SHARES
    names = sorted(HOUSES)
    while left > 0:
        seed = share + SHARES * left
        house = HOUSES[names[seed % len(names)]]
        players = Players(Random(seed), tell)
        game = begin(house)
        while game.next_deal is not None and left > 0:
            game = players.play_kyoku(game)
            left -= 1
        ends.update([game.ended or "stopped"])
    assert sum(ends.values()) >= 1


@pytest.mark.parametrize("house", sorted(HOUSES))
def test_the_players_of_the_toolbox_do_all_that_can_be_done(house: str) -> None:
    players = Players(Random(7))
    for _ in range(20):
        players.play_kyoku(begin(HOUSES[house]))
    wanted = {"Drawn", "Discarded", "PonCalled", "RinshanDrawn", "RiichiAccepted", "Won", "AnkanDeclared"}
    assert wanted <= players.seen.keys()
