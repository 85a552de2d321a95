"""Chi, pon, kuikae, and where the called tile lies (鳴き) [naki; kan]."""

from dataclasses import replace

import pytest

from companion.riichi.diagram import meld_text
from companion.riichi.draws import nagashi_seats
from companion.riichi.kuikae import kuikae_reason
from companion.riichi.kyoku import Phase
from companion.riichi.melds import Meld, MeldKind
from companion.riichi.presets import JPML_A, TENHOU
from companion.riichi.reasons import Reason
from companion.riichi.ruleset import Kuikae
from companion.riichi.seats import Seat
from companion.riichi.tiles import Tile, parse_tiles
from tests.toolbox.positions import discarded, three_players
from tests.toolbox.tables import E, N, S, W, draw_and_discard, play, refused, table, until_live

FREE = replace(TENHOU, kuikae=Kuikae.ALLOWED)


def test_chi_is_called_by_the_next_player_alone() -> None:
    assert play(discarded(), "S chis 5m with 46m").turn == S
    for other in "WN":
        assert refused(discarded(), f"{other} chis 5m with 46m") is Reason.CHI_ONLY_FROM_KAMICHA


def test_pon_is_called_by_anybody_and_skips_players() -> None:
    kyoku = play(discarded(), "N pons 5m, N discards 1z")
    assert kyoku.turn == E


def test_a_call_is_made_before_the_next_player_draws() -> None:
    assert refused(play(discarded(), "S draws"), "W pons 5m") is Reason.NO_DISCARD_TO_CALL


def test_a_call_takes_the_place_of_the_draw() -> None:
    kyoku = play(discarded(), "S pons 5m")
    assert kyoku.phase is Phase.CALLED
    assert kyoku.wall.live == discarded().wall.live
    assert refused(kyoku, "S draws") is Reason.MUST_DISCARD


def test_each_call_leaves_three_tiles_fewer_to_choose_from() -> None:
    kyoku, sizes = table(), []
    for tile in ("1z", "2z", "3z", "4z"):
        kyoku = play(kyoku, f"E draws, E discards {tile}, S pons {tile}, S discards")
        kyoku = draw_and_discard(kyoku, 2)
        sizes.append(len(kyoku.players[S].hand))
    assert sizes == [10, 7, 4, 1]


def test_nobody_can_call_the_own_discard() -> None:
    assert refused(discarded(), "E chis 5m with 46m") is Reason.OWN_DISCARD


def test_a_call_names_the_tile_that_lies_there_and_the_player_it_came_from() -> None:
    assert refused(discarded(), "S chis 4m with 35m") is Reason.OTHER_TILE
    assert refused(discarded(), "S pons 5m from W") is Reason.OTHER_TILE


@pytest.mark.parametrize("own", ["35m", "55m", "47m", "44m", "46p", "4m"])
def test_a_chi_is_a_run_of_one_suit(own: str) -> None:
    assert refused(discarded(), f"S chis 5m with {own}") is Reason.NOT_A_MELD


def test_honours_make_no_run() -> None:
    assert refused(discarded("2z"), "S chis 2z with 13z") is Reason.NOT_A_MELD


def test_an_unseen_call_may_be_any_meld() -> None:
    assert play(play(table(), "E draws, E discards ?"), "S chis ?").turn == S


def test_a_discard_that_nobody_saw_is_known_once_it_is_called() -> None:
    kyoku = play(table(), "E draws, E discards ?, W pons 5m")
    assert kyoku.players[E].discards[0].tile is Tile("5m")
    assert kyoku.seen[Tile("5m").kind] == 3
    assert (
        refused(play(kyoku, "W discards, N draws, N discards 5m, E draws"), "E discards 0m")
        is Reason.FIFTH_COPY
    )


def test_a_called_tile_that_nobody_saw_again_is_the_discard() -> None:
    assert play(discarded(), "S pons ?").players[S].melds[0].called is Tile("5m")


def test_after_riichi_nothing_is_called() -> None:
    kyoku = play(table(), "E draws, E riichi, E discards, E pays, S draws, S discards 5m")
    assert refused(kyoku, "E pons 5m") is Reason.CALL_IN_RIICHI


