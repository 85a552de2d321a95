"""Looking back over HTTP: history, games in and out, names, statistics, rules; and what is refused."""

import csv
import gzip
import io
import json
import re
from dataclasses import replace
from itertools import pairwise

import pytest

from companion.clock import ManualClock
from companion.dashboard.app import create_app
from companion.dashboard.pages import STATIC
from companion.evenings.archive import Archive
from companion.haifu.gathering import gather
from companion.haifu.mjai_writer import write_mjai
from companion.haifu.record import Fault, FinalClaim
from companion.haifu.tenhou6_writer import write_tenhou6
from companion.intake.record_player import playable
from companion.journal import MemoryJournal
from companion.keeping.club_file import FILE, Club, keep_club
from companion.projections.board import Board
from companion.projections.snapshot import project
from companion.riichi.facts import HanchanEnded, HanchanStarted
from companion.riichi.final_score import final_scores
from companion.riichi.presets import PRESETS, TENHOU, TENHOU_3P
from companion.scribe.mind import Trust
from companion.table_loop import TableKeeper
from tests.evenings.games import kept
from tests.haifu.wanderers import game

NAMES = ("Aki", "=Ben", "<b>Chie", "Dai")
PLAYED = (HanchanStarted(NAMES, "tenhou"), *game(3, TENHOU), HanchanEnded())
HANDS = gather((HanchanStarted(("E", "F", "G"), "tenhou-3p"), *game(4, TENHOU_3P)), TENHOU_3P)
LAST = playable(HANDS).tables[-1]
OTHER = replace(HANDS, final=FinalClaim(LAST.points, tuple(one.score for one in final_scores(LAST))))
LARGEST_RECORD = 2_097_152
"""What docs/requests.md says: 2 MB."""
AS_FILE = {"Content-Type": "application/octet-stream", "X-Table": "1"}


class Table:
    """A keeper without a thread behind the app."""

    house = TENHOU

    def __init__(self) -> None:
        self.journal = MemoryJournal()
        kept(self.journal, PLAYED)
        self.keeper = TableKeeper(self.journal, TENHOU, ManualClock(), trust=Trust)
        self.board = Board()
        self.board.publish(project(self.keeper.state))

    @property
    def table(self):
        return self.keeper.state

    def submit(self, command):
        return self.keeper.do(command.asked)

    def shelve(self, asked):
        return self.keeper.do(asked)

    def preview(self, asked):
        return self.keeper.preview(asked)


@pytest.fixture
def table():
    return Table()


@pytest.fixture
def client(table):
    app = create_app(table.board, table, archive=Archive(table.journal.reader))
    client = app.test_client()
    client.environ_base["HTTP_HOST"] = "localhost"
    return client


def got(client, path):
    answer = client.get(path)
    assert answer.status_code == 200, answer.json
    return answer.json


def bring_in(client, content, name="file"):
    return client.post(f"/api/games?name={name}", data=content, headers=AS_FILE)


def test_the_list_says_who_played_and_how_it_ended(client):
    (told,) = got(client, "/api/games")["games"]
    assert (told["name"], told["state"], told["players"], told["is_imported"]) == (
        "table-1",
        "finished",
        4,
        False,
    )
    assert told["names"] == list(NAMES)
    assert [one["place"] for one in told["final"]] == [1, 2, 3, 4]


def test_a_game_has_its_hands_and_every_entry(client, table):
    told = got(client, "/api/games/table-1")
    entries = [entry for hand in told["kyoku"] for entry in hand["entries"]]
    assert len(told["opening"]) + len(entries) == table.journal.last_seq
    assert [entry["seq"] for entry in entries] == list(range(2, table.journal.last_seq + 1))
    assert {entry["because"] for entry in entries} == {"record"}
    hands = told["kyoku"]
    for hand, following in pairwise(hands):
        assert hand["points_after"] == following["points_before"]


def test_every_moment_is_a_snapshot(client, table):
    hand = got(client, "/api/games/table-1")["kyoku"][0]
    rivers = []
    for entry in (*hand["entries"][:-1:9], hand["entries"][-1]):
        snapshot = got(client, f"/api/games/table-1/at/{entry['seq']}")
        assert snapshot["seq"] == entry["seq"]
        rivers.append(sum(len(seat["river"]) for seat in snapshot["seats"]))
    assert rivers == sorted(rivers)
    assert rivers[-1] == sum(entry["fact"]["is"] == "Discarded" for entry in hand["entries"]) > 3
    assert snapshot["result"] is not None


