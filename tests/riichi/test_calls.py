"""What may happen now: every action with its ways or its reason, for hands known and unknown."""

import pytest

from companion.riichi.calls import Action, first_claims, refusal, rulings
from companion.riichi.facts import Discarded, Drawn, KyokuFact, RiichiDeclared, Ryuukyoku, RyuukyokuKind, Won
from companion.riichi.kyoku import Kyoku
from companion.riichi.presets import EMA, HOUSE, M_LEAGUE, MAHJONG_SOUL, TENHOU, TENHOU_3P
from companion.riichi.reasons import Reason
from companion.riichi.ruleset import RuleSet
from companion.riichi.seats import Seat
from companion.riichi.tiles import Tile, parse_tiles, text_of
from tests.toolbox.positions import NOTEN, TENPAI, after_pon, discarded, in_riichi, three_players
from tests.toolbox.sentences import fact_of
from tests.toolbox.tables import E, N, S, W, play, step, table, until_live

FIVES = "0555p123m789s114z"
"""Three plain fives of circles and the red one."""


def never(kyoku: Kyoku, win: Won) -> bool:
    return False


def always(kyoku: Kyoku, win: Won) -> bool:
    return True


def legal_facts(kyoku: Kyoku, seat: Seat) -> tuple[KyokuFact, ...]:
    return tuple(fact for ruling in rulings(kyoku, seat) if ruling.is_allowed for fact in ruling.facts)


def reasons(kyoku: Kyoku, seat: Seat, has_yaku=None) -> dict[Action, Reason | None]:
    return {ruling.action: ruling.reason for ruling in rulings(kyoku, seat, has_yaku)}


def allowed(kyoku: Kyoku, seat: Seat, has_yaku=None) -> set[Action]:
    return {ruling.action for ruling in rulings(kyoku, seat, has_yaku) if ruling.is_allowed}


def ways(kyoku: Kyoku, seat: Seat, action: Action) -> tuple:
    (ruling,) = (ruling for ruling in rulings(kyoku, seat) if ruling.action is action)
    return ruling.facts


def own_tiles(kyoku: Kyoku, seat: Seat, action: Action) -> list[str]:
    return [text_of(fact.own) for fact in ways(kyoku, seat, action)]


# Whose moment it is.


def test_a_refusal_names_the_reason_and_none_lets_pass() -> None:
    kyoku = play(table(), "E draws")
    assert refusal(kyoku, Drawn(S)) is Reason.NOT_YOUR_TURN
    assert refusal(kyoku, Discarded(E)) is None


def test_at_the_own_turn_the_hand_is_asked_and_nobody_else() -> None:
    kyoku = play(table(E=NOTEN), "E draws 5z")
    assert list(reasons(kyoku, E)) == [
        Action.DISCARD,
        Action.RIICHI,
        Action.TSUMO,
        Action.ANKAN,
        Action.KAKAN,
        Action.KYUUSHU_KYUUHAI,
    ]
    assert rulings(kyoku, S) == ()


def test_before_the_first_draw_nobody_has_a_choice() -> None:
    assert [rulings(table(), seat) for seat in (E, S, W, N)] == [()] * 4


def test_after_a_discard_the_others_are_asked_and_not_the_discarder() -> None:
    kyoku = discarded()
    assert rulings(kyoku, E) == ()
    assert list(reasons(kyoku, S)) == [Action.RON, Action.PON, Action.DAIMINKAN, Action.CHI]


def test_a_robbed_kan_can_only_be_won_on() -> None:
    kyoku = play(after_pon(), "S adds 5p")
    assert list(reasons(kyoku, W)) == [Action.RON]
    assert rulings(kyoku, S) == ()


def test_nobody_may_do_anything_when_the_kyoku_is_over() -> None:
    kyoku = play(table(E=TENPAI), "E draws 5z, E tsumos")
    assert [rulings(kyoku, seat) for seat in (E, S, W, N)] == [()] * 4
    drawn = play(table(E="19m19p19s1234567z"), "E draws 5m, ends kyuushu by E")
    assert [rulings(drawn, seat) for seat in (E, S, W, N)] == [()] * 4


