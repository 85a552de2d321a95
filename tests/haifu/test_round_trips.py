"""What a writer writes, its reader reads again: own games, seen and unseen, and recorded ones."""

import json
import tarfile
from collections import Counter
from dataclasses import replace
from itertools import islice

import pytest

from companion.haifu.gathering import gather
from companion.haifu.mjai import read_mjai
from companion.haifu.mjai_writer import write_mjai
from companion.haifu.mjlog import read_mjlog
from companion.haifu.record import FinalClaim, Record
from companion.haifu.tenhou6 import read_tenhou6
from companion.haifu.tenhou6_writer import write_tenhou6
from companion.replaying import replay_record
from companion.riichi import facts as f
from companion.riichi.presets import EMA, M_LEAGUE, MAHJONG_SOUL, TENHOU, TENHOU_3P
from companion.riichi.ruleset import Reveal, RuleSet
from companion.riichi.tiles import Tile
from tests.haifu.wanderers import game, unseen

FORMATS = {"mjai": (write_mjai, read_mjai), "tenhou6": (write_tenhou6, read_tenhou6)}
SEEDS = range(6)
both_formats = pytest.mark.parametrize("form", FORMATS)
both_tables = pytest.mark.parametrize("rules", [TENHOU, TENHOU_3P], ids=lambda rules: rules.name)


def again(record: Record, form: str) -> Record:
    write, read = FORMATS[form]
    read_back = read(write(record), record.name)
    assert read_back.failure is None, read_back.failure
    return read_back


def facts_of(record: Record) -> list[f.Fact]:
    return [placed.fact for hand in record.hands for placed in hand.facts]


def without_fu_of_yakuman(fact: f.Fact) -> f.Fact:
    """A yakuman has no han and fu that count, and no format writes them."""
    if isinstance(fact, f.Won) and fact.value is not None and fact.value.yakuman:
        return replace(fact, value=replace(fact.value, han=0, fu=0))
    return fact


def test_the_own_games_have_everything_that_is_carried() -> None:
    games = [game(seed, rules) for seed in SEEDS for rules in (TENHOU, TENHOU_3P)]
    seen = Counter(type(fact) for told in games for fact in told)
    wanted = {f.ChiCalled, f.PonCalled, f.DaiminkanCalled, f.KakanDeclared, f.AnkanDeclared, f.KitaDeclared}
    wanted |= {f.RinshanDrawn, f.IndicatorRevealed, f.RiichiAccepted, f.Won, f.Ryuukyoku, f.KyokuEnded}
    assert wanted <= seen.keys()


@both_formats
@both_tables
@pytest.mark.parametrize("seed", SEEDS)
def test_a_game_comes_back_fact_by_fact(seed: int, rules: RuleSet, form: str) -> None:
    facts = list(game(seed, rules))
    record = gather(facts, rules, tuple("東南西北"[: rules.players]))
    back = again(record, form)
    assert facts_of(back) == facts
    assert back.names == record.names


@both_formats
@both_tables
@pytest.mark.parametrize("seed", SEEDS)
def test_what_nobody_saw_stays_unseen(seed: int, rules: RuleSet, form: str) -> None:
    facts = unseen(game(seed, rules))
    assert facts_of(again(gather(facts, rules), form)) == facts


@both_formats
@both_tables
def test_what_the_rules_pay_is_claimed_in_the_file(rules: RuleSet, form: str) -> None:
    facts = game(1, rules)
    back = again(gather(facts, rules), form)
    starts = [fact for fact in facts if isinstance(fact, f.KyokuStarted)]
    for hand, following in zip(back.hands, starts[1:], strict=False):
        assert hand.claim.points == following.points
        assert hand.claim.deltas is not None
    wins = [fact for fact in facts if isinstance(fact, f.Won)]
    claims = [claim for hand in back.hands for claim in hand.claim.wins]
    assert [claim.seat for claim in claims] == [win.seat for win in wins]
    assert all(claim.points for claim in claims)


@both_formats
def test_another_house_is_known_by_its_name(form: str) -> None:
    record = gather(game(3, M_LEAGUE, kyoku=1), M_LEAGUE)
    assert again(record, form).rules == M_LEAGUE


