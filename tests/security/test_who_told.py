"""Addresses of devices, and ids of commands: who keeps the score may see them, who only looks on may not.

A real table is told something from an address that must not be found in anything a spectator can ask.
"""

import pytest

from tests.front_door.companions import started
from tests.security.visitors import own_screen, paired, passer_by

COMMAND_ID = "canary-of-the-attic"
FORMS = ("mjai", "tenhou6", "csv", "sheet")


@pytest.fixture(scope="module")
def told(tmp_path_factory):
    """A table at which a scorer has told something and taken it back; the scorer, and from where it told."""
    with started(tmp_path_factory.mktemp("told") / "home", "run") as companion:
        scorer = paired(companion, "scorer")
        for number, more in enumerate(
            (
                {"kind": "start", "names": ["Aki", "Ben", "Chie", "Dai"]},
                {"kind": "deal", "depth": "points"},
                {"kind": "tap", "seat": 0, "action": "riichi"},
                {"kind": "undo"},
            )
        ):
            body = {"id": f"{COMMAND_ID}-{number}", "expected_seq": companion.seq, **more}
            status, said, _ = scorer.ask("POST", "/api/commands", body)
            assert status == 200, said
        yield companion, scorer, scorer.address


def addresses(companion):
    """Everything that can be looked at, the page's own files aside."""
    game = companion.ask("GET", "/api/games")[1]["games"][0]["name"]
    yield from ("/healthz", "/readyz", "/metrics", "/api/snapshot", "/api/stream", "/api/history", "/api/me")
    yield from ("/api/players", "/api/statistics", "/api/rules", "/api/games", f"/api/games/{game}")
    yield from (f"/api/games/{game}/at/{seq}" for seq in range(1, companion.seq + 1))
    yield from (f"/api/games/{game}/export?format={form}" for form in FORMS)
    yield from ("/api/games/x", "/api/nothing", "/api/devices", "/api/trust", "/api/eye", "/api/crop/1")


@pytest.mark.parametrize("kind", ["passer-by", "spectator"])
def test_who_looks_on_learns_no_address_and_no_command(told, kind):
    companion, _, address = told
    visitor = passer_by(companion) if kind == "passer-by" else paired(companion, "spectator")
    seen = {path: visitor.ask("GET", path)[2] for path in addresses(companion)}
    assert [path for path, text in seen.items() if address in text or COMMAND_ID in text] == []
    assert len("".join(seen.values())) > 10_000, "nothing was looked at"


def test_who_keeps_the_score_sees_from_where_it_was_told(told):
    companion, scorer, address = told
    for visitor in (scorer, own_screen(companion)):
        entries = visitor.ask("GET", "/api/history")[1]["kyoku"][0]["entries"]
        riichi = next(one for one in entries if one["fact"]["is"] == "RiichiDeclared")
        assert (riichi["by"], riichi["command_id"]) == (address, f"{COMMAND_ID}-2")
        undone = riichi["retraction"]
        assert (undone["by"], undone["command_id"]) == (address, f"{COMMAND_ID}-3")


def test_an_entry_has_the_same_fields_for_everybody(told):
    companion, scorer, _ = told
    both = [one.ask("GET", "/api/history")[1] for one in (scorer, passer_by(companion))]
    first, second = (told["kyoku"][0]["entries"][-1] for told in both)
    assert first.keys() == second.keys()
    assert (second["by"], second["command_id"]) == ("", None)
