"""What a camera sees and keys say at a real table, as stories: what is written, waited for, asked."""

from dataclasses import replace

import pytest

from companion.evidence.sights import SeenMeld, SeenSeat, SeenTile
from companion.riichi import facts as f
from companion.riichi.calls import Action
from companion.riichi.presets import TENHOU_3P
from companion.riichi.seats import SEATS
from companion.riichi.tiles import Tile
from companion.scribe import QuestionCode, SightChanged, Trust
from tests.stories.watched_evening import Evening, seen_of, with_river
from tests.toolbox.tables import table

E, S, W, N = SEATS
FIRST = "E draws, E discards 1m"
PON = f"{FIRST}, W pons 1m, W discards 9p"


def test_a_discard_is_told_when_it_lies_there() -> None:
    evening = Evening()
    evening.sees("")
    assert evening.story() == []
    evening.sees(FIRST)
    assert evening.told == (f.Drawn(E), f.Discarded(E, Tile("1m")))


def test_two_things_between_two_rests_are_told_in_their_order() -> None:
    evening = Evening()
    evening.sees(PON)
    assert evening.story() == ["E Discarded 1m", "W PonCalled 1m", "W Discarded 9p"]
    evening.sees(f"{PON}, N draws, N discards 2s, E draws, E discards 4z, S draws, S discards 8m")
    assert evening.story()[3:] == ["N Discarded 2s", "E Discarded 4z", "S Discarded 8m"]


def test_a_late_press_changes_nothing_that_was_seen() -> None:
    evening = Evening()
    evening.sees(FIRST)
    evening.sees(f"{FIRST}, W pons 1m")
    before = evening.told
    evening.presses(W, Action.PON)
    evening.waits(20)
    assert evening.told == before
    assert not evening.questions


def test_a_press_waits_for_its_picture() -> None:
    evening = Evening()
    evening.sees(FIRST)
    evening.presses(W, Action.PON)
    assert evening.story() == ["E Discarded 1m"]
    evening.sees(f"{FIRST}, W pons 1m")
    assert evening.story() == ["E Discarded 1m", "W PonCalled 1m"]
    assert evening.kyoku.players[W].melds[0].own == (Tile("1m"), Tile("1m"))


def test_a_wrong_key_is_forgotten_when_the_tile_stays_where_it_is() -> None:
    evening = Evening()
    evening.sees(FIRST)
    evening.presses(W, Action.PON)
    evening.waits(20)
    evening.sees(f"{FIRST}, S draws, S discards 2z")
    assert evening.story() == ["E Discarded 1m", "S Discarded 2z"]


def test_without_the_eye_a_key_is_enough() -> None:
    evening = Evening()
    evening.sees(FIRST)
    evening.hears(SightChanged(is_seeing=False, at_ns=evening.at_ns))
    evening.presses(W, Action.PON)
    evening.presses(W, Action.DISCARD)
    assert evening.story() == ["E Discarded 1m", "W PonCalled 1m", "W Discarded"]
    evening.hears(SightChanged(is_seeing=True, at_ns=evening.at_ns))
    evening.sees(PON)
    evening.sees(PON)
    assert evening.story() == ["E Discarded 1m", "W PonCalled 1m", "W Discarded 9p"]
    assert evening.kyoku.players[W].melds[0].own == (Tile("1m"), Tile("1m"))


def test_a_discard_that_is_taken_back_for_another_is_told_anew() -> None:
    evening = Evening()
    evening.sees(FIRST)
    evening.sees("")
    assert evening.story() == ["E Discarded 1m"]
    assert evening.sees("E draws, E discards 9s") == 1
    assert evening.told == (f.Drawn(E), f.Discarded(E, Tile("9s")))


def test_a_discard_that_is_taken_back_for_a_kan_never_was() -> None:
    evening = Evening()
    evening.sees(FIRST)
    kan = "E draws, E closes 5555z, dora 3p, E replaces, E discards 7s"
    evening.sees(kan)
    evening.sees(kan)
    assert evening.story() == ["E AnkanDeclared", "IndicatorRevealed 3p", "E Discarded 7s"]


