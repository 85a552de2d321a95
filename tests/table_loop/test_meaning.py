"""What people mean becomes facts: by one rule for pages and keys, on the table as it is by then."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.evidence import Depth, Done, Refusal, SayAsked
from companion.evidence.intentions import (
    DealWas,
    Draw,
    HandForgotten,
    Indicator,
    KanForgotten,
    KanTiles,
    MeldShown,
    ResultWas,
    RiichiWas,
    TakeBack,
    Tenpai,
    ToldTwice,
    Win,
    Winner,
)
from companion.riichi import facts as f
from companion.riichi import tea_facts as t
from companion.riichi.melds import MeldKind
from companion.riichi.presets import M_LEAGUE, TENHOU
from companion.riichi.reasons import Reason
from companion.riichi.ruleset import KanInRiichi
from companion.riichi.seats import Wind
from companion.riichi.situation import unknown_flags
from companion.riichi.tiles import Tile, parse_tiles
from companion.table_loop.results import drawn
from tests.table_loop.people import E, N, People, S, W, refused, sat_down

THREE_HAN = f.HandValue(3, 30)
EXHAUSTIVE, FOUR_RIICHI = f.RyuukyokuKind.EXHAUSTIVE, f.RyuukyokuKind.SUUCHA_RIICHI
UNSEEN = (None,) * 4


def newest(people: People, kind: type):
    return next(fact for fact in reversed(people.facts) if isinstance(fact, kind))


def wins(*seats, giver=None, value=THREE_HAN, **more) -> Win:
    return Win(tuple(Winner(seat, value, **more) for seat in seats), giver)


@pytest.fixture
def people() -> People:
    return sat_down(Depth.POINTS)


def test_several_who_win_on_one_tile_are_told_nearest_after_the_discarder_first(people):
    assert isinstance(people.say(wins(E, N, giver=W)), Done)
    assert [(win.seat, win.by, win.giver) for win in people.facts if isinstance(win, f.Won)] == [
        (N, f.WinBy.RON, W),
        (E, f.WinBy.RON, W),
    ]


def test_a_win_by_the_own_draw_names_the_winner_as_the_giver(people):
    people.say(wins(S))
    assert newest(people, f.Won) == f.Won(S, f.WinBy.TSUMO, S, value=THREE_HAN)


def test_the_tile_is_the_one_that_lies_there():
    people = sat_down(Depth.FULL)
    people.tap(E, "discard", tile=Tile("5p"))
    people.say(wins(W, giver=E))
    assert newest(people, f.Won).tile == Tile("5p")


def test_a_win_that_was_announced_is_told_again_with_its_value(people):
    people.say(wins(S, giver=E, value=None, tile=Tile("5p")))
    people.say(wins(S, giver=E))
    assert [win for win in people.facts if isinstance(win, f.Won)] == [
        f.Won(S, f.WinBy.RON, E, Tile("5p"), value=THREE_HAN)
    ]


def test_melds_that_nobody_had_told_come_before_the_win(people):
    melds = (
        MeldShown(MeldKind.PON, parse_tiles("555p")),
        MeldShown(MeldKind.CHI, parse_tiles("123s")),
        MeldShown(MeldKind.ANKAN, parse_tiles("1111z")),
        MeldShown(MeldKind.DAIMINKAN, parse_tiles("2222z")),
    )
    people.say(wins(S, melds=melds))
    east, five = parse_tiles("1z")[0], Tile("5p")
    told = [fact for fact in people.facts if getattr(fact, "seat", None) == S]
    assert told[:3] == [
        f.PonCalled(S, None, five, (five, five)),
        f.ChiCalled(S, Tile("1s"), parse_tiles("23s")),
        f.AnkanDeclared(S, (east,) * 4, is_late=True),
    ]
    assert isinstance(told[3], f.DaiminkanCalled)


@pytest.mark.parametrize("strictness", KanInRiichi)
def test_a_closed_kan_that_is_told_with_the_win_may_have_been_made_before_riichi(strictness):
    rules = replace(TENHOU, kan_in_riichi=strictness)
    people = People(rules=rules)
    people.start(rules=rules)
    people.deal(Depth.POINTS)
    people.tap(W, "riichi")
    kan = MeldShown(MeldKind.ANKAN, parse_tiles("4444p"))
    shown = {"hand": parse_tiles("56p11222333s"), "tile": Tile("7p")}
    assert isinstance(people.say(wins(W, giver=E, melds=(kan,), **shown)), Done)
    assert "ippatsu" in unknown_flags(people.kyoku, W, f.WinBy.RON)


def test_a_waived_rule_stands_before_what_breaks_it(people):
    people.tap(E, "riichi")
    answer = people.say(wins(S, giver=E), Reason.RIICHI_WALL)
    assert isinstance(answer, Done)
    assert people.facts[-2:] == [f.RuleWaived(Reason.RIICHI_WALL), newest(people, f.Won)]


ONE_HAN = f.HandValue(1, 30)
TWO_NEEDED = replace(TENHOU, two_han_from=0)
NO_KYUUSHU = replace(TENHOU, kyuushu_kyuuhai=False)
KYUUSHU = f.RyuukyokuKind.KYUUSHU_KYUUHAI


@pytest.mark.parametrize(
    ("rules", "depth", "end", "reason"),
    [
        (M_LEAGUE, Depth.POINTS, wins(S, W, giver=E), Reason.HEAD_BUMP),
        (TENHOU, Depth.POINTS, wins(S, W, N, giver=E), Reason.THREE_RON_DRAW),
        (TWO_NEEDED, Depth.POINTS, wins(S, giver=W, value=ONE_HAN), Reason.TWO_HAN_NEEDED),
        (TWO_NEEDED, Depth.COUNTING, wins(S, value=ONE_HAN), Reason.TWO_HAN_NEEDED),
        (NO_KYUUSHU, Depth.COUNTING, Draw(KYUUSHU, by=S), Reason.DRAW_NOT_IN_RULES),
    ],
)
def test_what_is_waived_holds_for_the_fact_that_needs_it_whatever_comes_before(
    rules, depth, end, reason
) -> None:
    people = People(rules=rules)
    people.start(rules=rules)
    people.deal(depth)
    people.tap(E, "riichi")
    people.tap(E)
    assert refused(people.say(end)) is Refusal.REFUSED
    assert isinstance(people.say(end, reason), Done)
    assert people.facts[-2] == f.RuleWaived(reason)
    assert people.kyoku.is_over


def test_what_is_waived_for_a_corrected_result_holds_for_each_of_its_wins() -> None:
    people = People(rules=M_LEAGUE)
    people.start(rules=M_LEAGUE)
    people.deal(Depth.POINTS)
    people.say(wins(S, giver=E))
    corrected = ResultWas(wins(S, W, giver=E), people.seq_of(f.KyokuStarted))
    assert refused(people.say(corrected)) is Refusal.REFUSED
    assert isinstance(people.say(corrected, Reason.HEAD_BUMP), Done)
    assert [win.seat for win in people.kyoku.wins] == [S, W]


@pytest.mark.parametrize("again", [f.Chombo(S), Draw(EXHAUSTIVE)])
@pytest.mark.parametrize("is_paid", [False, True])
def test_a_win_may_become_a_draw_or_a_chombo_after_an_indicator_was_turned(people, again, is_paid):
    people.tap(S, "ankan")
    people.say(wins(S))
    assert isinstance(people.say(Indicator(None)), Done)
    if is_paid:
        people.deal(Depth.POINTS)
    hand = people.seq_of(f.KyokuStarted)
    assert isinstance(people.say(ResultWas(again, hand)), Done)
    assert sum(isinstance(fact, f.IndicatorRevealed) for fact in people.facts) == 2 + is_paid
    assert people.points == (25_000,) * 4


def test_who_is_in_riichi_shows_the_hand_at_a_draw(people):
    people.tap(S, "riichi")
    people.say(Draw(EXHAUSTIVE))
    assert newest(people, f.Ryuukyoku) == f.Ryuukyoku(EXHAUSTIVE, (S,))


def test_four_in_riichi_show_their_hands(people):
    for seat in (E, S, W, N):
        people.tap(seat, "riichi")
    assert isinstance(people.say(Draw(FOUR_RIICHI)), Done)
    assert newest(people, f.Ryuukyoku).tenpai == (E, S, W, N)


def test_a_draw_has_what_belongs_to_its_kind_and_nothing_else():
    said = {"tenpai": (S,), "nagashi": (W,), "by": N}
    kyuushu = f.RyuukyokuKind.KYUUSHU_KYUUHAI
    assert drawn(Draw(kyuushu, **said), (E,), ()) == f.Ryuukyoku(kyuushu, by=N)
    nagashi = f.RyuukyokuKind.NAGASHI_MANGAN
    assert drawn(Draw(nagashi, **said), (E,), ()) == f.Ryuukyoku(nagashi, (S,), (W,))
    four_kans = f.RyuukyokuKind.SUUKAIKAN
    assert drawn(Draw(four_kans), (E,), ()) == f.Ryuukyoku(four_kans)


def test_a_dead_hand_in_riichi_shows_nothing():
    people = People()
    people.start(rules=replace(TENHOU, name="dead hands", dead_hands=True))
    people.deal(Depth.POINTS)
    people.tap(S, "riichi")
    people.tap(W, "riichi")
    assert isinstance(people.say(f.HandDied(S)), Done)
    people.say(Draw(EXHAUSTIVE))
    assert newest(people, f.Ryuukyoku).tenpai == (W,)


def test_tenpai_is_said_for_one_seat_whatever_others_say(people):
    people.say(Draw(EXHAUSTIVE))
    people.say(Tenpai(W, is_tenpai=True))
    people.say(Tenpai(S, is_tenpai=True))
    assert newest(people, f.Ryuukyoku).tenpai == (S, W)
    people.say(Tenpai(W, is_tenpai=False))
    assert newest(people, f.Ryuukyoku).tenpai == (S,)
    assert refused(people.say(Tenpai(W, is_tenpai=False))) is Refusal.NOTHING_CHANGES


def test_without_a_draw_nobody_is_tenpai(people):
    assert refused(people.say(Tenpai(W, is_tenpai=True))) is Refusal.NO_SUCH_ENTRY
    assert refused(People().say(Tenpai(W, is_tenpai=True))) is Refusal.NO_SUCH_ENTRY


def test_a_hand_that_was_shown_goes_with_the_word_tenpai(people):
    shown = parse_tiles("123m456p789s1122z")
    people.tell(f.Ryuukyoku(EXHAUSTIVE, (S, W), hands=(None, shown, shown, None)))
    people.say(Tenpai(S, is_tenpai=False))
    assert newest(people, f.Ryuukyoku).hands == (None, None, shown, None)


def test_an_indicator_is_turned_or_gets_its_face(people):
    people = sat_down(Depth.FULL)
    assert isinstance(people.say(Indicator(Tile("3m"))), Done)
    assert newest(people, f.IndicatorRevealed).tile == Tile("3m")
    assert isinstance(people.say(Indicator(Tile("4m"), at=0)), Done)
    assert [fact.tile for fact in people.facts if isinstance(fact, f.IndicatorRevealed)] == [Tile("4m")]


def test_an_indicator_that_was_told_with_the_deal_is_put_right_there():
    people = People()
    people.start()
    people.deal(Depth.COUNTING, indicator=Tile("3m"))
    assert isinstance(people.say(Indicator(Tile("4m"), at=0, hand=people.seq_of(f.KyokuStarted))), Done)
    assert newest(people, f.KyokuStarted).indicator == Tile("4m")
    assert refused(people.say(Indicator(Tile("4m"), at=0, hand=999))) is Refusal.NO_SUCH_ENTRY


def test_an_indicator_of_an_earlier_hand_is_told_of_that_hand():
    people = of_two_hands()
    first, now = people.seq_of(f.KyokuStarted), people.kyoku.wall
    assert refused(people.say(Indicator(Tile("3m"), hand=first))) is Refusal.REFUSED
    people.say(KanForgotten(N, is_closed=True, hand=first))
    assert isinstance(people.say(Indicator(Tile("3m"), hand=first)), Done)
    turned = people.facts.index(f.IndicatorRevealed(Tile("3m")))
    assert turned < people.facts.index(newest(people, f.Won))
    assert people.kyoku.wall == now


@pytest.mark.parametrize("action", ["ankan", "kakan"])
def test_a_kan_without_tiles_gets_them_where_it_stands(people, action):
    people.tap(S, action)
    people.tap(W, "riichi")
    tiles = parse_tiles("1111z")
    assert isinstance(people.say(KanTiles(S, is_closed=action == "ankan", tiles=tiles)), Done)
    kan = next(fact for fact in people.facts if isinstance(fact, f.AnkanDeclared | f.KakanDeclared))
    assert kan == (f.AnkanDeclared(S, tiles) if action == "ankan" else f.KakanDeclared(S, tiles[0]))
    assert refused(people.say(KanTiles(S, is_closed=True, tiles=tiles))) is Refusal.NO_SUCH_ENTRY


def of_two_hands() -> People:
    people = sat_down(Depth.POINTS)
    people.tap(S, "riichi")
    people.tell(
        f.Won(S, f.WinBy.RON, W, Tile("5p"), value=f.HandValue(2, 30, yaku=(("riichi", 1), ("pinfu", 1))))
    )
    people.deal(Depth.POINTS)
    return people


def test_a_result_put_right_keeps_what_was_not_said_anew():
    people = of_two_hands()
    hand = people.seq_of(f.KyokuStarted)
    people.say(ResultWas(wins(S, E, giver=W, value=f.HandValue(2, 30)), hand))
    first = next(fact for fact in people.facts if isinstance(fact, f.Won) and fact.seat == S)
    assert (first.tile, dict(first.value.yaku)) == (Tile("5p"), {"riichi": 1, "pinfu": 1})
    people.say(ResultWas(wins(S, giver=W, value=f.HandValue(4, 30)), hand))
    assert newest(people, f.Won) == f.Won(S, f.WinBy.RON, W, Tile("5p"), value=f.HandValue(4, 30))
    people.say(ResultWas(wins(S, giver=N, value=f.HandValue(4, 30)), hand))
    assert newest(people, f.Won) == f.Won(S, f.WinBy.RON, N, value=f.HandValue(4, 30))


def test_the_same_result_changes_nothing():
    people = of_two_hands()
    same = ResultWas(wins(S, giver=W, value=f.HandValue(2, 30)), people.seq_of(f.KyokuStarted))
    assert refused(people.say(same)) is Refusal.NOTHING_CHANGES


def test_another_end_takes_the_place_of_the_one_that_was_told(people):
    people.say(wins(S, giver=W))
    people.say(ResultWas(f.Chombo(W)))
    assert (people.facts[-1], newest(people, f.Chombo)) == (f.Chombo(W), f.Chombo(W))
    people.say(ResultWas(Draw(EXHAUSTIVE, (E,))))
    assert people.facts[-1] == f.Ryuukyoku(EXHAUSTIVE, (E,))


def test_why_a_penalty_was_given_stays_unless_it_is_said_anew(people):
    people.say(f.Chombo(W, "dead kan"))
    before = people.facts
    assert refused(people.say(ResultWas(f.Chombo(W)))) is Refusal.NOTHING_CHANGES
    assert people.facts == before


def test_a_riichi_was_forgotten_somebody_elses_of_the_other_kind_or_nobodys():
    people = of_two_hands()
    hand = people.seq_of(f.KyokuStarted)

    def riichi():
        return [fact.seat for fact in people.facts if isinstance(fact, f.RiichiDeclared | f.RiichiAccepted)]

    people.say(RiichiWas(hand, seat=N))
    assert riichi() == [S, S, N, N]
    people.say(RiichiWas(hand, was=N, seat=E))
    assert riichi() == [S, S, E, E]
    people.say(RiichiWas(hand, was=E))
    assert riichi() == [S, S]
    assert refused(people.say(RiichiWas(hand, was=E))) is Refusal.NO_SUCH_ENTRY
    assert refused(people.say(RiichiWas(hand))) is Refusal.NO_SUCH_ENTRY
    assert refused(people.say(RiichiWas(999, seat=E))) is Refusal.NO_SUCH_ENTRY


def test_an_open_riichi_is_told_put_right_and_moved_as_one():
    people = People()
    people.start(rules=replace(TENHOU, name="open", open_riichi=True))
    people.deal(Depth.POINTS)

    def told():
        word = newest(people, f.RiichiDeclared)
        return word.seat, word.is_open

    people.say(RiichiWas(seat=N, is_open=True))
    assert told() == (N, True)
    people.say(RiichiWas(was=N, seat=E))
    assert told() == (E, True)
    people.say(RiichiWas(was=E, seat=E, is_open=False))
    assert told() == (E, False)


def test_where_turns_were_told_a_riichi_belongs_to_its_discard():
    people = sat_down(Depth.COUNTING)
    for seat in (E, S, W):
        people.tap(seat)
    assert isinstance(people.say(RiichiWas(seat=S, discard=people.seq_of(f.Discarded, 1))), Done)
    kinds = [type(fact) for fact in people.facts if getattr(fact, "seat", None) == S]
    assert kinds == [f.Drawn, f.RiichiDeclared, f.Discarded, f.RiichiAccepted]
    assert refused(people.say(RiichiWas(seat=S, discard=999))) is Refusal.NO_SUCH_ENTRY


@pytest.mark.parametrize(
    ("is_closed", "kan"),
    [(True, f.AnkanDeclared(N, UNSEEN, is_late=True)), (False, f.KakanDeclared(N, None))],
)
def test_a_forgotten_kan_stands_before_the_result(people, is_closed, kan):
    people.say(wins(S, giver=W))
    assert isinstance(people.say(KanForgotten(N, is_closed)), Done)
    assert people.facts.index(kan) < people.facts.index(newest(people, f.Won))


def test_a_deal_is_put_right_where_it_was_wrong_and_stays_elsewhere():
    people = of_two_hands()
    was = people.facts[1]
    people.say(DealWas(people.seq_of(f.KyokuStarted), honba=2, round_wind=Wind.SOUTH))
    now = people.facts[1]
    assert (now.honba, now.round_wind, now.dealer, now.points) == (2, Wind.SOUTH, was.dealer, was.points)


def test_single_entries_are_taken_back(people):
    people.tap(S, "ankan")
    assert isinstance(people.say(TakeBack((people.seq_of(f.AnkanDeclared),))), Done)
    assert not any(isinstance(fact, f.AnkanDeclared) for fact in people.facts)
    assert refused(people.say(TakeBack((999,)))) is Refusal.NO_SUCH_ENTRY


def test_a_hand_told_twice_goes_with_all_that_was_told_of_it():
    people = of_two_hands()
    people.wins(S, W)
    people.deal(Depth.POINTS)
    dealt = people.seq_of(f.KyokuStarted, 1)
    assert isinstance(people.say(ToldTwice(dealt)), Done)
    assert len([fact for fact in people.facts if isinstance(fact, f.KyokuStarted)]) == 2
    assert people.kyoku.name == "E2-0"


def test_what_was_told_between_two_hands_stays_when_one_was_told_twice():
    people = of_two_hands()
    people.wins(S, W)
    told = (t.PlayerRenamed(E, "Zoé"), t.PointsSet((30000, 20000, 25000, 25000), 0), f.SeatsBound("BCDA"))
    for fact in told:
        people.tell(fact)
    people.deal(Depth.POINTS)
    assert isinstance(people.say(ToldTwice(people.seq_of(f.KyokuStarted, 1))), Done)
    assert set(told) < set(people.facts)
    assert people.keeper.state.hanchan.names[E] == "Zoé"
    assert (people.kyoku.name, people.points) == ("E2-0", (30000, 20000, 25000, 25000))


def test_a_game_that_is_over_stays_over_when_its_last_hand_was_told_twice():
    people = of_two_hands()
    people.wins(S, W)
    people.finish()
    assert isinstance(people.say(ToldTwice(people.seq_of(f.KyokuStarted, 1))), Done)
    assert people.keeper.state.hanchan.is_closed
    assert len([fact for fact in people.facts if isinstance(fact, f.KyokuStarted)]) == 1


def test_a_forgotten_hand_comes_with_its_riichi_and_its_result():
    people = of_two_hands()
    before = people.seq_of(f.KyokuStarted, 1)
    said = HandForgotten(wins(N, giver=E), before, riichi=(N,))
    assert isinstance(people.say(said), Done)
    assert [fact.seat for fact in people.facts if isinstance(fact, f.Won)] == [S, N]
    assert [fact.seat for fact in people.facts if isinstance(fact, f.RiichiDeclared)] == [S, N]
    assert people.kyoku.name == "E3-0"


def test_the_same_saying_is_done_once(people):
    said = SayAsked("tap-of-a-page", people.keeper.state.seq, "Anna", wins(S, giver=W))
    first = people.do(said)
    assert people.do(said) == first
    assert sum(isinstance(fact, f.Won) for fact in people.facts) == 1
    late = SayAsked("another-tap", said.expected_seq, "Anna", wins(S, giver=W))
    assert refused(people.do(late)) is Refusal.STALE


def test_one_undo_takes_all_of_a_saying_back(people):
    before = people.facts
    people.say(wins(E, N, giver=W))
    people.undo()
    assert people.facts == before
