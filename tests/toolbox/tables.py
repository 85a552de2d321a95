"""Tables for tests: deal one in a line, draw one as a picture, and feed it facts that are audited.

Seats are called E S W N after the winds of the first deal, whoever deals later. A hand that is not
given is unseen, as at a real table, and then may hold anything.
"""

from dataclasses import replace
from textwrap import dedent

from companion.riichi.apply import apply, start
from companion.riichi.audit import status
from companion.riichi.diagram import diagram
from companion.riichi.drawing import parse
from companion.riichi.errors import IllegalFactError
from companion.riichi.facts import Discarded, Drawn, KyokuFact, KyokuStarted, RuleWaived
from companion.riichi.kyoku import Kyoku, Phase
from companion.riichi.presets import TENHOU
from companion.riichi.reasons import Reason
from companion.riichi.ruleset import RuleSet
from companion.riichi.seats import SEATS, Wind
from companion.riichi.tiles import Tile, parse_tiles
from tests.toolbox.sentences import fact_of, sentences_in

E, S, W, N = SEATS


def table(rules: RuleSet = TENHOU, *, dora: str | None = "9m", **given) -> Kyoku:
    """A kyoku right after the deal: hands as `E="123m…"`, and any field of `KyokuStarted`."""
    hands = tuple(given.pop(name, None) for name in "ESWN")
    deal = {"round_wind": Wind.EAST, "dealer": E, "honba": 0, "kyoutaku": 0}
    deal["points"] = (rules.start_points,) * rules.players
    deal["indicator"] = None if dora is None else Tile(dora)
    deal["hands"] = tuple(parse_tiles(hand) if hand else None for hand in hands)
    return audited(start(KyokuStarted(**(deal | given)), rules))


def drawn(picture: str, rules: RuleSet | None = None) -> Kyoku:
    """A kyoku as it is drawn."""
    return parse(dedent(picture).strip("\n"), rules)


def audited(kyoku: Kyoku) -> Kyoku:
    """The same kyoku, which has nothing irregular."""
    assert not status(kyoku), f"{status(kyoku)}:\n{diagram(kyoku)}"
    return kyoku


def step(kyoku: Kyoku, fact: KyokuFact) -> Kyoku:
    """The kyoku after the fact; nothing irregular came with it."""
    after = apply(kyoku, fact)
    new = status(after) & ~status(kyoku)
    assert not new, f"{fact} brought {new}:\n{diagram(after)}"
    return after


def play(kyoku: Kyoku, script: str) -> Kyoku:
    """The kyoku after what a script tells, such as `E draws 5m, E discards 5m, W pons 5m`."""
    for sentence in sentences_in(script):
        kyoku = step(kyoku, fact_of(kyoku, sentence))
    return kyoku


def refused(kyoku: Kyoku, sentence: str) -> Reason:
    """Why the table refuses what the sentence tells.

    Also checks that the table can waive the reason where the rules, and not the tiles, speak against the
    fact, and that it cannot waive any other reason.
    """
    fact = fact_of(kyoku, sentence)
    reason = why_not(kyoku, fact)
    assert reason is not None, f"{sentence!r} was accepted:\n{diagram(kyoku)}"
    if reason.is_waivable:
        assert why_not(waive(kyoku, reason), fact) is not reason
    else:
        assert why_not(kyoku, RuleWaived(reason)) is reason
        assert why_not(replace(kyoku, waived=frozenset(Reason)), fact) is reason
    return reason


def why_not(kyoku: Kyoku, fact: KyokuFact) -> Reason | None:
    """Why the fact is refused, None where it is accepted."""
    try:
        apply(kyoku, fact)
    except IllegalFactError as error:
        return error.reason
    return None


def waive(kyoku: Kyoku, *reasons: Reason) -> Kyoku:
    """The table has said "house rule" to these."""
    for reason in reasons:
        kyoku = apply(kyoku, RuleWaived(reason))
    return kyoku


def draw_and_discard(kyoku: Kyoku, turns: int = 1) -> Kyoku:
    """This many players in turn draw and discard tiles that nobody sees."""
    for _ in range(turns):
        seat = kyoku.turn
        kyoku = step(step(kyoku, Drawn(seat)), Discarded(seat))
    return kyoku


def until_live(kyoku: Kyoku, live: int) -> Kyoku:
    """Everybody draws and discards unseen tiles until this many are left to draw."""
    return draw_and_discard(kyoku, kyoku.wall.live - live)


def until_turn(kyoku: Kyoku, seat: int) -> Kyoku:
    """Everybody draws and discards unseen tiles until it is that seat's turn to draw."""
    assert kyoku.phase is Phase.TO_DRAW
    return draw_and_discard(kyoku, (seat - kyoku.turn) % kyoku.rules.players)