def test_a_hidden_discard_is_told_unseen_and_filled_in_when_the_hand_is_gone() -> None:
    """Somebody's arm lies over South's river; West has discarded already."""
    evening = Evening()
    evening.sees(FIRST)
    three = f"{FIRST}, S draws, S discards 2s, W draws, W discards 8p"
    covered = seen_of(three)
    covered = replace(covered, seats=(covered.seats[0], SeenSeat(), *covered.seats[2:]))
    evening.sees(covered)
    assert evening.story() == ["E Discarded 1m"]
    for _ in range(3):
        evening.sees(covered)
    assert evening.story() == ["E Discarded 1m", "S Discarded", "W Discarded 8p"]
    evening.sees(three)
    assert evening.story() == ["E Discarded 1m", "S Discarded 2s", "W Discarded 8p"]


def test_later_and_better_readings_put_an_earlier_one_right() -> None:
    evening = Evening()
    doubtful = SeenTile(Tile("7p"), 0.96, others=((Tile("1p"), 0.02),))
    after = f"{FIRST}, S draws, S discards 1p"
    evening.sees(with_river(seen_of(after), S, doubtful))
    assert evening.story()[-1] == "S Discarded 7p"
    later = f"{after}, W draws, W discards 3z"
    for number in range(4):
        better = SeenTile(Tile("1p"), 0.98 + number / 1000)
        evening.sees(with_river(seen_of(later), S, better))
    assert evening.questions or evening.story()[1] == "S Discarded 1p"
    if evening.questions:
        evening.answers(0)
    assert evening.story() == ["E Discarded 1m", "S Discarded 1p", "W Discarded 3z"]


def test_a_tile_that_nobody_can_be_sure_of_is_asked_about() -> None:
    evening = Evening()
    blurred = SeenTile(Tile("6m"), 0.6, others=((Tile("9m"), 0.3), (Tile("5m"), 0.05)), crop=12)
    evening.sees(with_river(seen_of("E draws, E discards 6m"), E, blurred))
    evening.waits(60)
    assert evening.story() == ["E Discarded"]
    (question,) = evening.questions
    assert (question.code, question.seat, question.crop) == (QuestionCode.WHICH_TILE, E, 12)
    assert [choice.facts[-1].tile.text for choice in question.choices] == ["6m", "9m", "5m"]
    assert sum(choice.chance for choice in question.choices) <= 1
    evening.answers(1)
    assert evening.story() == ["E Discarded 9m"]
    assert not evening.questions


def test_what_a_person_has_said_no_picture_changes() -> None:
    evening = Evening()
    evening.sees(FIRST)
    evening.told = (f.Drawn(E), f.Discarded(E, Tile("1p")))  # put right on the page
    for _ in range(5):
        evening.sees(FIRST)
    evening.sees(f"{FIRST}, S draws, S discards 2z")
    assert evening.story() == ["E Discarded 1p", "S Discarded 2z"]


def test_an_answer_still_fits_when_somebody_has_told_more_meanwhile() -> None:
    evening = Evening()
    blurred = SeenTile(Tile("6m"), 0.6, others=((Tile("9m"), 0.3),))
    evening.sees(with_river(seen_of("E draws, E discards 6m"), E, blurred))
    evening.waits(60)
    evening.told = (*evening.told, f.PonCalled(W, E, None, (None, None)), f.Discarded(W, Tile("1z")))
    evening.answers(1)
    assert evening.story() == ["E Discarded 9m", "W PonCalled 9m", "W Discarded 1z"]


def test_an_answer_that_fits_none_puts_the_question_away() -> None:
    evening = Evening()
    blurred = SeenTile(Tile("6m"), 0.6, others=((Tile("9m"), 0.3),))
    evening.sees(with_river(seen_of("E draws, E discards 6m"), E, blurred))
    evening.waits(60)
    evening.answers(-1)
    evening.waits(60)
    assert not evening.questions
    assert evening.story() == ["E Discarded"]


@pytest.mark.parametrize("seen_at", [E, S])
def test_a_fifth_copy_is_asked_about_and_never_told(seen_at) -> None:
    """A foreign tile lies on the table: 1m five times."""
    script = (
        "E draws, E discards 1m, S draws, S discards 1m, W draws, W discards 1m, N draws, N discards 1m, "
        "E draws, E discards 9s"
    )
    evening = Evening()
    evening.sees(script)
    more = f"{script}, S draws, S discards 3z"
    if seen_at == E:
        more = script.replace("E discards 9s", "E discards 4z")
    true = seen_of(more)
    evening.sees(with_river(true, seen_at, SeenTile(Tile("1m"), 0.99)))
    for _ in range(75):
        evening.sees(with_river(true, seen_at, SeenTile(Tile("1m"), 0.99)))
    ones = [fact for fact in evening.told if getattr(fact, "tile", None) is Tile("1m")]
    assert len(ones) <= 4
    assert QuestionCode.FIFTH_COPY in {question.code for question in evening.questions}
    while evening.questions:
        evening.answers(0)


