"""Replay for the room over real connections: hands that are over, a minute later or with the broadcast."""

import json

import pytest

from companion.clock import SystemClock
from companion.club.taking_over import take_over
from companion.club.tournament_file import TournamentFile
from companion.evidence import Cause
from companion.journal import Draft
from companion.riichi.facts import KyokuEnded
from tests.club.club_tables import NOON
from tests.club.conftest import soon
from tests.club_page.conftest import Port
from tests.club_page.playing import NAMES, game_of, hands_of
from tests.club_page.test_relay import begun, clock, held, relayed, spectator, told
from tests.security.visitors import own_screen

__all__ = ["clock", "relayed"]


def asked(page, path):
    return spectator(int(page.url.rstrip("/").rpartition(":")[2])).ask("GET", path)


def hands(page, table):
    status, said, _ = asked(page, "/api/replay")
    assert status == 200
    return [one for one in said["hands"] if one["table"] == table.mine.table]


def table_games(hub, table):
    """What the tournament knows of one table's games."""
    return [one for one in hub.tournament.scores.games if one.companion == table.mine.table]


def test_a_hand_that_is_over_is_there_a_minute_later(hub, relayed, clock, linked):
    table = linked("East")
    begun(hub, relayed, table, hands_of(5, 1))
    assert hands(relayed, table) == []
    clock.now_s += 59
    assert hands(relayed, table) == []
    assert asked(relayed, f"/api/replay/{table.mine.table}/1/1")[0] == 404
    clock.now_s += 1
    (hand,) = hands(relayed, table)
    assert (hand["hand"], hand["names"]) == (1, list(NAMES))


def test_where_the_broadcast_is_later_the_replay_is_as_late(hub, relayed, clock, linked):
    table = linked("South")
    begun(hub, relayed, table, hands_of(5, 1))
    relayed.relay.choose(table.mine.table, 600)
    clock.now_s += 599
    assert hands(relayed, table) == []
    clock.now_s += 1
    assert len(hands(relayed, table)) == 1


def test_a_hand_that_is_played_is_not_there(hub, relayed, clock, linked):
    table, facts = linked("West"), hands_of(6, 2)
    first = len(hands_of(6, 1))
    begun(hub, relayed, table, facts[: first + 30])
    clock.now_s += 60
    assert [one["hand"] for one in hands(relayed, table)] == [1]
    number = hands(relayed, table)[0]["game"]
    place = f"/api/replay/{table.mine.table}/{number}"
    newest = table.journal.last_seq
    assert asked(relayed, f"{place}/2")[0] == 404
    assert asked(relayed, f"{place}/at/{newest}")[0] == 404
    told(hub, relayed, table, facts[first + 30 :])
    assert isinstance(facts[-1], KyokuEnded)
    clock.now_s += 60
    assert [one["hand"] for one in hands(relayed, table)] == [1, 2]
    assert asked(relayed, f"{place}/at/{newest}")[0] == 200


def test_a_hand_is_told_step_by_step_without_what_only_one_player_saw(hub, relayed, clock, linked):
    table = linked("North")
    facts = game_of(7, see_all=True)
    end = next(at for at, fact in enumerate(facts, 1) if isinstance(fact, KyokuEnded))
    begun(hub, relayed, table, facts[:end])
    clock.now_s += 60
    (hand,) = hands(relayed, table)
    place = f"/api/replay/{table.mine.table}/{hand['game']}"
    _, said, text = asked(relayed, f"{place}/1")
    drawn = [one["fact"] for one in said["hand"]["entries"] if one["fact"]["is"] in ("Drawn", "RinshanDrawn")]
    assert drawn
    assert not any("tile" in one for one in drawn)
    assert '"hands"' not in text
    assert not any(one["by"] for one in said["hand"]["entries"])
    steps = [asked(relayed, f"{place}/at/{one['seq']}")[1] for one in said["hand"]["entries"][:12]]
    assert all(type(seat["hand"]) is int for step in steps for seat in step["seats"])
    assert [step["seq"] for step in steps] == [one["seq"] for one in said["hand"]["entries"][:12]]
    last = asked(relayed, f"{place}/at/{hand['last']}")[1]
    assert last["result"]["deltas"] == hand["deltas"]


def test_a_record_that_was_taken_in_at_a_table_is_no_hand_of_the_evening(hub, relayed, clock, linked):
    table = linked("Shelf")
    begun(hub, relayed, table, hands_of(5, 1))
    drafts = [Draft(at=NOON, because=Cause.RECORD, fact=fact) for fact in hands_of(6, 2)]
    table.journal.append(table.journal.next_game("import", table.game.rules, NOON), drafts, "record")
    table.link.notice()
    held(hub, relayed, table)
    clock.now_s += 60
    assert [(one["game"], one["hand"]) for one in hands(relayed, table)] == [(1, 1)]


