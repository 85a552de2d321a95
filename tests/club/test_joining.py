"""How a table becomes one of a club, and who does not."""

import contextlib
import errno
import http.client
import json
import os
import socket
import ssl
import stat
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from unittest.mock import Mock

import pytest
from cryptography import x509

from companion.club.authority import Authority, key_and_request
from companion.club.joining import MOST_BYTES
from companion.club.members import TOKEN_LASTS_S, Members, NotKept, Tokens
from companion.club.membership import JoinCode, JoinRefused, folder_beside, join, leave, membership_of, moved
from companion.club.wire import sealed_by
from companion.errors import ConfigError
from tests.club.club_tables import Seated
from tests.club.conftest import soon
from tests.reliability.made_games import made_games


def test_a_table_joins_by_what_the_screen_shows(hub, tmp_path):
    code = str(hub.code())
    mine = join(tmp_path / "club", JoinCode.read(f" {code.upper().replace('-', ' ')} "), "Table 1", 4)
    assert membership_of(tmp_path / "club") == mine
    assert (mine.name, mine.since, mine.host) == ("Table 1", 4, "127.0.0.1")
    assert [one.name for one in hub.members.all][-1] == "Table 1"
    assert moved(mine, "10.0.0.9") == membership_of(tmp_path / "club") == replace(mine, host="10.0.0.9")


def test_what_a_table_keeps_its_owner_alone_can_read(hub, joined):
    mine = joined("private")
    for file in (mine.folder, *mine.folder.iterdir()):
        assert stat.S_IMODE(file.stat().st_mode) & 0o077 == 0, file


def test_what_the_hub_keeps_its_owner_alone_can_read(hub, folder):
    assert stat.S_IMODE((folder / "hub" / "club").stat().st_mode) == 0o700
    for name in ("authority.pem", "hub.pem", "members.json", "broker/rights"):
        assert stat.S_IMODE((folder / "hub" / "club" / name).stat().st_mode) == 0o600, name


def test_a_code_lets_one_table_in_once(hub, tmp_path):
    code = hub.code()
    assert hub.is_good(code)
    join(tmp_path / "one", code, "One", 1)
    assert not hub.is_good(code)
    with pytest.raises(ConfigError, match="this code was used already"):
        join(tmp_path / "two", code, "Two", 1)
    assert membership_of(tmp_path / "two") is None


def test_a_table_that_is_refused_for_its_name_may_try_again_with_its_code(hub, tmp_path):
    code = hub.code()
    with pytest.raises(JoinRefused, match="one line of at most 40 characters"):
        join(tmp_path / "one", code, "N" * 41, 1)
    assert hub.is_good(code)
    assert join(tmp_path / "one", code, "N" * 40, 1).name == "N" * 40
    assert not hub.is_good(code)


@pytest.fixture
def losing(monkeypatch):
    """A hub whose first answers to a POST are lost on their way; how many is set by the test."""
    lost = [0]
    send = BaseHTTPRequestHandler.send_response

    def send_or_lose(visit, *told):
        if visit.command == "POST" and lost[0]:
            lost[0] -= 1
            raise BrokenPipeError("the line was cut")
        send(visit, *told)

    monkeypatch.setattr(BaseHTTPRequestHandler, "send_response", send_or_lose)
    return lost


def test_a_lost_answer_is_asked_for_again_and_the_table_joins_once(hub, tmp_path, losing):
    before = len(hub.members.all)
    losing[0] = 2
    mine = join(tmp_path / "club", hub.code(), "Heard at last", 1)
    assert losing == [0]
    assert [one.id for one in hub.members.all[before:]] == [mine.table]
    assert (tmp_path / "club" / "table.pem").exists()


def test_an_answer_is_given_again_to_nobody_else(hub, tmp_path, losing):
    code = hub.code()
    losing[0] = 3
    with pytest.raises(JoinRefused, match="no hub of a club answers"):
        join(tmp_path / "one", code, "One", 1)
    with pytest.raises(JoinRefused, match="this code was used already"):
        join(tmp_path / "two", code, "Two", 1)


