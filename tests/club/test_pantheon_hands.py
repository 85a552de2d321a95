"""The hands of a game as messages of a Pantheon server."""

import json
from collections.abc import Sequence
from dataclasses import replace

import pytest

from companion.club.pantheon_hands import CannotBeSent, hands_of
from companion.evenings.played import played
from companion.evidence import Cause
from companion.journal import Draft, Game
from companion.riichi.facts import Fact, HandValue
from companion.riichi.presets import TENHOU
from tests.club.pantheon_hub import facts_of
from tests.club.pantheon_stand_in import PEOPLE, ROUND, check
from tests.club.tables import NOON


def followed(facts: Sequence[Fact]):
    """A game as the hub reads it from a copy."""
    told = [Draft(at=NOON, because=Cause.RECORD, fact=fact).numbered(at) for at, fact in enumerate(facts, 1)]
    return played(Game(1, "table-1", TENHOU, NOON), told)


def test_what_was_moved_by_hand_between_two_hands_is_not_sent():
    game = followed(facts_of(3, 3))
    assert len(hands_of(game, PEOPLE)) == 3
    first, second, *others = game.hands
    moved = replace(second, kyoku=replace(second.kyoku, points_before=(1, 2, 3, 4)))
    with pytest.raises(CannotBeSent, match="before hand 2 points were changed"):
        hands_of(replace(game, hands=(first, moved, *others)), PEOPLE)
    with pytest.raises(CannotBeSent, match="after the last hand"):
        hands_of(replace(game, hands=(first, second)), PEOPLE)


def test_each_hand_of_many_games_is_a_message_of_the_proto():
    kinds = set()
    for seed in (0, 2, 3):
        for hand in hands_of(followed(facts_of(seed, 99)), PEOPLE):
            check(json.loads(json.dumps(hand.round_data)), ROUND, "round_data")
            kinds |= set(hand.round_data)
    assert {"ron", "tsumo", "draw"} <= kinds


def told_with(value: HandValue):
    """The first win of a game, worth something else."""
    game = followed(facts_of(1, 99))
    at = next(at for at, hand in enumerate(game.hands) if hand.kyoku.wins)
    kyoku = game.hands[at].kyoku
    changed = replace(kyoku, wins=(replace(kyoku.wins[0], value=value),))
    after = replace(game.hands[at], kyoku=changed)
    points = after.points_after or ()
    whole = replace(game, hands=(*game.hands[:at], after), hanchan=replace(game.hanchan, points=points))
    (told,) = hands_of(whole, PEOPLE)[at].round_data.values()
    return told


@pytest.mark.parametrize(
    ("value", "told"),
    [
        (HandValue(0, 0, 2, (("daisangen", 13), ("tsuuiisou", 13))), {"han": -2, "fu": 0, "yaku": [19, 22]}),
        (HandValue(5, 40, 0, (("riichi", 1), ("ura_dora", 4))), {"han": 5, "fu": 0, "uradora": 4}),
        (
            HandValue(4, 40, 0, (("seat_wind_east", 1), ("round_wind_east", 1), ("toitoi", 2))),
            {"han": 4, "fu": 40, "yaku": [1, 14]},
        ),
        (
            HandValue(9, 30, 0, (("riichi", 1), ("dora", 1), ("aka_dora", 1), ("ura_dora", 6))),
            {"dora": 2, "uradora": 4, "kanuradora": 2},
        ),
    ],
)
def test_a_value_is_told_in_the_words_of_pantheon(value, told):
    found = told_with(value)
    assert {name: found[name] for name in told} == told


def test_a_yaku_that_pantheon_does_not_know_is_not_left_out():
    with pytest.raises(CannotBeSent, match="does not know daisharin"):
        told_with(HandValue(13, 30, 1, (("daisharin", 13),)))
