"""A meld at the far corner of a low camera: one of its tiles is misread surely, long after it was laid."""

from dataclasses import replace

from companion.evidence.sights import SeenTile, TableSeen
from companion.riichi.seats import SEATS
from companion.riichi.tiles import Tile
from tests.stories.watched_evening import Evening, seen_of

E, S, W, N = SEATS
ROUND = "E draws, E discards 2z, S draws, S discards 9p"
PON = f"{ROUND}, W pons 9p with 99p, W discards 4m"
AFTER = [
    "N draws, N discards 8s",
    "E draws, E discards 7m",
    "S draws, S discards 1z",
    "W draws, W discards 5p",
]
AFTER += [
    "N draws, N discards 4s",
    "E draws, E discards 1m",
    "S draws, S discards 2z",
    "W draws, W discards 3s",
]
Read = tuple[tuple[str, float], ...]
"""The faces that are read of one tile, each with its chance, the likeliest first."""
FIRST: tuple[Read, ...] = (
    (("9p", 0.831), ("6p", 0.079), ("8p", 0.05), ("9s", 0.019)),
    (("9p", 0.678), ("6p", 0.291), ("4p", 0.02), ("8p", 0.011)),
    (("9p", 0.932), ("6p", 0.045), ("8p", 0.015), ("7p", 0.008)),
)
LATER = (FIRST[0], (("6p", 0.974), ("7p", 0.01), ("8p", 0.006), ("9p", 0.001)), FIRST[2])


def far(seen: TableSeen, readings: tuple[Read, ...]) -> TableSeen:
    """The sighting with West's meld read so."""
    (meld,) = seen.seats[W].melds
    tiles = tuple(
        SeenTile(
            Tile(face),
            sure,
            sideways=tile.sideways,
            others=tuple((Tile(other), chance) for other, chance in more),
        )
        for tile, ((face, sure), *more) in zip(meld.tiles, readings, strict=True)
    )
    seat = replace(seen.seats[W], melds=(replace(meld, tiles=tiles),))
    return replace(seen, seats=(*seen.seats[:W], seat, *seen.seats[W + 1 :]))


def test_a_pon_does_not_become_a_run_in_which_its_tiles_cannot_lie() -> None:
    """It was told as a run of nine circles with two tiles that nobody named, thirty-eight facts later."""
    evening, script = Evening(), PON
    evening.sees(ROUND)
    for number, more in enumerate(["", *AFTER]):
        script = f"{script}, {more}" if more else script
        evening.sees(far(seen_of(script), FIRST if number < 4 else LATER))
        evening.sees(far(seen_of(script), FIRST if number < 4 else LATER))
    evening.waits(60)
    assert [one for one in evening.story() if "Called" in one] == ["W PonCalled 9p"]