def test_a_code_is_good_for_one_evening():
    now = [0.0]
    tokens = Tokens(lambda: now[0])
    token = tokens.issue()
    now[0] = TOKEN_LASTS_S - 1
    assert tokens.is_good(token)
    now[0] = TOKEN_LASTS_S + 1
    assert not tokens.is_good(token)
    assert not tokens.use(token)


def test_the_token_is_told_to_nobody_but_the_club_of_the_code(hub, tmp_path):
    code = hub.code()
    with pytest.raises(ConfigError, match="is not the club of this code"):
        join(tmp_path / "club", replace(code, fingerprint="a" * 16), "Table", 1)
    assert hub.is_good(code)


def test_a_wrong_token_lets_nobody_in(hub, tmp_path):
    before = hub.members.all
    with pytest.raises(ConfigError, match=r"the hub at 127\.0\.0\.1 says: this code was used already"):
        join(tmp_path / "club", replace(hub.code(), token="b" * 16), "Table", 1)
    assert hub.members.all == before


@pytest.mark.parametrize(
    "text", ["", "abc", "10.0.0.1/abcd", "10.0.0.1:99999/" + "a" * 32, "x:1/" + "1" * 32]
)
def test_what_is_no_code_is_refused_with_a_sentence(text):
    with pytest.raises(ConfigError, match="is not the code of a club"):
        JoinCode.read(text)


def test_nobody_answers(tmp_path):
    with pytest.raises(ConfigError, match=r"no hub of a club answers at 127\.0\.0\.1:1"):
        join(tmp_path / "club", JoinCode("127.0.0.1", 1, "a" * 16, "b" * 16), "Table", 1)


@pytest.mark.parametrize(
    ("path", "body", "status"),
    [
        ("/join", b"{}", 400),
        ("/join", b"\xff", 400),
        ("/join", b"[" * 10_000, 400),
        ("/join", b'{"token":"a","name":"b","request":"\\ud800"}', 400),
        ("/spare", b'{"token":"\\ud800","name":"b","request":"c"}', 403),
        ("/elsewhere", b"{}", 400),
        ("/join", b'{"token":"a","name":"b","request":"c"}', 403),
    ],
)
def test_strangers_get_a_short_answer(hub, path, body, status):
    line = http.client.HTTPSConnection("127.0.0.1", hub.code().port, context=_anybody(), timeout=5)
    line.request("POST", path, body)
    answer = line.getresponse()
    assert answer.status == status
    assert json.loads(answer.read())["sentence"]
    line.close()


@pytest.mark.parametrize("length", [str(MOST_BYTES + 1), "9" * 5_000, "-1", "\u0664"])
def test_a_body_that_is_too_long_is_not_read(hub, length):
    line = http.client.HTTPSConnection("127.0.0.1", hub.code().port, context=_anybody(), timeout=5)
    line.putrequest("POST", "/join")
    line.putheader("Content-Length", length.encode())
    line.endheaders()
    assert line.getresponse().status == 400
    line.close()


def test_a_request_that_is_none_is_refused_and_joins_nobody(hub, monkeypatch, tmp_path):
    before = hub.members.all
    monkeypatch.setattr("companion.club.membership.key_and_request", lambda *_: (b"", b"no request"))
    with pytest.raises(ConfigError, match=r"the hub at 127\.0\.0\.1 says"):
        join(tmp_path / "club", hub.code(), "Table", 1)
    assert hub.members.all == before


def test_greetings_that_never_end_keep_nobody_out(hub, tmp_path):
    silent = [socket.create_connection(("127.0.0.1", hub.code().port)) for _ in range(10)]
    join(tmp_path / "club", hub.code(), "In spite of it", 1)
    for one in silent:
        one.close()


def _anybody() -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return context