def test_the_last_discard_is_taken_by_ron_alone() -> None:
    kyoku = play(until_live(table(), 1), "S draws, S discards 5m")
    for call in ("W chis 5m with 34m", "W pons 5m", "N kans 5m"):
        assert refused(kyoku, call) is Reason.LAST_DISCARD_ONLY_RON
    assert play(kyoku, "N rons").wins


def test_a_call_needs_its_own_tiles_in_a_known_hand() -> None:
    assert refused(discarded(S="147m258p369s1234z"), "S pons 5m") is Reason.TILE_NOT_IN_HAND


def test_pon_and_kan_cannot_both_be_called_on_one_tile() -> None:
    kyoku = discarded(S="55m258p369s12344z")
    assert play(kyoku, "S pons 5m").players[1].melds
    assert refused(kyoku, "W kans 5m") is Reason.FIFTH_COPY


def test_a_tile_called_away_stays_a_discard_but_leaves_the_river() -> None:
    kyoku = play(discarded(), "W pons 5m")
    assert [tile.called_by for tile in kyoku.players[E].discards] == [W]
    assert kyoku.players[E].river == ()


def test_a_tile_called_away_spoils_nagashi_mangan() -> None:
    kyoku = play(table(), "E draws, E discards 1z, S draws, S discards 9p")
    assert nagashi_seats(kyoku) == (E, S)
    assert nagashi_seats(play(kyoku, "W pons 9p")) == (E,)


def test_where_nobody_saw_some_discards_no_river_is_known_to_make_nagashi_mangan() -> None:
    kyoku = play(table(), "E draws, E discards 1z, nobody follows")
    assert nagashi_seats(kyoku) == ()
    assert nagashi_seats(play(kyoku, "S follows with 30")) == ()
    assert nagashi_seats(play(kyoku, f"S follows with {kyoku.gap.most_live}")) == (E,)


# Kuikae.


@pytest.mark.parametrize(
    ("own", "same", "other_end"),
    [("34m", "5m", "2m"), ("67m", "5m", "8m"), ("46m", "5m", None)],
)
def test_kuikae_forbids_the_called_tile_and_the_other_end_of_the_run(own, same, other_end) -> None:
    kyoku = play(discarded(), f"S chis 5m with {own}")
    assert refused(kyoku, f"S discards {same}") is Reason.KUIKAE_SAME
    assert refused(kyoku, "S discards 0m") is Reason.KUIKAE_SAME
    if other_end:
        assert refused(kyoku, f"S discards {other_end}") is Reason.KUIKAE_OTHER_END
    assert play(kyoku, "S discards 9m").turn == W


@pytest.mark.parametrize(("called", "own"), [("7m", "89m"), ("3m", "12m")])
def test_a_run_at_the_edge_has_no_other_end(called: str, own: str) -> None:
    kyoku = play(discarded(called), f"S chis {called} with {own}")
    for tile in ("4m", "6m", "1p", "9s"):
        assert play(kyoku, f"S discards {tile}").turn == W


def test_after_pon_the_fourth_tile_is_kuikae_too() -> None:
    assert refused(play(discarded(), "S pons 5m"), "S discards 5m") is Reason.KUIKAE_SAME


def test_kuikae_ends_with_the_next_draw() -> None:
    kyoku = play(discarded(), "S chis 5m with 34m, S discards 1z")
    kyoku = play(draw_and_discard(kyoku, 3), "S draws")
    assert play(kyoku, "S discards 2m").turn == W


def test_in_some_houses_the_other_end_is_free() -> None:
    kyoku = play(discarded(rules=JPML_A), "S chis 5m with 34m")
    assert play(kyoku, "S discards 2m").turn == W
    assert refused(kyoku, "S discards 5m") is Reason.KUIKAE_SAME


def test_in_some_houses_all_of_it_is_free() -> None:
    kyoku = play(discarded(rules=FREE), "S chis 5m with 34m")
    assert play(kyoku, "S discards 2m").turn == W
    assert play(kyoku, "S discards 5m").turn == W


def test_an_unseen_discard_is_not_judged() -> None:
    assert play(discarded(), "S chis 5m with 34m, S discards ?").turn == W
    assert kuikae_reason(Meld(MeldKind.CHI, (None, None), None, E), Tile("5m"), Kuikae.FORBIDDEN) is None


