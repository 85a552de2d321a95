"""A closed kan that was only told by its key, and won on before the eye could look (嶺上開花)."""

from dataclasses import replace

from companion.evidence.sights import SeenMeld, SeenTile
from companion.reveals.kans_seen import with_kans_seen
from companion.reveals.revealing import revealed_wins
from companion.riichi.facts import (
    AnkanDeclared,
    Drawn,
    IndicatorRevealed,
    PlayUnfollowed,
    RinshanDrawn,
    WinBy,
    Won,
)
from companion.riichi.seats import Seat
from companion.riichi.tiles import Tile, parse_tiles
from companion.scoring import worth_of
from companion.scribe.questions import QuestionCode
from tests.reveals.laid_open import after, begun, row, table, turns

EAST, DEAL = Seat(0), begun()
UNKNOWN = AnkanDeclared(EAST, (None,) * 4)
KAN = (Drawn(EAST), UNKNOWN, IndicatorRevealed(Tile("9p")), RinshanDrawn(EAST))
WIN = Won(EAST, WinBy.TSUMO, EAST)


def lying(told, *kans, hand="123678m66p456s"):
    """The table, with these closed kans at East's corner, the middle tiles face up."""
    seen = table(after(DEAL, *told), {0: row(hand)}, "9m9p")
    back = SeenTile(None, 0.99, is_back=True)
    melds = tuple(SeenMeld((back, *row(kan), back)) for kan in kans)
    return replace(seen, seats=(replace(seen.seats[0], melds=melds), *seen.seats[1:]))


def test_the_kan_has_the_face_that_is_read_where_it_lies():
    told = (*turns("1z", "2z", "3z", "4z"), *KAN)
    seen = lying(told, "77s")
    assert with_kans_seen(DEAL, told, seen)[-3] == AnkanDeclared(EAST, parse_tiles("7777s"))
    assert with_kans_seen(DEAL, told, lying(told)) == told


def test_a_kan_that_was_told_with_its_face_keeps_it():
    named = AnkanDeclared(EAST, parse_tiles("2222s"))
    told = (*KAN[:1], named, *KAN[2:])
    assert with_kans_seen(DEAL, told, lying(told, "77s")) == told


def test_a_kan_that_was_told_late_has_the_face_of_the_one_that_nobody_had_named():
    named, late = AnkanDeclared(EAST, parse_tiles("2222s")), replace(UNKNOWN, is_late=True)
    told = (PlayUnfollowed(), named, late, WIN)
    seen = replace(late, tiles=parse_tiles("7777s"))
    assert with_kans_seen(DEAL, told, lying(told, "22s", "77s")) == (PlayUnfollowed(), named, seen, WIN)


def test_the_win_is_valued_with_it_and_the_answer_tells_it_too():
    told = (*KAN, WIN)
    (question,) = revealed_wins(DEAL, told, lying(KAN, "77s"), worth_of)
    assert question.code is QuestionCode.IS_THIS_THE_HAND
    choice = question.choices[0]
    assert choice.facts[0] == AnkanDeclared(EAST, parse_tiles("7777s"))
    assert choice.replaces == 4
    assert dict(choice.facts[-1].value.yaku) == {"menzen_tsumo": 1, "rinshan": 1, "dora": 1}
    after(after(DEAL, *told[: -choice.replaces]), *choice.facts)


def test_nobody_is_accused_of_a_hand_without_yaku_while_a_kan_is_unknown():
    assert revealed_wins(DEAL, (*KAN, WIN), lying(KAN), worth_of) == ()


def test_a_face_that_cannot_be_is_not_taken_and_the_other_kan_is_still_named():
    told = (*turns("7s", "2z", "3z", "4z"), *KAN, WIN)
    assert with_kans_seen(DEAL, told, lying(told[:-1], "77s")) == told
    assert revealed_wins(DEAL, told, lying(told[:-1], "77s"), worth_of) == ()
    late = replace(UNKNOWN, is_late=True)
    told = (*turns("7s"), PlayUnfollowed(), late, late, WIN)
    named = replace(late, tiles=parse_tiles("2222s"))
    assert with_kans_seen(DEAL, told, lying(told[:-1], "77s", "22s"))[-3:] == (late, named, WIN)