def test_tables_are_named_renamed_and_sent_away(tmp_path):
    members = Members(tmp_path)
    one, two = members.join("00000001", "Table"), members.join("00000002", "Table")
    assert [member.name for member in members.all] == ["Table", "Table 2"]
    for name in ("Window", " Window ", "Window"):
        members.rename(two.id, name)
        assert members.name(two.id) == "Window"
    with pytest.raises(ConfigError, match="another table is called 'Table'"):
        members.rename(two.id, "Table")
    for name in ("", "a\nb", "x" * 41):
        with pytest.raises(ConfigError, match="one line of at most 40 characters"):
            members.rename(one.id, name)
    again = Members(tmp_path)
    assert (again.club, again.all) == (members.club, members.all)
    again.leave(one.id)
    assert members.look()
    assert [member.name for member in members.all] == ["Window"]
    assert not members.look()
    with pytest.raises(ConfigError, match="there is no table"):
        members.leave(one.id)


def test_a_command_and_a_running_hub_take_nothing_back_from_each_other(tmp_path):
    hub, command = Members(tmp_path), Members(tmp_path)
    for number in range(1, 4):
        hub.join(f"0000000{number}", f"Table {number}")
    command.look()
    command.leave("00000001")
    command.rename("00000002", "Window")
    # The hub looks once a second; a table joins before it has.
    hub.join("00000004", "Table 4")
    command.rename("00000004", "Door")
    hub.hand_over("00000003", "00000005")
    names = ["Window", "Table 3", "Door", "Table 3 (old)"]
    assert [one.name for one in Members(tmp_path).all] == [one.name for one in hub.all] == names
    with ThreadPoolExecutor(8) as at_once:
        many = [Members(tmp_path) for _ in range(8)]
        list(at_once.map(lambda at: many[at].join(f"0000001{at}", "New"), range(8)))
    assert len(Members(tmp_path).all) == 12


def test_a_hub_notices_what_a_command_changed_although_it_has_read_it_already(tmp_path):
    hub, command = Members(tmp_path), Members(tmp_path)
    hub.join("00000001", "Table 1")
    command.rename("00000001", "Window")
    with pytest.raises(ConfigError):
        hub.leave("00000002")
    assert [one.name for one in hub.all] == ["Window"]
    assert (hub.look(), hub.look()) == (True, False)


def test_a_list_that_the_disk_did_not_give_once_is_read_before_the_hub_changes_it(tmp_path, monkeypatch):
    hub, command = Members(tmp_path), Members(tmp_path)
    hub.join("00000001", "Table 1")
    command.rename("00000001", "Window")
    with monkeypatch.context() as patched:
        patched.setattr(Path, "read_bytes", Mock(side_effect=OSError(errno.EMFILE, "Too many open files")))
        with pytest.raises(ConfigError, match="cannot be read"):
            hub.look()
    hub.join("00000002", "Door")
    assert [one.name for one in Members(tmp_path).all] == ["Window", "Door"]
    assert (hub.look(), hub.look()) == (True, False)


def test_two_tables_have_no_names_that_look_alike(tmp_path):
    members = Members(tmp_path)
    one, two = members.join("00000001", "Chloe\u0301\u3000 1\u200d"), members.join("00000002", "CHLOÉ 1")
    assert [member.name for member in members.all] == ["Chloé 1", "CHLOÉ 1 2"]
    with pytest.raises(ConfigError, match="another table is called 'Ｃhloé 1'"):
        members.rename(two.id, "Ｃhloé 1")
    assert members.find("chloé  1") == one
    members.rename(two.id, "\U0001f469\u200d\U0001f467")
    assert Members(tmp_path).all == members.all


def test_a_long_name_that_is_taken_is_cut_before_its_number(tmp_path):
    members = Members(tmp_path)
    names = [members.join(id_, "N" * 40).name for id_ in ("0000000a", "0000000b")]
    assert (names, Members(tmp_path).all) == (["N" * 40, "N" * 38 + " 2"], members.all)
    file = tmp_path / "members.json"
    file.write_text(file.read_text().replace(names[1], f"{names[0]} 2"))  # as an older hub wrote it
    assert Members(tmp_path).name("0000000b") == f"{names[0]} 2"


