"""Nobody follows the turns (点数のみ): what is told counts, and what nobody can know is not guessed."""

from dataclasses import replace

import pytest

from companion.riichi import facts as f
from companion.riichi.audit import status
from companion.riichi.calls import Action, rulings
from companion.riichi.diagram import diagram
from companion.riichi.draws import abortive_draw_due
from companion.riichi.kyoku import Kyoku, OfferKind, Phase
from companion.riichi.melds import MeldKind
from companion.riichi.presets import EMA, TENHOU, TENHOU_3P
from companion.riichi.reasons import Reason
from companion.riichi.ruleset import RuleSet
from companion.riichi.settlement import settle
from companion.riichi.tiles import Tile
from companion.riichi.wall import WallPlace
from tests.toolbox.houses import LENIENT, STRICT
from tests.toolbox.positions import TENPAI, closed_kans, discarded, in_riichi, three_players, unfollowed
from tests.toolbox.tables import (
    E,
    N,
    S,
    W,
    draw_and_discard,
    drawn,
    play,
    refused,
    step,
    table,
    until_live,
    why_not,
)

# Into it and out of it.


def test_nobody_counts_the_wall_while_nobody_follows() -> None:
    kyoku = unfollowed()
    assert (kyoku.phase, kyoku.wall.live, kyoku.offer) == (Phase.UNFOLLOWED, None, None)
    assert kyoku.has_gap
    assert kyoku.is_unfollowed
    assert (kyoku.wall.replacements_left, kyoku.kans, len(kyoku.wall.indicators)) == (4, 0, 1)


@pytest.mark.parametrize(
    "script",
    [
        "",
        "E draws 5m",
        "E draws, E discards 5m",
        "E draws, E discards 5m, S pons 5m",
        "E draws, E riichi",
        "E draws, E closes 1z",
        "E draws, E closes 1z, dora 1p, E replaces 2p",
    ],
)
def test_it_may_begin_at_any_moment(script: str) -> None:
    kyoku = play(table(), script)
    after = play(kyoku, "nobody follows")
    assert after.wall.replacements_drawn == (1 if "closes" in script else 0)
    assert after.points == kyoku.points
    assert all(set(player.hand) == {None} for player in after.players)
    assert after.rinshan_of is None


def test_a_known_hand_is_let_go_and_its_tiles_are_not_seen_any_more() -> None:
    kyoku = unfollowed(E=TENPAI, dora="9m")
    assert kyoku.players[E].known_hand is None
    assert sum(kyoku.seen) == 1
    assert play(kyoku, "S closes 5z").players[S].melds[0].kind is MeldKind.ANKAN


def test_no_draw_and_no_discard_is_told_meanwhile() -> None:
    kyoku = unfollowed()
    for sentence in ("E draws", "S draws", "E discards", "W discards 5m", "E replaces", "nobody follows"):
        assert refused(kyoku, sentence) is Reason.TURNS_NOT_FOLLOWED


def test_a_hand_that_is_over_is_not_followed_nor_let_go() -> None:
    for script in ("E draws, E tsumos", "nobody follows, E tsumos", "nobody follows, E chombo"):
        kyoku = play(table(), script)
        for sentence in ("nobody follows", "S follows with 30", "W closes 1z", "S draws"):
            assert refused(kyoku, sentence) is Reason.KYOKU_OVER


def test_it_ends_when_somebody_says_who_draws_and_how_many_are_left() -> None:
    kyoku = unfollowed(script="S follows with 41")
    assert (kyoku.phase, kyoku.turn, kyoku.wall.live, kyoku.offer) == (Phase.TO_DRAW, S, 41, None)
    assert kyoku.has_gap
    assert not kyoku.is_unfollowed
    assert not kyoku.is_untouched
    assert play(kyoku, "S draws, S discards 5m, W pons 5m, W discards").wall.live == 40


@pytest.mark.parametrize("live", [-1, 71, 200])
def test_so_many_tiles_cannot_be_left(live: int) -> None:
    kyoku = unfollowed()
    assert why_not(kyoku, f.PlayFollowed(S, live)) is Reason.LIVE_CANNOT_BE
    assert why_not(kyoku, f.PlayFollowed(S, 70)) is None