def test_after_one_ron_the_others_may_still_win_on_the_tile() -> None:
    kyoku = play(discarded("1z"), "W rons")
    assert reasons(kyoku, W) == {Action.RON: Reason.ALREADY_WON}
    assert allowed(kyoku, N) == {Action.RON}
    bumped = play(discarded("1z", M_LEAGUE), "S rons")
    assert reasons(bumped, N) == {Action.RON: Reason.HEAD_BUMP}


# The own turn.


def test_each_face_of_the_hand_is_one_discard() -> None:
    kyoku = play(table(E=FIVES), "E draws 9m")
    assert [fact.tile.text for fact in ways(kyoku, E, Action.DISCARD)] == [
        *("0p", "5p", "1m", "2m", "3m", "7s", "8s", "9s", "1z", "4z", "9m")
    ]


def test_an_unseen_hand_may_do_what_the_table_does_not_forbid() -> None:
    kyoku = play(table(), "E draws")
    assert allowed(kyoku, E) == {
        *(Action.DISCARD, Action.RIICHI, Action.TSUMO, Action.ANKAN, Action.KYUUSHU_KYUUHAI)
    }
    assert ways(kyoku, E, Action.DISCARD) == (Discarded(E),)
    assert ways(kyoku, E, Action.ANKAN)[0].tiles == (None,) * 4
    assert ways(kyoku, E, Action.TSUMO)[0].hand is None


def test_riichi_is_offered_when_a_discard_leaves_the_hand_tenpai() -> None:
    assert allowed(play(table(E=TENPAI), "E draws 9p"), E) == {Action.DISCARD, Action.RIICHI}
    assert reasons(play(table(E=NOTEN), "E draws 5z"), E)[Action.RIICHI] is Reason.RIICHI_NOTEN


def test_after_riichi_was_said_only_discards_that_keep_tenpai_are_left() -> None:
    kyoku = play(table(E=TENPAI), "E draws 9p, E riichi")
    assert legal_facts(kyoku, E) == (Discarded(E, Tile("9p")),)
    assert list(reasons(kyoku, E)) == [Action.DISCARD]


def test_riichi_comes_with_its_own_reasons() -> None:
    poor = play(table(E=TENPAI, points=(900, 25_000, 25_000, 49_100)), "E draws 9p")
    assert reasons(poor, E)[Action.RIICHI] is Reason.RIICHI_POINTS
    assert reasons(play(after_pon(), "S discards"), W)[Action.CHI] is None
    assert reasons(after_pon(), S)[Action.RIICHI] is Reason.RIICHI_OPEN_HAND


def test_a_tsumo_needs_a_complete_hand_and_a_yaku() -> None:
    complete = play(table(E=TENPAI), "E draws 5z")
    assert reasons(complete, E)[Action.TSUMO] is None
    assert reasons(complete, E, always)[Action.TSUMO] is None
    assert reasons(complete, E, never)[Action.TSUMO] is Reason.NO_YAKU
    assert reasons(play(table(E=TENPAI), "E draws 4z"), E)[Action.TSUMO] is Reason.HAND_NOT_COMPLETE


def test_a_tsumo_shows_the_hand_without_the_drawn_tile() -> None:
    (win,) = ways(play(table(E=TENPAI), "E draws 5z"), E, Action.TSUMO)
    assert (win.tile, win.hand) == (Tile("5z"), parse_tiles(TENPAI))


def test_a_yaku_is_not_asked_for_where_the_hand_is_unseen() -> None:
    assert reasons(play(table(), "E draws"), E, never)[Action.TSUMO] is None


def test_a_closed_kan_takes_all_four_the_red_one_with_them() -> None:
    (kan,) = ways(play(table(E=FIVES), "E draws 9m"), E, Action.ANKAN)
    assert text_of(kan.tiles) == "5550p"
    assert reasons(play(table(E=TENPAI), "E draws 9m"), E)[Action.ANKAN] is Reason.TILE_NOT_IN_HAND


def test_no_kan_on_the_last_tile() -> None:
    last = play(until_live(table(E=FIVES), 1), f"{'ESWN'[until_live(table(), 1).turn]} draws")
    assert reasons(last, last.turn)[Action.ANKAN] is Reason.KAN_ON_LAST_TILE


def test_a_pon_is_extended_by_a_tile_in_hand() -> None:
    known = play(table(S="0556p123m789s114z"), "E draws, E discards 5p, S pons 5p, S discards 9s")
    known = play(known, "W draws, W discards, N draws, N discards, E draws, E discards, S draws 3z")
    assert [fact.tile for fact in ways(known, S, Action.KAKAN)] == [Tile("0p")]
    assert ways(after_pon(), S, Action.KAKAN)[0].tile == Tile("5p")


