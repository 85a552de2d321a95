"""What houses settle otherwise, told to a real companion over HTTP, as its pages tell it."""

from __future__ import annotations

from contextlib import contextmanager
from itertools import count
from typing import TYPE_CHECKING, Any

import pytest

from tests.front_door.companions import Companion, called, started

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

E, S, W, N = range(4)


class Table:
    """A companion and the taps of people who sit at its table."""

    def __init__(self, companion: Companion) -> None:
        self._companion = companion
        self._taps = count()

    def do(self, kind: str, **more: Any) -> dict[str, Any]:
        """Tell it, and what it answers."""
        status, answer = self._companion.command(kind, tap=f"tap-{next(self._taps)}", **more)
        assert status == 200, answer
        return answer

    def tap(self, seat: int, action: str, *tiles: str) -> None:
        self.do("tap", seat=seat, action=action, **({"tile": tiles[0]} if tiles else {}))

    def calls(self, seat: int, action: str, own: str) -> None:
        self.do("tap", seat=seat, action=action, own=[own[at : at + 2] for at in range(0, len(own), 2)])

    def discards(self, *tiles: tuple[int, str]) -> None:
        for seat, tile in tiles:
            self.tap(seat, "discard", tile)

    @property
    def deltas(self) -> list[int]:
        """What the result pays, by seat."""
        return list(self._companion.snapshot["result"]["deltas"])

    @property
    def reminders(self) -> list[tuple[str, int | None]]:
        return [(one["code"], one["seat"]) for one in self._companion.snapshot["reminders"]]

    @property
    def wall(self) -> dict[str, Any]:
        return dict(self._companion.snapshot["wall"])


@contextmanager
def dealt(folder: Path, rules: str | Path, depth: str) -> Iterator[Table]:
    with started(folder / "games", "run", "--rules", rules) as companion:
        table = Table(companion)
        table.do("start", names=["Aki", "Ben", "Chie", "Dai"])
        table.do("deal", depth=depth, indicator="9s")
        yield table


@pytest.mark.gate(0)
def test_under_head_bump_the_nearer_one_has_the_money_whoever_is_told_first(tmp_path):
    ron = {"is": "Won", "by": "ron", "giver": E, "value": {"han": 3, "fu": 30, "yakuman": 0, "yaku": []}}
    with dealt(tmp_path, "m-league", "counting") as table:
        table.tap(E, "discard")
        table.do("tell", facts=[{**ron, "seat": N}])
        assert table.deltas == [-3_900, 0, 0, 3_900]
        answer = table.do("tell", facts=[{**ron, "seat": S}])
        assert answer["overruled"] == [{"seat": N, "action": "ron"}]
        assert table.deltas == [-3_900, 3_900, 0, 0]


def fed_twice(table: Table) -> None:
    """East feeds West the third dragon, and North the fourth kan."""
    table.discards((E, "5z"))
    table.calls(W, "pon", "5z5z")
    table.discards((W, "1p"), (N, "6z"))
    table.calls(W, "pon", "6z6z")
    table.discards((W, "2p"), (N, "3p"), (E, "7z"))
    table.calls(W, "pon", "7z7z")
    table.discards((W, "4p"), (N, "9p"), (E, "9s"), (S, "9s"))
    for dragon in ("5z", "6z", "7z"):
        table.tap(W, "kakan", dragon)
    table.discards((W, "8p"), (N, "1m"))
    table.calls(W, "daiminkan", "1m1m1m")


def won(by: str, giver: int) -> dict[str, Any]:
    return {"is": "Won", "seat": W, "by": by, "giver": giver, "tile": "2m", "hand": ["2m"]}


@pytest.mark.gate(0)
def test_two_who_fed_a_yakuman_each_pay_their_own(tmp_path):
    with dealt(tmp_path, "m-league", "full") as table:
        fed_twice(table)
        table.do("tell", facts=[won("tsumo", W)])
        assert table.deltas == [-32_000, 0, 64_000, -32_000]
        # It was a ron after all: each of the two shares their own yakuman with whoever gave the tile.
        table.do("undo")
        table.discards((W, "9m"), (N, "9s"), (E, "8s"), (S, "2m"))
        table.do("tell", facts=[won("ron", S)])
        assert table.deltas == [-16_000, -32_000, 64_000, -16_000]


@pytest.mark.gate(0)
def test_where_ura_positions_serve_the_table_is_asked_what_a_fifth_kan_draws(tmp_path):
    rules = tmp_path / "ura.toml"
    rules.write_text('base = "tenhou"\nsuukaikan = "ura_positions"\n')
    with dealt(tmp_path, rules, "full") as table:
        table.discards((E, "9m"))
        for kan in ("1z", "2z", "3z"):
            table.tap(S, "ankan", kan)
        table.discards((S, "1p"))
        table.tap(W, "ankan", "4z")
        table.discards((W, "2p"))
        assert table.wall["replacement"] is None
        table.tap(N, "ankan", "5z")
        assert ("ask_replacement", N) in table.reminders
        assert ("ura_serve", None) in table.reminders
        # Five flips are due: the last of them is the ura place below the first indicator.
        assert table.wall["dead"][2] == {"upper": "9s", "lower": "owed"}
    record = tmp_path / "record.mjson"
    record.write_text(called("export", "--format", "mjai", "--data", tmp_path / "games", "table-1").said)
    shown = called("show", "--record", record).said
    assert "replacement  all are drawn, and no rule says which comes next: ask the table" in shown
    assert "ura  indicators serve as kan dora, and no ura is turned" in shown