@both_formats
def test_tonpuu_without_red_fives_stays_so(form: str) -> None:
    rules = replace(TENHOU, rounds=1, red_fives=(0, 0, 0), open_tanyao=False)
    assert again(gather(game(3, rules, kyoku=1), rules), form).rules == rules


@both_formats
@pytest.mark.parametrize(
    "changed",
    [replace(EMA, name="ema (changed)"), replace(TENHOU, name="東京三丁目", open_tanyao=False)],
    ids=["open", "closed"],
)
def test_what_a_record_says_of_a_changed_house_is_its_rules(changed: RuleSet, form: str) -> None:
    rules = again(gather(game(3, changed, kyoku=1), changed), form).rules

    def said(rules: RuleSet) -> tuple[object, ...]:
        return rules.players, rules.rounds, rules.open_tanyao, any(rules.red_fives)

    assert said(rules) == said(changed)


@both_formats
def test_an_indicator_turned_after_the_deal_belongs_to_the_deal(form: str) -> None:
    start = f.KyokuStarted(f.Wind.EAST, f.Seat(0), 0, 0, (25_000,) * 4)
    waived = f.RuleWaived(f.Reason.KUIKAE_SAME)
    facts = [f.HanchanStarted(("a", "b", "c", "d"), "tenhou"), start, f.IndicatorRevealed(Tile("3p")), waived]
    facts += [f.Drawn(f.Seat(0)), f.Chombo(f.Seat(2)), f.KyokuEnded(), f.HanchanEnded()]
    back = again(gather(facts, TENHOU), form)
    told = [waived] if form == "mjai" else []
    assert facts_of(back) == [replace(start, indicator=Tile("3p")), *told, facts[4], facts[5], facts[6]]
    assert back.names == ("a", "b", "c", "d")


@both_formats
def test_an_indicator_that_was_turned_but_not_seen_comes_before_that_of_a_kan(form: str) -> None:
    start = f.KyokuStarted(f.Wind.EAST, f.Seat(0), 0, 0, (25_000,) * 4, None, (None,) * 4)
    kan = [f.AnkanDeclared(f.Seat(0), (Tile("9m"),) * 4), f.IndicatorRevealed(Tile("1p"))]
    win = f.Won(f.Seat(0), f.WinBy.TSUMO, f.Seat(0), value=f.HandValue(3, 40))
    facts = [start, f.IndicatorRevealed(None), f.Drawn(f.Seat(0)), *kan, f.RinshanDrawn(f.Seat(0)), win]
    back = again(gather([*facts, f.KyokuEnded()], TENHOU), form)
    assert facts_of(back) == [*facts, f.KyokuEnded()]
    assert replay_record(back).mismatch_count == 0


def test_mjai_tells_an_indicator_that_nobody_saw_from_one_that_was_not_turned() -> None:
    start = f.KyokuStarted(f.Wind.EAST, f.Seat(0), 0, 0, (25_000,) * 4, None, (None,) * 4)
    end = [f.Drawn(f.Seat(0)), f.Chombo(f.Seat(2)), f.KyokuEnded()]
    for turned in ([], [f.IndicatorRevealed(None)]):
        assert facts_of(again(gather([start, *turned, *end], TENHOU), "mjai")) == [start, *turned, *end]


@both_formats
@pytest.mark.parametrize("ankan", Reveal)
@pytest.mark.parametrize("open_kan", Reveal)
def test_each_kind_of_kan_turns_its_indicator_when_the_house_does(
    ankan: Reveal, open_kan: Reveal, form: str
) -> None:
    rules = replace(TENHOU, name="own", ankan_reveal=ankan, open_kan_reveal=open_kan)

    def after(kan: f.AnkanDeclared | f.DaiminkanCalled, when: Reveal, tile: str) -> list[f.Fact]:
        flip = f.IndicatorRevealed(Tile(tile))
        turn = [f.RinshanDrawn(kan.seat), f.Discarded(kan.seat, Tile("9p"))]
        place = list(Reveal).index(when)
        return [kan, *turn[:place], flip, *turn[place:]]

    facts = [f.KyokuStarted(f.Wind.EAST, f.Seat(0), 0, 0, (25_000,) * 4, Tile("1z"), (None,) * 4)]
    facts += [f.Drawn(f.Seat(0)), *after(f.AnkanDeclared(f.Seat(0), (Tile("1s"),) * 4), ankan, "2z")]
    facts += [f.Drawn(f.Seat(1)), f.Discarded(f.Seat(1), Tile("4p"))]
    facts += after(f.DaiminkanCalled(f.Seat(2), f.Seat(1), Tile("4p"), (Tile("4p"),) * 3), open_kan, "3z")
    facts += [f.Drawn(f.Seat(3)), f.Discarded(f.Seat(3), Tile("9s")), f.Chombo(f.Seat(0)), f.KyokuEnded()]
    back = again(gather(facts, rules), form)
    assert facts_of(back) == facts
    assert replay_record(back).mismatch_count == 0


