"""Whoever tells only what everybody hears and sees has the same table as who tells everything."""

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
from companion.riichi.hanchan import apply_to_hanchan, begin
from companion.riichi.presets import PRESETS
from tests.scribe.counting import Scribe
from tests.toolbox.lawful_play import Players

GAMES = 12


@pytest.mark.gate(1)
@pytest.mark.parametrize("sees_tiles", [False, True])
@settings(max_examples=40)
@given(seed=st.integers(0, 2**32), name=st.sampled_from(sorted(PRESETS)))
def test_taps_alone_count_as_all_facts_do(seed: int, name: str, sees_tiles: bool) -> None:
    rules = PRESETS[name]
    scribe = Scribe(begin(rules), sees_tiles=sees_tiles)
    players = Players(Random(seed), scribe.hear)
    hanchan = begin(rules)
    for _ in range(2):
        if hanchan.ended is None:
            hanchan = players.play_kyoku(hanchan)
    assert scribe.compared > 0


def records(folder: Path, archive: str) -> Iterator[Record]:
    """Some games of an archive, spread over its beginning."""
    path = folder / "logs" / archive
    if not path.is_file():
        pytest.skip(f"{archive} is not among the recorded games in ../shared/data")
    with tarfile.open(path) as games:
        for member in islice((member for member in games if member.isfile()), 3, 3 + 6 * GAMES, 6):
            yield read_mjlog(games.extractfile(member).read().decode(), member.name)


@pytest.mark.parametrize("archive", ["games-4p.tar.xz", "games-3p.tar.xz"])
def test_real_games_told_by_taps_count_as_their_records_do(shared_data: Path, archive: str) -> None:
    compared = 0
    for record in records(shared_data, archive):
        game = begin(record.rules)
        scribe = Scribe(game, sees_tiles=True)
        for placed in (fact for hand in record.hands for fact in hand.facts):
            before, game = game, apply_to_hanchan(game, placed.fact)
            scribe.hear(before, placed.fact, game)
        compared += scribe.compared
        assert scribe.hanchan.points == game.points
    assert compared > 3_000
