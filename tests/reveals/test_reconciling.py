"""The table was out of sight: what is different is named, and what makes the two agree again is lawful."""

from dataclasses import replace

import pytest

from companion.evidence.sights import SeenMeld, SeenTile
from companion.reveals.differences import differences
from companion.reveals.numbers import MOST_BACK, TABLE_IS_RIGHT
from companion.reveals.reconciling import reconciled
from companion.riichi.facts import (
    AnkanDeclared,
    ChiCalled,
    Discarded,
    Drawn,
    IndicatorRevealed,
    KakanDeclared,
    PlayFollowed,
    PlayUnfollowed,
    PonCalled,
    RiichiDeclared,
)
from companion.riichi.seats import Seat
from companion.riichi.tiles import Tile
from companion.riichi.unseen import completed
from companion.scribe.questions import QuestionCode
from companion.table_state import Difference, Zone
from tests.reveals.laid_open import after, begun, row, turns
from tests.toolbox.sightings import visible
from tests.toolbox.tables import table

DEAL = begun()
TOLD = turns("1z", "9p", "2m", "3z", "4p")


def next_discards(kyoku, seen):
    """The simplest one who can think of a story: discards in turn, as long as their tiles lie there."""
    facts = ()
    while apart := differences(kyoku, seen):
        zone = next((each for each in apart if each.zone is Zone.RIVER and each.seat == kyoku.turn), None)
        if zone is None or not zone.extra:
            return None
        more = completed(kyoku, Discarded(kyoku.turn, zone.extra[0]))
        kyoku, facts = after(kyoku, *more), (*facts, *more)
    return facts


def table_after(*facts):
    return visible(after(DEAL, *facts))


def with_seat(seen, seat, **changes):
    seats = list(seen.seats)
    seats[seat] = replace(seats[seat], **changes)
    return replace(seen, seats=tuple(seats))


def asked(told, seen, explain=next_discards):
    return reconciled(DEAL, told, seen, explain)


def settled(told, question):
    """The table after the first answer."""
    choice = question.choices[0]
    return after(DEAL, *told[: len(told) - choice.replaces], *choice.facts)


def test_tables_that_agree_are_not_asked_about():
    assert asked(TOLD, table_after(*TOLD)) is None


def test_a_tile_that_cannot_be_read_is_no_difference():
    seen = with_seat(table_after(*TOLD), 1, river=(SeenTile(None, 0.0),))
    assert asked(TOLD, seen) is None


def test_a_doubtful_reading_of_the_written_tile_is_no_difference():
    seen = with_seat(table_after(*TOLD), 1, river=(SeenTile(Tile("8p"), 0.6, others=((Tile("9p"), 0.4),)),))
    assert asked(TOLD, seen) is None


def test_what_is_there_and_not_written_is_told():
    later = turns("1z", "9p", "2m", "3z", "4p", "6s", "7z")
    question = asked(TOLD, table_after(*later))
    assert question.code is QuestionCode.TABLE_DIFFERS
    assert question.differences == (
        Difference(Zone.RIVER, Seat(1), extra=(Tile("6s"),)),
        Difference(Zone.RIVER, Seat(2), extra=(Tile("7z"),)),
    )
    assert question.choices[0].replaces == 0
    assert visible(settled(TOLD, question)) == table_after(*later)


def test_the_screen_is_right_changes_nothing():
    question = asked(TOLD, table_after(*TOLD[:-2]))
    assert (question.choices[-1].facts, question.choices[-1].replaces) == ((), 0)


def test_what_was_told_too_much_is_taken_back():
    question = asked(TOLD, table_after(*TOLD[:-2]))
    assert question.differences == (Difference(Zone.RIVER, Seat(0), missing=(Tile("4p"),)),)
    assert question.choices[0].replaces in (1, 2)
    assert visible(settled(TOLD, question)) == table_after(*TOLD[:-2])


def test_another_tile_long_ago_is_put_right_where_it_was_told():
    seen = with_seat(table_after(*TOLD), 1, river=row("8p"))
    question = asked(TOLD, seen)
    assert question.differences == (
        Difference(Zone.RIVER, Seat(1), other=((Tile("9p"), Tile("8p")),), places=(0,)),
    )
    assert question.seat == Seat(1)
    now = settled(TOLD, question)
    assert [tile.tile for tile in now.players[1].river] == [Tile("8p")]
    assert [tile.tile for tile in now.players[0].river] == [Tile("1z"), Tile("4p")]