@pytest.mark.parametrize(
    ("path", "status", "code"),
    [
        ("/api/games/table-2", 404, "no_such_game"),
        ("/api/games/table-1/at/99999", 404, "no_such_entry"),
        ("/api/games/table-1/at/0", 404, "no_such_entry"),
        ("/api/games/table-1/at/x", 404, "not_found"),
        ("/api/games/table-1/export", 400, "bad_format"),
        ("/api/games/table-1/export?format=pdf", 400, "bad_format"),
        ("/api/games/table-9/export?format=mjai", 404, "no_such_game"),
        ("/api/rules?base=nobody", 404, "no_such_rules"),
    ],
)
def test_what_is_not_there_is_said_in_one_sentence(client, path, status, code):
    answer = client.get(path)
    assert (answer.status_code, answer.json["error"]) == (status, code)
    assert re.fullmatch(r"\w[^.]*\.", answer.json["message"])


@pytest.mark.gate(1)
@pytest.mark.parametrize("write", [write_mjai, write_tenhou6])
@pytest.mark.parametrize("pack", [bytes, gzip.compress])
def test_a_record_comes_in_in_whatever_form_and_once(client, table, write, pack):
    answer = bring_in(client, pack(write(OTHER).encode())).json
    assert (answer["status"], answer["game"]) == ("done", "import-2")
    again = bring_in(client, write_mjai(OTHER).encode()).json
    assert again == {"status": "known", "game": "import-2"}
    assert got(client, "/api/games")["games"][0]["is_imported"] is True
    assert table.keeper.state.game == "table-1", "the game at the table stays where it is"


def test_what_goes_out_comes_back_as_the_same_game(client):
    for form in ("mjai", "tenhou6"):
        bring_in(client, write_mjai(OTHER).encode())
        answer = client.get(f"/api/games/import-2/export?format={form}")
        disposition = answer.headers["Content-Disposition"]
        assert disposition.startswith(f'attachment; filename="import-2.{form}.')
        assert bring_in(client, answer.data).json == {"status": "known", "game": "import-2"}
        own = client.get(f"/api/games/table-1/export?format={form}").data
        assert bring_in(client, own).json == {"status": "known", "game": "table-1"}


WHOLE = write_tenhou6(HANDS).encode()


UNLAWFUL = re.sub(r'.*"pon".*\n', "", write_mjai(OTHER), count=1).encode()


