"""Upload to a Pantheon server: asked first, each game once, whatever is lost on the way.

The server is a stand-in made from the messages of its .proto files; no real one was ever asked.
"""

import itertools
import json
import stat

import pytest
from click.testing import CliRunner

from companion.cli import main
from companion.club.pantheon_file import Ledger
from companion.club.pantheon_line import checked_server
from companion.club.tournament_file import TournamentFile
from companion.commands.club_tournament import Evening
from companion.errors import ConfigError
from companion.tournament.changes import ResultTyped, RoundStarted
from tests.club.pantheon_hub import NAMES, Hub, facts_of, made
from tests.club.pantheon_stand_in import EVENT, PEOPLE, TOKEN, WRITING, StandIn, standing_in


@pytest.fixture
def there():
    with standing_in() as here:
        yield here


@pytest.fixture
def hub(tmp_path, there):
    """Three hands, the last of which the people decided to be the last."""
    return made(tmp_path, there, facts_of(3, 3))


def written(there: StandIn) -> list[str]:
    return [method for method, _, _ in there.asked if method in WRITING]


def results(hub: Hub) -> dict[int, int]:
    """Our standings' points by Pantheon's numbers, straight from the scoreboard."""
    evening = Evening(hub.club)
    try:
        (result,) = (one for one in evening.scores().results if one.round == 1)
        hanchan = evening.scores().games[0].hanchan
        assert result.is_final
        assert hanchan.kyoutaku == 0, "choose a game that leaves no sticks on the table"
        return {PEOPLE[NAMES.index(seat.name)]: seat.points for seat in result.seats}
    finally:
        evening.close()


def require_one_whole_game(hub: Hub) -> None:
    (session,) = hub.there.sessions.values()
    assert not session.is_open
    assert session.scores == results(hub)
    assert hub.there.malformed == []


@pytest.mark.gate(1)
@pytest.mark.parametrize("seed", [0, 2, 3])
def test_a_whole_game_stands_there_as_it_does_in_the_standings(tmp_path, there, seed):
    hub = made(tmp_path, there, facts_of(seed, 99))
    hub.upload("--yes")
    assert not there.malformed
    (session,) = there.sessions.values()
    assert session.players == list(PEOPLE)
    assert len(session.rounds) > 4
    assert not session.is_open
    shown = hub.upload("--yes")
    for name, number in zip(NAMES, PEOPLE, strict=True):
        assert f"{name} ({number}) {session.scores[number]:,}" in shown or session.sticks
    assert "sent" in shown
    assert len(there.sessions) == 1


def test_the_points_sent_are_those_of_the_standings(hub):
    hub.upload("--yes")
    require_one_whole_game(hub)


def test_a_game_that_ends_there_by_itself_is_not_ended_again(hub, there):
    there.ends_after = 3
    assert "round 1, table 1: sent" in hub.upload("--yes")
    assert "ForceFinishGame" not in written(there)
    require_one_whole_game(hub)


@pytest.mark.parametrize("typed", ["", "n\n", "\n"])
def test_without_a_yes_not_one_byte_is_sent(hub, there, typed):
    told = hub.upload(status=0 if typed else 1, typed=typed)
    assert "Anna (101)" in told
    assert f"Send 1 game to {there.url}, event 7? [y/N]" in told
    assert there.asked == []
    assert not (hub.club / "pantheon.jsonl").exists()


def test_after_a_yes_it_is_sent(hub, there):
    assert "round 1, table 1: sent" in hub.upload(typed="y\n")
    require_one_whole_game(hub)
    assert "there is nothing to send" in hub.upload("--yes")
    assert written(there).count("StartGame") == 1


FAULTS = (
    "dropped before",
    "dropped after",
    "broken",
    "refused",
    "nonsense",
    "empty",
    "sent elsewhere",
    "endless",
)


@pytest.mark.gate(8)
@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("which", [0, 1, 2, 4, 7, 8])
def test_whatever_is_lost_no_game_and_no_hand_is_there_twice(hub, there, fault, which):
    there.faults = {which: fault}
    hub.tries()
    assert there.malformed == []
    assert len(there.sessions) <= 1
    for session in there.sessions.values():
        places = [next(iter(one.values())) for one in session.rounds]
        assert len({(one["round_index"], one["honba"]) for one in places}) == len(places) <= 3
    # What was never accepted, or can be looked up, needs nobody; the rest waits for a person.
    if not any("got no answer" in output for output in hub.outputs):
        require_one_whole_game(hub)
        return
    assert "say --was-sent" in hub.outputs[-1]
    before = written(there)
    hub.upload("--was-sent", 1, 1)
    assert written(there) == before


