"""A hand laid open at a win is read as the lawful hand that it must be, and asked about."""

import math
import random
from collections import Counter
from dataclasses import replace

import pytest

from companion.evidence.sights import SeenTile
from companion.reveals import revealing
from companion.reveals.numbers import ALMOST, FAINT, FALSE_WIN, LAID_APART, LAID_LAST, MOST_HANDS, MOST_VALUED
from companion.reveals.revealing import _Candidate, _drawn_places, _plain_wins, _question, revealed_wins
from companion.reveals.shown_hand import ReadHand
from companion.riichi.facts import (
    AnkanDeclared,
    Chombo,
    Discarded,
    Drawn,
    IndicatorRevealed,
    RiichiAccepted,
    RinshanDrawn,
    RuleWaived,
    WinBy,
    Won,
)
from companion.riichi.reasons import Reason
from companion.riichi.seats import Seat
from companion.riichi.tiles import Tile, parse_tiles, text_of
from companion.scoring import worth_of
from companion.scribe.questions import QuestionCode
from lab.scribe import reveals
from lab.scribe.reveals import blind, eye_like, place_of_truth, played_games, read, recorded_wins, shown
from tests.reveals.laid_open import after, begun, row, table, turns

DEAL = begun()
TO_SOUTH = turns("1z", "9p", "2m", "3z", "4p")
"""East has discarded a 4p."""
RON = Won(Seat(1), WinBy.RON, Seat(0), Tile("4p"))


def asked(told, hands, indicators="9m", kyoku=DEAL, **others):
    seen = table(after(kyoku, *told), hands, indicators, **others)
    return revealed_wins(kyoku, told, seen, worth_of)


def test_a_ron_that_was_said_is_completed_and_valued():
    told = (*TO_SOUTH, RON)
    (question,) = asked(told, {1: row("234567m23p67888s")})
    assert question.code is QuestionCode.IS_THIS_THE_HAND
    (choice,) = question.choices
    (won,) = choice.facts
    assert choice.replaces == 1
    assert (won.tile, text_of(won.hand)) == (Tile("4p"), "234567m23p67888s")
    assert dict(won.value.yaku) == {"pinfu": 1, "tanyao": 1}
    after(after(DEAL, *TO_SOUTH), won)


def test_the_winning_tile_may_lie_among_the_others():
    (question,) = asked((*TO_SOUTH, RON), {1: row("234m567m234p678s88s")})
    assert text_of(question.choices[0].facts[0].hand) == "234567m23p67888s"


def test_a_tile_that_nobody_can_read_is_the_one_that_fits():
    (question,) = asked((*TO_SOUTH, RON), {1: row("234567m23p6s?888s")})
    found = [text_of(choice.facts[0].hand) for choice in question.choices]
    assert set(found) == {"234567m23p67888s", "234567m23p66888s"}


def test_a_tile_that_was_not_seen_at_all_is_the_one_that_fits():
    (question,) = asked((*TO_SOUTH, RON), {1: row("234567m23p6888s")})
    found = [Counter(choice.facts[0].hand) for choice in question.choices]
    assert Counter(parse_tiles("234567m23p67888s")) in found


def test_a_misread_tile_is_put_right_by_the_rules():
    (question,) = asked((*TO_SOUTH, RON), {1: row("234597m23p67888s")})
    assert text_of(question.choices[0].facts[0].hand) == "234567m23p67888s"
    assert question.code is QuestionCode.IS_THIS_THE_HAND


def test_a_red_five_in_doubt_is_asked_about():
    doubtful = (*row("23467m23p67888s"), SeenTile(Tile("5m"), 0.6, others=((Tile("0m"), 0.4),), crop=7))
    (question,) = asked((*TO_SOUTH, RON), {1: doubtful})
    values = [choice.facts[0].value.han for choice in question.choices]
    assert values == [2, 3]
    assert sum(choice.chance for choice in question.choices) == pytest.approx(1, abs=0.02)


