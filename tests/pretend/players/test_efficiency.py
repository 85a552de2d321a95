"""What a pretend player counts as useful, compared with trying all kinds."""

import random

import pytest

from companion.pretend.players.efficiency import shanten, useful_kinds
from companion.riichi import shape
from companion.riichi.tiles import COPIES, KINDS, ORPHANS, parse_tiles


def by_trying_all(counts):
    now = shanten(counts)
    return {
        kind for kind in range(KINDS) if counts[kind] < COPIES and shanten(shape.with_one(counts, kind)) < now
    }


@pytest.mark.parametrize(
    ("hand", "why"),
    [
        ("11m44m77p22s555z66z", "seven pairs that lack a seventh kind take any new one"),
        ("1111m9m3p8s258s37p5z", "a fourth copy that no set can use waits for any pair"),
        ("148m1149p36s1234z", "one of seven orphans is a pair: kokushi is as near as seven pairs"),
        ("1111m5p19s", "melds leave no seven pairs"),
    ],
)
def test_no_useful_kind_is_missed(hand, why):
    counts = shape.counts_of(parse_tiles(hand))
    assert useful_kinds(counts) == by_trying_all(counts), why


def test_seven_pairs_that_lack_a_kind_find_it_anywhere():
    counts = shape.counts_of(parse_tiles("111m444m77p222s66z"))  # five kinds of pairs and nothing else
    assert useful_kinds(counts) == by_trying_all(counts)


def test_no_useful_kind_of_a_random_hand_is_missed():
    dice = random.Random(11)
    for _ in range(300):
        kinds = dice.choice([range(KINDS), [*sorted(ORPHANS), 2, 13, 22], dice.sample(range(KINDS), 6)])
        wall = [kind for kind in kinds for _ in range(COPIES)]
        counts = [0] * KINDS
        for kind in dice.sample(wall, dice.choice([13, 13, 10, 7, 4])):
            counts[kind] += 1
        assert useful_kinds(tuple(counts)) == by_trying_all(tuple(counts)), counts