def test_a_run_of_which_an_own_tile_was_not_seen_has_no_known_other_end() -> None:
    meld = Meld(MeldKind.CHI, (Tile("4m"), None), Tile("5m"), E)
    assert kuikae_reason(meld, Tile("2m"), Kuikae.FORBIDDEN) is None


# How melds lie.


def meld(kind: MeldKind, tiles: str, giver: int | None) -> Meld:
    called, *own = parse_tiles(tiles)
    if giver is None:
        return Meld(kind, (called, *own))
    return Meld(kind, tuple(own), called, Seat(giver))


@pytest.mark.parametrize(
    ("kind", "tiles", "giver", "lies"),
    [
        (MeldKind.CHI, "1p23p", N, "<1p>2p3p"),
        (MeldKind.CHI, "2p31p", N, "<2p>1p3p"),
        (MeldKind.PON, "111p", N, "<1p>1p1p"),
        (MeldKind.PON, "111p", W, "1p<1p>1p"),
        (MeldKind.PON, "111p", S, "1p1p<1p>"),
        (MeldKind.PON, "505p", S, "5p0p<5p>"),
        (MeldKind.DAIMINKAN, "4444s", N, "<4s>4s4s4s"),
        (MeldKind.DAIMINKAN, "9999p", W, "9p<9p>9p9p"),
        (MeldKind.DAIMINKAN, "6666z", S, "6z6z6z<6z>"),
        (MeldKind.KAKAN, "1111s", N, "<1s/1s>1s1s"),
        (MeldKind.KAKAN, "8888p", W, "8p<8p/8p>8p"),
        (MeldKind.KAKAN, "5505m", S, "5m0m<5m/5m>"),
        (MeldKind.ANKAN, "4444z", None, "(4z)4z4z(4z)"),
        (MeldKind.ANKAN, "5055p", None, "(5p)5p5p(0p)"),
    ],
)
def test_the_sideways_tile_tells_from_whom_it_came(kind, tiles, giver, lies) -> None:
    assert meld_text(meld(kind, tiles, giver), E, 4) == lies


@pytest.mark.parametrize(
    ("kind", "giver", "lies"),
    [
        (MeldKind.PON, 2, "<1p>1p1p"),
        (MeldKind.PON, 1, "1p1p<1p>"),
        (MeldKind.DAIMINKAN, 2, "<1p>1p1p1p"),
        (MeldKind.DAIMINKAN, 1, "1p1p1p<1p>"),
        (MeldKind.KAKAN, 2, "<1p/1p>1p1p"),
        (MeldKind.KAKAN, 1, "1p1p<1p/1p>"),
    ],
)
def test_with_three_players_nobody_sits_across(kind, giver, lies) -> None:
    tiles = "111p" if kind is MeldKind.PON else "1111p"
    assert meld_text(meld(kind, tiles, giver), E, 3) == lies


def test_tiles_that_nobody_saw_lie_there_too() -> None:
    assert meld_text(Meld(MeldKind.PON, (None, Tile("5m")), None, N), E, 4) == "<?>5m?"


def test_with_four_melds_nothing_more_is_laid_down() -> None:
    script = "E draws, E discards 1p, W pons 1p, W discards, N draws, N discards 2p, W pons 2p, W discards"
    kyoku = play(table(), f"{script}, N draws, N discards 3p, W pons 3p, W discards")
    kyoku = play(kyoku, "N draws, N discards 4p, W pons 4p, W discards, N draws, N discards 6s")
    assert refused(kyoku, "W pons 6s") is Reason.NOT_A_MELD
    kyoku = play(kyoku, "E draws, E discards, S draws, S discards, W draws")
    assert refused(kyoku, "W closes ?") is Reason.NOT_A_MELD


def test_only_a_closed_kan_keeps_the_hand_closed() -> None:
    assert play(table(), "E draws, E closes 1z, dora 1m, E replaces").players[E].is_menzen
    for call in ("S chis 5m with 34m", "S pons 5m", "S kans 5m"):
        assert not play(discarded(), call).players[S].is_menzen
    assert [kind.is_kan for kind in MeldKind] == [False, False, True, True, True]
    assert [Meld(kind, ()).is_open for kind in MeldKind] == [True, True, True, True, False]


def test_with_three_players_there_is_no_chi() -> None:
    kyoku = play(three_players(), "E draws, E discards 5p")
    assert refused(kyoku, "S chis 5p with 46p") is Reason.NO_CHI_WITH_THREE
