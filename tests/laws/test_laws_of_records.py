"""The same laws over real games, where their records lie beside this checkout."""

import tarfile
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest

from companion.haifu.mjlog import read_mjlog
from companion.haifu.record import Record, RecordedHand
from companion.riichi.audit import live_from_the_table, status
from companion.riichi.diagram import diagram
from companion.riichi.facts import Drawn, RinshanDrawn
from companion.riichi.hanchan import Hanchan, apply_to_hanchan, begin
from companion.riichi.kyoku import Phase

GAMES = 30
HOLDING = (Phase.TURN, Phase.CALLED, Phase.RIICHI)


def records(folder: Path, archive: str) -> Iterator[Record]:
    """Some games of an archive, spread over its beginning."""
    path = folder / "logs" / archive
    if not path.is_file():
        pytest.skip(f"{archive} is not among the recorded games in ../shared/data")
    with tarfile.open(path) as games:
        for member in islice((member for member in games if member.isfile()), 0, 6 * GAMES, 6):
            yield read_mjlog(games.extractfile(member).read().decode(), member.name)


@pytest.mark.gate("games-3p.tar.xz")
@pytest.mark.parametrize("archive", ["games-4p.tar.xz", "games-3p.tar.xz"])
def test_the_laws_hold_after_every_fact_of_real_games(shared_data: Path, archive: str) -> None:
    """The table is clean, the live wall counts the same in both ways, and the points come out."""
    hands = 0
    for record in records(shared_data, archive):
        game = begin(record.rules)
        for hand in record.hands:
            game = played(record, game, hand)
            if hand.claim.points is not None:
                assert game.points == hand.claim.points, f"{record.name}, event {hand.facts[-1].event}"
                hands += 1
    assert hands > 100


def played(record: Record, game: Hanchan, hand: RecordedHand) -> Hanchan:
    """The game after this hand, looked at after each of its facts."""
    drawn = 0
    for placed in hand.facts:
        game = apply_to_hanchan(game, placed.fact)
        drawn += isinstance(placed.fact, Drawn | RinshanDrawn)
        kyoku = game.kyoku
        if kyoku is not None:
            assert not status(kyoku), f"{record.name}, event {placed.event}:\n{diagram(kyoku)}"
            assert kyoku.wall.live == record.rules.live_tiles - drawn
            if not kyoku.is_over:
                assert kyoku.wall.live == live_from_the_table(kyoku, kyoku.phase in HOLDING)
    return game