def test_a_table_that_is_cleared_in_mid_hand_tells_nothing() -> None:
    script = "".join(
        f"{seat} draws, {seat} discards {rank}{suit}, "
        for rank, suit in ((1, "m"), (2, "p"), (3, "s"))
        for seat in "ESWN"
    ).rstrip(", ")
    evening = Evening()
    evening.sees(script)
    before = evening.told
    gone = seen_of(script)
    for left in (2, 1, 0):
        seats = tuple(replace(seat, river=seat.river[:left]) for seat in gone.seats)
        evening.sees(replace(gone, seats=seats, has_walls=False))
    evening.waits(60)
    assert evening.told == before


def test_a_cat_on_the_river_tells_nothing() -> None:
    """Fur is taken for tiles, and nobody can read them."""
    evening = Evening()
    evening.sees(FIRST)
    seen = seen_of(FIRST)
    fur = tuple(SeenTile(None, 0.4) for _ in range(6))
    cat = replace(seen, seats=tuple(replace(seat, river=(*seat.river, *fur)) for seat in seen.seats))
    for _ in range(6):
        evening.sees(cat)
    evening.waits(30)
    assert evening.story() == ["E Discarded 1m"]
    evening.sees(f"{FIRST}, S draws, S discards 2z")
    assert evening.story() == ["E Discarded 1m", "S Discarded 2z"]


def test_two_kans_of_which_the_first_is_flipped_late() -> None:
    begun = table()
    first = "E draws, E closes 5555z"
    evening = Evening(begun)
    evening.sees(first)
    assert evening.kyoku.wall.indicators_owed == 1
    second = f"{first}, E replaces, E closes 6666z"
    evening.sees(second)
    assert evening.kyoku.wall.indicators_owed == 2
    evening.sees(f"{second}, dora 1p")
    evening.sees(f"{second}, dora 1p, dora 2p, E replaces, E discards 3s")
    assert evening.kyoku.wall.indicators == (Tile("9m"), Tile("1p"), Tile("2p"))
    assert evening.kyoku.wall.indicators_owed == 0
    assert evening.story()[-1] == "E Discarded 3s"


def test_an_indicator_that_is_flipped_too_early_is_told_when_it_is_owed() -> None:
    evening = Evening()
    early = replace(seen_of(FIRST), indicators=(SeenTile(Tile("9m")), SeenTile(Tile("2p"))))
    evening.sees(early)
    assert evening.story() == ["E Discarded 1m"]
    kan = f"{FIRST}, S draws, S closes 5555z"
    evening.sees(replace(seen_of(kan), indicators=early.indicators))
    assert evening.story() == ["E Discarded 1m", "S AnkanDeclared", "IndicatorRevealed 2p"]


def test_an_added_tile_makes_a_pon_a_kan() -> None:
    evening = Evening()
    evening.sees(PON)
    around = f"{PON}, N draws, N discards 2s, E draws, E discards 4z, S draws, S discards 8m"
    evening.sees(around)
    evening.sees(f"{around}, W draws, W adds 1m")
    assert evening.story()[-1] == "W KakanDeclared 1m"
    evening.sees(f"{around}, W draws, W adds 1m, W replaces, W discards 5z, dora 7s")
    assert sorted(evening.story()[-2:]) == ["IndicatorRevealed 7s", "W Discarded 5z"]


@pytest.mark.parametrize(
    ("call", "told"),
    [
        ("S chis 3m with 24m", "S ChiCalled 3m"),
        ("S pons 3m", "S PonCalled 3m"),
        ("S kans 3m", "S DaiminkanCalled 3m"),
    ],
)
def test_chi_pon_and_kan_are_told_apart_by_their_tiles(call: str, told: str) -> None:
    evening = Evening()
    evening.sees(f"E draws, E discards 3m, {call}")
    assert evening.story() == ["E Discarded 3m", told]


