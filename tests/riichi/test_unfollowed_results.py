"""How a hand ends that nobody followed (点数のみ): wins, liability, draws, and what stays unknown."""

from dataclasses import replace

from companion.riichi import facts as f
from companion.riichi.apply import apply
from companion.riichi.audit import status
from companion.riichi.draws import abortive_draw_due
from companion.riichi.kyoku import Kyoku, Phase
from companion.riichi.presets import EMA, M_LEAGUE, TENHOU
from companion.riichi.reasons import Reason
from companion.riichi.seats import SEATS
from companion.riichi.settlement import settle
from companion.riichi.situation import situation_of, unknown_flags
from companion.riichi.tiles import Tile, parse_tiles
from tests.toolbox.houses import LENIENT, STRICT
from tests.toolbox.positions import TENPAI, in_riichi, three_players, unfollowed
from tests.toolbox.tables import (
    E,
    N,
    S,
    W,
    draw_and_discard,
    drawn,
    play,
    refused,
    table,
    waive,
    why_not,
)


def deltas(kyoku: Kyoku) -> tuple[int, ...]:
    """By seat: what the settlement gives and takes; sticks paid before are not in it."""
    paid = settle(kyoku).points
    return tuple(after - before for after, before in zip(paid, kyoku.points, strict=True))


# 和了 Wins.


def test_anybody_may_win_by_tsumo_or_on_anybodys_tile() -> None:
    assert deltas(unfollowed(script="N tsumos worth 3/40")) == (-2_600, -1_300, -1_300, 5_200)
    assert deltas(unfollowed(script="N rons from S worth 3/40")) == (0, -5_200, 0, 5_200)


def test_nobody_wins_on_the_own_tile_or_on_that_of_nobody() -> None:
    assert refused(unfollowed(), "N rons from N") is Reason.OWN_DISCARD
    assert refused(unfollowed(), "N tsumos from S") is Reason.NO_TILE_TO_WIN_ON
    three = play(three_players(), "nobody follows")
    assert why_not(three, f.Won(N, f.WinBy.TSUMO, N)) is Reason.NO_SUCH_SEAT
    assert refused(three, "S rons from N") is Reason.NO_SUCH_SEAT


def test_the_discard_that_lay_there_when_people_stopped_following_was_not_passed() -> None:
    """Somebody says ron, and only then do people choose "Points only" and enter the result."""
    kyoku = play(in_riichi(), "E draws, E discards 9p, S draws, S discards 1z")
    win = f"E rons 1z from S showing {TENPAI}"
    assert play(kyoku, f"nobody follows, {win}").wins
    assert refused(play(kyoku, "W draws, nobody follows"), win) is Reason.FURITEN_RIICHI
    assert (
        refused(play(kyoku, "nobody follows"), f"E rons 5z from S showing {TENPAI}") is Reason.FURITEN_RIICHI
    )


def test_others_win_on_the_same_tile() -> None:
    kyoku = unfollowed(script="W riichi, W pays, W rons 5m from E worth 1/30, N rons 5m from E worth 2/30")
    assert deltas(kyoku) == (-3_000, 0, 2_000, 2_000)
    assert refused(kyoku, "S rons 5m from E") is Reason.THREE_RON_DRAW
    assert refused(kyoku, "W rons 5m from E") is Reason.ALREADY_WON
    one = unfollowed(script="W rons 5m from E")
    assert refused(one, "N rons 6m from E") is Reason.OTHER_TILE
    assert refused(one, "N rons 5m from S") is Reason.OTHER_TILE
    assert refused(unfollowed(M_LEAGUE, "W rons from E"), "N rons from E") is Reason.HEAD_BUMP
    assert refused(unfollowed(script="W tsumos"), "N rons from E") is Reason.KYOKU_OVER