@pytest.mark.gate(4)
@pytest.mark.parametrize(
    ("content", "refused", "sentence"),
    [
        (b"", (422, "bad_record", "empty", 0), "file: the file is empty."),
        (b"hello", (422, "bad_record", "foreign", 0), "neither mjlog XML"),
        (b"\x89PNG\r\n", (422, "bad_record", "foreign", 0), "a PNG picture"),
        (b"PK\x03\x04", (422, "bad_record", "archive", 0), "unpack it first"),
        (WHOLE[: len(WHOLE) // 2], (422, "bad_record", "nonsense", 2), "file: "),
        (WHOLE.replace(b"[[", b"[[[", 1), (422, "bad_record", "nonsense", 1), "file: "),
        (UNLAWFUL, (422, "bad_record", "unlawful", 1), "file: hand 1, event"),
        (gzip.compress(WHOLE)[:-20], (422, "bad_record", "damaged", 4), "damaged or breaks off"),
        (b'{"log":[]}', (422, "bad_record", "nonsense", 0), "file: "),
    ],
)
def test_a_broken_file_is_one_sentence_and_writes_nothing(client, table, content, refused, sentence):
    seq = table.journal.last_seq
    answer = bring_in(client, content)
    said = answer.json
    assert (answer.status_code, said["error"], said.get("why"), said.get("hand")) == refused
    assert sentence in answer.json["message"]
    assert answer.json["message"].count("\n") == 0
    assert table.journal.last_seq == seq
    assert len(table.journal.games()) == 1


def test_what_is_unlawful_in_a_file_has_its_reason_and_every_fault_its_words(client):
    answer = bring_in(client, UNLAWFUL).json
    assert (answer["reason"], answer["event"]) == ("not_your_turn", 28)
    words = json.loads((STATIC / "lang/en.json").read_text(encoding="utf-8"))
    assert [fault for fault in Fault if f"evening.import.why.{fault}" not in words] == []


def test_a_file_that_is_larger_than_a_record_may_be_is_not_read(client, table):
    seq = table.journal.last_seq
    answer = bring_in(client, b" " * (LARGEST_RECORD + 1))
    assert (answer.status_code, answer.json["error"]) == (413, "request_entity_too_large")
    assert answer.json["message"] == "Request Entity Too Large."
    assert table.journal.last_seq == seq


def test_a_file_as_large_as_a_record_may_be_is_read(client):
    content = WHOLE + b" " * (LARGEST_RECORD - len(WHOLE))
    assert bring_in(client, content).json["status"] == "done"


def test_a_record_with_an_odd_name_is_called_by_what_can_be_read(client):
    answer = bring_in(client, b"", name="a%0Ab%00" + "x" * 200)
    assert answer.json["message"] == f"a?b?{'x' * 36}: the file is empty."


def test_only_our_own_page_may_bring_a_record_in(client):
    for headers in (
        {**AS_FILE, "Content-Type": "text/plain"},
        {**AS_FILE, "Content-Type": "application/json"},
        {"Content-Type": "application/octet-stream"},
        {**AS_FILE, "Origin": "http://elsewhere.example"},
    ):
        assert client.post("/api/games", data=WHOLE, headers=headers).status_code in (403, 415)


def test_other_routes_keep_their_small_bodies(client):
    answer = client.post(
        "/api/commands", data=b"{" + b" " * 70_000, headers={**AS_FILE, "Content-Type": "application/json"}
    )
    assert answer.status_code == 413


def command(client, kind, **more):
    body = {"id": f"c-{kind}", "expected_seq": 0, "kind": kind, **more}
    return client.post("/api/commands", json=body, headers={"X-Table": "1"})


def test_forgetting_and_taking_names_out_are_commands(client):
    assert command(client, "anonymise", game="table-1").status_code == 200
    assert got(client, "/api/players") == {"players": []}
    assert got(client, "/api/statistics")["players"] == []
    assert command(client, "forget_game", game="table-1").json["status"] == "done"
    assert got(client, "/api/games") == {"games": []}
    assert command(client, "forget_game", game="table-1").json["status"] == "done"
    answer = client.post(
        "/api/commands",
        json={"id": "another", "expected_seq": 0, "kind": "forget_game", "game": "table-1"},
        headers={"X-Table": "1"},
    )
    assert (answer.status_code, answer.json["error"]) == (404, "no_such_game")


@pytest.mark.parametrize("game", [None, 7, "", "x" * 100, ["table-1"]])
def test_a_command_names_its_game(client, game):
    assert command(client, "forget_game", game=game).json["error"] == "bad_command"


def test_forgetting_has_no_preview(client):
    body = {"expected_seq": 0, "kind": "forget_game", "game": "table-1"}
    answer = client.post("/api/preview", json=body, headers={"X-Table": "1"})
    assert (answer.status_code, answer.json["error"]) == (400, "bad_command")


def test_names_are_remembered_newest_first(client):
    bring_in(client, write_mjai(OTHER).encode())
    names = [one["name"] for one in got(client, "/api/players")["players"]]
    assert set(names) == {"Aki", "=Ben", "<b>Chie", "Dai", "E", "F", "G"}


def test_statistics_keep_three_and_four_players_apart(client):
    bring_in(client, write_mjai(OTHER).encode())
    told = got(client, "/api/statistics")
    assert told["games"] == 2
    assert [(one["name"], one["players"]) for one in told["players"]] == [
        *((name, 4) for name in sorted(NAMES)),
        *((name, 3) for name in ("E", "F", "G")),
    ]
    for one in told["players"]:
        assert len(one["places"]) == one["players"]
        assert sum(one["places"]) == one["counts"]["games"] == 1


@pytest.mark.parametrize("write", [write_mjai, write_tenhou6])
@pytest.mark.parametrize("names", [(), ("", None, "Gus")])
def test_a_seat_that_a_record_does_not_name_counts_for_nobody(client, write, names):
    known = bring_in(client, write(replace(OTHER, names=names)).encode()).json["game"]
    wanted = [name for name in names if name]
    players = got(client, "/api/statistics")["players"]
    assert [one["name"] for one in players if one["players"] == 3] == wanted
    assert set(got(client, f"/api/games/{known}")["people"]) == set(wanted)


def test_rules_say_where_each_preset_differs_from_a_chosen_one(client):
    told = got(client, "/api/rules?base=ema")
    presets = {one["name"]: one for one in told["presets"]}
    assert list(presets) == list(PRESETS)
    assert told["house"] == TENHOU.name
    assert presets["ema"]["differs"] == []
    assert {"field": "start_points", "value": 25_000, "base": 30_000} in presets["tenhou"]["differs"]
    fields = {one["field"]: one for one in told["fields"]}
    assert fields["kuikae"]["choices"] == ["allowed", "same_tile", "forbidden"]
    ours = [preset for preset in told["presets"] if preset["players"] == 4]
    assert {one["field"] for preset in ours for one in preset["differs"]} <= set(fields)
    assert "kita" in {one["field"] for one in got(client, "/api/rules?base=tenhou-3p")["fields"]}


def test_the_rules_of_the_house_stand_first_under_their_own_name():
    table = Table()
    table.house = replace(TENHOU, name="club", start_points=27_000)
    client = create_app(Board(), table).test_client()
    client.environ_base["HTTP_HOST"] = "localhost"
    told = got(client, "/api/rules")
    assert (told["house"], told["presets"][0]["name"]) == ("club", "club")
    assert told["presets"][0]["differs"] == [{"field": "start_points", "value": 27_000, "base": 25_000}]
    assert [one["name"] for one in told["presets"][1:]] == list(PRESETS)


def test_a_spreadsheet_has_a_line_for_each_hand_and_no_formula(client):
    text = client.get("/api/games/table-1/export?format=csv").text
    rows = list(csv.DictReader(io.StringIO(text)))
    hands = got(client, "/api/games/table-1")["kyoku"]
    assert [row["deal"] for row in rows] == [*(hand["name"] for hand in hands), "end"]
    assert [int(row["Aki after"]) for row in rows[:-1]] == [hand["points_after"][0] for hand in hands]
    assert "'=Ben before" in rows[0]
    for row in rows:
        assert not any(str(cell).startswith(("=", "+", "@")) for cell in row.values())
    final = {one["seat"]: one["score"] for one in got(client, "/api/games/table-1")["final"]}
    names = ("Aki", "'=Ben", "<b>Chie", "Dai")
    assert [float(rows[-1][f"{name} score"]) for name in names] == [final[seat] for seat in range(4)]


@pytest.mark.parametrize("language", ["en", "fr", "xx", "aloud/de", ""])
def test_the_sheet_is_whole_and_runs_nothing(client, language):
    answer = client.get(f"/api/games/table-1/export?format=sheet&lang={language}")
    assert answer.headers["Content-Type"] == "text/html; charset=utf-8"
    assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
    page = answer.text
    assert f'<html lang="{language if language in ("en", "fr") else "en"}">' in page
    assert "<b>Chie" not in page
    assert "&lt;b&gt;Chie" in page
    assert not re.search(r"<script|style=|\{\w+\}|evening\.", page)
    assert page.count("<polyline") == 4
    assert page.count("<tr>") == 1 + len(got(client, "/api/games/table-1")["kyoku"]) + 1 + 4


def test_the_sheet_has_the_date_of_the_clubs_time_zone(table, tmp_path):
    """The game began at noon in London, when the next day had begun on Kiritimati."""
    app = create_app(table.board, table, archive=Archive(table.journal.reader, tmp_path))
    client = app.test_client()
    client.environ_base["HTTP_HOST"] = "localhost"
    for zone, day in (("Pacific/Kiritimati", "2024-01-02"), ("Europe/London", "2024-01-01")):
        keep_club(tmp_path, Club(zone=zone))
        sheet = client.get("/api/games/table-1/export?format=sheet").text
        assert f'<time datetime="{day}">{day}</time>' in sheet
    (tmp_path / FILE).write_text("damaged")
    assert client.get("/api/games/table-1/export?format=sheet").status_code == 200


def test_without_a_game_there_is_nothing_to_look_back_at():
    table = Table()
    app = create_app(Board(), table)
    client = app.test_client()
    client.environ_base["HTTP_HOST"] = "localhost"
    assert got(client, "/api/history") == {"game": None}
    assert got(client, "/api/statistics") == {"games": 0, "players": []}
    assert json.loads(client.get("/api/rules").data)["base"] == "tenhou"


def test_standings_are_those_of_named_players_and_of_a_season_that_there_is(client):
    found = client.get("/api/club").get_json()
    assert (found["players"], found["games"], found["tables"]) == (4, 1, [4])
    assert sorted(one["name"] for one in found["standings"]) == sorted(NAMES)
    final = client.get("/api/games").get_json()["games"][0]["final"]
    assert sorted(one["total"] for one in found["standings"]) == sorted(one["score"] for one in final)
    assert client.get("/api/club?season=none").status_code == 404
    assert client.get("/api/club?players=3").get_json()["standings"] == []
