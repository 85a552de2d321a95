"""Keys at a table with an eye: a key says who did what, and the picture says with which tiles. Pure.

A call is often pressed before the eye has seen the discard come to rest; the scribe puts the two together.
"""

from __future__ import annotations

from collections.abc import Collection

from companion.evidence import Said, SourceState
from companion.intake.panel.meaning import owes_draw
from companion.intake.panel.outcomes import Answering, Meaning, Question, Tap
from companion.riichi.calls import Action
from companion.riichi.facts import Ryuukyoku
from companion.riichi.kyoku import Kyoku
from companion.riichi.seats import Seat
from companion.scribe import Pressed
from companion.table_state import OpenQuestion, TableState
from firmware_bridge.signals import Button

__all__ = ["answer_by_key", "asks", "hint_of", "sees", "weighed"]

EYE = "camera"
"""The name of the eye among the sources."""
_CALLS = {Button.CHI: Action.CHI, Button.PON: Action.PON, Button.RIICHI: Action.RIICHI}
_KANS = frozenset({Action.ANKAN, Action.KAKAN, Action.DAIMINKAN})
_OF_DISCARDS = frozenset({Action.CHI, Action.PON, Action.DAIMINKAN})
_ABOUT_HANDS = frozenset({"is_this_the_hand", "is_this_the_draw", "foul_shown"})
"""Questions about hands that lie open: nobody calls a tile then, so keys are free to answer."""
_ANSWERS = {Button.CHI: 0, Button.NEXT: 0, Button.PON: 1, Button.KAN: 2}


def sees(state: TableState) -> bool:
    """Whether an eye sees the table now."""
    return any(one.name == EYE and one.state is SourceState.UP for one in state.sources)


def weighed(said: Said | Ryuukyoku, at_ns: int, state: TableState) -> Said | Ryuukyoku | Pressed:
    """What a key says; while the eye is lost, a call goes to the scribe, which knows when it was lost.

    The call may be on a discard that nobody has seen.
    """
    is_lost = any(one.name == EYE and one.state is SourceState.DOWN for one in state.sources)
    if is_lost and isinstance(said, Said) and said.action in _OF_DISCARDS:
        return Pressed(said, at_ns)
    return said


def hint_of(
    state: TableState,
    seat: Seat,
    button: Button,
    meaning: Meaning,
    held_with: Collection[Button] = (),
) -> Said | None:
    """What the scribe is told about a press, to match with the picture; None: the press speaks for itself."""
    kyoku = state.hanchan.kyoku
    if kyoku is None or kyoku.is_over or kyoku.is_unfollowed or not sees(state):
        return None
    if state.hanchan.sitting.is_paused:  # the scribe looks at nothing then
        return None
    if button is Button.KAN:
        is_kita = Button.WAIT in held_with and kyoku.rules.kita
        return Said(seat, Action.KITA) if is_kita else _kan(kyoku, seat, meaning)
    action = _CALLS.get(button)
    # A player in riichi calls nothing, whatever is seen.
    return None if action is None or kyoku.players[seat].in_riichi else Said(seat, action)


def _kan(kyoku: Kyoku, seat: Seat, meaning: Meaning) -> Said | None:
    if owes_draw(kyoku, seat):
        # The picture was quicker than the finger. If a second kan is meant, it will be seen, too.
        return Said(seat, Action.ANKAN)
    if isinstance(meaning, Question):
        return None
    is_kan = isinstance(meaning, Tap) and isinstance(meaning.doing, Said) and meaning.doing.action in _KANS
    said = meaning.doing if is_kan and isinstance(meaning, Tap) else None
    return Said(seat, said.action if isinstance(said, Said) else Action.DAIMINKAN)


def asks(state: TableState, seat: Seat) -> bool:
    """Whether the scribe has a question about this seat."""
    return any(question.seat == seat for question in state.questions)


def answer_by_key(state: TableState, seat: Seat, button: Button) -> Answering | None:
    """The answer that a key gives to a question about hands that lie open; None where it gives none."""
    question = next((one for one in state.questions if _may_answer(one, seat)), None)
    choice = _ANSWERS.get(button)
    if question is None or choice is None or choice >= len(question.choices):
        return None
    return Answering(question.number, choice)


def _may_answer(question: OpenQuestion, seat: Seat) -> bool:
    return question.code in _ABOUT_HANDS and question.seat in {None, seat}