def test_a_meld_that_is_laid_in_two_steps_is_told_when_it_is_whole() -> None:
    evening = Evening()
    evening.sees(FIRST)
    whole = seen_of(f"{FIRST}, W pons 1m")
    own = SeenMeld((SeenTile(Tile("1m")), SeenTile(Tile("1m"))))
    half = replace(seen_of(FIRST), seats=(*whole.seats[:2], SeenSeat(loose=own.tiles), whole.seats[3]))
    evening.sees(half)
    assert evening.story() == ["E Discarded 1m"]
    evening.sees(whole)
    assert evening.story() == ["E Discarded 1m", "W PonCalled 1m"]


def test_a_sideways_tile_is_a_riichi_and_the_next_draw_pays_its_stick() -> None:
    evening = Evening()
    riichi = "E draws, E riichi, E discards 9p"
    evening.sees(riichi)
    evening.waits(3)
    assert evening.story() == ["E RiichiDeclared", "E Discarded 9p"]
    evening.sees(f"{riichi}, E pays, S draws, S discards 1z")
    assert f.RiichiAccepted(E) in evening.told
    assert evening.kyoku.kyoutaku == 1


def test_a_tile_that_only_looked_sideways_declares_no_riichi() -> None:
    evening = Evening()
    crooked = SeenTile(Tile("9p"), 0.97, sideways=True)
    script = "E draws, E discards 9p"
    evening.sees(with_river(seen_of(script), E, crooked))
    later = f"{script}, S draws, S discards 1z"
    for number in range(3):
        straight = SeenTile(Tile("9p"), 0.98 + number / 1000)
        evening.sees(with_river(seen_of(f"{later}"), E, straight))
    assert evening.story() == ["E Discarded 9p", "S Discarded 1z"]
    assert evening.kyoku.kyoutaku == 0


def test_riichi_that_was_said_counts_although_the_tile_lies_straight() -> None:
    evening = Evening()
    evening.sees("")
    evening.presses(E, Action.RIICHI)
    evening.sees("E draws, E discards 9p")
    evening.sees("E draws, E discards 9p")
    assert evening.story() == ["E RiichiDeclared", "E Discarded 9p"]


def test_a_house_that_trusts_no_picture_with_melds_is_asked() -> None:
    evening = Evening(trust=Trust(writes_melds=False))
    for _ in range(5):
        evening.sees(PON)
    assert evening.story() == ["E Discarded"]  # what it was lies in a meld that nobody has told yet
    assert evening.questions[0].code is QuestionCode.WHICH_STORY
    evening.answers(0)
    assert evening.story() == ["E Discarded 1m", "W PonCalled 1m", "W Discarded 9p"]
    assert evening.kyoku.players[E].discards[0].tile is Tile("1m")


def test_north_is_set_aside_with_three_players() -> None:
    begun = table(TENHOU_3P)
    evening = Evening(begun)
    evening.sees("E draws, E kita")
    assert evening.story() == ["E KitaDeclared"]
    evening.sees("E draws, E kita, E replaces, E discards 9p")
    assert evening.story() == ["E KitaDeclared", "E Discarded 9p"]


def test_more_than_eighteen_tiles_lie_in_a_river() -> None:
    evening, script = Evening(), ""
    for number in range(68):
        seat, tile = "ESWN"[number % 4], f"{number % 9 + 1}{'mps'[number // 9 % 3]}"
        script += f"{seat} draws, {seat} discards {tile}, "
        if number % 4 == 3:
            evening.sees(script)
    assert len(evening.story()) == 68
    assert evening.kyoku.wall.live == 2


def test_what_is_still_in_doubt_is_asked_when_the_hand_is_over() -> None:
    evening = Evening()
    blurred = SeenTile(Tile("6m"), 0.6, others=((Tile("9m"), 0.3),))
    evening.sees(with_river(seen_of("E draws, E discards 6m"), E, blurred))
    evening.waits(5)
    assert evening.story() == ["E Discarded"]
    assert not evening.questions
    evening.told = (*evening.told, f.Won(S, f.WinBy.RON, E))
    evening.waits(1)
    evening.answers(1)
    assert evening.story()[0] == "E Discarded 9m"
    assert evening.kyoku.is_over


def test_nothing_is_told_once_the_hand_is_over() -> None:
    evening = Evening()
    evening.sees(FIRST)
    evening.told = (*evening.told, f.Won(S, f.WinBy.RON, E, Tile("1m")))
    evening.sees(f"{FIRST}, S draws, S discards 2z")
    assert len(evening.told) == 3
    assert not evening.questions
