"""Three players: the wall, kita, and who can do what [rules 1.4, 2; naki]."""

from dataclasses import replace

from companion.riichi.audit import Irregularity, status
from companion.riichi.diagram import diagram
from companion.riichi.drawing import parse
from companion.riichi.kyoku import OfferKind, Phase
from companion.riichi.presets import TENHOU_3P
from companion.riichi.reasons import Reason
from companion.riichi.seats import Wind
from companion.riichi.wall import WallPlace
from tests.toolbox.houses import EIGHTEEN
from tests.toolbox.positions import after_pon, three_players
from tests.toolbox.tables import E, S, W, play, refused, table, until_live


def test_fifty_five_tiles_can_be_drawn_and_eight_replace() -> None:
    wall = three_players().wall
    assert (wall.live, wall.replacements_left) == (55, 8)
    assert TENHOU_3P.tile_count == 108 == 55 + 14 + 3 * 13


def test_turns_run_from_west_to_east() -> None:
    assert play(three_players(), "E draws, E discards, S draws, S discards, W draws, W discards").turn == E


def test_the_dealer_is_east_and_nobody_is_north() -> None:
    kyoku = three_players(dealer=S)
    assert [kyoku.seat_wind(seat) for seat in (E, S, W)] == [Wind.WEST, Wind.EAST, Wind.SOUTH]
    assert (kyoku.number, kyoku.name) == (2, "E2-0")


def test_kita_sets_a_north_aside_and_takes_a_replacement_tile() -> None:
    kyoku = play(three_players(), "E draws, E kita")
    assert (kyoku.players[E].kita, kyoku.phase) == (1, Phase.TO_REPLACE)
    kyoku = play(kyoku, "E replaces")
    assert (kyoku.wall.live, kyoku.wall.replacements_left) == (53, 7)
    assert kyoku.wall.haitei == WallPlace(7, is_upper=True)


def test_kita_turns_no_indicator() -> None:
    assert play(three_players(), "E draws, E kita, E replaces").wall.indicators_owed == 0


def test_all_four_norths_and_four_kans_use_the_eight_replacement_tiles() -> None:
    kyoku = play(three_players(), "E draws")
    for _ in range(4):
        kyoku = play(kyoku, "E kita, E replaces")
    for kan in range(4):
        kyoku = play(kyoku, f"E closes {kan + 1}s, dora {kan + 1}p, E replaces")
    assert (kyoku.wall.replacements_left, kyoku.wall.live) == (0, 46)
    assert kyoku.wall.haitei == WallPlace(11, is_upper=False)
    assert not status(kyoku)


def test_where_eighteen_are_kept_fifty_one_can_be_drawn_and_haitei_lies_on_the_tenth_stack() -> None:
    kyoku = play(table(EIGHTEEN, dora="9p"), "E draws")
    assert (kyoku.wall.live, kyoku.wall.haitei) == (50, WallPlace(9, is_upper=False))
    for _ in range(4):
        kyoku = play(kyoku, "E kita, E replaces")
    for kan in range(4):
        kyoku = play(kyoku, f"E closes {kan + 1}s, dora {kan + 1}p, E replaces")
    assert (kyoku.wall.replacements_left, kyoku.wall.live) == (0, 42)
    assert kyoku.wall.haitei == WallPlace(13, is_upper=False)
    assert not status(kyoku)
    assert not status(parse(diagram(kyoku), EIGHTEEN))
    assert Irregularity.TILES in status(replace(kyoku, rules=TENHOU_3P))


def test_a_fifth_north_cannot_be() -> None:
    kyoku = play(three_players(), "E draws")
    for _ in range(4):
        kyoku = play(kyoku, "E kita, E replaces")
    assert refused(kyoku, "E kita") is Reason.FIFTH_COPY


def test_a_north_that_is_set_aside_may_be_won_on_but_not_called() -> None:
    kyoku = play(three_players(), "E draws, E kita")
    assert kyoku.offer.kind is OfferKind.KITA
    assert play(kyoku, "S rons 4z").wins
    assert refused(kyoku, "S pons 4z") is Reason.NO_DISCARD_TO_CALL


def test_kita_ends_ippatsu_and_the_first_turn() -> None:
    kyoku = play(three_players(), "E draws, E riichi, E discards, E pays, S draws, S kita, S replaces")
    assert not kyoku.players[E].riichi.ippatsu
    assert not kyoku.is_first_turn(W)


def test_a_robbed_north_leaves_the_first_turn_untouched() -> None:
    assert play(three_players(), "E draws, E kita, S rons 4z").is_untouched


def test_no_kita_right_after_a_call_or_on_the_last_tile_or_in_houses_without_it() -> None:
    assert (
        refused(play(three_players(), "E draws, E discards 5p, S pons 5p"), "S kita")
        is Reason.KITA_AFTER_CALL
    )
    assert refused(play(until_live(three_players(), 1), "E draws"), "E kita") is Reason.KITA_ON_LAST_TILE
    assert play(after_pon(TENHOU_3P), "S kita").players[S].kita == 1


def test_a_riichi_hand_sets_aside_the_north_just_drawn_alone() -> None:
    kyoku = play(
        three_players(), "E draws, E riichi, E discards 9s, E pays, S draws, S discards, W draws, W discards"
    )
    assert play(kyoku, "E draws 4z, E kita").players[E].kita == 1
    assert play(kyoku, "E draws ?, E kita").players[E].kita == 1
    assert refused(play(kyoku, "E draws 9p"), "E kita") is Reason.RIICHI_HAND_LOCKED


def test_riichi_needs_three_live_tiles() -> None:
    kyoku = play(until_live(three_players(), 4), "E draws")
    assert play(kyoku, "E riichi").phase is Phase.RIICHI
    assert refused(play(until_live(three_players(), 3), "S draws"), "S riichi") is Reason.RIICHI_WALL


def test_tiles_of_the_middle_characters_are_not_in_the_set() -> None:
    assert refused(three_players(), "E draws 2m") is Reason.NOT_IN_THE_SET
    assert play(three_players(), "E draws 1m").phase is Phase.TURN
