"""Backs that are made almost like faces are read as white dragons: how they lie says what they are."""

import pytest

from companion.evidence.sights import TableSeen
from companion.intake.eye.translate import seen
from companion.riichi.tiles import Tile
from vision.sighting import Sighting, TileView, ZoneView

PALE = (0.974, (("back", 0.0248),))
"""A back beside the indicator, as it was read in a patch; and a real dragon that was turned over."""
SURE = (0.986, (("1p", 0.004),))


def lying(label: str, x: float, read=(0.99, ()), y: float = 0.8, tall: float = 26.0) -> TileView:
    """An upright tile for whoever sits at side A."""
    half, high = 19 / 1400, tall / 1400
    quad = ((x - half, y - high), (x + half, y - high), (x + half, y + high), (x - half, y + high))
    return TileView(label, read[0], quad, sideways=False, alternatives=read[1])


def table(zone: str, *views: TileView) -> TableSeen:
    return seen(Sighting("above", 7, 1, (ZoneView(zone, views),)), "ABCD")


def faces(now: TableSeen) -> list[str]:
    return [tile.tile.text for tile in now.indicators]


@pytest.mark.parametrize(("read", "indicators"), [(PALE, ["2p"]), (SURE, ["2p", "5z"])])
def test_a_blank_beside_the_indicator_is_a_second_one_only_if_it_is_surely_no_back(read, indicators) -> None:
    backs = [lying("back", 0.3 + 0.028 * at) for at in (0, 1, 4, 5)]
    now = table("wall.A", *backs, lying("2p", 0.3 + 0.028 * 2), lying("5z", 0.3 + 0.028 * 3, read))
    assert faces(now) == indicators
    assert not now.seats[0].loose


@pytest.mark.parametrize(("at", "others"), [(3, [["2p", "5z"]]), (1, [["5z", "2p"]]), (5, [])])
def test_a_doubtful_blank_is_left_to_the_scribe_if_it_lies_on_the_next_stack(at: int, others) -> None:
    """It may be the indicator of a kan; or the first one, beside that of a kan."""
    backs = [lying("back", 0.3 + 0.028 * place) for place in range(7) if place not in {2, at}]
    now = table("wall.A", *backs, lying("2p", 0.3 + 0.028 * 2), lying("5z", 0.3 + 0.028 * at, PALE))
    assert faces(now) == ["2p"]
    assert [faces(other) for _, other in now.otherwise] == others
    assert all(-1.0 < cost < 0.0 for cost, _ in now.otherwise)


def test_a_doubtful_blank_is_the_indicator_where_nothing_else_lies_open() -> None:
    backs = [lying("back", 0.3 + 0.028 * at) for at in (0, 1, 3, 4)]
    now = table("wall.A", *backs, lying("5z", 0.3 + 0.028 * 2, (0.849, (("back", 0.0844),))))
    assert [tile.tile for tile in now.indicators] == [Tile("5z")]


@pytest.mark.parametrize("last", ["5z", "back"])
@pytest.mark.parametrize(("middle", "is_closed"), [("3z", True), ("unknown", True), ("5z", False)])
def test_blanks_round_two_alike_are_the_backs_of_a_closed_kan(last, middle, is_closed) -> None:
    """Round two white dragons they may be the other two, and nobody can say which."""
    pair = ("3z", middle) if middle != "5z" else ("5z", "5z")
    reads = (PALE, (0.99, ()), (0.99, ()), PALE)
    views = [
        lying(label, 0.85 + 0.0275 * at, read, 0.97)
        for at, (label, read) in enumerate(zip(("5z", *pair, last), reads, strict=True))
    ]
    melds = table("melds.A", *views).seats[0].melds
    backs = [[tile.is_back for tile in meld.tiles] for meld in melds]
    assert (backs == [[True, False, False, True]]) is is_closed


def test_surely_read_dragons_round_a_pair_make_no_closed_kan() -> None:
    views = [
        lying(label, 0.85 + 0.0275 * at, SURE, 0.97) for at, label in enumerate(("5z", "3z", "3z", "5z"))
    ]
    melds = table("melds.A", *views).seats[0].melds
    assert not any(tile.is_back for meld in melds for tile in meld.tiles)
