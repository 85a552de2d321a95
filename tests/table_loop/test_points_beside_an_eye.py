"""Where only points are entered, the eye still reads the indicators, and hands that lie open at the end."""

from companion.evidence import Depth, Done
from companion.evidence.intentions import Indicator, MeldShown, Win, Winner
from companion.evidence.sights import SeenMeld, SeenSeat, SeenTile, TableSeen
from companion.riichi.facts import AnkanDeclared, IndicatorRevealed
from companion.riichi.melds import MeldKind
from companion.riichi.tiles import Tile, parse_tiles
from companion.scribe.questions import QuestionCode
from tests.reveals.laid_open import row
from tests.table_loop.people import E, People, S, W, sat_down


def look(people: People, indicator: SeenTile, **east: tuple) -> None:
    """The eye looks two seconds later: this indicator, and what lies before East."""
    people.clock.advance(seconds=2)
    seats = SeenSeat(**east), *[SeenSeat()] * 3
    people.keeper.see(TableSeen(people.clock.monotonic_ns(), seats, (indicator,)))


def test_an_indicator_in_doubt_can_be_answered_after_a_win_with_a_pon_and_a_closed_kan() -> None:
    people = sat_down(Depth.POINTS)
    for _ in range(6):
        look(people, SeenTile(Tile("9m"), 0.5, others=((Tile("8m"), 0.4),)))
    pon = MeldShown(MeldKind.PON, parse_tiles("555z"))
    kan = MeldShown(MeldKind.ANKAN, parse_tiles("1111z"))
    assert isinstance(people.say(Win((Winner(S, melds=(pon, kan)),), W)), Done)
    people.keeper.see(people.keeper.tick())
    (question,) = people.keeper.state.questions
    assert question.code is QuestionCode.WHICH_TILE
    assert isinstance(people.answer(question.number, 0), Done)
    assert IndicatorRevealed(Tile("9m")) in people.facts


def test_a_win_after_a_kan_by_key_is_asked_about_with_the_kan_that_lies_there() -> None:
    people = sat_down(Depth.POINTS)
    people.say(Indicator(Tile("9m")))
    people.tap(E, "ankan")
    people.say(Win((Winner(E),), None))
    back = SeenTile(None, 0.99, is_back=True)
    lies = {"melds": (SeenMeld((back, *row("77s"), back)),), "showing": row("123678m66p456s")}
    look(people, *row("9m"), **lies)
    (question,) = people.keeper.state.questions
    assert (question.code, question.seat) == (QuestionCode.IS_THIS_THE_HAND, E)
    assert isinstance(people.answer(question.number, 0), Done)
    assert AnkanDeclared(E, parse_tiles("7777s")) in people.facts
    (win,) = people.kyoku.wins
    assert win.value is not None
