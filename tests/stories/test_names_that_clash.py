"""A name that cannot be: a fifth copy, read or said. No tile stays without a name because nobody asked."""

from dataclasses import replace

from companion.evidence.sights import SeenMeld, SeenTile, TableSeen
from companion.riichi import facts as f
from companion.riichi.seats import SEATS
from companion.riichi.tiles import Tile
from companion.scribe import Choice, Question, QuestionCode, Trust
from tests.stories.watched_evening import Evening, seen_of, with_river

E, S, W, N = SEATS
PON = "E draws, E discards 7z, W pons 7z with 77z, W discards 1z, N draws, N discards 7z"
WINDS = (
    "E draws, E discards 9p, S draws, S discards 3z, W draws, W discards 3z, N draws, N discards 3z, "
    "E draws, E discards 1m, S draws, S discards 9m, W draws, W discards 8s, N draws, N discards 2z"
)


def read(tile: str, chance: float, other: str, rest: float) -> SeenTile:
    return SeenTile(Tile(tile), chance, others=((Tile(other), rest),))


def with_blurred_pon(seen: TableSeen) -> TableSeen:
    """The sighting with a tile in the pon of which the eye is less sure than of what lies in the rivers."""
    (pon,) = seen.seats[W].melds
    tiles = [one if one.sideways else read("7z", 0.8, "1z", 0.15) for one in pon.tiles]
    west = replace(seen.seats[W], melds=(SeenMeld(tuple(tiles)),))
    return replace(seen, seats=(*seen.seats[:W], west, *seen.seats[W + 1 :]))


def names(evening: Evening, seat: int) -> list[str]:
    return [one.tile.text if one.tile else "?" for one in evening.kyoku.players[seat].discards]


def faces(evening: Evening) -> list[str]:
    """The likeliest tile of each answer to the question that stands."""
    (question,) = evening.questions
    told = [(*evening.told[: len(evening.told) - one.replaces], *one.facts) for one in question.choices]
    return [str(getattr(facts[-1], "tile", None)) for facts in told]


def test_what_is_read_as_a_fifth_copy_beside_a_pon_is_asked_about_and_the_pon_stays() -> None:
    evening = Evening()
    evening.sees(with_blurred_pon(seen_of(PON)))
    after = with_blurred_pon(seen_of(f"{PON}, E draws, E discards 5z"))
    for number in range(6):
        worn = read("7z", 0.86 + number / 1000, "5z", 0.076)
        evening.sees(with_river(after, E, worn))
    assert names(evening, E) == ["7z", "?"]
    evening.waits(60)
    assert faces(evening)[0] == "5z"
    evening.answers(0)
    assert names(evening, E) == ["7z", "5z"]
    assert all(tile is Tile("7z") for tile in evening.kyoku.players[W].melds[0].tiles)


def test_people_know_better_than_a_reading_when_both_cannot_be() -> None:
    evening = Evening()
    misread = read("3z", 0.97, "2z", 0.028)
    evening.sees(with_river(seen_of(WINDS), N, misread))
    after = with_river(seen_of(f"{WINDS}, E draws, E discards 3z"), N, misread)
    for number in range(3):
        evening.sees(with_river(after, E, read("2z", 0.5 + number / 100, "3z", 0.35)))
    assert (names(evening, N), names(evening, E)) == (["3z", "3z"], ["9p", "1m", "?"])
    evening.waits(60)
    evening.answers(faces(evening).index("3z"))
    assert names(evening, E) == ["9p", "1m", "3z"]
    assert names(evening, N) == ["3z", "?"]
    evening.waits(60)
    assert "2z" in faces_of(N, evening)


def faces_of(seat: int, evening: Evening) -> list[str]:
    """Which tiles of a player the answers to the question that stands name."""
    (question,) = evening.questions
    assert question.seat == seat
    discards = (one for choice in question.choices for one in choice.facts if isinstance(one, f.Discarded))
    return [one.tile.text for one in discards if one.seat == seat and one.tile is not None]


def test_an_answer_about_who_called_takes_no_name_away_and_the_call_names_its_discard() -> None:
    evening = Evening()
    evening.sees("E draws, E discards 2z, S draws, S discards 9p")
    story = (
        f.Discarded(E),
        f.Drawn(S),
        f.Discarded(S),
        f.PonCalled(W, S, Tile("4p"), (Tile("4p"), Tile("4p"))),
        f.Discarded(W),
    )
    asked = Question(1, QuestionCode.WHICH_STORY, W, (Choice(story, 1.0, replaces=3),))
    evening.mind = replace(evening.mind, unsure=replace(evening.mind.unsure, questions=(asked,), asked=1))
    evening.questions = (asked,)
    evening.answers(0)
    assert evening.story() == ["E Discarded 2z", "S Discarded 4p", "W PonCalled 4p", "W Discarded"]


def test_who_is_asked_what_happened_need_not_know_a_tile_that_is_not_read_surely() -> None:
    evening = Evening(trust=Trust(writes_discards=False))
    after = seen_of("E draws, E discards 6p, S draws, S discards 1z")
    for number in range(4):
        evening.sees(with_river(after, E, read("6s", 0.6 + number / 100, "6p", 0.35)))
    assert evening.questions[0].code is QuestionCode.WHICH_STORY
    evening.answers(0)
    assert evening.story() == ["E Discarded", "S Discarded 1z"]
    evening.sees(with_river(after, E, read("6s", 0.65, "6p", 0.34)))
    evening.waits(60)
    assert faces_of(E, evening) == ["6s", "6p"]