def test_a_shown_hand_is_looked_at() -> None:
    kyoku = unfollowed()
    assert refused(kyoku, f"W rons 9p from E showing {TENPAI}") is Reason.HAND_NOT_COMPLETE
    assert refused(kyoku, "W rons 1z from E showing 123m") is Reason.WRONG_HAND_SIZE
    taken = unfollowed(script="N closes 5z")
    assert refused(taken, f"W rons 1z from E showing {TENPAI}") is Reason.FIFTH_COPY
    won = play(kyoku, f"W rons 1z from E showing {TENPAI}")
    assert won.players[W].known_hand == parse_tiles(TENPAI)
    drawn_win = play(kyoku, f"W tsumos 1z showing {TENPAI}")
    assert len(drawn_win.players[W].hand) == 14
    assert (drawn_win.turn, status(drawn_win)) == (W, status(kyoku))
    assert len(play(kyoku, f"W tsumos ? showing {TENPAI}").players[W].hand) == 14


def test_a_hand_with_melds_is_shown_without_them() -> None:
    kyoku = unfollowed(script="W pons 9p from E")
    assert play(kyoku, "W rons 1z from S showing 123m456p1155z").phase is Phase.WON


def test_furiten_is_what_was_seen_and_nothing_else() -> None:
    assert play(unfollowed(), f"W rons 1z from E showing {TENPAI}").phase is Phase.WON
    seen = play(draw_and_discard(table(), 2), "W draws, W discards 5z, nobody follows")
    assert refused(seen, f"W rons 1z from E showing {TENPAI}") is Reason.FURITEN_DISCARD
    passed = play(table(), "E draws, E discards 1z, nobody follows")
    assert play(passed, f"W rons 5z from E showing {TENPAI}").phase is Phase.WON  # W may have drawn since
    in_sight = play(in_riichi("S"), "E draws, E discards 1z, nobody follows")
    assert refused(in_sight, f"S rons 5z from E showing {TENPAI}") is Reason.FURITEN_RIICHI


def test_a_closed_kan_after_riichi_is_looked_at_when_the_hand_is_shown() -> None:
    kyoku = unfollowed(script="W riichi, W pays, W closes 4p")
    fault = refused(kyoku, "W rons 7p from E showing 56p11222333s")
    assert fault in (Reason.KAN_IN_RIICHI_WAITS, Reason.KAN_IN_RIICHI_READING)
    before = unfollowed(script="W closes 4p, W riichi, W pays")
    assert play(before, "W rons 7p from E showing 56p11222333s").phase is Phase.WON
    allowed = play(waive(unfollowed(script="W riichi, W pays"), fault), "W closes 4p")
    assert play(allowed, "W rons 7p from E showing 56p11222333s").phase is Phase.WON


def test_a_closed_kan_that_was_told_late_may_have_been_made_before_riichi() -> None:
    late = f.AnkanDeclared(W, (Tile("4p"),) * 4, is_late=True)
    kyoku = apply(unfollowed(script="W riichi, W pays"), late)
    assert kyoku.players[W].riichi.ippatsu is None
    assert play(kyoku, "W rons 7p from E showing 56p11222333s").phase is Phase.WON


def test_beside_a_kan_that_was_told_late_one_that_was_told_in_time_is_looked_at() -> None:
    late = f.AnkanDeclared(W, (Tile("7z"),) * 4, is_late=True)
    kyoku = apply(unfollowed(script="W riichi, W pays, W closes 4p"), late)
    fault = refused(kyoku, "W rons 7p from E showing 56p11222s")
    assert fault in (Reason.KAN_IN_RIICHI_WAITS, Reason.KAN_IN_RIICHI_READING)


# 包 Who is liable.


def test_whom_the_table_names_is_liable() -> None:
    assert deltas(unfollowed(script="N tsumos worth daisangen liable S")) == (0, -32_000, 0, 32_000)
    assert deltas(unfollowed(script="N rons from W worth daisangen liable S")) == (
        0,
        -16_000,
        -16_000,
        32_000,
    )
    honba = unfollowed(script="N rons from W worth daisangen liable S", honba=2)
    assert deltas(honba) == (0, -16_600, -16_000, 32_600)


