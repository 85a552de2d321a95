"""What a person has said about a tile holds for that tile: as long as it lies there, and no longer."""

from dataclasses import replace

from companion.evidence.sights import SeenTile, TableSeen
from companion.riichi.seats import SEATS
from companion.riichi.tiles import Tile
from tests.stories.watched_evening import Evening, seen_of, with_river

E, S, W, N = SEATS
BEFORE = "E draws, E discards 1z, S draws, S discards 2z"
STRAIGHT_ON = f"{BEFORE}, W draws, W discards 5p"
PON = f"{BEFORE}, W pons 2z, W discards 7s"


def read_as(script: str, tile: str, confidence: float, *others: tuple[str, float]) -> TableSeen:
    """The last discard of West as the eye reads it."""
    named = tuple((Tile(face), chance) for face, chance in others)
    return with_river(seen_of(script), W, SeenTile(Tile(tile), confidence, others=named))


def begun() -> Evening:
    evening = Evening()
    evening.sees(BEFORE)
    return evening


def asked_in_time(evening: Evening, seen: TableSeen) -> list[list[str]]:
    """The faces that are offered once the table has lain still for a while."""
    for _ in range(3):
        evening.sees(seen)
    evening.waits(50)
    ways = (
        evening.told[: len(evening.told) - way.replaces] + way.facts
        for one in evening.questions
        for way in one.choices
    )
    return [fact.tile.text for *_, fact in ways]


def none_is_right(evening: Evening) -> None:
    evening.answers(-1)
    assert not evening.questions


def test_who_cannot_name_a_tile_is_not_asked_again_while_it_looks_the_same() -> None:
    evening = begun()
    assert asked_in_time(evening, read_as(STRAIGHT_ON, "5p", 0.52, ("6p", 0.45))) == ["5p", "6p"]
    none_is_right(evening)
    assert asked_in_time(evening, read_as(STRAIGHT_ON, "6p", 0.52, ("5p", 0.45))) == []


def test_who_cannot_name_a_tile_is_asked_about_another_one_in_its_place() -> None:
    """West took it back to call pon, and discarded another tile."""
    evening = begun()
    asked_in_time(evening, read_as(STRAIGHT_ON, "5p", 0.52, ("6p", 0.45)))
    none_is_right(evening)
    offered = asked_in_time(evening, read_as(PON, "7s", 0.95))
    assert evening.story()[2] == "W PonCalled 2z"
    assert offered[0] == "7s"


def confirmed() -> Evening:
    """The record says 5p, the eye doubts it, and a person says that it is the 5p."""
    evening = begun()
    evening.sees(read_as(STRAIGHT_ON, "5p", 0.93))
    assert asked_in_time(evening, read_as(STRAIGHT_ON, "6p", 0.85, ("5p", 0.1))) == ["6p", "5p"]
    evening.answers(1)
    return evening


def test_who_says_that_a_tile_is_the_one_that_is_written_is_not_overruled_by_later_looks() -> None:
    evening = confirmed()
    for number in range(8):
        evening.sees(read_as(STRAIGHT_ON, "6p", 0.97 + number / 1000))
    assert (evening.story()[-1], evening.questions) == ("W Discarded 5p", ())


def test_such_a_tile_may_still_declare_riichi() -> None:
    """The answer says nothing about how it lies."""
    evening = confirmed()
    seen = read_as(STRAIGHT_ON, "5p", 0.9)
    for number in range(5):
        across = replace(seen.seats[W].river[-1], confidence=0.9 + number / 100, sideways=True)
        evening.sees(with_river(seen, W, across))
    assert evening.questions or "W RiichiDeclared" in evening.story()