@pytest.mark.gate(6)
@pytest.mark.parametrize("line", range(8))
@pytest.mark.parametrize("is_kept", [False, True])
def test_killed_at_any_line_of_its_file_it_sends_nothing_twice(hub, there, monkeypatch, line, is_kept):
    class Killed(RuntimeError):
        pass

    note, lines = Ledger.note, itertools.count()

    def dying(self, *words, **more):
        is_now = next(lines) == line
        if is_kept or not is_now:
            note(self, *words, **more)
        if is_now:
            raise Killed

    monkeypatch.setattr(Ledger, "note", dying)
    CliRunner().invoke(main, ["club", "upload", "--data", str(hub.folder), "--yes"])
    monkeypatch.setattr(Ledger, "note", note)
    hub.tries(2)
    assert len(there.sessions) <= 1
    assert written(there).count("AddRound") <= 3
    if "got no answer" not in hub.outputs[-1]:
        require_one_whole_game(hub)


def test_a_line_says_that_it_is_sent_before_the_first_byte(hub, there, monkeypatch):
    seen = []
    do = there.do

    def looking(method, message):
        lines = (hub.club / "pantheon.jsonl").read_text().splitlines()
        seen.append((method, json.loads(lines[-1])["is"]))
        return do(method, message)

    monkeypatch.setattr(there, "do", looking)
    hub.upload("--yes")
    steps = {"StartGame": "sending", "AddRound": "hand", "ForceFinishGame": "ending"}
    assert {one for one in seen if one[0] in steps} == set(steps.items())


def test_a_lost_start_is_looked_at_and_asked_about(hub, there):
    there.faults = {0: "dropped after"}
    told = hub.upload("--yes", status=1)
    assert "It shows an open game of these four people" in told
    assert "there is nothing to send" in hub.upload("--yes")
    assert written(there) == ["StartGame"]
    # The organiser cancels it there, says so, and it goes out once more.
    there.sessions.clear()
    assert "round 1, table 1: sent" in hub.upload("--yes", "--again", 1, 1)
    require_one_whole_game(hub)


def test_a_server_that_never_answers_is_given_up(hub, there, monkeypatch):
    monkeypatch.setattr("companion.club.pantheon_line.PATIENCE_S", 0.3)
    there.faults = {0: "never answers"}
    told = hub.upload("--yes", status=1)
    assert "nobody knows whether it was done" in told
    assert "It shows no open game of these four people" in told


def test_a_server_that_is_not_there_costs_nothing(hub, there):
    hub.say("pantheon", "--server", "http://127.0.0.1:9")
    assert "Nothing of this game was sent" in hub.upload("--yes", status=1)
    assert "ready" in hub.upload(typed="n\n")


def test_a_correction_after_it_was_sent_is_said_and_not_sent(hub, there):
    hub.upload("--yes")
    before = len(there.asked)
    hub.say("swap", 1, "Anna", "Ben")
    told = hub.upload("--yes")
    assert "it was corrected here after it was sent" in told
    hub.say("result", 1, 1, 25_000, 25_000, 30_000, 20_000)
    assert "it was changed here after it was sent" in hub.upload("--yes")
    assert len(there.asked) == before


def test_a_correction_after_a_part_was_sent_says_how_the_game_still_gets_there(hub, there):
    there.faults = {3: "refused"}
    hub.upload("--yes", status=1)
    hub.say("swap", 1, "Anna", "Ben")
    told = hub.upload("--yes")
    assert "after a part of it was sent: complete it at Pantheon by hand, then say --was-sent" in told
    assert "there is nothing to send" in told
    there.faults = {}
    there.sessions.clear()
    assert "round 1, table 1: sent" in hub.upload("--yes", "--again", 1, 1)


def test_a_server_that_counts_otherwise_gets_no_wrong_hand(hub, there):
    there.start = 30_000
    told = hub.upload("--yes", status=1)
    assert "after hand 1 Pantheon counts" in told
    assert "it was started there, and no hand of it was sent" in hub.upload("--yes", status=1)
    assert "AddRound" not in written(there)


def test_hands_there_that_nobody_here_sent_stop_it(hub, there):
    there.faults = {3: "refused"}
    hub.upload("--yes", status=1)
    (session,) = there.sessions.values()
    session.history += session.history * 2
    assert "Pantheon has 3 hands of it, and 1 was sent" in hub.upload("--yes", status=1)
    assert written(there).count("AddRound") == 1


def test_typed_points_and_unknown_people_are_not_sent(hub, there):
    started = RoundStarted(2, 2.0, (("Window", 1),))
    TournamentFile(hub.club).say(started, ResultTyped(2, 1, (25_000, 25_000, 25_000, 25_000)))
    told = hub.upload(typed="n\n")
    assert "Pantheon counts from hands, and takes no points" in told
    assert "Send 1 game" in told
    kept = hub.club / "pantheon.json"
    values = json.loads(kept.read_text())
    next(iter(values["people"].values())).pop("2")
    kept.write_text(json.dumps(values))
    assert "nobody has said which number Ben has" in hub.upload("--yes")
    hub.say("pantheon", "--player", "Ben", PEOPLE[0])
    assert "two of its players have one number" in hub.upload("--yes")
    assert there.asked == []