def test_a_copy_that_lies_elsewhere_cannot_be_in_the_hand():
    rivers = turns("6m", "9p", "6m", "6m", "4p")  # with the hand's own the fourth
    (question,) = asked((*rivers, RON), {1: row("234667m23p67888s")})
    assert text_of(question.choices[0].facts[0].hand) == "234567m23p67888s"


def test_nobody_said_ron_but_the_hand_lies_there():
    (question,) = asked(TO_SOUTH, {1: row("234567m23p67888s")})
    (won,) = question.choices[0].facts
    assert (won.by, won.giver, question.choices[0].replaces) == (WinBy.RON, Seat(0), 0)


def test_nobody_said_tsumo_and_the_draw_is_told_too():
    (question,) = asked(TO_SOUTH, {1: row("234567m23p67888s1p")})
    drawn, won = question.choices[0].facts
    assert drawn == Drawn(Seat(1))
    assert (won.by, won.tile, text_of(won.hand)) == (WinBy.TSUMO, Tile("1p"), "234567m23p67888s")


def test_the_drawn_tile_is_asked_about_where_the_points_depend_on_it():
    told = (*TO_SOUTH, Drawn(Seat(1)), Won(Seat(1), WinBy.TSUMO, Seat(1)))
    (question,) = asked(told, {1: row("234m56m234p678s88s7m")})
    values = {(c.facts[0].value.han, c.facts[0].value.fu) for c in question.choices}
    assert len(values) == len(question.choices) > 1
    assert question.choices[0].facts[0].tile is Tile("7m")
    apart = (replace(row("3p")[0], sideways=True), *row("234m567m24p678s88s"))
    (question,) = asked(told, {1: apart})
    assert question.choices[0].facts[0].tile is Tile("3p")


def test_the_drawn_tile_is_not_asked_about_where_the_points_are_the_same():
    told = (*TO_SOUTH, Drawn(Seat(1)), Won(Seat(1), WinBy.TSUMO, Seat(1)))
    (question,) = asked(told, {1: row("1133m5577p99s1122z")})
    assert len(question.choices) == 1


def riichi_win():
    told = (
        *turns("1z", "9p", riichi=(1,)),
        RiichiAccepted(Seat(1)),
        Drawn(Seat(2)),
        Discarded(Seat(2), Tile("4p")),
    )
    return (*told, Won(Seat(1), WinBy.RON, Seat(2), Tile("4p")))


def test_riichi_ippatsu_and_ura_come_from_the_state_and_from_the_wall():
    (question,) = asked(riichi_win(), {1: row("234567m23p67888s")}, indicators="9m7s")
    (won,) = question.choices[0].facts
    assert won.ura == (Tile("7s"),)
    assert {"riichi", "double_riichi", "ippatsu", "ura_dora"} & set(dict(won.value.yaku)) >= {
        "ippatsu",
        "ura_dora",
    }


def test_until_the_ura_indicators_lie_open_the_answer_has_none():
    told = riichi_win()
    seen = table(after(DEAL, *told), {1: row("234567m23p67888s")})
    (question,) = revealed_wins(DEAL, told, seen, worth_of)
    assert question.choices[0].facts[0].ura == ()


def test_two_winners_are_asked_about_one_by_one():
    other = Won(Seat(3), WinBy.RON, Seat(0), Tile("4p"))
    told = (*TO_SOUTH, RON, other)
    hands = {1: row("234567m23p67888s"), 3: row("345m34588s23p666s")}
    first, second = asked(told, hands)
    assert [first.choices[0].replaces, second.choices[0].replaces] == [2, 1]
    assert first.choices[0].facts[1] == other
    after(after(DEAL, *TO_SOUTH), *first.choices[0].facts)


def test_what_is_confirmed_is_not_asked_again():
    told = (*TO_SOUTH, RON)
    hands = {1: row("234567m23p67888s")}
    (question,) = asked(told, hands)
    assert asked((*TO_SOUTH, *question.choices[0].facts), hands) == ()


