"""A tape that begins in mid-game is thought again from all that the table knew by then."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import count

import pytest

from companion.clock import ManualClock
from companion.evidence import (
    Answer,
    Depth,
    DepthAsked,
    Done,
    RedoAsked,
    Said,
    TapAsked,
    WaiveAsked,
)
from companion.evidence.sights import SeenTile, TableSeen
from companion.intake.tape.evening import TAPE, KeptEvening
from companion.intake.tape.events import Wrote
from companion.intake.tape.reading import read_tape
from companion.journal import MemoryJournal
from companion.logs import boot_id
from companion.riichi.calls import Action
from companion.riichi.facts import ChiCalled, PonCalled
from companion.riichi.presets import TENHOU
from companion.riichi.seats import Seat
from companion.riichi.tiles import Tile
from companion.table_loop.rethinking import Rethought, rethink
from tests.table_loop.people import People
from tests.tapes.making import HEAD, TapedTable, with_discard


@pytest.fixture
def thought(tmp_path):
    """What today's table makes of the tape of this one."""

    def read(table: TapedTable) -> Rethought:
        path = tmp_path / "evening.tape"
        path.write_bytes(table.end())
        tape = read_tape(path)
        return rethink(tape.head, tape.lines())

    return read


def begun() -> TapedTable:
    table = TapedTable()
    table.begin()
    return table


def taped_from_now(before: TapedTable) -> TapedTable:
    """The companion is restarted, and a tape is asked for."""
    before.end()
    table = TapedTable(replace(HEAD, boot=boot_id()), before.memory)
    table.clock.advance(seconds=before.clock.monotonic_ns() / 1e9)
    table._names = (f"later-{number}" for number in count())
    return table


def alike(found: Rethought) -> bool:
    """Whether everything was thought as it was then."""
    asked = [
        [(one.code, one.choices) for one in each] for each in (found.questions_then, found.questions_now)
    ]
    assert found.undone == []
    assert asked[0] == asked[1]
    return not any(game.changes for game in found.games)


def tap(
    table: TapedTable, seat: int, action: Action, tile: str | None = None, own: tuple[str, ...] = ()
) -> Answer:
    said = Said(Seat(seat), action, None if tile is None else Tile(tile), tuple(map(Tile, own)))
    return table.ask(TapAsked(*table.envelope(), said))


def looks(table: TapedTable, seen: TableSeen) -> list[str]:
    for _ in range(4):
        table.look(seen)
    return [one.code for one in table.keeper.state.questions]


def taken_back() -> tuple[TapedTable, TableSeen]:
    """People have taken back a discard that the eye told; and what still lies there."""
    table = begun()
    table.discards("1z", "9p")
    lies = with_discard(table.kyoku, SeenTile(Tile("2m"), 0.98))
    table.look(lies)
    table.undo()
    return table, lies


def test_what_people_put_away_before_the_tape_is_not_asked_again(thought) -> None:
    before, lies = taken_back()
    assert looks(before, lies)
    before.answer(len(before.keeper.state.questions[0].choices))
    assert looks(before, lies) == []
    table = taped_from_now(before)
    assert looks(table, lies) == []
    assert alike(thought(table))


def test_what_people_took_back_before_the_tape_is_not_told_again_by_itself(thought) -> None:
    before, lies = taken_back()
    table = taped_from_now(before)
    assert looks(table, lies)
    assert alike(thought(table))


def test_one_undo_takes_back_all_that_one_tap_told_before_the_tape(thought) -> None:
    before = begun()
    tap(before, 0, Action.DISCARD)
    tap(before, 1, Action.DISCARD)
    table = taped_from_now(before)
    table.undo()
    assert alike(thought(table))


def test_what_was_taken_back_before_the_tape_can_be_told_again(thought) -> None:
    before = begun()
    tap(before, 0, Action.DISCARD, "1z")
    before.undo()
    table = taped_from_now(before)
    assert isinstance(table.ask(RedoAsked(*table.envelope())), Done)
    assert alike(thought(table))


def test_a_hand_is_kept_as_closely_as_before_the_tape(thought) -> None:
    before = begun()
    before.ask(DepthAsked(*before.envelope(), Depth.POINTS))
    table = taped_from_now(before)
    tap(table, 0, Action.RIICHI)
    assert alike(thought(table))


def forbidden() -> TapedTable:
    """South says riichi after a call, and the rules refuse it."""
    table = begun()
    tap(table, 0, Action.DISCARD, "1p")
    tap(table, 1, Action.CHI, own=("2p", "3p"))
    for seat in (1, 2, 3, 0):
        tap(table, seat, Action.DISCARD, "9s")
    tap(table, 1, Action.RIICHI)
    assert any(one.refused for one in table.keeper.state.warnings)
    return table


def test_what_the_rules_refused_before_the_tape_can_be_allowed(thought) -> None:
    table = taped_from_now(forbidden())
    (warning,) = table.keeper.state.warnings
    assert isinstance(table.ask(WaiveAsked(*table.envelope(), warning.code)), Done)
    assert alike(thought(table))


@pytest.mark.parametrize("late_s", [0, 60])
def test_a_call_of_before_the_tape_gives_way_as_it_did_then(late_s, thought) -> None:
    before = begun()
    tap(before, 0, Action.DISCARD, "1p")
    tap(before, 1, Action.CHI, own=("2p", "3p"))
    table = taped_from_now(before)
    table.clock.advance(seconds=late_s)
    tap(table, 2, Action.PON)
    assert isinstance(table.keeper.standing[-1].fact, ChiCalled if late_s else PonCalled)
    found = thought(table)
    (game,) = found.games
    assert game.changes == ()
    assert len(found.undone) == (1 if late_s else 0)


def test_an_evening_that_people_agree_to_keep_in_mid_hand_goes_on_from_there(tmp_path) -> None:
    evening = KeptEvening(tmp_path / "kept", tmp_path, TENHOU, ManualClock())
    people = People(evening.journal(MemoryJournal()))
    people.start()
    people.deal(Depth.COUNTING)
    people.depth(Depth.FULL)
    state = people.keeper.state
    evening.shown(state)
    evening.answer(state.game, is_yes=True)
    evening.close()
    (before, *_) = read_tape(tmp_path / "kept" / f"{state.game}.1" / TAPE).lines()
    assert isinstance(before.heard, Wrote)
    assert before.heard.is_before
    assert json.loads(before.heard.notes)["depth"] == people.keeper.state.depth == Depth.FULL
