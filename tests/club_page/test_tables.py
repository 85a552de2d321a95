"""The page of a running hub over real connections: what it says of its tables, at once and whole."""

import json
import time
from http.client import HTTPConnection

from companion.club_page.board import TablesBoard
from companion.club_page.tables import TableView
from companion.dashboard.release import load_release
from companion.riichi.facts import RiichiDeclared
from tests.club.conftest import soon
from tests.club_page.conftest import Port
from tests.club_page.playing import NAMES, game_of, hands_of
from tests.security.visitors import passer_by


def shown(page, table):
    """What the page says of a table now; nothing where it does not know it."""
    _, text = page.board.read()
    return json.loads(text)["tables"].get(table)


def played(page, table):
    """The game that the page shows of a table; nothing without one, or before the page is told of it."""
    return (shown(page, table) or {}).get("game")


def test_a_table_is_shown_as_it_plays(page, linked):
    table = linked("East")
    assert soon(lambda: (shown(page, table.mine.table) or {}).get("is_here"))
    assert shown(page, table.mine.table)["game"] is None
    table.begin(hands_of(5, 1))
    assert soon(lambda: (played(page, table.mine.table) or {}).get("last"))
    game = shown(page, table.mine.table)["game"]
    assert [seat["name"] for seat in game["seats"]] == list(NAMES)
    assert sum(seat["points"] for seat in game["seats"]) + 1000 * game["round"]["kyoutaku"] == 100_000
    table.link.stop()
    assert soon(lambda: not shown(page, table.mine.table)["is_here"])


def test_what_is_taken_back_at_the_table_is_taken_back_on_the_page(page, linked):
    table = linked("South")
    facts = next(found for seed in range(50) if (found := up_to_riichi(seed)))
    table.begin(facts)
    assert soon(
        lambda: any(seat["riichi"] for seat in (played(page, table.mine.table) or {"seats": []})["seats"])
    )
    table.take_back(table.journal.last_seq)
    assert soon(lambda: not any(seat["riichi"] for seat in shown(page, table.mine.table)["game"]["seats"]))


def up_to_riichi(seed):
    facts = game_of(seed)
    at = next((at for at, fact in enumerate(facts) if isinstance(fact, RiichiDeclared)), None)
    return facts[: at + 1] if at else None


def test_a_game_that_is_forgotten_or_made_nobodys_leaves_the_page(page, linked):
    table = linked("West")
    table.begin(hands_of(8, 1))
    assert soon(lambda: played(page, table.mine.table))
    table.journal.anonymise(table.game)
    table.link.notice()
    assert soon(lambda: NAMES[0] not in json.dumps(shown(page, table.mine.table)))
    assert soon(lambda: (played(page, table.mine.table) or {}).get("last"))
    assert NAMES[0] not in json.dumps(shown(page, table.mine.table))
    table.journal.forget(table.game)
    table.link.notice()
    assert soon(lambda: shown(page, table.mine.table)["game"] is None)


def test_a_table_that_was_renamed_or_sent_away_is_so_on_the_page(page, hub, linked):
    table = linked("North")
    assert soon(lambda: shown(page, table.mine.table))
    hub.rename(table.mine.table, "Window")
    assert soon(lambda: shown(page, table.mine.table)["name"] == "Window")
    hub.remove(table.mine.table)
    assert soon(lambda: shown(page, table.mine.table) is None)


def test_a_viewer_gets_every_table_and_then_those_that_change(page, linked):
    table, other = linked("Center"), linked("Corner")
    assert soon(lambda: shown(page, other.mine.table) and shown(page, table.mine.table))
    port = int(page.url.rstrip("/").rpartition(":")[2])
    line = HTTPConnection("127.0.0.1", port, 20)
    line.request("GET", "/api/stream", headers={"Host": f"localhost:{port}"})
    answer = line.getresponse()
    assert answer.status == 200
    first = next_event(answer)
    assert {table.mine.table, other.mine.table} <= set(first["tables"])
    for seed in range(5):
        table.begin(hands_of(seed, 1))
        # A table of another test may still be leaving.
        changed = next(news for _ in range(20) if table.mine.table in (news := next_event(answer))["tables"])
        if other.mine.table not in changed["tables"]:
            break  # on a busy machine the other one may have changed at the same moment, once
    assert other.mine.table not in changed["tables"]
    assert other.mine.table in changed["order"]
    assert changed["seq"] > first["seq"]
    line.close()


def test_a_page_that_polls_hears_of_a_new_release_as_one_that_listens(page):
    port = int(page.url.rstrip("/").rpartition(":")[2])
    status, said, _ = passer_by(Port(port)).ask("GET", "/api/snapshot")
    assert (status, said["beside"]) == (200, {"release": load_release().name})


def next_event(answer):
    while True:
        line = answer.readline().decode()
        if line.startswith("data: {"):
            return json.loads(line[6:])


def view(name, **more):
    return TableView(name, name, True, 0, (), None, False, **more)


def test_a_reader_that_is_behind_gets_the_newest_of_each_table_once():
    board = TablesBoard()
    board.publish([view("a"), view("b")])
    known, _ = board.read()
    for behind in (100, 200, 300):
        board.publish([TableView("a", "a", True, behind, (), None, False), view("b")])
    _, text = board.read(known)
    assert {one: said["behind"] for one, said in json.loads(text)["tables"].items()} == {"a": 300}


def test_nobody_takes_the_tables_for_gone_while_they_are_put_up_for_the_first_time():
    board = TablesBoard()
    meanwhile = []

    class Coming(list):
        def __iter__(self):
            meanwhile.append(board.is_followed)
            return super().__iter__()

    board.publish(Coming([view("a")]))
    assert meanwhile
    assert not any(meanwhile)
    assert board.is_followed


def test_what_has_not_changed_is_not_sent():
    board = TablesBoard()
    board.publish([view("a")])
    known, _ = board.read()
    board.publish([view("a")])
    assert board.read(known) is None
    board.complain("the disk is full")
    known, text = board.read(known)
    assert json.loads(text) | {"seq": 0, "now": 0} == {
        "calls": [],
        "order": ["a"],
        "complaint": "the disk is full",
        "seq": 0,
        "now": 0,
        "tables": {},
    }
    board.publish([])
    assert json.loads(board.read(known)[1])["order"] == []


def test_a_page_hears_that_there_is_no_tournament_once_the_hub_knows():
    board = TablesBoard()
    board.publish([view("a")])
    known, text = board.read()
    assert "evening" not in json.loads(text)
    board.show_evening(None)
    known, text = board.read(known)
    assert json.loads(text)["evening"] is None
    board.show_evening(None)
    assert board.read(known) is None
    assert json.loads(board.read()[1])["evening"] is None


def test_a_board_that_is_closed_lets_everybody_go():
    board = TablesBoard()
    board.publish([view("a")])
    known, _ = board.read()
    board.close()
    began = time.monotonic()
    assert board.read(known, 60.0) is None
    assert time.monotonic() - began < 30