def test_no_more_are_left_than_when_it_began_and_a_kan_takes_one() -> None:
    kyoku = play(draw_and_discard(table(), 20), "nobody follows, W closes 1z, dora 2p")
    assert refused(kyoku, "S follows with 50") is Reason.LIVE_CANNOT_BE
    kyoku = play(kyoku, "S follows with 49")
    assert refused(play(kyoku, "nobody follows"), "N follows with 50") is Reason.LIVE_CANNOT_BE
    again = play(kyoku, "S draws, S discards, nobody follows, N follows with 0")
    assert again.gap is not None
    assert again.gap.unseen_discards == 48
    assert play(again, "ends exhaustive").phase is Phase.ENDED


def test_only_somebody_at_the_table_can_draw_next() -> None:
    assert refused(play(three_players(), "nobody follows"), "N follows with 30") is Reason.NO_SUCH_SEAT


def test_the_last_tile_lies_where_it_lies_whether_anybody_counts_or_not() -> None:
    kyoku = unfollowed(script="E closes 1z, dora 2p")
    assert kyoku.wall.haitei == WallPlace(7, is_upper=True)
    assert play(kyoku, "S follows with 3").wall.haitei == WallPlace(7, is_upper=True)


# Riichi.


def test_a_riichi_is_declared_by_anybody_and_paid_at_once() -> None:
    kyoku = unfollowed(script="W riichi, W pays, E riichi, E pays")
    assert kyoku.points == (24_000, 25_000, 24_000, 25_000)
    assert kyoku.kyoutaku == 2
    riichi = kyoku.players[W].riichi
    assert riichi is not None
    assert (riichi.is_double, riichi.ippatsu, riichi.is_accepted) == (None, None, True)


def test_a_riichi_needs_what_can_be_known() -> None:
    assert refused(unfollowed(script="W riichi, W pays"), "W riichi") is Reason.RIICHI_TWICE
    assert refused(unfollowed(points=(900, 1, 1, 1)), "E riichi") is Reason.RIICHI_POINTS
    assert refused(unfollowed(), "E open-riichi") is Reason.NO_OPEN_RIICHI
    opened = unfollowed(script="W pons 5m from E")
    assert refused(opened, "W riichi") is Reason.RIICHI_OPEN_HAND
    closed = unfollowed(script="W closes 1z")
    assert play(closed, "W riichi").players[W].in_riichi
    assert refused(unfollowed(), "W pays") is Reason.NO_RIICHI_TO_ACCEPT
    assert refused(unfollowed(script="W riichi, W pays"), "W pays") is Reason.NO_RIICHI_TO_ACCEPT


def test_a_stick_lies_on_the_table_before_anything_else_is_told() -> None:
    kyoku = unfollowed(script="W riichi")
    others = ("E riichi", "E closes 1z", "E adds 1z", "E kans 1z from S", "E tsumos", "S rons from E")
    for sentence in (*others, "S follows with 30", "ends exhaustive tenpai W"):
        assert refused(kyoku, sentence) is Reason.RIICHI_NOT_ACCEPTED
    assert refused(kyoku, "W riichi") is Reason.RIICHI_TWICE


def test_the_riichi_tile_may_be_won_on_and_then_there_is_no_stick() -> None:
    kyoku = unfollowed(script="W riichi, S rons from W worth 1/30")
    assert settle(kyoku).points == (25_000, 26_000, 24_000, 25_000)
    assert kyoku.kyoutaku == 0


def test_a_riichi_that_was_not_paid_yet_is_paid_later() -> None:
    kyoku = play(table(), "E draws, E riichi, E discards 5m, nobody follows")
    riichi = play(kyoku, "E pays").players[E].riichi
    assert riichi is not None
    assert (riichi.is_double, riichi.ippatsu, riichi.is_accepted) == (True, None, True)


def test_nobody_knows_how_long_ippatsu_lasts_until_a_kan_or_the_next_discard() -> None:
    kyoku = play(in_riichi("S"), "nobody follows")
    assert _ippatsu(kyoku) is None
    assert _ippatsu(play(kyoku, "W closes 1z")) is False
    assert _ippatsu(play(kyoku, "W pons 5p from E")) is None  # nobody says when that was
    followed = play(kyoku, "S follows with 50")
    assert _ippatsu(followed) is None
    assert _ippatsu(play(followed, "S draws, S discards")) is False
    assert _ippatsu(play(followed, "S draws, S closes 2z, dora 5s, S replaces")) is False


def _ippatsu(kyoku: Kyoku) -> bool | None:
    riichi = kyoku.players[S].riichi
    assert riichi is not None
    return riichi.ippatsu


