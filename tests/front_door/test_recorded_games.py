"""Real recorded games through `companion replay`: a sample by default, all with COMPANION_ALL_RECORDS=1."""

import json
import os
import tarfile
from collections import Counter
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.front_door.companions import called

ALL = os.environ.get("COMPANION_ALL_RECORDS") == "1"
SAMPLE = {"games-4p.tar.xz": 25, "games-3p.tar.xz": 15}
GAMES = {"games-4p.tar.xz": 1_236, "games-3p.tar.xz": 463}

EXPLAINED = {"fixtures__23": 5, "fixtures__24": 13, "newattr2023": 1, "ratio": 1, "sanma": 1}
"""Records of the odd collection that differ, and in how many places; docs/reference/records.md says why."""


@pytest.fixture
def archive(shared_data, request) -> Path:
    path = shared_data / "logs" / request.param
    if not path.is_file():
        pytest.skip(f"there is no {request.param} in ../shared/data/logs beside this checkout")
    return path


SMALL_STAKES = "start_points = 1000\nreturn_points = 1000\numa = [0, 0, 0, 0]\noka = false\n"
RECORDS_PAGE = ROOT / "docs" / "reference" / "records.md"


def rules_on_the_page() -> str:
    """The rule file that the page gives for a match by other rules."""
    return RECORDS_PAGE.read_text(encoding="utf-8").split("```toml\n")[1].split("```")[0]


def replayed(path: Path) -> tuple[int, list[dict], dict]:
    outcome = called("replay", "--json", path)
    *games, totals = map(json.loads, outcome.said.splitlines())
    return outcome.status, games, totals


def some_of(archive: Path, folder: Path, count: int, all_of_them: int) -> Path:
    """Games from the whole of the archive, unpacked."""
    wanted = set(range(0, all_of_them, all_of_them // count))
    with tarfile.open(archive) as tar:
        files = (member for member in tar if member.isfile())
        for number, member in enumerate(files):
            if number in wanted:
                (folder / Path(member.name).name).write_bytes(tar.extractfile(member).read())
    return folder


@pytest.mark.parametrize("archive", SAMPLE, indirect=True)
def test_recorded_games_agree_in_everything(archive, tmp_path):
    name = archive.name
    path = archive if ALL else some_of(archive, tmp_path, SAMPLE[name], GAMES[name])
    status, games, totals = replayed(path)
    wrong = [game["game"] for game in games if game["mismatches"] or "unreadable" in game]
    assert (status, wrong) == (0, [])
    assert totals["games"] == len(games)
    assert totals["games"] == GAMES[name] if ALL else totals["games"] >= SAMPLE[name]
    assert {game["players"] for game in games} == {4 if "4p" in name else 3}
    assert totals["hands"] == sum(len(game["hands"]) for game in games) > 5 * totals["games"]


@pytest.mark.parametrize("archive", ["games-odd.tar.xz"], indirect=True)
def test_odd_records_are_all_read_and_differ_exactly_where_it_is_explained(archive):
    status, games, totals = replayed(archive)
    differing = Counter({Path(game["game"]).stem: game["mismatches"] for game in games if game["mismatches"]})
    assert (status, totals["unreadable"]) == (1, 0)
    assert totals["games"] == 35
    assert {name.removeprefix("test_data__"): number for name, number in differing.items()} == EXPLAINED


@pytest.mark.gate(0)
@pytest.mark.parametrize("archive", ["games-odd.tar.xz"], indirect=True)
def test_lobbies_with_scores_of_their_own_agree_in_every_hand(archive):
    _, games, _ = replayed(archive)
    of_lobbies = [game for game in games if Path(game["game"]).stem.startswith("test_data__")]
    assert not [hand for game in of_lobbies for hand in game["hands"] if hand["mismatches"]]
    differing = [told for game in of_lobbies for told in game.get("differs", ())]
    assert all(told.startswith("final scores: ") for told in differing)


@pytest.mark.parametrize("archive", ["games-odd.tar.xz"], indirect=True)
@pytest.mark.parametrize(
    ("name", "rules"),
    [("newattr2023", rules_on_the_page()), ("ratio", SMALL_STAKES), ("sanma", SMALL_STAKES)],
)
def test_by_the_rules_that_people_played_nothing_differs(archive, tmp_path, name, rules):
    house = tmp_path / "friends.toml"
    house.write_text(rules)
    record = tmp_path / "record.xml"
    with tarfile.open(archive) as tar:
        member = next(member for member in tar if member.name.endswith(f"__{name}.xml"))
        record.write_bytes(tar.extractfile(member).read())
    outcome = called("replay", "--rules", house, record)
    assert (outcome.status, outcome.errors) == (0, "")
    assert " 0 mismatches, 0 unreadable" in outcome.said