def test_a_pon_of_unseen_tiles_may_be_extended_by_an_unseen_tile() -> None:
    kyoku = play(table(), "E draws, E discards ?, S pons ? with ??, S discards 9s")
    kyoku = play(kyoku, "W draws, W discards, N draws, N discards, E draws, E discards, S draws")
    assert [fact.tile for fact in ways(kyoku, S, Action.KAKAN)] == [None]


def test_right_after_a_call_there_is_neither_kan_nor_riichi_nor_tsumo() -> None:
    kyoku = play(discarded("5m"), "S pons 5m")
    assert reasons(kyoku, S) == {
        Action.DISCARD: None,
        Action.RIICHI: Reason.RIICHI_AFTER_CALL,
        Action.TSUMO: Reason.MUST_DISCARD,
        Action.ANKAN: Reason.KAN_AFTER_CALL,
        Action.KAKAN: Reason.KAN_AFTER_CALL,
    }


def test_kuikae_leaves_the_called_kind_and_the_other_end_out() -> None:
    kyoku = play(discarded("4m", S="56m47m123p789s114z"), "S chis 4m with 56m")
    assert [fact.tile.text for fact in ways(kyoku, S, Action.DISCARD)] == [
        *("1p", "2p", "3p", "7s", "8s", "9s", "1z", "4z")
    ]


def test_in_riichi_the_drawn_tile_goes_or_wins() -> None:
    kyoku = play(in_riichi("E", E=TENPAI), "E draws 9m")
    assert legal_facts(kyoku, E) == (Discarded(E, Tile("9m")),)
    assert allowed(play(in_riichi("E", E=TENPAI), "E draws 5z"), E) == {Action.DISCARD, Action.TSUMO}


def test_kyuushu_kyuuhai_is_offered_in_the_first_turn_only() -> None:
    nine = play(table(E="19m19p19s123z4567m"), "E draws 5m")
    assert Ryuukyoku(RyuukyokuKind.KYUUSHU_KYUUHAI, by=E) in legal_facts(nine, E)
    eight = play(table(E="19m19p19s12z45678m"), "E draws 5m")
    assert reasons(eight, E)[Action.KYUUSHU_KYUUHAI] is Reason.NOT_NINE_ORPHANS
    later = play(
        nine, "E discards 5m, S draws, S discards, W draws, W discards, N draws, N discards, E draws 5p"
    )
    assert Action.KYUUSHU_KYUUHAI not in reasons(later, E)
    without = play(table(EMA, E="19m19p19s123z4567m"), "E draws 5m")
    assert reasons(without, E)[Action.KYUUSHU_KYUUHAI] is Reason.DRAW_NOT_IN_RULES


def test_north_is_set_aside_with_three_players_only() -> None:
    kyoku = play(three_players(), "E draws")
    assert reasons(kyoku, E)[Action.KITA] is None
    without = play(three_players(E="19m123p456789s11z"), "E draws 2z")
    assert reasons(without, E)[Action.KITA] is Reason.TILE_NOT_IN_HAND
    assert Action.KITA not in reasons(play(table(), "E draws"), E)


# Another's discard.


def test_pon_names_each_pair_once_and_the_red_five_apart() -> None:
    kyoku = discarded("5p", S="055p123m789s1144z")
    assert own_tiles(kyoku, S, Action.PON) == ["55p", "50p"]
    assert own_tiles(kyoku, S, Action.DAIMINKAN) == ["550p"]


def test_chi_names_each_run_and_the_red_five_apart() -> None:
    kyoku = discarded("6m", S="04578m123p789s11z")
    assert own_tiles(kyoku, S, Action.CHI) == ["45m", "40m", "57m", "07m", "78m"]
    assert own_tiles(discarded("9s", S="7889s123p789m114z"), S, Action.CHI) == ["78s"]


def test_there_is_no_run_of_honours_nor_across_suits() -> None:
    assert reasons(discarded("2z", S="13z89m12p123456s1z"), S)[Action.CHI] is Reason.TILE_NOT_IN_HAND
    assert reasons(discarded("1p", S="89m13p123456s111z"), S)[Action.CHI] is Reason.TILE_NOT_IN_HAND