def test_a_list_of_tables_of_an_older_hub_is_read(tmp_path):
    members = Members(tmp_path)
    members.join("00000001", "East")
    file = tmp_path / "members.json"
    told = json.loads(file.read_bytes())
    told["tables"][0]["sent"] = 57
    file.write_text(json.dumps(told))
    assert Members(tmp_path).all == members.all


NESTED = b"[" * 100_000


@pytest.mark.parametrize("content", [b"", b"[]", b'{"club":"+","tables":[]}', b'{"club":"0badcafe"}', NESTED])
def test_a_damaged_list_of_tables_is_a_sentence(tmp_path, content):
    (tmp_path / "members.json").write_bytes(content)
    with pytest.raises(ConfigError, match="the club's tables cannot be read"):
        Members(tmp_path)


@pytest.mark.parametrize("content", [b"", b'{"club": "0badcafe", "tables": [{"id": "00000001",}]}'])
def test_a_list_of_tables_damaged_by_hand_is_kept_beside_and_the_known_tables_go_on(tmp_path, content):
    members = Members(tmp_path)
    east = members.join("00000001", "East")
    file = tmp_path / "members.json"
    file.write_bytes(content)
    assert [members.look(), members.look()] == [False, False]
    assert "cannot be read" in members.complaint
    assert "the next change of a table writes the file anew, and keeps the damaged" in members.complaint
    west = members.join("00000002", "West")
    assert (members.complaint, members.all) == ("", (east, west))
    assert Members(tmp_path).all == members.all
    (kept,) = tmp_path.glob("members.json.damaged-*Z")
    assert kept.read_bytes() == content
    # A change that finds the damage itself is refused with the sentence, so that somebody hears it.
    file.write_bytes(content)
    with pytest.raises(ConfigError, match="the tables that were known go on"):
        members.rename("00000001", "North")
    file.write_text(json.dumps({"club": members.club, "tables": [{"id": "00000001", "name": "South"}]}))
    assert members.look()
    assert ([one.name for one in members.all], members.complaint) == (["South"], "")
    assert len(list(tmp_path.glob("members.json.damaged-*Z"))) == 1
    file.unlink()
    assert not members.look()
    assert "there is no" in members.complaint
    # Another process that finds no file makes that of a new club.
    assert Members(tmp_path).club != members.club
    assert not members.look()
    assert "it is that of another club" in members.complaint
    assert [one.name for one in members.all] == ["South"]
    members.rename("00000001", "South 2")
    assert ([one.name for one in Members(tmp_path).all], members.complaint) == (["South 2"], "")


def test_a_damaged_list_stays_until_another_is_written(tmp_path, monkeypatch):
    """If no file were there, the next start would make that of a new club, which knows no table."""
    members = Members(tmp_path)
    file = tmp_path / "members.json"
    file.write_bytes(b"[")
    assert not members.look()

    def refuse(*_):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as full:
        full.setattr("companion.club.members.write_instead", refuse)
        with pytest.raises(NotKept, match="No space left"):
            members.join("00000001", "East")
    assert file.read_bytes() == b"["
    assert members.join("00000001", "East") in Members(tmp_path).all


def test_a_hub_says_that_its_list_of_tables_is_damaged_until_it_is_mended(hub, joined):
    table = joined("Honest")
    assert soon(lambda: table.table in [one.member.id for one in hub.tables])
    file = hub.copies_file.with_name("members.json")
    was = file.read_bytes()
    file.write_bytes(was[:-9])
    assert soon(lambda: "members.json" in hub.complaint)
    assert not soon(lambda: "members.json" not in hub.complaint, 2)
    assert table.table in [one.member.id for one in hub.tables]
    file.write_bytes(was)
    assert soon(lambda: not hub.complaint)


@pytest.mark.parametrize("content", [b'{"club":1}', NESTED])
def test_a_damaged_membership_is_a_sentence_and_leaving_mends_it(joined, content):
    mine = joined("damaged")
    (mine.folder / "club.json").write_bytes(content)
    with pytest.raises(ConfigError, match="join again, or delete"):
        membership_of(mine.folder)
    assert leave(mine.folder)
    assert membership_of(mine.folder) is None
    assert not leave(mine.folder)


