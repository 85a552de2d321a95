"""A table that differs after a restart is compared once for each look, and not again with every tick."""

from dataclasses import replace

from companion.evidence import Depth
from companion.evidence.sights import SeenTile
from companion.reveals import reconciling
from companion.riichi.tiles import Tile
from companion.scribe import Ticked, consider
from companion.scribe.questions import QuestionCode
from tests.table_loop.people import E, People, S, sat_down
from tests.toolbox.sightings import visible


def test_a_tick_does_not_compare_it_again(monkeypatch) -> None:
    compared = []

    def counted(*asked):
        compared.append(asked)
        return consider(*asked)

    before = sat_down(Depth.FULL)
    before.tap(E)
    people = People(before.journal)
    monkeypatch.setattr(reconciling, "consider", counted)
    table = visible(people.kyoku)
    more = replace(table.seats[S], river=(SeenTile(Tile("4p")), SeenTile(Tile("6p")), SeenTile(Tile("8s"))))
    people.keeper.see(replace(table, at_ns=77, seats=(table.seats[E], more, *table.seats[2:])))
    assert [one.code for one in people.keeper.state.questions] == [QuestionCode.TABLE_DIFFERS]
    once = len(compared)
    for second in range(3):
        people.keeper.see(Ticked(100 + second, 77))
    assert len(compared) == once > 0
    assert [one.code for one in people.keeper.state.questions] == [QuestionCode.TABLE_DIFFERS]
