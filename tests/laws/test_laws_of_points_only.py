"""A hand of which nobody followed the turns, or not all of them, ends like the same hand told in full."""

import os
import tarfile
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.haifu.mjlog import read_mjlog
from companion.haifu.record import Record
from companion.riichi import facts as f
from companion.riichi.audit import status
from companion.riichi.diagram import diagram
from companion.riichi.drawing import parse
from companion.riichi.final_score import final_scores
from companion.riichi.hanchan import Hanchan, apply_to_hanchan, begin
from tests.toolbox.houses import HOUSES
from tests.toolbox.lawful_play import Players
from tests.toolbox.reductions import points_only, with_gap

GAMES = 20
ALL = os.environ.get("COMPANION_ALL_RECORDS") == "1"
houses = st.sampled_from(sorted(HOUSES))
seeds = st.integers(0, 2**32)


def played(house: str, seed: int) -> tuple[Hanchan, list[f.Fact], list[Hanchan]]:
    """A game that begins, the facts of one hand, and the game after each of them."""
    told: list[tuple[f.Fact, Hanchan]] = []
    game = begin(HOUSES[house])
    Players(Random(seed), lambda _, fact, after: told.append((fact, after))).play_kyoku(game)
    return game, [fact for fact, _ in told], [after for _, after in told]


def worth(game: Hanchan) -> int:
    """All points and sticks there are."""
    now = game if game.kyoku is None else game.kyoku
    return sum(now.points) + 1_000 * now.kyoutaku


def after(game: Hanchan, fact: f.Fact) -> Hanchan:
    """The game after the fact; the table is clean, and no point is lost."""
    told = apply_to_hanchan(game, fact)
    assert isinstance(fact, f.KyokuStarted) or worth(told) == worth(game)
    if told.kyoku is not None:
        assert not status(told.kyoku), diagram(told.kyoku)
    return told


@settings(max_examples=25)
@given(houses, seeds)
def test_points_alone_end_a_hand_as_the_whole_story_does(house: str, seed: int) -> None:
    game, facts, steps = played(house, seed)
    for fact in points_only(game, facts):
        game = after(game, fact)
    assert game == steps[-1]


@settings(max_examples=25)
@given(houses, seeds, st.data())
def test_a_gap_in_mid_hand_changes_neither_the_wall_nor_the_end(
    house: str, seed: int, data: st.DataObject
) -> None:
    game, facts, steps = played(house, seed)
    start, stop = sorted(data.draw(st.tuples(*(st.integers(1, len(facts)) for _ in range(2)))))
    for fact, whole in with_gap(game, facts, start, stop):
        game = after(game, fact)
        if game.kyoku is not None and whole.kyoku is not None and not game.kyoku.is_unfollowed:
            assert game.kyoku.wall == whole.kyoku.wall
    assert game == steps[-1]


@settings(max_examples=10)
@given(houses, seeds)
def test_a_picture_of_such_a_table_reads_back_as_the_same_picture(house: str, seed: int) -> None:
    game, facts, _ = played(house, seed)
    third = len(facts) // 3
    for fact, _ in with_gap(game, facts, 1 + third, 1 + 2 * third):
        game = after(game, fact)
        if game.kyoku is not None and not game.kyoku.is_over:
            assert diagram(parse(diagram(game.kyoku), game.rules)) == diagram(game.kyoku)


def records(folder: Path, archive: str) -> Iterator[Record]:
    """Some games spread over the beginning of an archive, or all of them."""
    path = folder / "logs" / archive
    if not path.is_file():
        pytest.skip(f"{archive} is not among the recorded games in ../shared/data")
    with tarfile.open(path) as games:
        members = (member for member in games if member.isfile())
        for member in members if ALL else islice(members, 0, 7 * GAMES, 7):
            yield read_mjlog(games.extractfile(member).read().decode(), member.name)


@pytest.mark.parametrize("archive", ["games-4p.tar.xz", "games-3p.tar.xz"])
def test_a_real_game_kept_by_points_alone_ends_with_the_same_points(shared_data: Path, archive: str) -> None:
    """After each hand the same points, sticks, honba and dealer; in the end the same scores."""
    hands = 0
    for record in records(shared_data, archive):
        whole = short = begin(record.rules)
        for hand in record.hands:
            facts = [placed.fact for placed in hand.facts]
            for fact in points_only(whole, facts):
                short = after(short, fact)
            for fact in facts:
                whole = apply_to_hanchan(whole, fact)
            assert short == whole, f"{record.name}, event {hand.facts[-1].event}"
            hands += 1
        assert final_scores(short) == final_scores(whole), record.name
    assert hands > 100
