"""What people tap or press: the facts that it says, and when a key counts, is enough alone or is forgotten.

One tap is one lawful step. A key waits for its picture. What is forgotten is reported: whoever presses a key
wants to know that nothing came of it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final, assert_never

from companion.evidence import Said
from companion.riichi.calls import Action
from companion.riichi.copies import quad
from companion.riichi.errors import IllegalFactError
from companion.riichi.facts import (
    CALLS,
    AnkanDeclared,
    ChiCalled,
    DaiminkanCalled,
    Discarded,
    KakanDeclared,
    KitaDeclared,
    KyokuFact,
    PonCalled,
    RiichiAccepted,
    RiichiDeclared,
    Ryuukyoku,
    RyuukyokuKind,
    WinBy,
    Won,
)
from companion.riichi.kyoku import Kyoku
from companion.riichi.seats import Seat
from companion.riichi.tiles import COPIES, Tile
from companion.riichi.unseen import all_completed
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


def told(kyoku: Kyoku, said: Said) -> tuple[KyokuFact, ...]:
    """The facts of a tap with all that must have happened before them, every one lawful at this table.

    Raises:
        IllegalFactError: the table forbids one of them; it says which.
    """
    return all_completed(kyoku, spoken(kyoku, said))


def spoken(kyoku: Kyoku, said: Said) -> tuple[KyokuFact, ...]:
    """What a tap says and nothing else, whether or not it is lawful at this table."""
    seat, tile = said.seat, said.tile
    match said.action:
        case Action.DISCARD:
            return (_discard(said),)
        case Action.RIICHI:
            declared = RiichiDeclared(seat, said.is_open)
            return (declared, RiichiAccepted(seat) if kyoku.is_unfollowed else _discard(said))
        case Action.TSUMO:
            return (Won(seat, WinBy.TSUMO, seat, tile),)
        case Action.ANKAN:
            return (AnkanDeclared(seat, said.own or quad(tile, kyoku.rules)),)
        case Action.KAKAN:
            return (KakanDeclared(seat, tile),)
        case Action.KITA:
            return (KitaDeclared(seat),)
        case Action.KYUUSHU_KYUUHAI:
            return (Ryuukyoku(RyuukyokuKind.KYUUSHU_KYUUHAI, by=seat),)
        case Action.RON:
            giver = _giver(kyoku, said)
            return (Won(seat, WinBy.RON, seat if giver is None else giver, _offered(kyoku, said)),)
        case Action.PON:
            return (PonCalled(seat, _giver(kyoku, said), _offered(kyoku, said), _own(said, 2)),)
        case Action.DAIMINKAN:
            return (DaiminkanCalled(seat, _giver(kyoku, said), _offered(kyoku, said), _own(said, 3)),)
        case Action.CHI:
            return (ChiCalled(seat, _offered(kyoku, said), _own(said, 2)),)
        case _:
            assert_never(said.action)


def _discard(said: Said) -> Discarded:
    return Discarded(said.seat, said.tile, said.tsumogiri)


def _own(said: Said, number: int) -> tuple[Tile | None, ...]:
    return said.own or (None,) * number


def _giver(kyoku: Kyoku, said: Said) -> Seat | None:
    """From whom: as it was said, else whoever laid the tile on offer; None where nobody follows the turns."""
    if said.giver is not None or kyoku.is_unfollowed:
        return said.giver
    return kyoku.offer.seat if kyoku.offer is not None else said.seat


def _offered(kyoku: Kyoku, said: Said) -> Tile | None:
    return said.tile if said.tile is not None or kyoku.offer is None else kyoku.offer.tile


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
    movers = {getattr(fact, "seat", None) for fact in choice.facts}
    gone = [
        one for one in mind.keys.presses if one.said.seat in movers or at_ns - one.at_ns >= PRESS_WAITS_NS
    ]
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