def test_an_ippatsu_that_was_lost_or_is_not_played_is_known() -> None:
    lost = play(in_riichi("S"), "E draws, E discards 5p, W pons 5p, nobody follows")
    assert _ippatsu(lost) is False
    assert _ippatsu(unfollowed(replace(TENHOU, ippatsu=False), "S riichi, S pays")) is False


def test_a_double_riichi_is_known_where_it_cannot_be() -> None:
    def double(kyoku: Kyoku, seat: int = W) -> bool | None:
        riichi = kyoku.players[seat].riichi
        assert riichi is not None
        return riichi.is_double

    assert double(unfollowed(script="W riichi")) is None
    assert double(unfollowed(script="S closes 1z, W riichi")) is False
    assert double(unfollowed(script="S pons 1z from E, W riichi")) is False
    assert double(play(draw_and_discard(table(), 3), "nobody follows, W riichi")) is False
    assert double(play(draw_and_discard(table(), 2), "nobody follows, W riichi")) is None
    late = unfollowed(script="E follows with 50, E draws, E riichi, E discards")
    assert double(late, E) is False
    early = unfollowed(script="E follows with 70, E draws, E riichi, E discards")
    assert double(early, E) is None


def test_a_riichi_tile_that_nobody_saw_lies_sideways_already() -> None:
    kyoku = unfollowed(script="S riichi, S pays, S follows with 50, S draws, S discards 5m")
    assert not kyoku.players[S].discards[-1].sideways


# 鳴き Calls and kans.


def test_a_meld_is_told_late_to_show_it() -> None:
    kyoku = unfollowed(script="W pons 5m with 50m from E, W chis 3p with 45p, S pons 1z from nobody")
    west, south = kyoku.players[W], kyoku.players[S]
    assert [(meld.kind, meld.giver) for meld in west.melds] == [(MeldKind.PON, E), (MeldKind.CHI, S)]
    assert south.melds[0].giver is None
    assert (len(west.hand), len(south.hand)) == (7, 10)
    assert not kyoku.is_untouched


def test_a_meld_that_cannot_be_is_not_told() -> None:
    kyoku = unfollowed()
    assert refused(kyoku, "W pons 5m with 56m from E") is Reason.NOT_A_MELD
    assert refused(kyoku, "W pons 5m from W") is Reason.OWN_DISCARD
    assert refused(play(three_players(), "nobody follows"), "E pons 5p from N") is Reason.NO_SUCH_SEAT
    assert refused(play(three_players(), "nobody follows"), "E chis 5p with 67p") is Reason.NO_CHI_WITH_THREE
    assert refused(unfollowed(script="W riichi"), "W pons 5m from E") is Reason.CALL_IN_RIICHI
    full = unfollowed(script="W pons 1m from E, W pons 2m from E, W pons 3m from E, W pons 4m from E")
    assert refused(full, "W pons 5m from E") is Reason.NOT_A_MELD
    assert refused(full, "W closes 5p") is Reason.NOT_A_MELD
    assert refused(full, "W adds 5p") is Reason.NO_PON_TO_EXTEND
    assert play(full, "W adds 1m").kans == 1
    assert refused(kyoku, "W closes 123m") is Reason.NOT_A_MELD


def test_where_turns_are_followed_the_giver_is_known() -> None:
    kyoku = discarded("5m")
    assert why_not(kyoku, f.PonCalled(W, None, Tile("5m"), (Tile("5m"),) * 2)) is Reason.OTHER_TILE
    assert why_not(kyoku, f.PonCalled(W, E, Tile("5m"), (Tile("5m"),) * 2)) is None


def test_a_kan_counts_its_replacement_tile_at_once() -> None:
    kyoku = unfollowed(script="W closes 1z, S adds 2z, N kans 3z from nobody")
    assert (kyoku.kans, kyoku.wall.replacements_left, kyoku.wall.replacements_drawn) == (3, 1, 3)
    assert kyoku.wall.haitei == WallPlace(8, is_upper=True)
    assert [player.kans for player in kyoku.players] == [0, 1, 1, 1]
    assert kyoku.wall.indicators_owed == 3


def test_an_open_kan_needs_no_pon_but_takes_one_that_is_there() -> None:
    kyoku = unfollowed(script="W pons 5m from E, W adds 0m")
    assert [(meld.kind, meld.giver) for meld in kyoku.players[W].melds] == [(MeldKind.KAKAN, E)]
    kyoku = play(kyoku, "W adds 5p")
    assert [meld.kind for meld in kyoku.players[W].melds] == [MeldKind.KAKAN] * 2
    assert "".join(tile.text for tile in kyoku.players[W].melds[1].tiles if tile) == "5p5p5p0p"
    unseen = play(kyoku, "S adds ?").players[S].melds[0]
    assert unseen.tiles == (None,) * 4