def test_late_melds_make_nobody_liable_by_themselves() -> None:
    told = "N pons 5z from E, N pons 7z from S, N pons 6z from W"
    kyoku = unfollowed(script=told)
    assert kyoku.players[N].pao == ()
    assert deltas(play(kyoku, "N tsumos worth daisangen")) == (-16_000, -8_000, -8_000, 32_000)


def test_whom_the_table_names_comes_before_what_the_melds_tell() -> None:
    kyoku = drawn("""
        E1-0  tenhou  60 live
        dora  9m
        turn  3 turn
          0 E  25000
          1 S  25000
          2 W  25000
        > 3 N  25000
            hand  ?4 +?
            melds  5z<5z>5z  6z<6z>6z  7z<7z>7z
            pao  daisangen 1
        """)
    assert deltas(play(kyoku, "N tsumos worth daisangen")) == (0, -32_000, 0, 32_000)
    assert deltas(play(kyoku, "N tsumos worth daisangen liable W")) == (0, 0, -32_000, 32_000)


def test_a_named_feeder_answers_for_the_own_yakuman_alone_where_the_house_says_so() -> None:
    kyoku = unfollowed(STRICT, "N tsumos worth daisangen+tsuuiisou liable S")
    assert deltas(kyoku) == (-16_000, -32_000 - 8_000, -8_000, 64_000)
    whole = unfollowed(script="N tsumos worth daisangen+tsuuiisou liable S")
    assert deltas(whole) == (0, -64_000, 0, 64_000)
    open_kan = unfollowed(STRICT, "N tsumos worth 3/40 liable S")
    assert deltas(open_kan) == (0, -5_200, 0, 5_200)


def test_nobody_is_liable_for_a_hand_that_is_no_yakuman_unless_the_open_kan_counts() -> None:
    assert refused(unfollowed(), "N tsumos worth 3/40 liable S") is Reason.NOBODY_LIABLE
    assert refused(unfollowed(STRICT), "N rons from W worth 3/40 liable S") is Reason.NOBODY_LIABLE
    none = replace(TENHOU, pao=frozenset())
    assert refused(unfollowed(none), "N tsumos worth daisangen liable S") is Reason.NOBODY_LIABLE
    assert play(unfollowed(), "N tsumos liable S").wins[0].liable == S
    assert refused(unfollowed(), "N tsumos worth daisangen liable N") is Reason.LIABLE_FOR_ONESELF
    three = play(three_players(), "nobody follows")
    assert refused(three, "S tsumos worth daisangen liable N") is Reason.NO_SUCH_SEAT


# 流局 Draws.


def test_the_wall_may_end_at_any_time() -> None:
    kyoku = unfollowed(script="W riichi, W pays")
    assert refused(kyoku, "ends exhaustive tenpai E") is Reason.RIICHI_MUST_SHOW
    assert deltas(play(kyoku, "ends exhaustive tenpai EW")) == (1_500, -1_500, 1_500, -1_500)


def test_nagashi_may_be_claimed_by_anybody_whose_river_nobody_saw() -> None:
    kyoku = play(table(), "E draws, E discards 5m, S draws, S discards 1z, nobody follows")
    assert play(kyoku, "ends nagashi_mangan nagashi SWN").phase is Phase.ENDED
    assert refused(kyoku, "ends nagashi_mangan nagashi E") is Reason.NOT_NAGASHI
    assert refused(kyoku, "ends nagashi_mangan") is Reason.NOT_NAGASHI
    assert refused(unfollowed(EMA), "ends nagashi_mangan nagashi E") is Reason.DRAW_NOT_IN_RULES
    called = play(table(), "E draws, E discards 1z, S pons 1z, nobody follows")
    assert refused(called, "ends nagashi_mangan nagashi E") is Reason.NOT_NAGASHI