def test_a_hand_that_is_none_is_a_false_win_and_people_decide():
    (question,) = asked((*TO_SOUTH, RON), {1: row("147m258p369s1234z")})
    assert question.code is QuestionCode.FOUL_SHOWN
    assert question.choices[0].facts == (Chombo(Seat(1), "hand_not_complete"),)


def test_a_hand_that_nobody_called_a_win_is_no_false_win():
    assert asked(TO_SOUTH, {1: row("147m258p369s1234z"), 2: row("123456m12p33377s")}) == ()
    # Three tiles would have to be other than they seem.
    assert asked(TO_SOUTH, {1: row("234568m13p69888s")}) == ()


def test_a_furiten_ron_is_a_foul_that_the_table_may_let_pass():
    told = (*turns("1z", "1p", "2m", "3z", "4p"), RON)
    (question,) = asked(told, {1: row("234567m23p67888s")})
    assert question.code is QuestionCode.FOUL_SHOWN
    penalty, passed = question.choices[:2]
    assert penalty.facts == (Chombo(Seat(1), "furiten_discard"),)
    assert passed.facts[0] == RuleWaived(Reason.FURITEN_DISCARD)
    after(after(DEAL, *told[:-1]), *passed.facts)


def test_a_kan_that_riichi_forbade_comes_to_light():
    told = (
        *turns("1z", "9p", riichi=(1,)),
        RiichiAccepted(Seat(1)),
        *turns("2z", "3z", "1z", first=2),
        Drawn(Seat(1)),
        AnkanDeclared(Seat(1), parse_tiles("3333m")),
        IndicatorRevealed(Tile("9p")),
        RinshanDrawn(Seat(1)),
        Discarded(Seat(1), Tile("9p")),
        Drawn(Seat(2)),
        Discarded(Seat(2), Tile("6m")),
    )
    won = Won(Seat(1), WinBy.RON, Seat(2), Tile("6m"))
    # Before the kan 33345m and 99s waited for 9s too: the kan has changed the waits.
    (question,) = asked((*told, won), {1: row("45m678p56799s")}, indicators="9m9p1s2s")
    assert (question.code, question.seat) == (QuestionCode.FOUL_SHOWN, Seat(1))
    penalty, passed = question.choices[:2]
    assert penalty.facts == (Chombo(Seat(1), "kan_in_riichi_waits"),)
    waiver, winning = passed.facts
    assert waiver == RuleWaived(Reason.KAN_IN_RIICHI_WAITS)
    assert "double_riichi" in dict(winning.value.yaku)
    after(after(DEAL, *told), *passed.facts)


@pytest.fixture(scope="module")
def real_wins():
    return recorded_wins(3, every=11)


