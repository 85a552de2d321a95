"""Keys at a table that an eye looks at: a call goes to the scribe, and hands are confirmed by key."""

from __future__ import annotations

from dataclasses import replace
from functools import reduce

import pytest

from companion.evidence import Depth, Said, SourceChanged, SourceState
from companion.intake.panel.listener import Listener
from companion.intake.panel.outcomes import Answering, Wish
from companion.intake.panel.showing import lamps
from companion.intake.panel.source import _depth
from companion.riichi.calls import Action
from companion.riichi.facts import (
    AnkanDeclared,
    Discarded,
    Drawn,
    KitaDeclared,
    KyokuStarted,
    PlayUnfollowed,
    PonCalled,
)
from companion.riichi.hanchan import apply_to_hanchan, begin
from companion.riichi.presets import TENHOU, TENHOU_3P
from companion.riichi.seats import SEATS, Wind
from companion.riichi.tiles import Tile
from companion.scribe import Pressed
from companion.table_state import OpenChoice, OpenQuestion, TableState
from firmware_bridge.signals import Button, Lamp, Press, Side

E, S, W, N = SEATS
UP = SourceChanged("camera", SourceState.UP)
DOWN = replace(UP, state=SourceState.DOWN)


def state(*facts, camera: SourceChanged = UP, questions: tuple[OpenQuestion, ...] = ()) -> TableState:
    hanchan = replace(begin(TENHOU), sides="BCDA")
    for fact in (KyokuStarted(Wind.EAST, E, 0, 0, (25_000,) * 4), *facts):
        hanchan = apply_to_hanchan(hanchan, fact)
    return TableState(5, "a game", hanchan, sources=(camera,), depth=Depth.FULL, questions=questions)


def press(seat: int, button: Button) -> Press:
    return Press(Side["BCDA"[seat]], button, 7, 1)


def said(seat: int, button: Button, table: TableState):
    """What the press comes to."""
    return [wish.doing for wish in Listener().hear(press(seat, button), table)]


@pytest.mark.parametrize(
    ("button", "action"),
    [
        (Button.PON, Action.PON),
        (Button.CHI, Action.CHI),
        (Button.KAN, Action.DAIMINKAN),
        (Button.RIICHI, Action.RIICHI),
    ],
)
def test_a_call_before_the_picture_goes_to_the_scribe(button, action) -> None:
    assert said(W, button, state()) == [Pressed(Said(W, action), 7)]


def test_a_call_on_a_tile_that_lies_there_goes_to_the_scribe_too() -> None:
    assert said(W, Button.PON, state(Drawn(E), Discarded(E))) == [Pressed(Said(W, Action.PON), 7)]


def test_a_kan_that_the_eye_has_told_is_not_told_once_more_by_its_late_key() -> None:
    turns = [fact for seat in (S, W, N) for fact in (Drawn(seat), Discarded(seat))]
    pon = (Drawn(E), Discarded(E), *turns[:2], PonCalled(E, S, None, (None, None)), Discarded(E), *turns)
    told = (*pon, Drawn(E))
    assert said(E, Button.KAN, state(*told)) == []  # a question: a closed kan, or one on the pon
    after = state(*told, AnkanDeclared(E, (Tile("1z"),) * 4))
    assert said(E, Button.KAN, after) == [Pressed(Said(E, Action.ANKAN), 7)]


def test_a_north_set_aside_goes_to_the_scribe_before_and_after_its_picture() -> None:
    hanchan = replace(begin(TENHOU_3P), sides="BCD")
    for fact in (KyokuStarted(Wind.EAST, E, 0, 0, (35_000,) * 3), Drawn(E), Discarded(E)):
        hanchan = apply_to_hanchan(hanchan, fact)
    both = Press(Side.C, Button.KAN, 7, 1, frozenset({Button.WAIT}))
    for told in ((), (Drawn(S),), (Drawn(S), KitaDeclared(S))):
        after = reduce(apply_to_hanchan, told, hanchan)
        table = TableState(5, "a game", after, sources=(UP,), depth=Depth.FULL)
        wishes = [wish.doing for wish in Listener().hear(both, table)]
        assert wishes == [Pressed(Said(S, Action.KITA), 7)]


def test_without_an_eye_keys_mean_what_they_mean() -> None:
    listener = Listener()
    assert listener.hear(press(W, Button.PON), state(camera=DOWN)) == []
    assert Side.D in listener.replies
    assert said(W, Button.RIICHI, state(PlayUnfollowed())) == [Said(W, Action.RIICHI)]


def test_while_an_eye_is_lost_a_call_waits_for_others_and_goes_to_the_scribe() -> None:
    listener, table = Listener(), state(Drawn(E), Discarded(E), camera=DOWN)
    assert listener.hear(press(S, Button.CHI), table) == []
    listener.hear(press(W, Button.PON), table)
    (told,) = [wish.doing for wish in listener.tick(10**12, table)]
    assert isinstance(told, Pressed)
    assert (told.said.seat, told.said.action, told.at_ns) == (W, Action.PON, 7)
    without = replace(table, sources=())
    listener.hear(press(W, Button.PON), without)
    assert [type(wish.doing) for wish in listener.tick(10**12, without)] == [Said]


def test_a_win_is_told_by_its_key_whether_or_not_an_eye_looks_on() -> None:
    assert said(E, Button.TSUMO, state(Drawn(E))) == [Said(E, Action.TSUMO)]


HAND = OpenQuestion(4, "is_this_the_hand", S, (OpenChoice(()), OpenChoice(())))
TILE = OpenQuestion(5, "which_tile", S, (OpenChoice(()), OpenChoice(())))


@pytest.mark.parametrize(("button", "choice"), [(Button.CHI, 0), (Button.PON, 1), (Button.NEXT, 0)])
def test_a_hand_that_lies_open_is_confirmed_by_key(button, choice) -> None:
    wishes = Listener().hear(press(S, button), state(questions=(HAND,)))
    assert wishes == [Wish(Side.C, Answering(4, choice))]


def test_a_key_never_answers_what_a_call_could_mean() -> None:
    assert said(S, Button.PON, state(questions=(TILE,))) == [Pressed(Said(S, Action.PON), 7)]
    assert said(S, Button.KAN, state(questions=(HAND,))) == [Pressed(Said(S, Action.DAIMINKAN), 7)]
    assert said(E, Button.PON, state(questions=(HAND,))) == [Pressed(Said(E, Action.PON), 7)]


def test_the_lamp_of_whom_a_question_is_about_blinks() -> None:
    picture = lamps(Listener(), state(questions=(TILE,)), 9)
    assert picture == lamps(Listener(), state(), 9).of({Side.C: Lamp.FAST})


def test_where_an_eye_looks_on_the_next_hand_is_kept_wholly() -> None:
    assert _depth(replace(state(), depth=Depth.COUNTING)) is Depth.FULL
    assert _depth(replace(state(camera=DOWN), depth=Depth.COUNTING)) is Depth.COUNTING
