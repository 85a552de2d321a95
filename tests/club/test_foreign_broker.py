"""A broker that somebody else runs, with its own certificate and rights: the real Mosquitto."""

import getpass
import socket
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, closing, suppress
from pathlib import Path

import pytest
from click.testing import CliRunner
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.reasoncodes import ReasonCode

from companion.cli import main
from companion.club.authority import Authority
from companion.club.broker import program
from companion.club.foreign_broker import RIGHTS, ForeignBroker, ForeignPlan
from companion.club.membership import JoinCode, join, membership_of, moved
from companion.club.service import FOLDER, HubPlan, HubService
from companion.club.wire import Wire, WireDown, sealed_by
from companion.errors import ConfigError
from companion.evidence import SourceState
from tests.club.conftest import require_broker, soon
from tests.club.test_broker import Seated, require_copy
from tests.reliability.club_kills import free_ports
from tests.toolbox.quick_folder import quick_folder

# The library leaves the line of a failed greeting to be collected.
pytestmark = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")


class Theirs:
    """A Mosquitto of somebody else, who vouches for it with an authority of their own."""

    def __init__(self, folder: Path, club_authority: Path, rights: str) -> None:
        (self.port,) = free_ports(1)
        self.authority = Authority(folder, ("127.0.0.1",))
        (folder / "rights").write_text(rights)
        (folder / "rights").chmod(0o600)
        (folder / "mosquitto.conf").write_text(
            f"""user {getpass.getuser()}
persistence false
acl_file {folder / "rights"}
listener {self.port} 127.0.0.1
cafile {club_authority}
certfile {self.authority.hub_file}
keyfile {self.authority.hub_file}
require_certificate true
use_identity_as_username true
"""
        )
        command = [program(), "-c", str(folder / "mosquitto.conf")]
        self._child = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        assert soon(self._listens)

    def _listens(self) -> bool:
        with suppress(OSError), socket.create_connection(("127.0.0.1", self.port), 1.0):
            return True
        return False

    def stop(self) -> None:
        self._child.terminate()
        self._child.wait(10)


class Evening:
    """A hub that uses the broker of somebody else, in a folder of its own."""

    def __init__(self, folder: Path, opened: ExitStack) -> None:
        self.folder, self._opened = folder, opened
        (folder / "theirs").mkdir()
        self.authority = Authority(folder / "hub" / FOLDER).certificate_file
        self.rights = ""

    def hub(self, *, vouches: Path | None = None, rights: str | None = None, trusts: Path | None = None):
        """Start both; what is not said is as it should be."""
        # Which rights are needed the hub says by itself, before anybody answers there.
        (port,) = free_ports(1)
        with closing(_Stopped(self._service(port, self.authority))):
            wanted = (self.folder / "hub" / FOLDER / RIGHTS).read_text()
        rights = wanted if rights is None else rights
        theirs = Theirs(self.folder / "theirs", trusts or self.authority, rights)
        self._opened.callback(theirs.stop)
        hub = self._service(theirs.port, vouches or theirs.authority.certificate_file)
        self._opened.callback(hub.stop)
        hub.start()
        return hub

    def _service(self, port: int, vouches: Path) -> HubService:
        (join_port,) = free_ports(1)
        plan = HubPlan("127.0.0.1", port, join_port, ("127.0.0.1",), "127.0.0.1", vouches)
        return HubService(self.folder / "hub", plan)


class _Stopped:
    def __init__(self, hub: HubService) -> None:
        self.close = hub.stop


@pytest.fixture
def evening() -> Iterator[Evening]:
    require_broker()
    with quick_folder() as folder, ExitStack() as opened:
        (folder / "hub").mkdir()
        yield Evening(folder, opened)


def seat(evening: Evening, hub: HubService, name: str) -> Seated:
    return Seated(join(evening.folder / name, JoinCode.read(str(hub.code())), name, 1))


def test_tables_and_hub_meet_at_it_and_the_copies_are_exact(evening):
    hub = evening.hub()
    tables = [seat(evening, hub, name) for name in ("East", "West")]
    for table in tables:
        table.write(150)
        table.link.start()
    assert soon(lambda: all(table.is_equal() for table in tables), 40)
    assert soon(lambda: not hub.complaint and all(one.is_here for one in hub.tables))
    for table in tables:
        require_copy(evening.folder / "hub", table)
        table.close()
    mine = tables[0].mine
    assert (mine.broker, mine.broker_host) == ("127.0.0.1", "127.0.0.1")
    # The hub may get another address; the broker stays where it is.
    again = membership_of(moved(mine, "10.0.0.9").folder)
    assert (again.host, again.broker_host) == ("10.0.0.9", "127.0.0.1")


def test_another_certificate_is_one_sentence(evening):
    other = Authority(evening.folder / "other")
    hub = evening.hub(vouches=other.certificate_file)
    said = "the broker at 127.0.0.1 shows a certificate for which its authority does not vouch"
    assert soon(lambda: said in hub.complaint), hub.complaint


