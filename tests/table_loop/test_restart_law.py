"""A companion that is restarted from its journal is the same as one that ran on."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.table_loop.restarted import HOUSES, Table, drawn_act

LONG = 1_600
ACTS = 40
NEXT = 6


def play(seed: int) -> None:
    """Plays at random; at random moments the table is compared with one that was restarted."""
    random = Random(seed)
    table = Table(random.choice(HOUSES))
    names = []
    for _ in range(ACTS):
        name, act = drawn_act(random, table)
        names.append(name)
        table.do(act)
        if random.random() < 0.15:
            compared(random, table, names)


def compared(random: Random, table: Table, names: list[str]) -> None:
    ran_on, again = table.twin(), table.restarted()
    names = list(names)
    late_s = random.choice((0, 3, 11))
    for one in (ran_on, again):
        one.clock.advance(seconds=late_s)
        one.keeper.let_call_stand()
    for step in range(NEXT + 1):
        story = "\n".join(names)
        assert again.shown == ran_on.shown, story
        assert again.told == ran_on.told, story
        assert again.waiting == ran_on.waiting, story
        assert again.declined == ran_on.declined, story
        assert again.written == ran_on.written, story
        name, act = drawn_act(random, ran_on, by_people=True)
        names.append(f"    {step}: {name}")
        answers = [one.do_alone(act) for one in (ran_on, again)]
        assert answers[0] == answers[1], "\n".join(names)


@settings(max_examples=20)
@given(st.integers(0, 2**32))
def test_a_restarted_table_is_the_one_that_ran_on(seed: int) -> None:
    play(seed)


@pytest.mark.gate(0)
@pytest.mark.parametrize("part", range(8))
def test_so_it_is_in_many_evenings(part: int) -> None:
    for seed in range(part * LONG // 8, (part + 1) * LONG // 8):
        play(seed)