def test_the_token_is_in_no_output_and_its_file_is_private(hub, there):
    there.faults = {0: "refused", 4: "broken"}
    hub.tries()
    hub.say("pantheon")
    assert all(headers["x-auth-token"] == TOKEN for _, _, headers in there.asked)
    assert {headers["x-current-event-id"] for _, _, headers in there.asked} == {str(EVENT)}
    assert "(the token) is not liked" in hub.outputs[1]
    assert TOKEN not in "".join(hub.outputs)
    assert TOKEN in (hub.club / "pantheon.json").read_text()
    for name in ("pantheon.json", "pantheon.jsonl"):
        assert stat.S_IMODE((hub.club / name).stat().st_mode) == 0o600
    assert TOKEN not in (hub.club / "pantheon.jsonl").read_text()


def test_no_name_leaves_and_none_is_kept_for_it(hub, there):
    hub.upload("--yes")
    kept = [(hub.club / name).read_text() for name in ("pantheon.json", "pantheon.jsonl")]
    for name in NAMES:
        assert name not in json.dumps([message for _, message, _ in there.asked])
        assert name not in "".join(kept)


def test_the_token_goes_nowhere_else(hub, there):
    there.faults = dict.fromkeys(range(9), "sent elsewhere")
    assert "redirects to another address" in hub.upload("--yes", status=1)
    assert [method for method, _, _ in there.asked] == ["StartGame"]


@pytest.mark.parametrize(
    "address",
    ["http://games.example", "games.example", "ftp://x.example", "https://me:word@x.example", "https://"],
)
def test_a_token_goes_over_https_alone(hub, there, address):
    with pytest.raises(ConfigError):
        checked_server(address)
    assert "Error: " in hub.say("pantheon", "--server", address, status=1)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--player", "Zoe", "9"), "nobody is called 'Zoe'"),
        (("--player", "Anna", "nine"), "is not a number of Pantheon's"),
        (("--player", "Anna", "²"), "is not a number of Pantheon's"),
    ],
)
def test_what_makes_no_sense_is_one_sentence(hub, words, told):
    assert told in hub.say("pantheon", *words, status=1)


def test_a_broken_list_of_people_or_token_is_one_sentence(hub, tmp_path):
    broken = tmp_path / "broken.csv"
    broken.write_bytes(b"Anna\n")
    assert "has no number for Anna" in hub.say("pantheon", broken, status=1)
    for number in ("0", "2147483648", "9" * 5_000):
        broken.write_text(f"Anna,{number}\n")
        assert "is not a number of Pantheon's for Anna" in hub.say("pantheon", broken, status=1)
    broken.write_bytes(b"\xff\xfe\x00")
    assert "cannot be read" in hub.say("pantheon", broken, status=1)
    assert "that is not a token" in hub.say("pantheon", "--token", broken, status=1)
    assert "there is a token" in hub.say("pantheon", "--token", "-", typed=TOKEN)


def test_a_list_of_people_is_read_from_any_spreadsheet(hub, tmp_path):
    people = tmp_path / "people.csv"
    people.write_text("\ufeffAnna;9\nBen\t10\n", encoding="utf-8")
    told = hub.say("pantheon", people)
    assert "       9  Anna\n" in told
    assert "      10  Ben\n" in told


def test_a_torn_line_of_the_file_is_passed_over(hub, there):
    hub.upload("--yes")
    ledger = hub.club / "pantheon.jsonl"
    ledger.write_bytes(ledger.read_bytes() + b'{"key": "torn')
    assert "there is nothing to send" in hub.upload("--yes")
    for damaged in (b"{}", b"[" * 100_000):
        ledger.write_bytes(damaged + b"\n")
        assert "cannot be read" in hub.upload("--yes", status=1)


def test_a_damaged_file_of_what_the_organiser_said_is_one_sentence(hub):
    for damaged in (b"{}", b"[" * 100_000):
        (hub.club / "pantheon.json").write_bytes(damaged)
        assert "remove it and enter everything again" in hub.say("pantheon", status=1)


def test_two_commands_do_not_send_at_once(hub, there):
    with Ledger(hub.club).alone():
        assert "another command is sending" in hub.upload("--yes", status=1)
    assert there.asked == []


def test_nothing_is_uploaded_before_the_server_is_named(tmp_path, there):
    hub = made(tmp_path, there, facts_of(3, 3))
    (hub.club / "pantheon.json").unlink()
    assert "say --server, --event, --person and --token first" in hub.upload("--yes", status=1)
    assert there.asked == []
