"""Every win of recorded games has the yaku, han, fu and points that the record says."""

import tarfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from companion.haifu.mjlog import read_mjlog
from companion.haifu.record import Record, WinClaim
from companion.riichi.facts import HandValue, Won
from companion.riichi.hanchan import apply_to_hanchan, begin
from companion.riichi.kyoku import Kyoku
from companion.riichi.settlement import base_points, ron_points, tsumo_shares
from companion.scoring import value_win

# One game in so many; the whole is for the replay command.
EVERY = {"games-4p": 30, "games-3p": 20}


@pytest.mark.parametrize("archive", sorted(EVERY))
def test_recorded_wins_are_valued_alike(archive: str, shared_data: Path):
    found = [
        (name, mine, theirs)
        for name, text in games(shared_data / "logs" / f"{archive}.tar.xz", EVERY[archive])
        for mine, theirs in values(read_mjlog(text, name))
    ]
    assert len(found) > 100
    assert not [(name, mine, theirs) for name, mine, theirs in found if mine != theirs]


def games(path: Path, every: int) -> Iterator[tuple[str, str]]:
    with tarfile.open(path) as archive:
        members = sorted((m for m in archive if m.isfile()), key=lambda member: member.name)
        for member in members[::every]:
            with archive.extractfile(member) as file:
                yield member.name, file.read().decode()


def values(record: Record) -> Iterator[tuple[object, object]]:
    hanchan = begin(record.rules, record.names)
    for hand in record.hands:
        claims = list(hand.claim.wins)
        for placed in hand.facts:
            if isinstance(placed.fact, Won) and hanchan.kyoku is not None:
                value = value_win(hanchan.kyoku, replace(placed.fact, value=None))
                yield comparable(value, points(hanchan.kyoku, placed.fact, value)), claimed(claims.pop(0))
            hanchan = apply_to_hanchan(hanchan, placed.fact)


def points(kyoku: Kyoku, win: Won, value: HandValue) -> int:
    base = base_points(value, kyoku.rules)
    if win.seat != win.giver:
        return ron_points(base, win.seat, kyoku.dealer)
    return sum(tsumo_shares(base, win.seat, kyoku.dealer, kyoku.rules).values())


def comparable(value: HandValue, paid: int) -> object:
    return yaku_of(value.yaku), value.yakuman, value.fu, paid


def claimed(claim: WinClaim) -> object:
    return yaku_of(claim.yaku or ()), claim.yakuman, claim.fu, claim.points


def yaku_of(named: tuple[tuple[str, int], ...]) -> dict[str, int]:
    """Han by name; a record counts norths set aside among the dora."""
    han: Counter[str] = Counter()
    for name, number in named:
        han["dora" if name == "nuki_dora" else name] += number
    return dict(han)
