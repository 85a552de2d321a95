"""Kans that a key told before anybody looked: what they are is filled in when their tiles come to be seen."""

from dataclasses import replace

import pytest

from companion.evidence import Said
from companion.evidence.sights import SeenMeld, SeenTile, TableSeen
from companion.evidence.taps import told
from companion.riichi import facts as f
from companion.riichi.calls import Action
from companion.riichi.copies import quad
from companion.riichi.presets import TENHOU
from companion.riichi.seats import SEATS
from companion.riichi.tiles import Tile, parse_tiles
from companion.scribe import QuestionCode
from tests.stories.watched_evening import Evening, seen_of, with_river

E, S, W, N = SEATS
FIRST = "E draws, E discards 1m"
TURN = f"{FIRST}, S draws"
UNSEEN = (None,) * 4
PONS = (
    "E draws, E discards 7m, W pons 7m, W discards 9p, N draws, N discards 2s, "
    "E draws, E discards 5p, W pons 5p, W discards 9s, N draws, N discards 3s, "
    "E draws, E discards 4z, S draws, S discards 8m, W draws"
)

RED = "pons 5p with 05p"


def told_by_key(evening: Evening, script: str, said: Said) -> None:
    """The evening up to now, sentence by sentence, and what a key says: the loop tells that at once."""
    sentences = script.split(", ")
    for at in range(1, len(sentences) + 1):
        evening.sees(", ".join(sentences[:at]))
    evening.told = (*evening.told, *told(evening.kyoku, said))


def kan(evening: Evening) -> f.AnkanDeclared | f.KakanDeclared:
    (found,) = [fact for fact in evening.told if isinstance(fact, f.AnkanDeclared | f.KakanDeclared)]
    return found


def with_kan(script: str, seat, *faces: SeenTile) -> TableSeen:
    """The sighting, the newest meld of a seat four tiles: as many backs as faces are missing."""
    seen = seen_of(script)
    back = SeenTile(None, is_back=True)
    tiles = (back, *faces, *(back,) * (3 - len(faces)))
    seats = list(seen.seats)
    seats[seat] = replace(seats[seat], melds=(*seats[seat].melds[:-1], SeenMeld(tiles)))
    return replace(seen, seats=tuple(seats))


@pytest.mark.parametrize(("tiles", "written"), [("7777m", "7m7m7m7m"), ("0555p", "0p5p5p5p")])
def test_a_closed_kan_is_named_by_its_open_faces_with_its_red_one(tiles: str, written: str) -> None:
    evening = Evening()
    told_by_key(evening, FIRST, Said(S, Action.ANKAN))
    assert kan(evening).tiles == UNSEEN
    evening.sees(f"{TURN}, S closes {tiles}")
    assert "".join(tile.text for tile in kan(evening).tiles) == written
    assert evening.story() == ["E Discarded 1m", "S AnkanDeclared"]
    evening.sees(f"{TURN}, S closes {tiles}, S replaces, dora 3z, S discards 4s")
    assert evening.story()[2:] == ["IndicatorRevealed 3z", "S Discarded 4s"]


def test_it_is_named_as_well_when_the_hand_has_gone_on_before_anybody_looked() -> None:
    evening = Evening()
    told_by_key(evening, FIRST, Said(S, Action.ANKAN))
    evening.told = (*evening.told, *told(evening.kyoku, Said(S, Action.DISCARD)))
    after = f"{TURN}, S closes 7777m, S replaces, dora 3z, S discards 4s, W draws, W discards 2s"
    evening.sees(after)
    evening.sees(after)
    assert kan(evening).tiles == quad(Tile("7m"), TENHOU)
    assert sorted(evening.story()[-3:]) == ["IndicatorRevealed 3z", "S Discarded 4s", "W Discarded 2s"]


def test_one_face_alone_names_no_kan_but_is_asked_about() -> None:
    evening = Evening()
    told_by_key(evening, FIRST, Said(S, Action.ANKAN))
    evening.sees(with_kan(f"{TURN}, S closes 7777m", S, SeenTile(Tile("7m"), 0.95)))
    evening.waits(60)
    assert kan(evening).tiles == UNSEEN
    (question,) = evening.questions
    assert (question.code, question.seat) == (QuestionCode.WHICH_TILE, S)
    evening.answers(0)
    assert kan(evening).tiles == quad(Tile("7m"), TENHOU)
    assert not evening.questions


