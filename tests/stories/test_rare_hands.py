"""Hands that hardly any record has, before an eye that misreads nothing (包, 四開槓): written as they lie."""

import pytest

from companion.pretend.people.comparing import compared, hands_of
from companion.pretend.people.people import SIDES, People
from companion.pretend.stage.table import StageTable
from companion.riichi.facts import AnkanDeclared, DaiminkanCalled, KakanDeclared, Ryuukyoku, RyuukyokuKind
from companion.riichi.hanchan import begin
from companion.riichi.presets import TENHOU
from lab.bench.stage_house import QuickHouse, QuickKeys
from lab.bench.stage_reel import PerfectSight
from lab.scribe.rare import TOLD, kinds_of, told_game


@pytest.mark.parametrize("name", TOLD)
def test_it_is_written_as_it_was_played(name: str) -> None:
    game = told_game(TOLD[name])
    house = QuickHouse(TENHOU)
    table = StageTable(begin(TENHOU, game.started.names), SIDES, seed=1)
    people = People(PerfectSight(house, table), QuickKeys(house, are_there=True), house)
    people.play(game, table, TENHOU)
    (written,) = hands_of(fact for _, fact in house.entries())
    assert compared(game.kyokus[0], written).is_exact
    assert people.questions == 0


def test_four_kans_of_two_players_end_the_hand() -> None:
    (hand,) = told_game(TOLD["suukaikan"]).kyokus
    kans = [fact for fact in hand if isinstance(fact, AnkanDeclared | DaiminkanCalled | KakanDeclared)]
    assert [fact.seat for fact in kans] == [0, 1, 1, 3]
    assert [fact.kind for fact in hand if isinstance(fact, Ryuukyoku)] == [RyuukyokuKind.SUUKAIKAN]
    assert {"kans", "suukaikan"} <= set(kinds_of(hand))
