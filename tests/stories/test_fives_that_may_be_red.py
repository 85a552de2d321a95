"""A five in a meld that may be red: counted out, read again, or asked about; never left open in silence."""

from dataclasses import replace

import pytest

from companion.evidence.sights import SeenTile, TableSeen
from companion.riichi.facts import ChiCalled, Discarded
from companion.riichi.seats import SEATS
from companion.riichi.tiles import Tile
from tests.stories.watched_evening import Evening, seen_of, with_river

E, S, W, N = SEATS
CHI = "E draws, E discards 6p, S chis 6p with 45p, S discards 1z"
LATER = f"{CHI}, W draws, W discards 2z, N draws, N discards 3z"


def five(plain: float, suit: str = "p") -> SeenTile:
    """A five that is read as plain with such a chance, else as red."""
    faces = [(Tile(f"5{suit}"), plain), (Tile(f"0{suit}"), round(0.99 - plain, 4))]
    (face, chance), other = sorted(faces, key=lambda one: -one[1])
    return SeenTile(face, chance, others=(other,))


def with_five(seen: TableSeen, seat: int, *readings: SeenTile) -> TableSeen:
    """The sighting with fives read so, one after another, in a player's first meld."""
    left, one = list(readings), seen.seats[seat]
    tiles = tuple(
        replace(left.pop(0), sideways=tile.sideways)
        if left and tile.tile is not None and tile.tile.rank == 5
        else tile
        for tile in one.melds[0].tiles
    )
    one = replace(one, melds=(replace(one.melds[0], tiles=tiles), *one.melds[1:]))
    return replace(seen, seats=(*seen.seats[:seat], one, *seen.seats[seat + 1 :]))


def own(evening: Evening, seat: int) -> str:
    tiles = evening.kyoku.players[seat].melds[0].own
    return " ".join(sorted(tile.text if tile else "?" for tile in tiles))


def watched(script: str, *chances: float, evening: Evening | None = None) -> Evening:
    evening = evening or Evening()
    for chance in chances:
        evening.sees(with_five(seen_of(script), S, five(chance)))
    return evening


def test_three_plain_fives_lie_to_each_red_one() -> None:
    evening = watched(CHI, 0.92, 0.915)
    assert own(evening, S) == "4p 5p"
    evening.waits(60)
    assert not evening.questions


@pytest.mark.parametrize(("answer", "told"), [(0, "4p 5p"), (1, "0p 4p")])
def test_a_five_that_may_be_red_is_asked_about_and_told_meanwhile_without_its_face(answer, told) -> None:
    evening = watched(CHI, 0.68, 0.685)
    assert own(evening, S) == "4p ?"
    assert not evening.questions
    evening.waits(60)
    assert [one.seat for one in evening.questions] == [S]
    assert len(evening.questions[0].choices) == 2
    evening.answers(answer)
    assert own(evening, S) == told
    for chance in (0.7, 0.69, 0.71):
        watched(LATER, chance, evening=evening)
    assert own(evening, S) == told
    assert not evening.questions


def test_the_picture_that_is_shown_is_that_of_the_five() -> None:
    seen = with_five(seen_of(CHI), S, replace(five(0.68), crop=7))
    meld = seen.seats[S].melds[0]
    tiles = tuple(one if one.crop else replace(one, crop=3) for one in meld.tiles)
    seat = replace(seen.seats[S], melds=(replace(meld, tiles=tiles),))
    evening = Evening()
    evening.sees(replace(seen, seats=(seen.seats[E], seat, *seen.seats[2:])))
    evening.waits(60)
    assert [one.crop for one in evening.questions] == [7]


def test_an_own_five_that_nobody_can_see_is_asked_about() -> None:
    hidden = SeenTile(Tile("5p"), 0.6, is_hidden=True)
    evening = Evening()
    for _ in range(3):
        evening.sees(with_five(seen_of(CHI), S, hidden))
    assert own(evening, S) == "4p ?"
    evening.waits(60)
    assert len(evening.questions) == 1


def test_the_red_one_that_is_seen_elsewhere_settles_it_though_nothing_new_is_read_of_it() -> None:
    evening = watched(CHI, 0.68)
    for _ in range(2):
        watched(f"{CHI}, W draws, W discards 0p", 0.68, evening=evening)
    assert own(evening, S) == "4p 5p"
    evening.waits(60)
    assert not evening.questions