def test_two_faces_that_disagree_name_no_kan() -> None:
    evening = Evening()
    told_by_key(evening, FIRST, Said(S, Action.ANKAN))
    seven, one = SeenTile(Tile("7m"), 0.96), SeenTile(Tile("1p"), 0.97)
    evening.sees(with_kan(f"{TURN}, S closes 7777m", S, seven, one))
    evening.waits(60)
    assert kan(evening).tiles == UNSEEN
    choices = [choice.facts[0].tiles[0].text for choice in evening.questions[0].choices]
    assert sorted(choices) == ["1p", "7m"]


def test_a_kind_of_which_one_lies_elsewhere_is_no_kan_and_the_next_likeliest_is_none_either() -> None:
    evening = Evening()
    told_by_key(evening, FIRST, Said(S, Action.ANKAN))
    ones = [SeenTile(Tile("1m"), 0.9 + step / 100, others=((Tile("7m"), 0.05),)) for step in range(2)]
    evening.sees(with_kan(f"{TURN}, S closes 7777m", S, *ones))
    evening.waits(60)
    assert kan(evening).tiles == UNSEEN
    assert all(Tile("1m") not in choice.facts[0].tiles for one in evening.questions for choice in one.choices)


def test_what_a_person_has_said_of_a_kan_no_picture_changes() -> None:
    evening = Evening()
    told_by_key(evening, FIRST, Said(S, Action.ANKAN, own=parse_tiles("5505s")))
    for _ in range(5):
        evening.sees(f"{TURN}, S closes 7777m")
    assert kan(evening).tiles == parse_tiles("5505s")


def test_tiles_of_another_meld_name_no_closed_kan() -> None:
    """The kan is hidden, and what is seen beside it is a pon."""
    evening = Evening()
    told_by_key(evening, FIRST, Said(S, Action.ANKAN))
    seen = seen_of(f"{FIRST}, S pons 1m, S discards 4s")
    for _ in range(5):
        evening.sees(replace(seen, seats=(evening.mind.eye.seen.seats[0], *seen.seats[1:])))
    assert kan(evening).tiles == UNSEEN


def test_a_river_tile_read_as_a_closed_kan_s_is_not_taken_from_the_kan() -> None:
    evening = Evening()
    script = f"{TURN}, S closes 7777m, S replaces, dora 3z, S discards 4s"
    evening.sees(script)
    later = f"{script}, W draws, W discards 9m"
    misread = SeenTile(Tile("7m"), 0.97, others=((Tile("9m"), 0.01),))
    for _ in range(4):
        evening.sees(with_river(seen_of(later), W, misread))
    assert kan(evening).tiles == quad(Tile("7m"), TENHOU)
    assert Tile("7m") is not evening.kyoku.players[W].discards[0].tile


def kakan_evening(script: str = PONS) -> Evening:
    evening = Evening()
    told_by_key(evening, script.removesuffix(", W draws"), Said(W, Action.KAKAN))
    assert kan(evening).tile is None
    return evening


@pytest.mark.parametrize(("fives", "added"), [("55p", "7m"), ("55p", "0p"), ("05p", "5p"), ("05p", "7m")])
def test_an_added_tile_is_named_on_the_pon_on_which_it_lies(fives: str, added: str) -> None:
    script = PONS.replace("pons 5p", f"pons 5p with {fives}")
    evening = kakan_evening(script)
    after = f"{script}, W adds {added}"
    evening.sees(after)
    assert kan(evening).tile is Tile(added)
    evening.sees(f"{after}, W replaces, W discards 5z, dora 7s")
    assert kan(evening).tile is Tile(added)
    assert sorted(evening.story()[-2:]) == ["IndicatorRevealed 7s", "W Discarded 5z"]
    assert not evening.questions


def test_the_only_pon_says_what_was_added_though_nobody_sees_it() -> None:
    one_pon = (
        "E draws, E discards 7m, W pons 7m, W discards 9p, N draws, N discards 2s, "
        "E draws, E discards 4z, S draws, S discards 8m, W draws"
    )
    evening = kakan_evening(one_pon)
    evening.sees(one_pon)
    assert kan(evening).tile is Tile("7m")