def test_a_broker_that_does_not_trust_the_club_is_one_sentence(evening):
    other = Authority(evening.folder / "other")
    hub = evening.hub(trusts=other.certificate_file)
    assert soon(lambda: "it has to trust the club's authority" in hub.complaint), hub.complaint


@pytest.mark.parametrize(
    "rights",
    [
        "user somebody\ntopic readwrite #\n",
        "user hub\ntopic read riichi/#\n",
        "user hub\ntopic write riichi/#\n",
    ],
)
def test_missing_rights_of_the_hub_are_one_sentence(evening, rights):
    hub = evening.hub(rights=rights)
    assert soon(lambda: "rights" in hub.complaint), hub.complaint
    assert hub.complaint.count("the broker") == 1


def test_missing_rights_of_a_table_are_one_sentence_at_the_table(evening):
    hub = evening.hub(rights="user hub\ntopic readwrite riichi/1/+/+/#\n")
    table = seat(evening, hub, "East")
    table.write(3)
    table.link.start()
    refused = "does not let this machine write what it has to: its rights are missing there"
    assert soon(lambda: any(refused in one.note for one in table.said)), table.said
    assert table.said[-1].state is SourceState.DOWN
    table.close()


def test_a_table_that_was_removed_is_told_so_and_is_told_nothing_else(evening, caplog):
    hub = evening.hub()
    table, other = seat(evening, hub, "East"), seat(evening, hub, "West")
    for one in (table, other):
        one.write(3)
        one.link.start()
    assert soon(lambda: table.is_equal() and other.is_equal())
    hub.remove(table.mine.table)
    assert soon(lambda: [one.member.name for one in hub.tables] == ["West"])
    table.write()
    assert soon(lambda: len(table.said) > 1), table.said
    assert table.said[-1].state is SourceState.DOWN
    assert "it was removed from the club; leave the club here and join anew" in table.said[-1].note
    # It tries again and again, and hears the same each time; what the broker had kept for it is gone.
    assert not soon(lambda: len(table.said) > 2, 3), table.said
    assert "message_refused" not in caplog.text
    other.write()
    assert soon(other.is_equal)
    table.close()
    again = seat(evening, hub, "East again")
    again.write()
    again.link.start()
    assert soon(again.is_equal)
    again.close()
    other.close()


@pytest.mark.parametrize(("answers", "is_ready"), [((1, 1), True), ((1, 0x87), False)])
def test_a_broker_that_refuses_a_topic_is_one_sentence(tmp_path, answers, is_ready):
    mine = Authority(tmp_path)
    wire = Wire("10.0.0.2", 1, sealed_by(mine.certificate_file, mine.hub_file, is_named=True), ["a", "b"])
    reasons = [ReasonCode(PacketTypes.SUBACK, identifier=one) for one in answers]
    wire._client.on_subscribe(wire._client, None, 1, reasons, None)
    assert wire.is_ready == is_ready
    refused = "the broker at 10.0.0.2 does not let this machine read what it has to: its rights are missing"
    with pytest.raises(WireDown) as down:
        wire.turn(0.0)
    assert str(down.value).startswith(refused) != is_ready


def test_host_and_authority_are_said_together(tmp_path):
    outcome = CliRunner().invoke(main, ["club", "start", "--data", str(tmp_path), "--broker", "10.0.0.2"])
    assert outcome.exit_code == 2
    assert "--broker and --broker-authority come together" in outcome.output


@pytest.mark.parametrize("typed", ["mqtts://broker.home", "broker.home:8883", "eve:secret@broker.home"])
def test_an_address_in_the_place_of_a_host_is_one_sentence(tmp_path, typed):
    file = tmp_path / "authority.pem"
    file.touch()
    words = ["--data", str(tmp_path), "--broker", typed, "--broker-authority", str(file)]
    outcome = CliRunner().invoke(main, ["club", "start", *words])
    assert outcome.exit_code == 1
    assert "is no name of a machine: type it without http://, port and path" in outcome.output
    assert not (tmp_path / FOLDER).exists()


@pytest.mark.parametrize("is_readable", [False, True])
def test_an_authority_and_a_folder_that_cannot_be_used_are_told_apart(tmp_path, is_readable):
    file = tmp_path / "authority.pem"
    file.write_bytes(b"authority" if is_readable else b"\xff")
    (tmp_path / RIGHTS).mkdir()
    sentence = (
        "the rights for the broker cannot be written" if is_readable else "the broker's authority .* cannot"
    )
    with pytest.raises(ConfigError, match=sentence):
        ForeignBroker(tmp_path, "0badcafe", ForeignPlan("10.0.0.2", 8883, file))


def test_an_authority_that_is_none_is_one_sentence(tmp_path):
    file = tmp_path / "empty.pem"
    file.write_bytes(b"\xff")
    words = [
        "club",
        "start",
        "--data",
        str(tmp_path),
        "--broker",
        "10.0.0.2",
        "--broker-authority",
        str(file),
    ]
    outcome = CliRunner().invoke(main, words)
    assert outcome.exit_code == 1
    assert "cannot be used" in outcome.output
