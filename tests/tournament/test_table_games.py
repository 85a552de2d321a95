"""A game that comes entry by entry is the same as one that comes whole, whatever was put right in it."""

import random
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.errors import JournalCorrupt
from companion.evidence import Cause
from companion.journal import Draft
from companion.journal.codec import encode_entry, encode_rules
from companion.pretend.players.game import play_hanchan
from companion.riichi.facts import HanchanStarted
from companion.riichi.final_score import final_scores
from companion.riichi.presets import TENHOU
from companion.riichi.public import public_twin
from companion.tournament.table_games import FollowedGame

NAMES = ("A", "B", "C", "D")
NOON = "2024-01-01T12:00:00.000000Z"


@pytest.fixture(scope="module")
def texts() -> list[str]:
    facts = map(public_twin, play_hanchan(random.Random("followed"), TENHOU, NAMES))
    drafts = (Draft(at=NOON, because=Cause.RECORD, fact=fact) for fact in facts)
    return [encode_entry(draft.numbered(seq)) for seq, draft in enumerate(drafts, 1)]


def followed(texts) -> FollowedGame:
    game = FollowedGame("0badcafe", 1, encode_rules(TENHOU))
    game.read(texts)
    return game


@settings(max_examples=15)
@given(data=st.data())
def test_bit_by_bit_is_the_same_as_at_once(texts, data):
    cuts = sorted(data.draw(st.sets(st.integers(1, len(texts) - 1), max_size=12)))
    game = FollowedGame("0badcafe", 1, encode_rules(TENHOU))
    for begin, end in pairwise([0, *cuts, len(texts)]):
        assert game.add(texts[begin:end])
        assert game.game == followed(texts[:end]).game
    assert game.newest == len(texts)
    assert game.game.is_finished
    assert [one.points for one in final_scores(game.game.hanchan)]


def test_while_a_hand_is_played_nothing_changes_for_the_standings(texts):
    essences = [followed(texts[:at]).game.essence for at in range(2, 40)]
    assert len(set(essences)) == 1


def test_a_fact_that_is_taken_back_is_read_anew(texts):
    game = followed(texts[:30])
    back = encode_entry(Draft(at=NOON, because=Cause.PERSON, retracts=30).numbered(31))
    assert not game.add([back])
    whole = followed([*texts[:30], back])
    assert whole.game.hanchan == followed(texts[:29]).game.hanchan


def test_what_a_newer_companion_wrote_is_a_sentence():
    game = followed([])
    assert not game.add(['{"seq":1,"new":true}'])
    with pytest.raises(JournalCorrupt):
        game.read(['{"seq":1,"new":true}'])
    broken = FollowedGame.unreadable("0badcafe", 4, "it is of a newer companion").game
    assert (broken.failure, broken.is_finished, broken.hands) == ("it is of a newer companion", False, 0)


def test_where_the_rules_cannot_go_on_the_game_ends_there_and_says_so(texts):
    again = encode_entry(
        Draft(at=NOON, because=Cause.RECORD, fact=HanchanStarted(NAMES, "tenhou")).numbered(31)
    )
    twice = texts[5].replace('"seq":6', '"seq":32')
    game = followed([*texts[:30], again, twice])
    assert game.game.failure or game.game.hands == 0
