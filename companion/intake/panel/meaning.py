"""What a press means at this moment, as in docs/buttons.md. Pure; the rules say what is lawful."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from companion.evidence import Depth, Said
from companion.evidence.taps import told
from companion.intake.panel.outcomes import (
    ANSWER_KEYS,
    Ask,
    Doing,
    LateRiichi,
    Meaning,
    Question,
    Refuse,
    Sign,
    TakeBack,
    Tap,
    Trouble,
)
from companion.riichi.apply import apply
from companion.riichi.calls import Action, takes_precedence
from companion.riichi.errors import IllegalFactError
from companion.riichi.facts import Discarded, RiichiDeclared, Ryuukyoku, RyuukyokuKind
from companion.riichi.kyoku import Kyoku, OfferKind, Phase
from companion.riichi.melds import MeldKind
from companion.riichi.reasons import Reason
from companion.riichi.seats import Seat, in_turn_order_after
from companion.riichi.unseen import completed
from companion.table_state import TableState, Undoes
from firmware_bridge.signals import Button

HELD = (Action.CHI, Action.PON, Action.DAIMINKAN, Action.RON)
"""Calls on a tile that others may claim too."""
_DRAWS = (
    RyuukyokuKind.KYUUSHU_KYUUHAI,
    RyuukyokuKind.SUUFON_RENDA,
    RyuukyokuKind.SUUCHA_RIICHI,
    RyuukyokuKind.SUUKAIKAN,
    RyuukyokuKind.SANCHAHOU,
)
_OWN_TURN = (Phase.TURN, Phase.CALLED, Phase.RIICHI, Phase.TO_REPLACE)
_LATE = {Button.PON: Action.PON, Button.KAN: Action.DAIMINKAN, Button.RON: Action.RON}
_SIMPLE = {Button.CHI: Action.CHI, Button.PON: Action.PON, Button.TSUMO: Action.TSUMO}


def meaning_of(
    state: TableState,
    seat: Seat,
    button: Button,
    held_with: frozenset[Button] = frozenset(),
    *,
    at_hand: Collection[Button] = frozenset(Button),
) -> Meaning:
    """What a player at this seat says by a press, while they have no question to answer.

    `held_with` are the keys of the same side that were down already. `at_hand` are the keys of this box:
    without `tsumo`, `ron` asks which win it is where both are lawful.
    """
    if state.hanchan.sitting.is_paused and button is not Button.WAIT:
        return Refuse(Reason.PAUSED)
    meaning = _meaning_now(state, seat, button, held_with, at_hand)
    late = _preceding_call(state, seat, button) if isinstance(meaning, Refuse) and not held_with else None
    return meaning if late is None else Tap(late)


def _preceding_call(state: TableState, seat: Seat, button: Button) -> Said | None:
    """This player's call, if it takes priority over the one that was told just now; else None."""
    claimed = state.claimed
    if claimed is None or seat == claimed.call.seat or button not in _LATE:
        return None
    said = Said(seat, _LATE[button])
    try:
        fact = told(claimed.before, said)[-1]
    except IllegalFactError:
        return None
    return said if takes_precedence(fact, claimed.call) else None


def _meaning_now(
    state: TableState, seat: Seat, button: Button, held_with: frozenset[Button], at_hand: Collection[Button]
) -> Meaning:
    kyoku = state.hanchan.kyoku
    if kyoku is None or kyoku.phase is Phase.ENDED or (kyoku.phase is Phase.WON and button is not Button.RON):
        return _between(kyoku, button, at_hand)
    if Button.WAIT in held_with and button is Button.KAN:
        return _one_of(kyoku, [Said(seat, Action.KITA)])
    if Button.WAIT in held_with and button is Button.NEXT:
        return _draw_question(kyoku, seat, state.seq)
    match button:
        case Button.WAIT:
            return Sign.WAIT
        case Button.NEXT:
            return _next(kyoku, seat, state.depth)
        case Button.KAN:
            return _kan(kyoku, seat, state.seq)
        case Button.RON:
            return _ron(kyoku, seat, state.seq, has_tsumo=Button.TSUMO in at_hand)
        case Button.RIICHI:
            return _riichi(state, kyoku, seat)
        case _:
            return _one_of(kyoku, [Said(seat, _SIMPLE[button])])