def test_a_demo_in_the_same_folder_belongs_to_no_club(tmp_path):
    assert folder_beside(tmp_path / "table.sqlite") != folder_beside(tmp_path / "demo.sqlite")


def test_the_authority_stays_and_an_expired_one_is_a_sentence(tmp_path):
    first = Authority(tmp_path)
    assert Authority(tmp_path).fingerprint == first.fingerprint
    later = datetime.now(UTC) + timedelta(days=4_000)
    with pytest.raises(ConfigError, match="they have expired: move the folder away"):
        Authority(tmp_path, now=later)


def test_certificates_made_before_the_clock_was_set_are_good_before_and_after(tmp_path):
    """A Pi has no battery: its clock may jump from 1970 to today while the hub runs."""
    unset, today = datetime(1970, 1, 1, 0, 1, tzinfo=UTC), datetime.now(UTC)
    early = Authority(tmp_path, ("10.0.0.5",), now=unset)
    _, request = key_and_request()
    made = (early.certificate, early.for_table(request, "0badcafe"), early.hub_file.read_bytes())
    for pem in made:
        found = x509.load_pem_x509_certificate(pem[pem.index(b"-----BEGIN CERTIFICATE") :])
        assert found.not_valid_before_utc < unset  # that of a table may not be set at all
        assert found.not_valid_after_utc > today + timedelta(days=30)
    later = Authority(tmp_path, ("10.0.0.5",), now=today)
    assert later.fingerprint == early.fingerprint
    pem = later.hub_file.read_bytes()
    assert x509.load_pem_x509_certificate(pem[pem.index(b"-----BEGIN C") :]).not_valid_before_utc < unset


def test_the_authority_signs_only_what_is_signed_by_its_own_key(tmp_path):
    _, request = key_and_request()
    Authority(tmp_path).for_table(request, "0badcafe")
    with pytest.raises(ValueError):
        Authority(tmp_path).for_table(b"-----BEGIN CERTIFICATE REQUEST-----", "0badcafe")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_hub_without_a_disk_is_a_sentence(tmp_path):
    tmp_path.chmod(0o500)
    with pytest.raises(ConfigError, match="cannot be used"):
        Authority(tmp_path / "club")


def test_a_table_cannot_pose_as_the_hub(joined):
    mine = joined("impostor")
    posing = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    posing.load_cert_chain(mine.own_file)
    here, there = socket.socketpair()
    with ThreadPoolExecutor(1) as pool, there:
        served = pool.submit(_served, posing, here)
        with pytest.raises(ssl.SSLCertVerificationError, match="unsuitable certificate purpose"):
            sealed_by(mine.authority_file, mine.own_file).wrap_socket(there)
        served.result()


def _served(context: ssl.SSLContext, line: socket.socket) -> None:
    with line, contextlib.suppress(ssl.SSLError, OSError):
        context.wrap_socket(line, server_side=True).close()


def test_a_table_that_was_removed_is_told_so_and_comes_back_by_joining_anew(hub, joined):
    said = []
    table = Seated(joined("Corner"), hear=said.append)
    game = next(made_games(1))
    rest = table.play(game.facts, game.rules, ("Anna", "Ben", "Chiyo", "Dario"), but=5)
    assert soon(lambda: [one.code for one in said] == [""])
    hub.remove(table.mine.table)
    assert soon(lambda: table.mine.table not in [one.member.id for one in hub.tables])
    table.tell(rest[:1])
    assert soon(lambda: [one.code for one in said] == ["", "refused"])
    assert "it was removed from the club; leave the club here and join anew" in said[-1].note
    table.close()
    again = Seated(joined("Corner"), table.mine.folder / "table.sqlite", said.append)
    assert soon(lambda: [one.code for one in said] == ["", "refused", ""])
    assert soon(lambda: again.link.standing.held == again.journal.last_seq)
    again.close()