def test_three_plain_ones_elsewhere_settle_it_too() -> None:
    script = f"{CHI}, W draws, W discards 5p, N draws, N discards 5p, E draws, E discards 5p"
    evening = watched(CHI, 0.68)
    for _ in range(2):
        watched(script, 0.68, evening=evening)
    assert own(evening, S) == "0p 4p"
    evening.waits(60)
    assert not evening.questions


def test_a_better_look_settles_it_and_the_question_goes() -> None:
    evening = watched(CHI, 0.68)
    evening.waits(60)
    assert evening.questions
    watched(LATER, 0.97, 0.975, 0.98, 0.972, evening=evening)
    assert own(evening, S) == "4p 5p"
    assert not evening.questions


def test_a_five_that_was_told_plain_and_then_looks_red_is_asked_about() -> None:
    evening = watched(CHI, 0.92)
    assert own(evening, S) == "4p 5p"
    watched(LATER, 0.04, 0.05, 0.045, evening=evening)
    evening.waits(60)
    assert [len(one.choices) for one in evening.questions] == [2]
    evening.answers(0 if "0p" in str(evening.questions[0].choices[0]) else 1)
    assert own(evening, S) == "0p 4p"


def test_which_of_two_fives_is_the_red_one_makes_no_other_meld() -> None:
    pon = "E draws, E discards 5p, S pons 5p with 05p, S discards 1z"
    evening = Evening()
    for chance in (0.5, 0.49, 0.51):
        evening.sees(with_five(seen_of(pon), S, five(0.98), five(chance), five(chance)))
    assert own(evening, S) == "5p ?"
    evening.waits(60)
    choices = evening.questions[0].choices
    assert [" ".join(sorted(map(str, one.facts[0].own))) for one in choices[:2]] == ["0p 5p", "5p 5p"]
    evening.answers(0)
    assert own(evening, S) == "0p 5p"


def test_a_discard_that_may_be_red_is_settled_by_the_red_one_seen_later() -> None:
    first = "E draws, E discards 5s"
    evening = Evening()
    for _ in range(2):
        evening.sees(with_river(seen_of(first), E, five(0.6, "s")))
    assert evening.story() == ["E Discarded"]
    for _ in range(2):
        evening.sees(with_river(seen_of(f"{first}, S draws, S discards 0s"), E, five(0.6, "s")))
    assert evening.story() == ["E Discarded 5s", "S Discarded 0s"]
    evening.waits(60)
    assert not evening.questions


RED_FIRST = "E draws, E discards 5p, S draws, S discards 6p"
TWO_REDS = f"{RED_FIRST}, W chis 6p with 45p, W discards 1z"


def two_reds(in_meld: float, in_river: float) -> Evening:
    """A five of a river that was told as the red one, and one of a meld that is read so too."""
    evening = Evening()
    for _ in range(2):
        evening.sees(with_river(seen_of("E draws, E discards 5p"), E, five(in_river)))
    assert evening.story() == ["E Discarded 0p"]
    for look in range(4):
        melded = with_five(seen_of(TWO_REDS), W, five(in_meld + look / 1000))
        evening.sees(with_river(melded, E, five(in_river)))
    return evening


def ways(evening: Evening) -> list[str]:
    """What the answers say of the five of the river and of that in the meld."""
    found = []
    for choice in evening.questions[0].choices:
        facts = [*evening.told[: len(evening.told) - choice.replaces], *choice.facts]
        river = next(fact.tile for fact in facts if isinstance(fact, Discarded))
        meld = next(fact.own for fact in facts if isinstance(fact, ChiCalled))
        found.append(" ".join(tile.text if tile else "?" for tile in (river, *meld)))
    return found


def test_of_two_red_fives_either_may_be_the_plain_one() -> None:
    evening = two_reds(0.04, 0.01)
    evening.waits(60)
    assert len(evening.questions) == 1
    assert sorted(ways(evening)) == ["0p 4p 5p", "5p 4p 0p"]


@pytest.mark.parametrize("wanted", ["0p 4p 5p", "5p 4p 0p"])
def test_whichever_is_the_red_one_can_be_answered(wanted: str) -> None:
    evening = two_reds(0.04, 0.01)
    evening.waits(60)
    evening.answers(ways(evening).index(wanted))
    river, *meld = wanted.split()
    assert evening.story()[0] == f"E Discarded {river}"
    assert own(evening, W) == " ".join(sorted(meld))
    evening.waits(60)
    assert not evening.questions


def test_a_discard_whose_tile_was_doubted_for_a_moment_is_named_again() -> None:
    """It was weighed against the five of the meld, told without its face, and nobody asked."""
    assert two_reds(0.04, 0.01).story()[0] == "E Discarded 0p"