def test_another_last_discard_is_told_again():
    question = asked(TOLD, with_seat(table_after(*TOLD), 0, river=row("1z5p")))
    assert question.choices[0].facts == (Discarded(Seat(0), Tile("5p")),)
    assert question.choices[0].replaces == 1


def test_another_tile_in_a_meld_is_put_right():
    five = Tile("5p")
    called = PonCalled(Seat(3), Seat(1), five, (five, five))
    told = (*turns("1z", "5p"), called, Discarded(Seat(3), Tile("2z")))
    red = replace(called, own=(five, Tile("0p")))
    question = asked(told, table_after(*told[:-2], red, told[-1]))
    assert question.differences[0].zone is Zone.MELDS
    assert settled(told, question).players[3].melds[0].tiles == (five, five, Tile("0p"))


def nobody_knows(*_):
    return None


@pytest.fixture
def pon_and_more():
    """After what was told somebody has called and riichi was declared: nobody saw how."""
    seen = table_after(*TOLD)
    meld = SeenMeld((SeenTile(Tile("7z"), sideways=True), *row("7z7z")))
    seen = with_seat(seen, 3, melds=(meld,), river=row("3z9m1s"))
    river = (*row("2m"), replace(row("8s")[0], sideways=True))
    return with_seat(seen, 2, river=river)


def test_what_nobody_can_explain_stays_unknown_and_the_turns_are_followed_again(pon_and_more):
    question = asked(TOLD, pon_and_more, explain=nobody_knows)
    facts = question.choices[0].facts
    assert isinstance(facts[0], PlayUnfollowed)
    assert any(isinstance(fact, PonCalled) and fact.giver is None for fact in facts)
    assert any(isinstance(fact, RiichiDeclared) and fact.seat == 2 for fact in facts)
    (again,) = [fact for fact in facts if isinstance(fact, PlayFollowed)]
    # Eight tiles lie in the rivers; the one that was called lies in the meld.
    assert again.live == 70 - 8
    now = settled(TOLD, question)
    assert not now.is_unfollowed
    after(now, Drawn(now.turn))


@pytest.mark.parametrize(("unseen", "turn"), [(("5m",), 3), (("5m", "6m", "7m", "8m"), 2)])
def test_whoever_draws_next_is_counted_from_the_dealer_on(unseen, turn):
    deal = replace(DEAL, dealer=Seat(2), turn=Seat(2))
    told = turns("1z", "2z", "3z", "4z", first=2)
    seen = visible(after(deal, *told, *turns(*unseen, first=2)))
    question = reconciled(deal, told, seen, nobody_knows)
    assert question.choices[0].facts[-1].turn == Seat(turn)


def test_an_indicator_that_was_turned_unseen_is_told(pon_and_more):
    seen = replace(pon_and_more, indicators=row("9m5s"))
    question = asked(TOLD, seen, explain=nobody_knows)
    wanted = Difference(Zone.INDICATORS, None, extra=(Tile("5s"),))
    assert wanted in question.differences
    flips = [fact for fact in question.choices[0].facts if isinstance(fact, IndicatorRevealed)]
    assert len(flips) <= 1  # where no kan was made, one more indicator cannot be told


@pytest.mark.parametrize(("is_shown", "told"), [(False, ["3p"]), (True, [])])
def test_an_indicator_that_may_be_an_ura_one_is_not_told(pon_and_more, is_shown, told):
    """The first one was never read; once a hand is shown, two of them may lie open (裏ドラ)."""
    deal = table(dora=None)
    seen = replace(pon_and_more, indicators=row("3p") + row("7s"))
    if is_shown:
        seen = with_seat(seen, 1, showing=row("123m456p789s11z22z"))
    question = reconciled(deal, TOLD, seen, nobody_knows)
    flips = [fact.tile.text for fact in question.choices[0].facts if isinstance(fact, IndicatorRevealed)]
    assert flips == told


def out_of_sight(told, seen):
    """What is told of a table to which nobody finds a story, without where the turns go on."""
    question = reconciled(DEAL, told, seen, nobody_knows)
    settled(told, question)
    return question.choices[0].facts[1:-1]


@pytest.mark.parametrize("is_inside", [True, False])
def test_a_meld_is_recorded_on_whichever_side_of_the_older_one_it_lies(is_inside):
    seen = table_after(*with_pon())
    (pon,), chi = seen.seats[3].melds, SeenMeld((replace(row("1m")[0], sideways=True), *row("23m")))
    seen = with_seat(seen, 3, melds=(pon, chi) if is_inside else (chi, pon))
    assert out_of_sight(with_pon(), seen) == (ChiCalled(Seat(3), Tile("1m"), (Tile("2m"), Tile("3m"))),)