def owes_draw(kyoku: Kyoku | None, seat: Seat) -> bool:
    """Whether this player has just declared a kan or set a north aside, and draws the replacement next."""
    return kyoku is not None and kyoku.phase is Phase.TO_REPLACE and kyoku.turn == seat


def lacks_value(kyoku: Kyoku | None) -> bool:
    """Whether somebody has won and nobody has said yet what the hand is worth."""
    return kyoku is not None and any(win.value is None for win in kyoku.wins)


def undo_question(state: TableState) -> Question | Refuse:
    """The question whether to take back what was told last."""
    if not state.can_undo:
        return Refuse(Trouble.NOTHING_TO_UNDO)
    return Question(Ask.UNDO, {Button.CHI: TakeBack(state.seq)}, state.seq)


def first_answer(question: Question, kyoku: Kyoku | None) -> Button:
    """The key whose answer `next` stands for: the first that the table takes, else the first of all."""
    keys = [button for button in ANSWER_KEYS if button in question.answers]
    return next((key for key in keys if kyoku is None or is_taken(kyoku, question.answers[key])), keys[0])


def is_taken(kyoku: Kyoku, doing: Doing) -> bool:
    """Whether the table takes this answer now."""
    match doing:
        case Said():
            return refusal(kyoku, doing) is None
        case Ryuukyoku():
            return _draw_refusal(kyoku, doing) is None
        case _:
            return True


def refusal(kyoku: Kyoku, said: Said) -> Reason | None:
    """Why the table does not take this; None where it does."""
    try:
        told(kyoku, said)
    except IllegalFactError as error:
        return error.reason
    return None


def _between(kyoku: Kyoku | None, button: Button, at_hand: Collection[Button]) -> Meaning:
    """What a press means between hands, when only `next` and `wait` mean anything."""
    if button is Button.WAIT:
        return Sign.WAIT
    if button is not Button.NEXT and Button.NEXT not in at_hand:
        return Refuse(Trouble.BETWEEN_BY_PAGE)
    if button is not Button.NEXT:
        return Refuse(Reason.KYOKU_OVER if lacks_value(kyoku) else Trouble.BETWEEN)
    return Refuse(Trouble.VALUE_MISSING) if lacks_value(kyoku) else Sign.READY


def _next(kyoku: Kyoku, seat: Seat, depth: Depth | None) -> Meaning:
    """What `next` says: "agreed", "I call nothing", or, on one's turn in a counted kyoku, "I discarded"."""
    discard = Said(seat, Action.DISCARD)
    if kyoku.turn == seat and depth is not Depth.FULL and refusal(kyoku, discard) is None:
        return Tap(discard)
    is_offered = kyoku.offer is not None and kyoku.offer.seat != seat
    return Sign.PASSED if is_offered else Sign.AGREED


def _riichi(state: TableState, kyoku: Kyoku, seat: Seat) -> Meaning:
    offer = kyoku.last_discard
    # An undo takes back what was told last, which need not be the discard.
    is_newest = state.undoes in [Undoes(fact.__name__, seat) for fact in (Discarded, RiichiDeclared)]
    if is_newest and offer is not None and offer.seat == seat and offer.kind is OfferKind.DISCARD:
        tsumogiri = kyoku.players[seat].discards[-1].tsumogiri
        return Tap(LateRiichi(Said(seat, Action.RIICHI, offer.tile, tsumogiri=tsumogiri), state.seq))
    return _one_of(kyoku, [Said(seat, Action.RIICHI)])