@both_formats
def test_three_ron_that_are_a_draw_are_written_as_the_draw(form: str) -> None:
    start = f.KyokuStarted(f.Wind.EAST, f.Seat(0), 0, 0, (25_000,) * 4, Tile("1z"), (None,) * 4)
    turn = [f.Drawn(f.Seat(0)), f.Discarded(f.Seat(0), Tile("5p"))]
    wins = [f.Won(f.Seat(seat), f.WinBy.RON, f.Seat(0), Tile("5p")) for seat in (1, 2)]
    draw = f.Ryuukyoku(f.RyuukyokuKind.SANCHAHOU, (f.Seat(1), f.Seat(2), f.Seat(3)))
    back = again(gather([start, *turn, *wins, draw, f.KyokuEnded()], TENHOU), form)
    kinds = [f.KyokuStarted, f.Drawn, f.Discarded, f.Ryuukyoku, f.KyokuEnded]
    assert [type(fact) for fact in facts_of(back)] == kinds
    (hand,) = back.hands
    assert (hand.facts[3].fact.kind, hand.claim.deltas) == (draw.kind, (0, 0, 0, 0))


@both_formats
@pytest.mark.parametrize("dealer", [0, 1])
def test_one_yakuman_stays_one_where_two_players_pay_for_three(form: str, dealer: int) -> None:
    rules = replace(TENHOU_3P, name="full shares", tsumo_loss=False)
    start = f.KyokuStarted(f.Wind.EAST, f.Seat(dealer), 0, 0, (35_000,) * 3, Tile("1z"), (None,) * 3)
    skipped = [f.Drawn(f.Seat(1)), f.Discarded(f.Seat(1), Tile("5p")), f.Drawn(f.Seat(2))]
    skipped += [f.Discarded(f.Seat(2), Tile("5p"))]
    value = f.HandValue(0, 0, 1, (("daisangen", 13),))
    win = f.Won(f.Seat(0), f.WinBy.TSUMO, f.Seat(0), value=value)
    facts = [start, *(skipped if dealer else ()), f.Drawn(f.Seat(0)), win, f.KyokuEnded()]
    back = again(gather(facts, rules), form)
    assert next(fact for fact in facts_of(back) if isinstance(fact, f.Won)).value == value


@both_formats
@pytest.mark.parametrize("rules", [TENHOU, M_LEAGUE, EMA], ids=lambda rules: rules.name)
@pytest.mark.parametrize("by", f.WinBy)
def test_whoever_people_called_liable_is_so_again(form: str, rules: RuleSet, by: f.WinBy) -> None:
    points = (rules.start_points,) * 4
    start = f.KyokuStarted(f.Wind.EAST, f.Seat(0), 0, 0, points, Tile("1z"), (None,) * 4)
    told = [start, f.Drawn(f.Seat(0)), f.Discarded(f.Seat(0), Tile("5p"))]
    giver = f.Seat(0)
    if by is f.WinBy.TSUMO:
        told, giver = [*told, f.Drawn(f.Seat(1))], f.Seat(1)
    ways = [("daisangen",), {"liable": f.Seat(2)}], [("daisangen",), {}]
    if rules is M_LEAGUE:
        two = {"liable": f.Seat(2), "liable_for_kans": f.Seat(3)}
        ways = *ways, [("daisangen", "suukantsu"), two]
    for names, liable in ways:
        value = f.HandValue(0, 0, len(names), tuple((name, 13) for name in names))
        facts = [*told, f.Won(f.Seat(1), by, giver, None, value=value, **liable), f.KyokuEnded()]
        back = again(gather(facts, rules), form)
        (win,) = (fact for fact in facts_of(back) if isinstance(fact, f.Won))
        assert (win.liable, win.liable_for_kans) == (liable.get("liable"), liable.get("liable_for_kans"))
        assert replay_record(back).mismatch_count == 0