def test_of_two_pons_none_is_guessed_while_nobody_sees_the_added_tile() -> None:
    evening = kakan_evening()
    for _ in range(4):
        evening.sees(PONS)
    assert kan(evening).tile is None


def test_an_unseen_five_is_the_red_one_where_the_three_plain_ones_lie_under_it() -> None:
    one_pon = (
        "E draws, E discards 5p, W pons 5p, W discards 9p, N draws, N discards 2s, "
        "E draws, E discards 4z, S draws, S discards 8m, W draws"
    )
    evening = kakan_evening(one_pon)
    evening.sees(one_pon)
    assert kan(evening).tile is Tile("0p")
    evening.sees(f"{one_pon}, W adds 0p")
    assert kan(evening).tile is Tile("0p")
    assert not evening.questions


def test_whether_an_unseen_five_is_red_is_not_guessed_while_one_under_it_may_be() -> None:
    one_pon = (
        "E draws, E discards 5p, W pons 5p, W discards 9p, N draws, N discards 2s, "
        "E draws, E discards 4z, S draws, S discards 8m, W draws"
    )
    evening = Evening()
    unsure = SeenTile(Tile("5p"), 0.55, others=((Tile("0p"), 0.44),))
    for at in range(4, one_pon.count(",") + 2):
        seen = seen_of(", ".join(one_pon.split(", ")[:at]))
        pon = seen.seats[W].melds[0]
        seat = replace(seen.seats[W], melds=(replace(pon, tiles=(unsure, *pon.tiles[1:])),))
        evening.sees(replace(seen, seats=(*seen.seats[:2], seat, seen.seats[3])))
    evening.told = (*evening.told, *told(evening.kyoku, Said(W, Action.KAKAN)))
    evening.sees(replace(seen, seats=(*seen.seats[:2], seat, seen.seats[3])))
    assert kan(evening).tile is None
    evening.waits(60)
    evening.answers(0)
    assert kan(evening).tile is Tile("0p")
    evening.waits(60)
    assert not evening.questions


@pytest.mark.parametrize("chance", [0.5, 0.6])
def test_a_five_that_nobody_can_read_makes_no_second_kan(chance: float) -> None:
    """It clearly lies on the other pon, and which five it is the three that lie there say."""
    evening = kakan_evening()
    seen = seen_of(f"{PONS}, W adds 0p")
    melds = seen.seats[W].melds
    unsure = SeenTile(Tile("5p"), chance, sideways=True, others=((Tile("0p"), 1 - chance),))
    seat = replace(seen.seats[W], melds=(melds[0], replace(melds[1], added=unsure)))
    for number in range(4):
        evening.sees(replace(seen, seats=(*seen.seats[:2], seat, seen.seats[3])))
        assert number == 0 or kan(evening).tile is Tile("0p")


def test_a_tile_that_strays_beside_a_pon_makes_no_kan_of_it_where_none_was_told() -> None:
    """One look at something odd beside the second pon, while the first one has its fourth tile."""
    evening = kakan_evening()
    seen = seen_of(f"{PONS}, W adds 7m")
    melds = seen.seats[W].melds
    stray = SeenTile(Tile("3s"), 0.5, sideways=True)
    odd = replace(seen.seats[W], melds=(melds[0], replace(melds[1], added=stray)))
    evening.sees(replace(seen, seats=(*seen.seats[:2], odd, seen.seats[3])))
    evening.sees(seen)
    assert kan(evening).tile is Tile("7m")


def robbed(*wins: f.Won, script: str = PONS) -> Evening:
    """A kan by key, and at once somebody presses ron: the hand is over before the eye has seen a tile."""
    evening = kakan_evening(script)
    evening.told = (*evening.told, *wins)
    return evening


@pytest.mark.parametrize("added", ["7m", "5p"])
def test_a_robbed_kan_is_named_when_its_tile_comes_to_be_seen_after_the_hand(added: str) -> None:
    evening = robbed(f.Won(E, f.WinBy.RON, W), f.Won(N, f.WinBy.RON, W), script=PONS.replace("pons 5p", RED))
    evening.sees(f"{PONS.replace('pons 5p', RED)}, W adds {added}")
    assert kan(evening).tile is Tile(added)
    assert [fact.seat for fact in evening.told if isinstance(fact, f.Won)] == [E, N]
    assert not evening.questions