@pytest.mark.parametrize(("rules", "tile", "all_four"), [(EMA, "5s", "5s5s5s5s"), (TENHOU, "1z", "1z1z1z1z")])
def test_one_tile_of_a_kan_tells_all_four(rules: RuleSet, tile: str, all_four: str) -> None:
    meld = unfollowed(rules, f"W adds {tile}").players[W].melds[0]
    assert "".join(seen.text for seen in meld.tiles if seen) == all_four


def test_after_riichi_only_a_closed_kan_is_possible() -> None:
    kyoku = unfollowed(script="W riichi, W pays")
    assert refused(kyoku, "W adds 5m") is Reason.KAN_IN_RIICHI_ONLY_CLOSED
    assert refused(kyoku, "W kans 5m from E") is Reason.CALL_IN_RIICHI
    assert play(kyoku, "W closes 1z").kans == 1


def test_a_fifth_kan_is_refused_and_four_by_two_may_end_it() -> None:
    kyoku = unfollowed(script="E closes 1z, E closes 2z, E closes 3z")
    assert refused(kyoku, "ends suukaikan") is Reason.NOT_FOUR_KANS
    by_one = play(kyoku, "E closes 4z")
    assert refused(by_one, "ends suukaikan") is Reason.NOT_FOUR_KANS
    by_two = play(kyoku, "S adds 4z")
    for four in (by_one, by_two):
        assert refused(four, "W closes 5z") is Reason.KAN_LIMIT
    assert abortive_draw_due(by_two) is None  # nobody knows whether the discard has passed
    assert play(by_two, "ends suukaikan").phase is Phase.ENDED
    assert refused(unfollowed(LENIENT), "ends suukaikan") is Reason.DRAW_NOT_IN_RULES


def test_five_kans_by_one_and_another_may_end_it_where_the_house_says_so() -> None:
    kyoku = unfollowed(STRICT, "E closes 1z, E closes 2z, E closes 3z, E closes 4z, S closes 5z")
    assert kyoku.kans == 5
    assert play(kyoku, "ends suukaikan").phase is Phase.ENDED


def test_a_flip_that_waits_for_a_discard_stays_owed_until_it_is_told() -> None:
    kyoku = unfollowed(script="W adds 1z")
    assert (kyoku.wall.owed_now, kyoku.wall.owed_later) == (0, 1)
    assert play(kyoku, "dora 2p").wall.indicators_owed == 0
    assert play(kyoku, "S closes 2z").wall.owed_now == 2
    assert play(kyoku, "S follows with 40").wall.owed_now == 1
    won = play(kyoku, "E tsumos")
    assert won.wall.owed_later == 1
    assert len(play(won, "dora 2p").wall.indicators) == 2
    assert refused(unfollowed(), "dora 1p") is Reason.INDICATOR_TOO_EARLY


def test_it_stays_owed_after_a_second_ron_on_the_same_tile() -> None:
    kyoku = unfollowed(script="S kans 3z from nobody, E rons from W worth 1/30, N rons from W worth 1/30")
    assert kyoku.wall.owed_later == 1


def test_in_a_house_that_turns_it_after_the_discard_it_waits_for_the_next_draw() -> None:
    kyoku = unfollowed(LENIENT, "W adds 1z, S follows with 40")
    assert (kyoku.wall.owed_now, kyoku.wall.owed_later) == (0, 1)
    assert play(kyoku, "S draws").wall.owed_now == 1


def test_a_kan_that_waits_for_its_tile_has_it_when_nobody_follows_any_more() -> None:
    kyoku = play(in_riichi("S"), "E draws, E closes 1z, nobody follows")
    assert (kyoku.wall.replacements_drawn, kyoku.is_untouched) == (1, False)
    assert _ippatsu(kyoku) is False
    assert play(kyoku, "dora 1p, W follows with 60").wall.live == 60


def test_north_is_set_aside_and_replaced() -> None:
    kyoku = play(three_players(), "nobody follows, E kita, E kita, S kita")
    assert [player.kita for player in kyoku.players] == [2, 1, 0]
    assert kyoku.wall.replacements_left == 5
    assert refused(unfollowed(), "E kita") is Reason.NO_KITA
    assert refused(play(kyoku, "S kita"), "W kita") is Reason.FIFTH_COPY


# 可否 What may happen.