@pytest.mark.parametrize(("pon", "added", "told"), [("5p", "0p", "0p"), ("6p", "?", "6p"), ("5p", "?", None)])
def test_a_tile_that_was_added_unseen_makes_the_pon_a_kan(pon, added, told):
    seen = table_after(*with_pon(pon))
    kan = replace(seen.seats[3].melds[0], added=row(added)[0])
    facts = out_of_sight(with_pon(pon), with_seat(seen, 3, melds=(kan,)))
    assert facts == (() if told is None else (KakanDeclared(Seat(3), Tile(told)),))


def test_once_a_stretch_was_not_followed_the_rivers_are_not_compared(pon_and_more):
    facts = asked(TOLD, pon_and_more, explain=nobody_knows).choices[0].facts
    assert asked((*TOLD, *facts), pon_and_more) is None


def apart_in_melds(told, *tiles, added=None):
    """Where the melds of seat 3 differ, if these tiles lie there; text with ' is a tile that lies across."""
    lying = [replace(row(text[:2])[0], sideways=text.endswith("'")) for text in tiles]
    meld = SeenMeld(tuple(lying), row(added)[0] if added else None)
    found = differences(after(DEAL, *told), with_seat(table_after(*told), 3, melds=(meld,)))
    return [one for one in found if one.zone is Zone.MELDS]


def with_pon(text="5p"):
    tile = Tile(text)
    return (
        *turns("1z", text),
        PonCalled(Seat(3), Seat(1), tile, (tile, tile)),
        Discarded(Seat(3), Tile("2z")),
    )


def test_a_tile_that_covers_one_of_a_meld_leaves_it_missing():
    (one,) = apart_in_melds(with_pon(), "5p", "5p'")
    assert (one.missing, one.extra, one.other) == ((Tile("5p"),), (), ())


def test_a_fourth_tile_on_a_pon_is_one_too_many():
    (one,) = apart_in_melds(with_pon(), "5p", "5p'", "5p", added="5p")
    assert (one.missing, one.extra, one.other) == ((), (Tile("5p"),), ())


def test_the_tile_that_was_called_is_compared_too():
    (one,) = apart_in_melds(with_pon(), "5p", "6p'", "5p")
    assert one.other == ((Tile("5p"), Tile("6p")),)


def test_a_closed_kan_agrees_with_two_faces_and_two_backs():
    kan = AnkanDeclared(Seat(0), (Tile("7z"),) * 4)
    told = (*turns("1z", "9p", "2m", "3z"), Drawn(Seat(0)), kan)
    assert differences(after(DEAL, *told), table_after(*told)) == ()
    back = SeenTile(None, is_back=True)
    seen = with_seat(table_after(*told), 0, melds=(SeenMeld((back, *row("6z7z"), back)),))
    (one,) = differences(after(DEAL, *told), seen)
    assert (one.zone, one.other) == (Zone.MELDS, ((Tile("7z"), Tile("6z")),))


def test_a_tile_that_was_laid_across_and_pushed_straight_is_no_difference():
    told = turns("1z", "9p", "2m", "3z", riichi=(1,))
    straight = with_seat(table_after(*told), 1, river=row("9p"))
    assert differences(after(DEAL, *told), straight) == ()
    across = with_seat(straight, 0, river=(replace(row("1z")[0], sideways=True),))
    assert differences(after(DEAL, *told), across) == ()


@pytest.mark.parametrize(("back", "is_followed"), [(MOST_BACK, True), (MOST_BACK + 1, False)])
def test_so_many_facts_are_taken_back_and_no_more(back: int, is_followed: bool) -> None:
    """All later discards have gone again, and nobody can think of a story."""
    facts = turns(*("1z", "2z", "3z", "4z", "5z", "6z", "7z", "1m", "9m", "9p", "9s"))
    kept = 3 if back % 2 == 0 else 1
    told = facts[: kept + back]
    question = asked(told, table_after(*facts[:kept]), lambda *_: None)
    if is_followed:
        assert question.choices[0].replaces == back
    else:
        assert not question.choices or question.choices[0].facts[:1] == (PlayUnfollowed(),)


def test_the_table_is_rather_right_than_the_screen() -> None:
    question = asked(TOLD, table_after(*TOLD[:-2]))
    assert [one.chance for one in question.choices] == [TABLE_IS_RIGHT, 1 - TABLE_IS_RIGHT]
    gone = asked(TOLD, table_after(*TOLD, *turns("5s", "6s", first=1)))
    assert [one.chance for one in gone.choices] == [TABLE_IS_RIGHT, 1 - TABLE_IS_RIGHT]