def test_what_was_corrected_is_corrected_here_and_what_was_forgotten_is_gone(hub, relayed, clock, linked):
    table = linked("Center")
    begun(hub, relayed, table, hands_of(8, 2))
    clock.now_s += 60
    assert len(hands(relayed, table)) == 2
    table.take_back(table.journal.last_seq)
    held(hub, relayed, table)
    clock.now_s += 60
    assert len(hands(relayed, table)) == 1
    table.journal.anonymise(table.game)
    table.link.notice()
    assert soon(lambda: hands(relayed, table) and NAMES[0] not in json.dumps(hands(relayed, table)))
    table.journal.forget(table.game)
    table.link.notice()
    assert soon(lambda: hands(relayed, table) == [])


def test_after_a_spare_took_over_each_hand_is_there_once(hub, relayed, clock, linked, tmp_path):
    table = linked("Broken")
    begun(hub, relayed, table, hands_of(11, 2))
    clock.now_s += 60
    assert len(hands(relayed, table)) == 2
    table.link.stop()
    assert soon(lambda: not any(one.is_here for one in hub.tables if one.member.id == table.mine.table))
    code = hub.spare_code(table.mine.table)
    spare = take_over(tmp_path / "spare" / "table.sqlite", code, "spare", SystemClock().utc_now()).mine
    # Until the spare's copy is old enough, the hands are those of the table before it.
    assert soon(lambda: spare.table in {one.member.id for one in hub.tables})
    relayed.relay.look()
    both = (table.mine.table, spare.table)
    listed = [one for one in asked(relayed, "/api/replay")[1]["hands"] if one["table"] in both]
    assert [(one["table"], one["hand"]) for one in listed] == [(table.mine.table, 1), (table.mine.table, 2)]
    clock.now_s += 60
    listed = [one for one in asked(relayed, "/api/replay")[1]["hands"] if one["table"] in both]
    assert [(one["table"], one["hand"]) for one in listed] == [(spare.table, 1), (spare.table, 2)]


def test_games_that_a_table_has_lost_are_still_there(hub, relayed, clock, linked):
    table = linked("Forgetful")
    begun(hub, relayed, table, hands_of(12, 2))
    first = table.journal.last_seq
    table.begin_another_journal()
    table.begin(hands_of(13, 1), "2024-01-01T15:00:00.000000Z")
    held(hub, relayed, table)
    clock.now_s += 60
    listed = [(one["game"], one["hand"]) for one in hands(relayed, table)]
    assert listed == [(1, 1), (1, 2), (2, 1)]
    place = f"/api/replay/{table.mine.table}"
    told = [asked(relayed, f"{place}/{game}/{hand}")[1]["names"] for game, hand in listed]
    assert told == [list(NAMES)] * 3
    assert asked(relayed, f"{place}/1/at/{first}")[0] == 200
    assert asked(relayed, f"{place}/2/at/{first}")[0] == 404


@pytest.mark.gate(0)
def test_in_a_tournament_hands_belong_to_its_rounds(hub, relayed, clock, linked):
    table = linked("Corner")
    begun(hub, relayed, table, game_of(9))
    clock.now_s += 60
    assert {one["round"] for one in hands(relayed, table)} == {0}
    host = own_screen(Port(int(relayed.url.rstrip("/").rpartition(":")[2])))
    for act, body in (
        ("new", {"title": "Spring", "rounds": 2, "minutes": 60, "after": "one_more"}),
        ("players", {"names": "\n".join(NAMES)}),
        ("plan", {}),
        ("table", {"table": 1, "companion": table.mine.table}),
    ):
        assert host.ask("POST", f"/api/evening/{act}", body)[0] == 200, act
    # A game that is not over is taken for one that was dealt before the organiser began the round.
    assert soon(lambda: [one.is_finished for one in table_games(hub, table)] == [True])
    assert host.ask("POST", "/api/evening/start", {})[0] == 200
    assert soon(lambda: hub.tournament.scores.tournament.begun == 1)
    assert hands(relayed, table) == []
    begun(hub, relayed, table, hands_of(10, 1))
    clock.now_s += 60
    assert soon(lambda: [one["round"] for one in hands(relayed, table)] == [1])
    # A table that leaves the club has played its rounds all the same.
    hub.remove(table.mine.table)
    assert soon(lambda: table.mine.table not in {one.member.id for one in hub.tables})
    assert [one["round"] for one in hands(relayed, table)] == [1]
    TournamentFile(hub.copies_file.parent).end()
