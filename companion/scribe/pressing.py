"""When a key that was pressed counts, is enough alone, or is forgotten.

A key waits for its picture. What is forgotten is reported: whoever presses a key wants to know that nothing
came of it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from companion.evidence import Said
from companion.evidence.taps import told
from companion.riichi.calls import Action
from companion.riichi.errors import IllegalFactError
from companion.riichi.facts import (
    CALLS,
    AnkanDeclared,
    Discarded,
    KakanDeclared,
    KitaDeclared,
    KyokuFact,
    RiichiDeclared,
)
from companion.riichi.kyoku import Kyoku
from companion.riichi.seats import Seat
from companion.riichi.tiles import COPIES
from companion.scribe.comparing import Look, fit_table, is_last_unseen, undeclared
from companion.scribe.mind import Mind, Pressed
from companion.scribe.observations import CALL_KEYS
from companion.scribe.policy import GONE_ON_NS, PRESS_COUNTS_NS, PRESS_WAITS_NS
from companion.scribe.spots import Telling
from companion.scribe.stories import Chosen

_OWN_TURN: Final = (Action.KITA, Action.ANKAN, Action.KAKAN)
_CALLED: Final = (*CALLS, KakanDeclared, AnkanDeclared)
SHOWN_BY: Final[Mapping[Action, tuple[type[KyokuFact], ...]]] = {
    **dict.fromkeys((*CALL_KEYS, Action.KAKAN, Action.ANKAN), _CALLED),
    Action.DISCARD: (Discarded,),
    Action.RIICHI: (RiichiDeclared,),
    Action.KITA: (KitaDeclared,),
}
"""By which facts each key is borne out; wins and draws have none."""


def without_old_presses(mind: Mind, at_ns: int) -> Mind:
    """The mind without what was pressed so long ago that it says nothing of what is seen now."""
    return forgotten(mind, [one for one in mind.keys.presses if at_ns - one.at_ns >= PRESS_COUNTS_NS])


def forgotten(mind: Mind, presses: Sequence[Pressed], written: Sequence[KyokuFact] = ()) -> Mind:
    """The mind without these presses: nothing comes of them, unless they only say what was just told."""
    if not presses:
        return mind
    left = tuple(one for one in mind.keys.presses if one not in presses)
    last_turn = mind.told.facts[-2 * len(mind.kyoku.players) :]  # the draws and discards of all players
    gone = [one for one in presses if not _is_shown(one.said, (*written, *last_turn))]
    own = tuple((len(mind.told.facts), one) for one in gone if one.said.action in _OWN_TURN)
    unconfirmed = (*mind.keys.unconfirmed, *(one.said for one in gone))
    passed_over = (*mind.keys.passed_over, *own)[-COPIES:]
    keys = replace(mind.keys, presses=left, unconfirmed=unconfirmed, passed_over=passed_over)
    return replace(mind, keys=keys)


def with_presses_left(mind: Mind, choice: Chosen, at_ns: int) -> Mind:
    """The mind with what still waits: once something was written, only what others pressed just now."""
    if not choice.kept:
        return mind
    who = {getattr(fact, "seat", None) for fact in choice.facts}
    gone = [one for one in mind.keys.presses if one.said.seat in who or at_ns - one.at_ns >= PRESS_WAITS_NS]
    return forgotten(mind, gone, choice.facts)


def _is_shown(said: Said, facts: Sequence[KyokuFact]) -> bool:
    """Whether these facts show what was pressed, or another call, which then was meant."""
    shown = SHOWN_BY.get(said.action, ())
    return any(isinstance(fact, shown) and getattr(fact, "seat", None) == said.seat for fact in facts)


def by_press_alone(mind: Mind, pressed: Pressed) -> Mind:
    """The mind after a key is believed without a picture, with what must have happened before it."""
    keys = replace(mind.keys, presses=tuple(one for one in mind.keys.presses if one != pressed))
    try:
        after = mind.told.then(told(mind.kyoku, pressed.said))
    except IllegalFactError:
        return replace(mind, keys=replace(keys, unconfirmed=(*keys.unconfirmed, pressed.said)))
    said = {pressed.said.seat} if pressed.said.action is Action.RIICHI else set()
    blind_ns = None if mind.eye.blind_ns is None else pressed.at_ns
    mind = replace(mind, told=after, keys=keys, beliefs=(), people=mind.people.and_riichi(said))
    return replace(mind, unsure=replace(mind.unsure, held=None), eye=replace(mind.eye, blind_ns=blind_ns))


def is_of_unseen(mind: Mind, pressed: Pressed) -> bool:
    """Whether this probably calls a discard that nobody has seen or told: it waits until the eye is back."""
    is_call = pressed.said.action in CALL_KEYS
    return is_call and mind.eye.blind_ns is not None and pressed.at_ns - mind.eye.blind_ns >= GONE_ON_NS


def kans_before_tsumo(mind: Mind, kyoku: Kyoku, seat: Seat, at_ns: int) -> tuple[KyokuFact, ...]:
    """The kans and norths that a player pressed in the turn of a tsumo (嶺上), and no picture has shown."""
    after = Telling((kyoku,))
    passed_over = (one for count, one in mind.keys.passed_over if count == len(mind.told.facts))
    for one in (*passed_over, *mind.keys.presses):
        if one.said.seat != seat or one.said.action not in _OWN_TURN or at_ns - one.at_ns >= PRESS_COUNTS_NS:
            continue
        try:
            after = after.then(told(after.kyoku, one.said))
        except IllegalFactError:
            break
    return after.facts


def may_stand_alone(mind: Mind, pressed: Pressed, at_ns: int) -> bool:
    """Whether a key is enough without its picture: a called tile is gone, a discard is hidden.

    Every key is, while the eye has seen nothing. What was pressed long ago was about a table that nobody saw:
    play may have gone on meanwhile.
    """
    if at_ns - pressed.at_ns >= PRESS_COUNTS_NS:
        return False
    if mind.eye.seen is None or pressed.said.action is Action.DISCARD:
        return True
    kyoku, offer = mind.kyoku, mind.kyoku.last_discard
    if pressed.said.action not in CALL_KEYS or offer is None:
        return False
    look = Look(mind.eye.seen)
    fit = fit_table(kyoku, replace(look, undeclared=undeclared(kyoku, look)))
    return is_last_unseen(kyoku, fit, offer.seat)
