"""A person's names leave all records; the tournament can still be read, and others keep their names."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.tournament.changes import (
    Entrant,
    LengthSet,
    PenaltyGiven,
    PlayerRenamed,
    PlayersAdded,
    Record,
    TeamSet,
    TitleSet,
    Undone,
    encode_record,
)
from companion.tournament.folding import ChangeRefused
from companion.tournament.forgetting import is_titled_after, without_name
from companion.tournament.recording import folded, with_changes
from companion.tournament.state import same_name


def said(*changes) -> tuple[Record, ...]:
    return with_changes((), changes, 0.0)


def entered(*names) -> PlayersAdded:
    return PlayersAdded(tuple(Entrant(name) for name in names))


def written(records) -> str:
    return "\n".join(map(encode_record, records))


def names_now(records) -> list[str]:
    return [one.name for one in folded(records).players]


def test_another_player_of_an_earlier_name_keeps_it():
    records = said(entered("Anna", "Carl"), PlayerRenamed(1, "Bea"), entered("Anna"))
    nameless = without_name(records, "Bea")
    assert names_now(nameless) == ["Player 1", "Carl", "Anna"]
    assert "Bea" not in written(nameless)
    assert '"Anna"' not in written(nameless[:1])


def test_the_new_name_is_one_that_nobody_ever_had():
    records = said(entered("Player 2", "Ann"), PlayerRenamed(1, "Bob"))
    assert names_now(without_name(records, "Ann")) == ["Bob", "Player 2 (2)"]


def test_a_name_that_two_players_have_had_leaves_both_records():
    records = said(entered("Bob", "Anna"), PlayerRenamed(1, "Anna Lee"), PlayerRenamed(1, "Bob"))
    records = with_changes(records, [PlayerRenamed(2, "Anna Lee")], 0.0)
    nameless = without_name(records, "Anna Lee")
    assert names_now(nameless) == ["Bob", "Player 2"]
    assert "Anna" not in written(nameless)


def test_names_that_were_undone_are_forgotten():
    renamed = said(entered("Anna"), PlayerRenamed(1, "Anna Lee"), Undone(2))
    again = said(entered("Anna"), Undone(1), entered("Bob", "Anna"))
    for records in (renamed, again):
        nameless = without_name(records, "Anna")
        assert "Anna" not in written(nameless)
        folded(nameless)


def test_a_name_that_nobody_has_today_is_forgotten():
    records = said(entered("Anna"), Undone(1), entered("Ben"))
    nameless = without_name(records, "Anna")
    assert "Anna" not in written(nameless)
    assert names_now(nameless) == ["Ben"]
    assert without_name(nameless, "Anna") == nameless


def test_the_reason_of_a_penalty_names_nobody_who_is_forgotten():
    records = said(
        LengthSet(2),
        entered("Anna", "Ben", "Annabel", "林"),
        PenaltyGiven(1, 1_000, "anna was late"),
        PenaltyGiven(2, 1_000, "quarrel with ANNA, and Annabel"),
        PenaltyGiven(2, 1_000, "\uff21nna"),
        PenaltyGiven(4, 1_000, "林は遅刻"),
    )
    nameless = without_name(without_name(records, "Anna"), "林")
    reasons = [one.reason for one in folded(nameless).penalties]
    assert reasons == ["Player 1 was late", "quarrel with Player 1, and Annabel", "", "Player 4は遅刻"]
    assert [one.points for one in folded(nameless).penalties] == [1_000] * 4


def test_the_reason_stays_where_another_player_has_the_name_today():
    records = said(entered("Anna"), PlayerRenamed(1, "Bea"), entered("Anna"), PenaltyGiven(2, 1_000, "Anna"))
    assert folded(without_name(records, "Bea")).penalties[0].reason == "Anna"


def test_a_title_and_a_team_with_the_name_are_found():
    told = entered("Anna"), TeamSet(1, "Anna and friends")
    assert is_titled_after(said(TitleSet("Anna's birthday")), ["Anna"])
    assert is_titled_after(said(*told), ["Bea", "Anna"])
    assert not is_titled_after(said(TitleSet("Santa Annabel"), entered("Anna")), ["Anna"])


def test_a_tournament_without_a_title_still_has_none():
    records = said(entered("Anna"), LengthSet(2))
    now = folded(without_name(records, "anna"))
    assert (now.title, now.revision) == ("", 3)


NAMES = st.sampled_from(("Anna", "Bea", "Player 1", "Player 2", "Somebody"))
STEPS = st.one_of(
    st.builds(entered, NAMES),
    st.builds(PlayerRenamed, st.integers(1, 3), NAMES),
    st.builds(Undone, st.integers(1, 8)),
)


@settings(max_examples=150)
@given(steps=st.lists(STEPS, max_size=8), name=NAMES)
def test_whatever_was_said_the_tournament_can_be_read_and_others_keep_their_names(steps, name):
    records = said(entered("Zoe"))
    for step in steps:
        try:
            records = with_changes(records, [step], 0.0)
        except ChangeRefused:
            continue
    player = folded(records).called(name)
    before, after = names_now(records), names_now(without_name(records, name))
    for number, (was, now) in enumerate(zip(before, after, strict=True), 1):
        assert same_name(was) == same_name(now) or (player and number == player.number)


@pytest.mark.parametrize("forgotten", ["Chlo\u00e9", "Chloe\u0301"])
def test_of_two_names_that_look_alike_in_an_older_file_only_the_forgotten_one_goes(forgotten):
    """Today nobody could enter the second one."""
    composed, apart = "Chlo\u00e9", "Chloe\u0301"
    people = tuple(Entrant(name) for name in (composed, apart, "Ben", "Dai"))
    records = (Record(1, 0.0, PlayersAdded(people)), Record(2, 1.0, PlayerRenamed(2, "Chloe B")))
    names = [player.name for player in folded(without_name(records, forgotten)).players]
    assert names[1:] == ["Chloe B", "Ben", "Dai"]
    assert composed not in names