def test_everybody_is_told_what_may_be_tapped() -> None:
    answers = {one.action: one for one in rulings(unfollowed(script="E riichi"), S)}
    assert {action for action, one in answers.items() if one.is_allowed} == {
        *(Action.RIICHI, Action.TSUMO, Action.RON, Action.ANKAN, Action.KAKAN, Action.KYUUSHU_KYUUHAI)
    }
    assert [win.giver for win in answers[Action.RON].facts] == [W, N, E]
    later = {one.action: one.reason for one in rulings(unfollowed(script="S riichi, S pays"), S)}
    assert later[Action.RIICHI] is Reason.RIICHI_TWICE
    assert later[Action.KAKAN] is Reason.KAN_IN_RIICHI_ONLY_CLOSED
    assert Action.KYUUSHU_KYUUHAI not in later
    three = {one.action: one.reason for one in rulings(play(three_players(), "nobody follows"), S)}
    assert three[Action.KITA] is None


def test_after_a_ron_others_may_win_on_the_tile() -> None:
    answers = {one.action: one.reason for one in rulings(unfollowed(script="W rons from E"), N)}
    assert answers == {Action.RON: None}
    assert rulings(unfollowed(script="W chombo"), N) == ()


# The wall and the picture.


def test_the_audit_looks_at_what_is_told_after_the_turns_are_followed_again() -> None:
    script = "S pons 1z from nobody, E adds 2z, W closes 3z, dora 1p, dora 2p, N follows with 30"
    kyoku = play(draw_and_discard(table(), 11), f"nobody follows, {script}")
    assert not status(kyoku)
    assert kyoku.gap is not None
    miscounted = replace(kyoku, gap=replace(kyoku.gap, unseen_discards=kyoku.gap.unseen_discards + 1))
    assert status(miscounted)
    kyoku = play(kyoku, "N draws, N discards 9s, S pons 9s, S discards 1m")
    assert not status(kyoku)
    stranger = replace(kyoku.players[S].melds[1], giver=W)
    players = list(kyoku.players)
    players[S] = replace(players[S], melds=(players[S].melds[0], stranger))
    assert status(replace(kyoku, players=tuple(players)))


def test_a_picture_says_what_nobody_knows() -> None:
    kyoku = play(
        draw_and_discard(table(), 5), "nobody follows, S riichi, S pays, W adds 1z, N pons 5m from nobody"
    )
    picture = diagram(kyoku)
    assert "? live" in picture
    assert "gap  64 live at most, 0 discards untold" in picture
    assert "accepted ippatsu?" in diagram(unfollowed(script="S riichi, S pays"))
    assert "double? accepted" in diagram(unfollowed(script="S riichi, S pays"))
    assert "5m5m5m" in picture
    assert "1z1z1z1z" in picture
    again = drawn(picture)
    assert kyoku.gap is not None
    assert diagram(again) == picture
    assert again.gap == replace(kyoku.gap, lay=None)
    assert [meld.giver for meld in again.players[N].melds] == [None]


def test_only_what_was_offered_is_offered() -> None:
    kyoku = unfollowed(script="W rons 5m from E")
    assert kyoku.offer is not None
    assert (kyoku.offer.kind, kyoku.offer.seat) == (OfferKind.DISCARD, E)
    assert play(closed_kans(1, last_replaced=False), "nobody follows").offer is None
    assert until_live(table(TENHOU_3P, dora="9p"), 3).gap is None
    assert step(unfollowed(), f.PlayFollowed(E, 70)).gap is not None


def test_the_discard_that_lay_there_when_it_began_is_the_called_one() -> None:
    before = play(table(), "E draws, E discards 1s, nobody follows")
    kan = play(before, "W kans 1s from E")
    assert kan.players[E].discards[0].called_by == W
    assert play(before, "W kans 1s from nobody").players[W].melds[0].giver == E
    added = play(before, "W adds 1s")
    assert (added.players[W].melds[0].giver, added.players[E].river) == (E, ())
    assert play(kan, "dora 2p, S follows with 60").wall.live == 60
    assert play(before, "W pons 2s from E").players[E].discards[0].called_by is None
    assert play(before, "W pons 1s from S").players[E].discards[0].called_by is None
    for impossible in ("W kans 1s from S", "E adds 1s"):
        assert refused(before, impossible) is Reason.FIFTH_COPY
    drawn_since = play(table(), "E draws, E discards 1s, S draws, nobody follows")
    assert refused(drawn_since, "W kans 1s from E") is Reason.FIFTH_COPY