def _ron(kyoku: Kyoku, seat: Seat, seq: int, *, has_tsumo: bool) -> Meaning:
    if kyoku.wins:
        return _one_of(kyoku, [Said(seat, Action.RON, giver=kyoku.wins[0].giver)])
    if kyoku.phase is Phase.UNFOLLOWED:
        return _giver_question(kyoku, seat, seq)
    own_turn = kyoku.turn == seat and (kyoku.phase in _OWN_TURN or kyoku.offer is None)
    if own_turn:
        return _one_of(kyoku, [Said(seat, Action.TSUMO)])
    ron, tsumo = Said(seat, Action.RON), Said(seat, Action.TSUMO)
    if has_tsumo or kyoku.turn != seat or refusal(kyoku, ron) or refusal(kyoku, tsumo):
        return _one_of(kyoku, [ron])
    return Question(Ask.RON_OR_TSUMO, {Button.CHI: ron, Button.PON: tsumo}, seq)


def _giver_question(kyoku: Kyoku, seat: Seat, seq: int) -> Meaning:
    """Ask the winner whose tile it was, from the right hand round, because nobody followed the turns."""
    is_of_two = kyoku.rules.players == 3
    keys = (Button.CHI, Button.KAN) if is_of_two else (Button.CHI, Button.PON, Button.KAN)
    givers = in_turn_order_after(seat, kyoku.rules.players)
    answers = {key: Said(seat, Action.RON, giver=giver) for key, giver in zip(keys, givers, strict=True)}
    if all(refusal(kyoku, said) for said in answers.values()):
        return _one_of(kyoku, list(answers.values()))
    ask = Ask.GIVER_OF_TWO if is_of_two else Ask.GIVER
    return Question(ask, {**answers, Button.RON: Said(seat, Action.TSUMO)}, seq)


def _kan(kyoku: Kyoku, seat: Seat, seq: int) -> Meaning:
    """A closed, added or open kan: the player is asked only where more than one of them is lawful."""
    ways = {
        Button.CHI: Said(seat, Action.ANKAN),
        Button.PON: _added_kan(kyoku, seat),
        Button.KAN: Said(seat, Action.DAIMINKAN),
    }
    if kyoku.phase is Phase.UNFOLLOWED:
        # Nobody followed who gave the tile, or when, so added and open kan are one.
        ways[Button.PON] = Said(seat, Action.KAKAN)
        del ways[Button.KAN]
    elif kyoku.turn != seat:
        return _one_of(kyoku, [ways[Button.KAN]])
    lawful = [said for said in ways.values() if refusal(kyoku, said) is None]
    if len(lawful) > 1:
        ask = Ask.OPEN_KAN if kyoku.phase is Phase.UNFOLLOWED else Ask.KAN
        return Question(ask, dict(ways), seq)
    return _one_of(kyoku, lawful or [ways[Button.CHI]])


def _added_kan(kyoku: Kyoku, seat: Seat) -> Said:
    """The added kan (加槓), with its tile if there is only one pon to add to."""
    melds = kyoku.players[seat].melds
    tiles = [meld.tiles[0] for meld in melds if meld.kind is MeldKind.PON]
    plain = tiles[0].plain if len(tiles) == 1 and tiles[0] is not None else None
    return Said(seat, Action.KAKAN, plain)


def _draw_question(kyoku: Kyoku, seat: Seat, seq: int) -> Meaning:
    """Ask which abortive draw ends the kyoku (途中流局); refused where none of them is lawful."""
    draws = [Ryuukyoku(kind, by=seat if kind is _DRAWS[0] else None) for kind in _DRAWS]
    reasons = [_draw_refusal(kyoku, draw) for draw in draws]
    if all(reasons):
        return Refuse(next(reason for reason in reasons if reason))
    return Question(Ask.DRAW, dict(zip(ANSWER_KEYS, draws, strict=True)), seq)


def _draw_refusal(kyoku: Kyoku, draw: Ryuukyoku) -> Reason | None:
    try:
        for fact in completed(kyoku, draw):
            kyoku = apply(kyoku, fact)
    except IllegalFactError as error:
        return error.reason
    return None


def _one_of(kyoku: Kyoku, ways: Sequence[Said]) -> Meaning:
    """The first of these that the table takes; else the reason against the first."""
    reasons = [refusal(kyoku, said) for said in ways]
    for said, reason in zip(ways, reasons, strict=True):
        if reason is None:
            return Tap(said, is_held=said.action in HELD and kyoku.phase is not Phase.WON)
    return Refuse(next(reason for reason in reasons if reason))