def test_a_robbed_kan_that_nobody_saw_is_what_somebody_won_with() -> None:
    evening = robbed(f.Won(E, f.WinBy.RON, W, Tile("7m")))
    evening.waits(1)
    assert kan(evening).tile is Tile("7m")


def test_a_robbed_kan_of_two_that_it_may_be_stays_open_while_nothing_tells() -> None:
    evening = robbed(f.Won(E, f.WinBy.RON, W))
    for _ in range(3):
        evening.sees(PONS)
    assert kan(evening).tile is None


def test_a_robbed_five_that_nobody_can_read_is_plain_where_the_red_one_lies_under_it() -> None:
    script = PONS.replace("pons 5p", RED)
    evening = robbed(f.Won(E, f.WinBy.RON, W), script=script)
    seen = seen_of(f"{script}, W adds 5p")
    melds = seen.seats[W].melds
    unsure = SeenTile(Tile("5p"), 0.5, sideways=True, others=((Tile("0p"), 0.5),))
    seat = replace(seen.seats[W], melds=(melds[0], replace(melds[1], added=unsure)))
    evening.sees(replace(seen, seats=(*seen.seats[:2], seat, seen.seats[3])))
    assert kan(evening).tile is Tile("5p")


def test_a_closed_kan_of_which_one_was_told_elsewhere_is_told_at_its_turn_without_its_tiles() -> None:
    """A worn tile was told as the fourth one: the kan is lawful all the same, and its indicator owed."""
    evening = Evening()
    worn = SeenTile(Tile("7m"), 0.97, others=((Tile("7p"), 0.02),))
    first = "E draws, E discards 7p"
    evening.sees(with_river(seen_of(first), E, worn))
    assert evening.story() == ["E Discarded 7m"]
    script = f"{first}, S draws, S closes 7777m"
    for more in ("", ", dora 3z", ", dora 3z, S replaces, S discards 4s"):
        evening.sees(with_river(seen_of(f"{script}{more}"), E, worn))
    assert evening.story()[1:] == ["S AnkanDeclared", "IndicatorRevealed 3z", "S Discarded 4s"]
    assert kan(evening).tiles == UNSEEN
    for number in range(4):
        better = SeenTile(Tile("7p"), 0.98 + number / 1000)
        evening.sees(with_river(seen_of(f"{script}, dora 3z, S replaces, S discards 4s"), E, better))
    assert evening.story() == ["E Discarded 7p", "S AnkanDeclared", "IndicatorRevealed 3z", "S Discarded 4s"]
    assert kan(evening).tiles == quad(Tile("7m"), TENHOU)


def test_an_added_tile_of_which_one_was_told_elsewhere_is_told_at_its_turn_without_its_face() -> None:
    evening = Evening()
    worn = SeenTile(Tile("7m"), 0.97, others=((Tile("7p"), 0.02),))
    first = (
        "E draws, E discards 7m, W pons 7m, W discards 9p, N draws, N discards 2s, "
        "E draws, E discards 4z, S draws, S discards 7p"
    )
    for at in range(first.count(",") + 1):
        evening.sees(", ".join(first.split(", ")[: at + 1]).removesuffix(", S discards 7p"))
    evening.sees(with_river(seen_of(first), S, worn))
    assert evening.story()[-1] == "S Discarded 7m"
    script = f"{first}, W draws, W adds 7m"
    for more in ("", ", W replaces, W discards 5z, dora 7s"):
        evening.sees(with_river(seen_of(f"{script}{more}"), S, worn))
    assert sorted(evening.story()[-3:]) == ["IndicatorRevealed 7s", "W Discarded 5z", "W KakanDeclared"]
    for number in range(4):
        better = SeenTile(Tile("7p"), 0.98 + number / 1000)
        evening.sees(with_river(seen_of(f"{script}, W replaces, W discards 5z, dora 7s"), S, better))
    assert "S Discarded 7p" in evening.story()
    assert kan(evening).tile is Tile("7m")