def test_chi_is_for_the_player_on_the_right_alone() -> None:
    assert reasons(discarded("6m", W="45m13p123456s111z"), W)[Action.CHI] is Reason.CHI_ONLY_FROM_KAMICHA
    assert reasons(play(three_players(), "E draws, E discards 6p"), S)[Action.CHI] is Reason.NO_CHI_WITH_THREE


def test_an_unseen_hand_may_call_with_unseen_tiles() -> None:
    kyoku = discarded("6m")
    assert allowed(kyoku, S) == {Action.RON, Action.PON, Action.DAIMINKAN, Action.CHI}
    assert ways(kyoku, S, Action.CHI)[0].own == (None, None)
    assert ways(kyoku, S, Action.DAIMINKAN)[0].own == (None, None, None)


def test_an_unseen_discard_may_be_called_by_a_known_hand() -> None:
    kyoku = discarded("?", S=NOTEN)
    assert ways(kyoku, S, Action.PON)[0].own == (None, None)
    assert ways(kyoku, S, Action.CHI)[0].own == (None, None)


def test_a_call_that_leaves_no_lawful_discard_is_not_offered() -> None:
    kyoku = play(table(S="4567m112233567z"), "E draws, E discards 1z, S pons 1z, S discards 5z")
    for wind, dragon in ("26", "37"):
        kyoku = play(kyoku, f"W draws, W discards, N draws, N discards, E draws, E discards {wind}z")
        kyoku = play(kyoku, f"S pons {wind}z, S discards {dragon}z")
    kyoku = play(kyoku, "W draws, W discards, N draws, N discards, E draws, E discards 4m")
    assert own_tiles(kyoku, S, Action.CHI) == []
    assert reasons(kyoku, S)[Action.CHI] is Reason.NO_DISCARD_LEFT


def test_the_last_discard_is_for_ron_alone() -> None:
    kyoku = until_live(table(), 0)
    assert reasons(kyoku, kyoku.turn) == {
        Action.RON: None,
        Action.PON: Reason.LAST_DISCARD_ONLY_RON,
        Action.DAIMINKAN: Reason.LAST_DISCARD_ONLY_RON,
        Action.CHI: Reason.LAST_DISCARD_ONLY_RON,
    }


def test_in_riichi_nothing_is_called_but_ron() -> None:
    kyoku = play(in_riichi("S", S=TENPAI), "E draws, E discards 1z")
    assert reasons(kyoku, S)[Action.PON] is Reason.CALL_IN_RIICHI
    assert allowed(kyoku, S) == {Action.RON}


def test_ron_needs_the_wait_a_yaku_and_no_furiten() -> None:
    assert reasons(discarded("1z", S=TENPAI), S, always)[Action.RON] is None
    assert reasons(discarded("1z", S=TENPAI), S, never)[Action.RON] is Reason.NO_YAKU
    assert reasons(discarded("4z", S=TENPAI), S)[Action.RON] is Reason.HAND_NOT_COMPLETE
    own = play(table(S=TENPAI), "E draws, E discards 9m, S draws 5z, S discards 5z, W draws, W discards 1z")
    assert reasons(own, S)[Action.RON] is Reason.FURITEN_DISCARD


def test_a_passed_tile_forbids_ron_until_the_own_turn() -> None:
    passed = play(discarded("1z", W=TENPAI), "S draws, S discards 5z")
    assert reasons(passed, W)[Action.RON] is Reason.FURITEN_TURN


def test_a_tile_of_riichi_just_said_may_be_called_as_if_the_stick_lay_there() -> None:
    said = play(table(E=TENPAI, S="99p123456m789s11z"), "E draws 9p, E riichi, E discards 9p")
    assert said.players[E].riichi is not None
    assert not said.players[E].riichi.is_accepted
    assert Action.PON in allowed(said, S)
    assert refusal(said, fact_of(said, "S pons 9p")) is Reason.RIICHI_NOT_ACCEPTED
    assert rulings(play(said, "E pays"), S)[1:] == rulings(said, S)[1:]


def test_ron_on_the_riichi_tile_comes_before_its_stick() -> None:
    said = play(table(E=TENPAI, S=TENPAI.replace("55z", "99p")), "E draws 9p, E riichi, E discards 9p")
    (ron,) = ways(said, S, Action.RON)
    assert step(said, ron).points[E] == 25_000