def fed_four_winds() -> list[f.Fact]:
    """South has called all four winds; West fed the second, and North, who fed the last, is liable."""
    deal = f.KyokuStarted(f.Wind.EAST, f.Seat(0), 0, 0, (25_000,) * 4, Tile("1m"), (None,) * 4)
    facts: list[f.Fact] = [deal]
    for wind, feeders in (("1z", (0,)), ("2z", (2,)), ("3z", (2,)), ("4z", (2, 3))):
        for seat in feeders:
            tile = Tile(wind) if seat == feeders[-1] else Tile("8m")
            facts += [f.Drawn(f.Seat(seat)), f.Discarded(f.Seat(seat), tile)]
        own = (Tile(wind), Tile(wind))
        facts += [f.PonCalled(f.Seat(1), f.Seat(feeders[-1]), Tile(wind), own)]
        facts += [f.Discarded(f.Seat(1), Tile("9m"))]
    return [*facts, f.Drawn(f.Seat(2)), f.Discarded(f.Seat(2), Tile("7z"))]


@both_formats
@pytest.mark.parametrize("stacks", [True, False], ids=["add up", "the best counts"])
def test_who_feeds_a_yakuman_that_counts_twice_pays_for_both_again(form: str, stacks: bool) -> None:
    rules = replace(MAHJONG_SOUL, name="club", yakuman_stack=stacks)
    value = f.HandValue(0, 0, 3 if stacks else 2, (("daisuushii", 26), ("tsuuiisou", 13)))
    win = f.Won(f.Seat(1), f.WinBy.RON, f.Seat(2), Tile("7z"), value=value)
    back = again(gather([*fed_four_winds(), win, f.KyokuEnded()], rules), form)
    assert next(fact for fact in facts_of(back) if isinstance(fact, f.Won)).value == value
    (hand,) = back.hands
    assert hand.claim.deltas == (0, 96_000 if stacks else 64_000, -64_000 if stacks else -32_000, -32_000)
    assert replay_record(back).mismatch_count == 0


@both_formats
def test_a_chombo_before_the_first_draw_comes_back(form: str) -> None:
    start = f.KyokuStarted(f.Wind.EAST, f.Seat(0), 0, 0, (25_000,) * 4, Tile("1z"), (None,) * 4)
    hand = [start, f.Chombo(f.Seat(2)), f.KyokuEnded()]
    played = [start, f.Drawn(f.Seat(0)), f.Chombo(f.Seat(1)), f.KyokuEnded()]
    assert facts_of(again(gather([*hand, *played], TENHOU), form)) == [*hand, *played]


@both_formats
def test_a_win_that_a_chombo_voids_is_not_written(form: str) -> None:
    start = f.KyokuStarted(f.Wind.EAST, f.Seat(0), 0, 0, (25_000,) * 4, Tile("1z"), (None,) * 4)
    turn = [f.Drawn(f.Seat(0)), f.Discarded(f.Seat(0), Tile("5p"), tsumogiri=None)]
    win = f.Won(f.Seat(1), f.WinBy.RON, f.Seat(0), Tile("5p"), value=f.HandValue(3, 30))
    end = [f.Chombo(f.Seat(1)), f.KyokuEnded()]
    back = again(gather([start, *turn, win, *end], TENHOU), form)
    assert facts_of(back) == [start, *turn, *end]


def test_a_hand_that_is_still_played_is_written_as_far_as_it_is() -> None:
    facts = list(game(2, TENHOU))[:30]
    record = gather(facts, TENHOU)
    assert facts_of(read_tenhou6(write_tenhou6(record), "")) == facts
    back = read_mjai(write_mjai(record), "")
    assert facts_of(back) == facts
    assert back.failure is not None
    assert back.failure.message == "the record breaks off before the end of the hand"


def test_final_scores_that_a_record_did_not_claim_are_not_written() -> None:
    record = replace(gather(game(2, TENHOU), TENHOU), final=FinalClaim((25_000,) * 4))
    assert "sc" not in json.loads(write_tenhou6(record))


