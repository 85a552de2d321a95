"""Tiles that are hidden for a rest: what lies beside them keeps its place."""

from dataclasses import replace

from companion.evidence.sights import SeenMeld, SeenTile, TableSeen
from companion.riichi.seats import SEATS
from companion.riichi.tiles import Tile
from companion.scribe.melds import fit_meld
from companion.scribe.weights import MELD_TILE_MISSED
from tests.stories.watched_evening import Evening, seen_of

E, S, W, N = SEATS
TILES = ["1z", "2z", "3z", "4z", "1m", "9m", "1p", "9p", "1s", "9s", "7z", "6z", "8m", "3p", "7s", "2m"]
ROUNDS = ", ".join(f"{who} draws, {who} discards {tile}" for who, tile in zip("ESWN" * 4, TILES, strict=True))
LAST = f"{ROUNDS}, E draws, E discards 5s"


def without(seen: TableSeen, *hidden: int) -> TableSeen:
    """East's river without some of its tiles, its last one hard to read."""
    last = SeenTile(Tile("5s"), 0.63, others=((Tile("5p"), 0.3),))
    river = [tile for at, tile in enumerate(seen.seats[E].river[:-1]) if at not in hidden] + [last]
    return replace(seen, seats=(replace(seen.seats[E], river=tuple(river)), *seen.seats[1:]))


def test_a_last_discard_is_known_again_though_each_time_another_tile_of_its_river_is_hidden() -> None:
    evening = Evening()
    evening.sees(ROUNDS)
    for hidden in ((1,), (), (0,), ()):
        evening.sees(without(seen_of(LAST), *hidden))
    assert evening.story()[-1] == "E Discarded"


def test_where_the_first_tile_of_a_meld_is_hidden_the_one_that_lies_across_may_still_be_the_middle_one() -> (
    None
):
    called = "E draws, E discards 2p, W pons 2p with 22p, W discards 3p"
    evening = Evening()
    evening.sees(called)
    (meld,) = evening.kyoku.players[W].melds
    (pon,) = seen_of(called).seats[W].melds
    fit = fit_meld(meld, W, 4, SeenMeld(pon.tiles[1:]))
    assert fit.cost == MELD_TILE_MISSED
    assert fit.called == pon.tiles[1]


def test_a_meld_of_which_every_tile_is_hidden_says_nothing_of_a_call() -> None:
    evening = Evening()
    discarded = "E draws, E discards 2p"
    evening.sees(discarded)
    seen = seen_of(discarded)
    hidden = replace(seen.seats[N], melds=(SeenMeld(()),))
    for _ in range(3):
        evening.sees(replace(seen, seats=(*seen.seats[:3], hidden)))
    assert evening.story()[-1] == "E Discarded 2p"


def test_a_new_tile_is_told_though_the_one_before_it_looks_sideways_now() -> None:
    """Who is in riichi lays no second tile so: it is not a tile too many, and the next one is new."""
    evening = Evening()
    riichi = LAST.replace("E discards 1m", "E riichi, E discards 1m, E pays")
    evening.sees(riichi)
    evening.waits(3)
    assert "E RiichiDeclared" in evening.story()
    others = f"{riichi}, S draws, S discards 6p, W draws, W discards 7p, N draws, N discards 4m"
    evening.sees(others)
    new = seen_of(f"{others}, E draws, E discards 8m")
    river = list(new.seats[E].river)
    river[-2] = replace(river[-2], sideways=True)
    for _ in range(3):
        evening.sees(replace(new, seats=(replace(new.seats[E], river=tuple(river)), *new.seats[1:])))
    assert evening.story()[-1] == "E Discarded 8m"
    evening.sees(new)
    assert [word for word in evening.story() if word.startswith("E ")][-2:] == [
        "E Discarded 5s",
        "E Discarded 8m",
    ]
    assert not evening.questions


def test_a_shadow_told_last_is_taken_back_though_now_and_then_another_tile_is_missed_too() -> None:
    evening = Evening()
    evening.sees(ROUNDS)
    shadow = seen_of(LAST)
    unread = SeenTile(Tile("5s"), 0.45, others=((Tile("3z"), 0.3),))
    for _ in range(2):
        east = replace(shadow.seats[E], river=(*shadow.seats[E].river[:-1], unread))
        evening.sees(replace(shadow, seats=(east, *shadow.seats[1:])))
    assert evening.story()[-1] == "E Discarded"
    gone = seen_of(ROUNDS)
    for hidden in (0, 1, 0, 1, 0, 1):
        river = tuple(tile for at, tile in enumerate(gone.seats[E].river) if at != hidden)
        evening.sees(replace(gone, seats=(replace(gone.seats[E], river=river), *gone.seats[1:])))
    assert evening.story()[-1] == "N Discarded 2m"
    assert not evening.questions