def test_the_fourth_riichi_leaves_its_tile_to_ron_alone() -> None:
    kyoku = play(in_riichi("ESW"), "E draws, E discards, S draws, S discards, W draws, W discards")
    kyoku = play(kyoku, "N draws, N riichi, N discards 2p")
    assert reasons(kyoku, E)[Action.RON] is None
    assert reasons(kyoku, E)[Action.PON] is Reason.DRAW_IS_DUE


def test_a_closed_kan_is_robbed_by_kokushi_where_the_rules_allow_it() -> None:
    kokushi = "19m19p19s1234566z"

    def closed(rules: RuleSet) -> Kyoku:
        return play(table(rules, S=kokushi), "E draws, E closes 7z")

    assert reasons(closed(MAHJONG_SOUL), S) == {Action.RON: None}
    assert reasons(closed(TENHOU), S) == {Action.RON: Reason.NO_CHANKAN_OF_ANKAN}


def test_a_north_set_aside_may_be_won_on() -> None:
    waiting = play(table(TENHOU_3P, dora="9p", S="19m19p19s1235677z"), "E draws 4z, E kita")
    assert reasons(waiting, S) == {Action.RON: None}


def test_every_legal_fact_is_accepted_by_the_table() -> None:
    for kyoku in (play(table(E=FIVES), "E draws 9m"), discarded("5p", S="055p46p123m789s11z")):
        for seat in (E, S, W, N):
            for fact in legal_facts(kyoku, seat):
                assert refusal(kyoku, fact) is None


def test_riichi_of_an_unseen_hand_is_not_judged() -> None:
    assert RiichiDeclared(E) in legal_facts(play(table(), "E draws"), E)


# Several who call at once.


def claims(kyoku: Kyoku, *sentences: str) -> list:
    return [fact_of(kyoku, sentence) for sentence in sentences]


def test_nobody_calls_nobody_gets_the_tile() -> None:
    assert first_claims(discarded(), ()) == ()


@pytest.mark.parametrize("call", ["W pons 5m", "W kans 5m"])
def test_pon_and_kan_come_before_chi_whoever_spoke_first(call: str) -> None:
    kyoku = discarded("5m")
    chi, other = claims(kyoku, "S chis 5m with 46m", call)
    assert first_claims(kyoku, (chi, other)) == first_claims(kyoku, (other, chi)) == (other,)


def test_chi_stands_where_nobody_else_calls() -> None:
    kyoku = discarded("5m")
    (chi,) = claims(kyoku, "S chis 5m with 46m")
    assert first_claims(kyoku, [chi]) == (chi,)


@pytest.mark.parametrize("rules", [TENHOU, M_LEAGUE, HOUSE], ids=lambda rules: rules.name)
def test_ron_comes_before_every_call(rules: RuleSet) -> None:
    kyoku = discarded("5m", rules)
    chi, pon, ron = claims(kyoku, "S chis 5m with 46m", "W pons 5m", "N rons 5m")
    assert first_claims(kyoku, (chi, pon, ron)) == (ron,)


def test_two_ron_stand_nearest_to_the_discarder_first() -> None:
    kyoku = play(discarded("9m"), "S draws, S discards 5m")
    far, near = claims(kyoku, "E rons 5m", "W rons 5m")
    assert first_claims(kyoku, (far, near)) == (near, far)


def test_head_bump_leaves_the_nearest_ron() -> None:
    kyoku = play(discarded("9m", M_LEAGUE), "S draws, S discards 5m")
    far, middle, near = claims(kyoku, "E rons 5m", "N rons 5m", "W rons 5m")
    assert first_claims(kyoku, (far, middle, near)) == (near,)


def test_three_ron_are_a_draw_or_are_all_paid() -> None:
    sentences = ("N rons 5m", "S rons 5m", "W rons 5m")
    kyoku = discarded("5m")
    (draw,) = first_claims(kyoku, claims(kyoku, *sentences))
    assert draw == Ryuukyoku(RyuukyokuKind.SANCHAHOU)
    assert refusal(kyoku, draw) is None
    paid = discarded("5m", HOUSE)
    assert [win.seat for win in first_claims(paid, claims(paid, *sentences))] == [S, W, N]
