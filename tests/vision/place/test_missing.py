"""Why the table is not found: what is told of it, and when."""

from dataclasses import replace

from tests.vision.pretend_table import DotReader, PretendTable
from vision.place.rectify import TableNotLocated, WhyNot
from vision.place.zones import zones_of
from vision.settle.pipeline import Pipeline
from vision.sighting import Condition


def test_several_tables_are_no_missing_one() -> None:
    pipeline = Pipeline(DotReader(), lambda _: TableNotLocated(WhyNot.SEVERAL_TABLES), zones_of(()))
    said = [one for _ in range(3) for one in pipeline.feed(PretendTable().frame())]
    assert [(one.condition, one.note) for one in said] == [
        (Condition.SEVERAL_TABLES, WhyNot.SEVERAL_TABLES.sentence)
    ]


def test_several_tables_are_told_once_they_have_been_seen_for_a_while() -> None:
    """A hand over a sticker makes it another reason for a moment."""
    few, several = (TableNotLocated(why) for why in (WhyNot.FEW_STICKERS, WhyNot.SEVERAL_TABLES))
    for first, other in ((few, several), (several, few)):
        found = iter([first, other, first, *[other] * 40])
        pipeline = Pipeline(DotReader(), lambda _, found=found: next(found), zones_of(()))
        table, said = PretendTable(), []
        for number in range(43):
            at_ns = number * 100_000_000
            said += [(at_ns, one.note) for one in pipeline.feed(replace(table.frame(), at_ns=at_ns))]
        (_, early), (at_ns, late) = said
        assert (early, late) == (first.sentence, other.sentence)
        assert at_ns == 2_300_000_000


def test_each_time_the_table_is_missing_has_a_reason_of_its_own() -> None:
    """A phone that is turned shows pictures of another size; turned back, it shows the table where it was."""
    table = PretendTable()
    wide = table.frame()
    tall = replace(wide, pixels=wide.pixels[:, :-200])
    whys = (WhyNot.FEW_STICKERS, WhyNot.SEVERAL_TABLES)
    found = iter([table.place(), *(TableNotLocated(why) for why in whys)])
    pipeline = Pipeline(DotReader(), lambda _: next(found), zones_of(()))
    said = [one for frame in (wide, tall, wide, tall) for one in pipeline.feed(frame)]
    missing = [(one.condition, one.note) for one in said if one.note]
    assert missing == [
        (Condition.NO_TABLE, WhyNot.FEW_STICKERS.sentence),
        (Condition.SEVERAL_TABLES, WhyNot.SEVERAL_TABLES.sentence),
    ]
