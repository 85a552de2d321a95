"""Known, partly known and unseen hands (手牌): what leaves them, and what a deal may say of them."""

import pytest

from companion.riichi.apply import start
from companion.riichi.errors import IllegalFactError
from companion.riichi.facts import AnkanDeclared, Discarded, Drawn, KyokuStarted, PonCalled
from companion.riichi.presets import TENHOU, TENHOU_3P
from companion.riichi.reasons import Reason
from companion.riichi.seats import SEATS, Seat, Wind
from companion.riichi.tiles import Tile, parse_tiles
from tests.toolbox.positions import TENPAI, discarded, three_players
from tests.toolbox.tables import E, S, drawn, play, step, table, why_not


def deal(rules=TENHOU, **given) -> KyokuStarted:
    values = {"dealer": E, "points": (rules.start_points,) * rules.players, "hands": (None,) * 4} | given
    return KyokuStarted(Wind.EAST, values["dealer"], 0, 0, values["points"], None, values["hands"])


def reason_of_deal(fact: KyokuStarted, rules=TENHOU) -> Reason:
    with pytest.raises(IllegalFactError) as error:
        start(fact, rules)
    return error.value.reason


def test_a_deal_names_a_dealer_who_sits_there_and_points_for_each_player() -> None:
    assert reason_of_deal(deal(dealer=Seat(4))) is Reason.NO_SUCH_SEAT
    assert reason_of_deal(deal(dealer=Seat(3), points=(35_000,) * 3), TENHOU_3P) is Reason.NO_SUCH_SEAT
    assert reason_of_deal(deal(points=(25_000,) * 3)) is Reason.NO_SUCH_SEAT


@pytest.mark.parametrize("hand", ["", "123m", f"{TENPAI}1z"])
def test_a_dealt_hand_has_thirteen_tiles(hand: str) -> None:
    assert reason_of_deal(deal(hands=(parse_tiles(hand), None, None, None))) is Reason.WRONG_HAND_SIZE


def test_a_deal_cannot_hold_what_is_not_in_the_set() -> None:
    hands = tuple(map(parse_tiles, ("1111m2222m3333m4m", "1m222333444555p")))
    assert reason_of_deal(deal(hands=(*hands, None, None))) is Reason.FIFTH_COPY
    red = parse_tiles("00m" + "123456789p11z")
    assert reason_of_deal(deal(hands=(red, None, None, None))) is Reason.TOO_MANY_RED


def test_hands_that_a_deal_leaves_out_are_unseen() -> None:
    kyoku = start(deal(hands=(parse_tiles(TENPAI),)), TENHOU)
    assert [player.known_hand is not None for player in kyoku.players] == [True, False, False, False]


def test_a_known_tile_leaves_a_known_hand() -> None:
    kyoku = play(table(E=TENPAI), "E draws 9p, E discards 1m")
    assert kyoku.players[E].hand == parse_tiles("23m456p789s1155z9p")


def test_an_unseen_tile_may_turn_out_to_be_any() -> None:
    kyoku = play(table(E=TENPAI), "E draws ?, E discards 9p")
    assert kyoku.players[E].hand == parse_tiles(TENPAI)
    assert kyoku.seen[Tile("9p").kind] == 1


def test_an_unseen_discard_from_a_wholly_known_hand_makes_it_unknown() -> None:
    kyoku = play(table(E=TENPAI), "E draws 9p, E discards ?")
    assert kyoku.players[E].hand == (None,) * 13
    assert sum(kyoku.seen) == 1


def test_of_a_partly_known_hand_the_unseen_tiles_leave() -> None:
    kyoku = drawn("""
        E1-0  tenhou  60 live
        turn  1 to_draw
        offer  discard 5m of 0
        0 E  25000
          river  5m
        1 S  25000
          hand  05m123p456s11z?2
        2 W  25000
        3 N  25000
        """)
    two_unseen = PonCalled(S, E, Tile("5m"), (None, None))
    assert step(kyoku, two_unseen).players[S].hand == parse_tiles("05m123p456s11z")
    assert why_not(kyoku, PonCalled(S, E, Tile("5m"), (None, None, None))) is Reason.NOT_A_MELD


def test_more_unseen_tiles_than_a_hand_has_make_it_unknown() -> None:
    kyoku = drawn("""
        E1-0  tenhou  60 live
        turn  1 to_draw
        offer  discard 5m of 0
        0 E  25000
          river  5m
        1 S  25000
          hand  05m1234p456s112z?1
        2 W  25000
        3 N  25000
        """)
    kyoku = step(kyoku, PonCalled(S, E, Tile("5m"), (None, None)))
    assert kyoku.players[S].hand == (None,) * 11
    assert sum(kyoku.seen) == 1


def test_tiles_of_a_closed_kan_that_lie_open_stay_seen() -> None:
    kyoku = play(table(E="0555m123p456s112z"), "E draws 9s")
    half_seen = AnkanDeclared(E, (None, Tile("5m"), Tile("5m"), None))
    after = step(kyoku, half_seen)
    assert after.players[E].hand == (None,) * 10
    assert after.seen[Tile("5m").kind] == 2
    assert after.seen[34] == 0


def test_an_impossible_tile_leaves_no_hand() -> None:
    assert why_not(play(table(E=TENPAI), "E draws 9p"), Discarded(E, Tile("9m"))) is Reason.TILE_NOT_IN_HAND


def test_nobody_who_is_not_there_calls_or_draws() -> None:
    assert why_not(discarded(), PonCalled(Seat(7), E, Tile("5m"), (None, None))) is Reason.NO_SUCH_SEAT
    assert why_not(three_players(), Drawn(SEATS[3])) is Reason.NOT_YOUR_TURN
