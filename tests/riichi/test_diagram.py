"""A table as text, and text as a table."""

from dataclasses import replace
from textwrap import dedent

import pytest

from companion.riichi.audit import status
from companion.riichi.diagram import diagram
from companion.riichi.drawing import parse
from companion.riichi.errors import NotationError
from companion.riichi.facts import HanchanEnded, KyokuEnded, KyokuStarted
from companion.riichi.hanchan import apply_to_hanchan, begin
from companion.riichi.kyoku import Kyoku
from companion.riichi.presets import TENHOU
from companion.riichi.reasons import Reason
from companion.riichi.seats import Seat, Wind
from tests.toolbox.positions import (
    TENPAI,
    after_pon,
    closed_kans,
    discarded,
    four_kans_by_two,
    in_riichi,
    three_players,
)
from tests.toolbox.sentences import fact_of
from tests.toolbox.tables import E, drawn, play, refused, table


def opened() -> Kyoku:
    kyoku = play(table(E=TENPAI), "E draws 5m, E riichi, E discards 5m, E pays, S draws")
    return play(kyoku, "S discards 1z from hand, W draws, W discards 9m from draw")


def test_a_table_is_drawn() -> None:
    assert diagram(play(opened(), "N draws 2z, N discards 2z, E draws 3p")) == dedent("""\
        E1-0  tenhou  65 live, 4 replacement tiles
        dora  9m
        sticks  1
        turn  0 turn

        > 0 E  24000
            hand   123m456p789s1155z +3p
            river  5m*
            riichi  double accepted ippatsu
          1 S  25000
            hand   ?13
            river  1z.
          2 W  25000
            hand   ?13
            river  9m^
          3 N  25000
            hand   ?13
            river  2z
        """)


def test_calls_and_what_is_owed_are_drawn() -> None:
    kyoku = play(discarded(), "W kans 5m with 055m, W replaces")
    picture = diagram(kyoku)
    assert "owed  0 now, 1 with_discard" in picture
    assert "turn  2 turn replaced discard fed 0" in picture
    assert "    hand   ?10 +?" in picture
    assert "    melds  5m<5m>5m0m" in picture
    assert "    river  [5m>2]" in picture


def test_the_offer_and_kita_and_pao_are_drawn() -> None:
    kyoku = play(three_players(), "E draws, E kita")
    assert "offer  kita 4z of 0" in diagram(kyoku)
    assert "    kita  1" in diagram(kyoku)


@pytest.mark.parametrize(
    ("script", "result"),
    [
        ("E draws 5z, E tsumos worth 3/40", "0 tsumo 5z, 3 han 40 fu"),
        ("E draws, E discards 5z, S rons", "1 ron from 0 5z"),
        ("E draws, ends kyuushu by E", "kyuushu, tenpai: nobody"),
        ("E draws, S chombo", "chombo by 1"),
    ],
)
def test_the_result_is_drawn(script: str, result: str) -> None:
    assert f"result  {result}\n" in diagram(play(table(), script))


def test_tenpai_players_are_drawn() -> None:
    kyoku = play(in_riichi("ESWN"), "ends suucha_riichi tenpai ESWN")
    assert "result  suucha_riichi, tenpai: 0 1 2 3\n" in diagram(kyoku)


def test_a_game_is_drawn_with_its_names() -> None:
    game = begin(TENHOU, ("Ada", "Ben", "Cem", "Dea"))
    assert (
        diagram(game)
        == "tenhou  E1-0 comes next\n\n  0  25000  Ada\n  1  25000  Ben\n  2  25000  Cem\n  3  25000  Dea\n"
    )
    game = apply_to_hanchan(game, KyokuStarted(Wind.EAST, E, 0, 0, (25_000,) * 4))
    assert "> 0 E  25000  Ada\n" in diagram(game)
    assert "tenhou  the game is over\n" in diagram(apply_to_hanchan(begin(TENHOU), HanchanEnded()))


def test_a_game_that_has_ended_says_why_and_what_lies_on_the_table() -> None:
    deal = KyokuStarted(Wind.SOUTH, Seat(3), 0, 2, (31_000, 31_000, 31_000, 5_000))
    game = apply_to_hanchan(begin(TENHOU), deal)
    for sentence in ("N draws", "N discards 1z", "ends sanchahou"):
        game = apply_to_hanchan(game, fact_of(game.kyoku, sentence))
    between = apply_to_hanchan(game, KyokuEnded())
    assert diagram(between).startswith("tenhou  S4-1 comes next\nsticks 2\n")
    assert "the game is over (target)" in diagram(replace(between, next_deal=None, ended="target"))


@pytest.mark.parametrize(
    "kyoku",
    [
        table,
        opened,
        after_pon,
        discarded,
        in_riichi,
        lambda: table(dora=None),
        lambda: closed_kans(4),
        lambda: closed_kans(2, last_replaced=False),
        four_kans_by_two,
        lambda: play(after_pon(), "S adds 5p"),
        lambda: play(discarded(), "W kans 5m, W replaces"),
        lambda: play(discarded(), "S chis 5m with 34m"),
        lambda: play(three_players(), "E draws, E kita"),
        lambda: play(in_riichi("ES"), "E draws"),
    ],
)
def test_what_was_drawn_reads_back(kyoku) -> None:
    kyoku = kyoku()
    again = parse(diagram(kyoku), kyoku.rules)
    assert diagram(again) == diagram(kyoku)
    assert not status(again)
    assert again.wall == kyoku.wall
    assert again.points_before == kyoku.points_before


