"""A recorded game as the commands of a table's page, one for each thing that people tap; no test stands here.

What nobody tells where only points are kept (draws, discards, calls) is left out.
"""

import json
import time
from collections.abc import Iterator, Sequence
from itertools import count
from typing import Any

from companion.riichi.facts import (
    AnkanDeclared,
    Chombo,
    DaiminkanCalled,
    Fact,
    KakanDeclared,
    KyokuStarted,
    RiichiDeclared,
    Ryuukyoku,
    WinBy,
    Won,
)
from companion.riichi.hanchan import Hanchan
from companion.riichi.settlement import liable_for
from tests.browser.toucher import is_on_riichi_tile
from tests.front_door.companions import PATIENCE_S, Companion

AGAIN_AFTER_S = 0.3
Told = tuple[str, dict[str, Any]]


def told_of(facts: Sequence[Fact], tables: Sequence[Hanchan]) -> Iterator[Told]:
    """Kind and fields of each command of a game; `tables` is the game after each fact."""
    at = 0
    while at < len(facts):
        fact, wins = facts[at], 0
        match fact:
            case KyokuStarted():
                yield "deal", {"depth": "points"}
            case RiichiDeclared():
                yield "tap", {"seat": fact.seat, "action": "riichi"}
            case AnkanDeclared():
                yield "tap", {"seat": fact.seat, "action": "ankan"}
            case KakanDeclared() | DaiminkanCalled():
                yield "tap", {"seat": fact.seat, "action": "kakan"}
            case Ryuukyoku():
                yield from _draw(fact, tables[at])
            case Chombo():
                yield "say", {"what": {"is": "Chombo", "seat": fact.seat}}
            case Won():
                wins = sum(isinstance(one, Won) for one in facts[at : at + 3])
                yield "say", {"what": _win(facts, tables, at, wins), "waived": []}
            case _:
                pass
        at += max(1, wins)
    yield "finish", {}


def _draw(fact: Ryuukyoku, table: Hanchan) -> Iterator[Told]:
    what = {"is": "Draw", "kind": fact.kind.value}
    if fact.by is not None:
        what |= {"by": fact.by}
    if fact.nagashi:
        what |= {"nagashi": list(fact.nagashi)}
    yield "say", {"what": what}
    if fact.kind.is_abortive:
        return
    # Who is in riichi shows a tenpai hand without being asked.
    assert table.kyoku is not None
    asked = [seat for seat in fact.tenpai if not table.kyoku.players[seat].in_riichi]
    for seat in asked:
        yield "say", {"what": {"is": "Tenpai", "seat": seat, "is_tenpai": True}}


def _win(facts: Sequence[Fact], tables: Sequence[Hanchan], at: int, wins: int) -> dict[str, Any]:
    won = [fact for fact in facts[at : at + wins] if isinstance(fact, Won)]
    is_ron = won[0].by is WinBy.RON
    return {
        "is": "Win",
        "winners": [_winner(one, tables[at]) for one in won],
        "giver": won[0].giver if is_ron else None,
        "is_riichi_tile": is_ron and is_on_riichi_tile(facts, at, won[0].giver),
    }


def _winner(won: Won, table: Hanchan) -> dict[str, Any]:
    value = won.value
    assert value is not None
    return {
        "seat": won.seat,
        "tile": None,
        "value": {"han": value.han, "fu": value.fu, "yakuman": value.yakuman},
        "local_yaku": [],
        "liable": liable_for(table.kyoku, won) if table.kyoku is not None else None,
        "liable_for_kans": None,
    }


class PageTeller:
    """A page without a browser: it hears of the round, begins the game that is offered, and tells it."""

    def __init__(self, companion: Companion) -> None:
        self._companion, self._taps, self.seq = companion, count(1), 0
        self._run = f"{time.monotonic_ns():x}"

    def heard_of(self, number: int) -> dict[str, Any]:
        """What the table's page hears of a round of the tournament, once it has begun."""
        deadline = time.monotonic() + PATIENCE_S
        while time.monotonic() < deadline:
            with self._companion.events() as events:
                for event, text in events:
                    told = json.loads(text) if event == "round" else None
                    if told and told["round"] == number and told["has_begun"]:
                        return told
                    if time.monotonic() > deadline:
                        break
        raise AssertionError(f"the table's page never heard of round {number}")

    def begin(self, told: dict[str, Any]) -> list[str]:
        """Start the game that is offered; who plays it."""
        self.seq = self._companion.seq
        name, changes = told["rules"]["name"], told["rules"]["changes"]
        presets = self._companion.ask("GET", "/api/rules?base=tenhou")[1]["presets"]
        usual = next(one["values"] for one in presets if one["name"] == name)
        changed = {field: value for field, value in changes.items() if value != usual[field]}
        self.tell("start", {"names": told["seats"], "rules": {"preset": name, "changes": changed}})
        return list(told["seats"])

    def tell(self, kind: str, more: dict[str, Any]) -> None:
        """One tap, sent again while the table asks for patience, as the page does."""
        body = {"id": f"{self._run}-{next(self._taps)}", "expected_seq": self.seq, "kind": kind, **more}
        while True:
            status, said = self._companion.ask("POST", "/api/commands", body)
            if said.get("error") != "too_fast":
                break
            time.sleep(AGAIN_AFTER_S)
        assert status == 200, f"{json.dumps(body)} was answered {said}"
        self.seq = max(self.seq, said["seq"])