def test_recorded_games_are_found_from_every_folder(shared_data, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert next(played_games(1))
    assert not capsys.readouterr().out


def test_whose_hands_are_taken_without_records_is_said(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(reveals, "LOGS", tmp_path)
    assert next(played_games(1))
    assert "the pretend players' own are taken instead" in capsys.readouterr().out


def test_every_recorded_win_is_read_back_where_the_eye_makes_no_mistake(real_wins):
    assert len(real_wins) > 30
    places = [read(win, blind(0), random.Random(number)) for number, win in enumerate(real_wins)]
    assert set(places) == {0}


@pytest.mark.parametrize(
    ("rate", "first", "among"), [(0.01, 0.9, 0.95), (0.05, 0.75, 0.85), (0.1, 0.5, 0.65)]
)
def test_most_recorded_wins_are_read_back_with_mistakes(real_wins, rate, first, among):
    places = [read(win, eye_like(rate), random.Random(number)) for number, win in enumerate(real_wins)]
    assert places.count(0) / len(places) > first
    assert sum(place is not None for place in places) / len(places) > among


def test_whatever_is_shown_each_choice_is_lawful(real_wins):
    for number, win in enumerate(real_wins[::2]):
        seen = shown(win, blind(0.2), random.Random(number))
        for question in revealed_wins(win.begun, win.told, seen, worth_of):
            assert 1 <= len(question.choices) <= 3
            for choice in question.choices:
                after(win.begun, *win.told[: len(win.told) - choice.replaces], *choice.facts)


def test_the_measure_knows_the_truth_from_its_neighbour(real_wins):
    win = real_wins[0]
    found = revealed_wins(win.begun, win.told, shown(win, blind(0), random.Random(0)), worth_of)
    assert place_of_truth(win, found) == 0
    assert place_of_truth(replace(win, won=replace(win.won, ura=(*win.won.ura, Tile("1z")))), found) is None


def candidate(weight: float, name: str = "") -> _Candidate:
    return _Candidate((RON,), weight, 0, name)


def test_a_hand_that_nobody_called_a_win_is_one_if_it_is_almost_read_so():
    assert _plain_wins([candidate(ALMOST)])
    assert not _plain_wins([candidate(ALMOST * 0.99)])


def test_an_answer_that_is_hardly_possible_is_not_offered():
    for chance, number in ((FAINT * 1.01, 2), (FAINT * 0.99, 1)):
        found = [candidate(1 - chance, "one"), candidate(chance, "other")]
        assert len(_question(Seat(1), found).choices) == number


@pytest.mark.parametrize(("there", "looked_at"), [(MOST_HANDS - 1, MOST_HANDS - 1), (99, MOST_HANDS)])
def test_only_so_many_readings_of_a_hand_are_checked(monkeypatch, there, looked_at):
    """All of them are the same hand here, and each is checked against the rules."""
    hand = ReadHand(parse_tiles("234567m23p67888s"), 0.0, 0)
    monkeypatch.setattr(revealing, "possible_hands", lambda *_: [hand] * there)
    checked = []
    monkeypatch.setattr(revealing, "refusal", lambda *_: checked.append(1) or Reason.NO_YAKU)
    asked((*TO_SOUTH, RON), {1: row("234567m23p67888s")})
    assert len(checked) == looked_at


def test_only_so_many_are_valued_once_one_may_win(monkeypatch):
    won = replace(RON, hand=parse_tiles("234567m23p67888s"))
    monkeypatch.setattr(revealing, "_completed_wins", lambda *_: [(won, 1.0, 0)] * 99)
    valued = []
    told = (*TO_SOUTH, RON)
    seen = table(after(DEAL, *told), {1: row("234567m23p67888s")}, "9m")
    revealed_wins(DEAL, told, seen, lambda kyoku, won: valued.append(1) or worth_of(kyoku, won))
    assert len(valued) == MOST_VALUED


@pytest.mark.parametrize(("apart", "place", "chance"), [(None, 4, LAID_LAST), (1, 1, LAID_APART)])
def test_the_drawn_tile_is_the_one_that_lies_apart_or_the_last_one(apart, place, chance):
    """Each of the other kinds is equally likely."""
    hand = ReadHand(parse_tiles("12334m"), 0.0, 0)
    (first, likeliest), *others = _drawn_places(hand, apart)
    assert (first, likeliest) == (place, chance)
    assert [share for _, share in others] == [pytest.approx((1 - chance) / 3)] * 3


def test_how_rarely_somebody_shows_a_hand_that_is_none():
    """One tile was misread, or the hand is not complete: both are offered, as likely as they are."""
    story = revealing._Story(after(DEAL, *TO_SOUTH), RON)
    seen = row("147m258p369s1234z", confidence=1.0)
    left = revealing.left_of(story.kyoku, Seat(1))
    (found,) = revealing._incomplete(story, revealing._Row(seen), left)
    chance = math.prod(revealing.chances_of(one, left)[one.tile] for one in seen)
    assert found.weight == pytest.approx(FALSE_WIN * chance)