def test_kyuushu_kyuuhai_may_be_declared_while_nothing_speaks_against_a_first_turn() -> None:
    for by in ("", "by S"):
        assert play(unfollowed(), f"ends kyuushu {by}").phase is Phase.ENDED
        assert play(unfollowed(script="E riichi, E pays"), f"ends kyuushu {by}").phase is Phase.ENDED
        assert refused(unfollowed(script="E closes 1z"), f"ends kyuushu {by}") is Reason.NOT_FIRST_TURN
        assert refused(unfollowed(script="E pons 1z from S"), f"ends kyuushu {by}") is Reason.NOT_FIRST_TURN
    assert refused(unfollowed(script="S riichi, S pays"), "ends kyuushu by S") is Reason.NOT_FIRST_TURN
    assert refused(unfollowed(M_LEAGUE), "ends kyuushu by S") is Reason.DRAW_NOT_IN_RULES
    later = play(draw_and_discard(table(), 2), "nobody follows")
    assert refused(later, "ends kyuushu by S") is Reason.NOT_FIRST_TURN
    assert play(later, "ends kyuushu by W").phase is Phase.ENDED
    assert why_not(unfollowed(), f.Ryuukyoku(f.RyuukyokuKind.KYUUSHU_KYUUHAI, by=7)) is Reason.NO_SUCH_SEAT


def test_after_the_turns_are_followed_again_it_may_still_be_somebodys_first() -> None:
    kyoku = unfollowed(script="W follows with 68, W draws")
    assert play(kyoku, "ends kyuushu by W").phase is Phase.ENDED
    late = unfollowed(script="W follows with 60, W draws")
    assert refused(late, "ends kyuushu by W") is Reason.NOT_FIRST_TURN


def test_four_winds_may_have_been_discarded() -> None:
    assert play(unfollowed(), "ends suufon").phase is Phase.ENDED
    one = play(table(), "E draws, E discards 4z, nobody follows")
    assert play(one, "ends suufon").phase is Phase.ENDED
    other = play(table(), "E draws, E discards 5z, nobody follows")
    assert refused(other, "ends suufon") is Reason.NOT_FOUR_SAME_WINDS
    assert refused(unfollowed(script="E closes 1z"), "ends suufon") is Reason.NOT_FOUR_SAME_WINDS
    assert refused(unfollowed(M_LEAGUE), "ends suufon") is Reason.DRAW_NOT_IN_RULES
    five = play(draw_and_discard(table(), 5), "nobody follows")
    assert refused(five, "ends suufon") is Reason.NOT_FOUR_SAME_WINDS


def test_four_riichi_end_it() -> None:
    kyoku = unfollowed(script="E riichi, E pays, S riichi, S pays, W riichi, W pays")
    assert abortive_draw_due(kyoku) is None
    assert refused(kyoku, "ends suucha_riichi tenpai ESWN") is Reason.NOT_FOUR_RIICHI
    four = play(kyoku, "N riichi, N pays")
    assert abortive_draw_due(four) is f.RyuukyokuKind.SUUCHA_RIICHI
    assert refused(four, "E closes 1z") is Reason.DRAW_IS_DUE
    assert refused(four, "E follows with 30") is Reason.DRAW_IS_DUE
    assert play(four, "ends suucha_riichi tenpai ESWN").kyoutaku == 4


def test_three_ron_are_told_as_one_draw_or_after_two_wins() -> None:
    assert play(unfollowed(), "ends sanchahou").phase is Phase.ENDED
    assert play(unfollowed(script="S rons from E, W rons from E"), "ends sanchahou").wins == ()
    assert refused(unfollowed(script="S rons from E"), "ends sanchahou") is Reason.NOT_THREE_RON
    assert refused(unfollowed(LENIENT), "ends sanchahou") is Reason.DRAW_NOT_IN_RULES
    assert refused(play(three_players(), "nobody follows"), "ends sanchahou") is Reason.DRAW_NOT_IN_RULES