def test_an_unseen_discard_is_told_from_the_place_of_an_open_kan() -> None:
    start = f.KyokuStarted(f.Wind.EAST, f.Seat(0), 0, 0, (25_000,) * 4, Tile("1z"), (None,) * 4)
    kan = f.DaiminkanCalled(f.Seat(1), f.Seat(0), Tile("5p"), (None, None, Tile("0p")))
    facts = [start, f.Drawn(f.Seat(0)), f.Discarded(f.Seat(0), Tile("5p")), kan, f.RinshanDrawn(f.Seat(1))]
    facts += [f.Discarded(f.Seat(1)), f.Drawn(f.Seat(2)), f.Discarded(f.Seat(2))]
    text = write_tenhou6(gather(facts, TENHOU))
    assert json.loads(text)["log"][0][7:10] == [[0] * 13, ["m25000052", 0], [0, 0]]
    assert facts_of(read_tenhou6(text, "")) == facts


def recorded_games(archive: str, every: int, most: int) -> list[tuple[str, str]]:
    with tarfile.open(archive) as tar:
        chosen = islice((member for member in tar if member.isfile()), 0, every * most, every)
        return [(member.name, tar.extractfile(member).read().decode("utf-8")) for member in chosen]


@both_formats
@pytest.mark.parametrize("name", ["games-4p.tar.xz", "games-3p.tar.xz"])
def test_recorded_games_come_back_fact_by_fact(shared_data, name: str, form: str) -> None:
    archive = shared_data / "logs" / name
    if not archive.is_file():
        pytest.skip(f"there is no {name} in ../shared/data/logs beside this checkout")
    for member, text in recorded_games(archive, every=23, most=6):
        record = read_mjlog(text, member)
        back = again(record, form)
        assert facts_of(back) == [without_fu_of_yakuman(fact) for fact in facts_of(record)], member
        claims = zip(record.hands, back.hands, strict=True)
        assert all(there.claim.deltas == here.claim.deltas for there, here in claims), member


@both_formats
@pytest.mark.parametrize("kind", [f.RyuukyokuKind.EXHAUSTIVE, f.RyuukyokuKind.NAGASHI_MANGAN])
@pytest.mark.parametrize("tenpai", [(), (0,), (0, 2)], ids=["nobody", "the dealer", "two"])
def test_who_was_tenpai_is_known_again_where_no_payment_shows_it(form, kind, tenpai) -> None:
    rules = replace(TENHOU, name="club", noten_points=0)
    facts = drawn_hand(riichi=bool(tenpai))
    nagashi = (f.Seat(3),) if kind is f.RyuukyokuKind.NAGASHI_MANGAN else ()
    draw = f.Ryuukyoku(kind, tuple(map(f.Seat, tenpai)), nagashi, hands=(None,) * 4)
    back = again(gather([*facts, draw, f.KyokuEnded()], rules), form)
    assert facts_of(back) == [*facts, draw, f.KyokuEnded()]
    assert replay_record(back).mismatch_count == 0


def test_a_riichi_is_tenpai_at_a_draw_of_which_an_earlier_version_did_not_say_it() -> None:
    draw = f.Ryuukyoku(f.RyuukyokuKind.NAGASHI_MANGAN, (f.Seat(0),), (f.Seat(3),))
    written = json.loads(write_tenhou6(gather([*drawn_hand(riichi=True), draw, f.KyokuEnded()], TENHOU)))
    assert written["log"][0][-1].pop() == [0]
    back = read_tenhou6(json.dumps(written), "")
    assert back.hands[0].facts[-2].fact.tenpai == (f.Seat(0),)
    assert replay_record(back).mismatch_count == 0


def drawn_hand(*, riichi: bool) -> list[f.Fact]:
    """A hand up to its last discard: only North's discards were seen, and East may be in riichi."""
    deal = f.KyokuStarted(f.Wind.EAST, f.Seat(0), 0, 0, (25_000,) * 4, Tile("1z"), (None,) * 4)
    facts: list[f.Fact] = [deal]
    for turn in range(70):
        seat = f.Seat(turn % 4)
        is_declared = riichi and turn == 0
        facts += [f.Drawn(seat), *([f.RiichiDeclared(seat)] if is_declared else [])]
        facts.append(f.Discarded(seat, Tile("23456"[turn // 16] + "z") if seat == 3 else None))
        facts += [f.RiichiAccepted(seat)] if is_declared else []
    return facts
