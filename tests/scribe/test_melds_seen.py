"""Which melds a few seen tiles may be."""

import pytest

from companion.evidence.sights import SeenMeld, SeenTile
from companion.riichi.melds import MeldKind
from companion.riichi.tiles import Tile
from companion.scribe.melds import call_options, called_faces, closed_options, likely
from companion.scribe.observations import against
from companion.scribe.policy import A_FEW, FAR_FETCHED
from companion.scribe.weights import MELD_TILE_MISSED


def seen(text: str, confidence: float = 1.0, *others: tuple[str, float]) -> SeenTile:
    return SeenTile(Tile(text), confidence, others=tuple((Tile(face), chance) for face, chance in others))


def meld(*tiles: SeenTile) -> SeenMeld:
    return SeenMeld(tiles)


def test_only_the_likeliest_faces_count() -> None:
    one = seen("1m", 0.5, ("2m", 0.2), ("3m", 0.15), ("4m", 0.1))
    assert likely(one) == tuple(map(Tile, ("1m", "2m", "3m")))
    assert len(likely(one)) == A_FEW
    assert called_faces(meld(one), None) == (Tile("1m"),)


def test_only_the_likeliest_melds_are_considered() -> None:
    """Each of these could be a pon, or one of several runs, and any of three kinds a closed kan."""
    vague = seen("3m", 0.3, ("2m", 0.25), ("4m", 0.2), ("5m", 0.15))
    found = call_options(meld(vague, vague, vague), 0, Tile("3m"))
    assert len(found) == A_FEW
    assert [cost for cost, _ in found] == sorted(cost for cost, _ in found)
    assert len(closed_options(meld(vague, vague))) == A_FEW


def test_three_of_a_kind_and_a_run() -> None:
    ((cost, pon), *_) = call_options(meld(seen("1m"), seen("1m"), seen("1m")), 0, Tile("1m"))
    assert (pon.kind, cost) == (MeldKind.PON, 0.0)
    ((cost, chi), *_) = call_options(meld(seen("1m"), seen("3m"), seen("2m")), 0, Tile("1m"))
    assert (chi.kind, chi.called, cost) == (MeldKind.CHI, Tile("1m"), 0.0)


def test_a_meld_that_is_read_quite_otherwise_is_none() -> None:
    """Each of these readings speaks against it as much as one can; two of them are too much."""
    one = against(seen("9s"), Tile("1m"))
    assert one < FAR_FETCHED < 2 * one
    assert call_options(meld(seen("1m"), seen("1m"), seen("9s")), 0, Tile("1m"))
    assert not call_options(meld(seen("1m"), seen("9s"), seen("9s")), 0, Tile("1m"))
    assert closed_options(meld(seen("1m"), seen("9s")))
    assert not closed_options(meld(seen("1m"), seen("9s"), seen("5p"), seen("7z")))


@pytest.mark.parametrize(("doubt", "is_one"), [(0.9, True), (0.4, True), (0.15, False)])
def test_how_much_may_speak_against_a_meld(doubt: float, is_one: bool) -> None:
    """Two tiles that are read as others, each with a rest of doubt."""
    other = seen("9s", 1 - doubt / 10, ("1m", doubt / 10))
    cost = 2 * against(other, Tile("1m"))
    assert (cost < FAR_FETCHED) is is_one
    found = call_options(meld(seen("1m"), other, other), 0, Tile("1m"))
    assert bool(found) is is_one


def test_two_tiles_are_a_meld_of_which_one_is_hidden() -> None:
    found = call_options(meld(seen("2m"), seen("3m")), None, Tile("1m"))
    assert {cost for cost, one in found if one.kind is MeldKind.CHI} >= {MELD_TILE_MISSED}