def test_a_drawn_table_knows_in_which_order_tiles_were_discarded() -> None:
    kyoku = play(discarded(), "W pons 5m, W discards 1z, N draws, N discards 2z, E draws, E discards 3z")
    assert parse(diagram(kyoku)).offers == kyoku.offers
    assert [offer.seat for offer in kyoku.offers] == [0, 2, 3, 0]


def test_a_drawn_table_can_be_played_on() -> None:
    kyoku = drawn("""
        S3-1  m-league  40 live
        dora  4p
        turn  2 to_draw
        offer  discard 5m of 1
        0 N  25000
        1 E  25000
           river  5m
        2 S  25000
        3 W  25000
        """)
    assert (kyoku.round_wind, kyoku.dealer, kyoku.honba, kyoku.rules.name) == (Wind.SOUTH, 2, 1, "m-league")
    assert play(kyoku, "W chis 5m with 34m").turn == 2
    assert refused(kyoku, "E chis 5m with 34m") is Reason.CHI_ONLY_FROM_KAMICHA


def test_a_discard_passed_before_a_kan_is_furiten_in_the_drawing_too() -> None:
    hand = "34m123p456p789s11z"
    kyoku = play(table(S=hand), "E draws, E discards 5m, N pons 5m, N discards 2m, E draws, E discards 9m")
    kyoku = play(kyoku, "S draws 9s, S discards 9s, W draws, W discards 2m, N draws, N adds 0m")
    for each in (kyoku, parse(diagram(kyoku))):
        assert refused(each, f"S rons 0m from N showing {hand}") is Reason.FURITEN_TURN


def test_a_riichi_whose_sideways_tile_is_not_drawn_is_from_now() -> None:
    kyoku = drawn("""
        E1-0  tenhou
        0 E  24000
          riichi  accepted open
        1 S  25000
        2 W  25000
        3 N  25000
        """)
    assert kyoku.players[E].riichi.is_open
    assert (kyoku.wall.live, kyoku.players[E].riichi.offers_before) == (70, 0)


HEAD = "E1-0 tenhou\n"
SEATS = "0 E 25000\n1 S 25000\n2 W 25000\n3 N 25000\n"


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "empty text"),
        ("X1-0 tenhou\n" + SEATS, "does not open a table"),
        ("E1-0 nowhere\n" + SEATS, "'nowhere' is not a rule set"),
        (HEAD + "0 E 25000\n", "1 players are drawn, 4 play"),
        (HEAD + "1 S 25000\n", "seat 0 comes next"),
        (HEAD + "hand ?13\n" + SEATS, "has no place"),
        (HEAD + SEATS + "dora 1m\n", "has no place"),
        (HEAD + "result 0 tsumo\n" + SEATS, "has no place"),
        (HEAD + SEATS + "hand 12x\n", "is not a hand"),
        (HEAD + SEATS + "hand 12\n", "no suit letter"),
        (HEAD + SEATS + "hand 1m +9z\n", "'9z' is not a tile"),
        (HEAD + SEATS + "melds 123m\n", "is not a meld"),
        (HEAD + SEATS + "melds 1m2m\n", "does not lie like a meld"),
        (HEAD + SEATS + "melds <1m><2m>3m\n", "does not lie like a meld"),
        (HEAD + SEATS + "melds (1m)1m1m\n", "does not lie like a meld"),
        (HEAD + SEATS + "river 5m!\n", "not a tile of a river"),
        (HEAD + SEATS + "riichi maybe\n", "said with the words double, double\\?, open"),
        (HEAD + SEATS + "kita many\n", "is not a number"),
        (HEAD + SEATS + "pao daisangen 4\n", "is not a seat"),
        (HEAD + "turn soon\n" + SEATS, "a turn must look like"),
        (HEAD + "turn 0 won\n" + SEATS, "a turn must look like"),
        (HEAD + "turn 0 turn replaced nothing\n" + SEATS, "a turn must look like"),
        (HEAD + "offer 5m\n" + SEATS, "an offer must look like"),
        (HEAD + "offer gift 5m of 0\n" + SEATS, "an offer must look like"),
        (HEAD + "owed one\n" + SEATS, "what is owed must look like"),
        (HEAD + "gap wide\n" + SEATS, "a gap must look like"),
        (HEAD + "owed 0 now, 1 never\n" + SEATS, "what is owed must look like"),
        (HEAD + SEATS + "hand 11111m\n", "fifth copy"),
    ],
)
def test_a_mistake_in_a_drawing_is_quoted(text: str, complaint: str) -> None:
    with pytest.raises(NotationError, match=complaint):
        parse(text)


THREE = "0 E 35000\n1 S 35000\n2 W 35000\n"


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("E4-0 tenhou-3p\n" + THREE, "with 3 players nobody is dealer 4"),
        ("E1-0 tenhou-3p\nturn 3 turn\n" + THREE, "'3' is not a seat: write 0 to 2"),
        ("E1-0 tenhou-3p\nturn 0 turn replaced discard fed 3\n" + THREE, "'3' is not a seat"),
        ("E1-0 tenhou-3p\noffer discard 5p of 3\n" + THREE, "'3' is not a seat"),
        ("E1-0 tenhou-3p\n" + THREE + "river [1z>3]\n", "'3' is not a seat"),
        ("E1-0 tenhou-3p\n" + THREE + "pao daisangen 3\n", "'3' is not a seat"),
    ],
)
def test_with_three_players_nobody_sits_at_the_fourth_seat(text: str, complaint: str) -> None:
    with pytest.raises(NotationError, match=complaint):
        parse(text)
