"""Where only points are entered, the eye still reads the indicators, and hands that lie open at the end."""

from companion.evidence import Depth, Done
from companion.evidence.intentions import MeldShown, Win, Winner
from companion.evidence.sights import SeenSeat, SeenTile, TableSeen
from companion.riichi.facts import IndicatorRevealed
from companion.riichi.melds import MeldKind
from companion.riichi.tiles import Tile, parse_tiles
from companion.scribe.questions import QuestionCode
from tests.table_loop.people import People, S, W, sat_down


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