def test_a_chombo_gives_the_sticks_back() -> None:
    kyoku = unfollowed(script="W riichi, W pays, E chombo")
    assert (kyoku.points, kyoku.kyoutaku) == ((25_000,) * 4, 0)


# 場面 What nobody can know of a win.


def unknown(kyoku: Kyoku, seat: int, by: f.WinBy) -> set[str]:
    return set(unknown_flags(kyoku, SEATS[seat], by))


TSUMO, RON = f.WinBy.TSUMO, f.WinBy.RON
FLAGS = (
    *("riichi", "double_riichi", "open_riichi", "ippatsu", "rinshan", "chankan"),
    *("haitei", "houtei", "tenhou", "chiihou", "renhou"),
)


def test_nothing_is_unknown_where_all_was_followed() -> None:
    for kyoku in (table(), in_riichi("S"), play(table(), "E draws, E tsumos")):
        assert unknown(kyoku, E, TSUMO) == unknown(kyoku, S, RON) == set()


def test_of_a_win_that_nobody_followed_the_moment_is_unknown() -> None:
    kyoku = play(draw_and_discard(table(), 4), "nobody follows")
    assert unknown(kyoku, S, TSUMO) == {"haitei"}
    assert unknown(kyoku, S, RON) == {"houtei", "chankan"}
    assert unknown(play(kyoku, "S tsumos"), S, TSUMO) == {"haitei"}
    assert unknown(play(kyoku, "W closes 1z"), S, TSUMO) == {"haitei"}
    assert unknown(play(kyoku, "W closes 1z"), W, TSUMO) == {"haitei", "rinshan"}
    three = play(draw_and_discard(three_players(), 3), "nobody follows, S kita")
    assert unknown(three, S, TSUMO) == {"haitei", "rinshan"}


def test_a_first_turn_is_unknown_as_long_as_nothing_speaks_against_it() -> None:
    assert unknown(unfollowed(), E, TSUMO) == {"haitei", "tenhou"}
    assert unknown(unfollowed(), S, TSUMO) == {"haitei", "chiihou"}
    assert unknown(unfollowed(), E, RON) == {"houtei", "chankan"}
    assert unknown(unfollowed(), S, RON) == {"houtei", "chankan", "renhou"}
    declared = unfollowed(script="S riichi, S pays")
    assert unknown(declared, E, TSUMO) == {"haitei"}
    assert unknown(declared, W, TSUMO) == {"haitei", "chiihou"}
    assert unknown(declared, S, TSUMO) == {"haitei", "ippatsu", "double_riichi"}


def test_what_is_unknown_of_a_riichi_stays_unknown_when_turns_are_followed_again() -> None:
    kyoku = unfollowed(script="S riichi, S pays, S follows with 50, S draws")
    assert unknown(kyoku, S, TSUMO) == {"ippatsu", "double_riichi"}
    assert unknown(play(kyoku, "S discards"), S, RON) == {"double_riichi"}
    assert unknown(kyoku, W, RON) == set()


def test_no_flag_is_guessed() -> None:
    for seat, by in ((E, TSUMO), (S, TSUMO), (S, RON)):
        kyoku = unfollowed(script="S riichi, S pays")
        if by is RON:
            kyoku = play(kyoku, "S rons from E")
        now = situation_of(kyoku, seat, by)
        flags = {name for name in FLAGS if getattr(now, name)}
        assert flags == ({"riichi"} if seat == S else set())


def test_the_last_tile_is_known_again_when_somebody_counts() -> None:
    kyoku = unfollowed(script="S follows with 1, S draws")
    assert situation_of(kyoku, S, TSUMO).haitei
    assert not situation_of(kyoku, S, TSUMO).chiihou
    assert situation_of(play(kyoku, "S discards"), E, RON).houtei
