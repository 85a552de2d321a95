"""A hub's folder with one finished game, and commands typed beside it, for the upload to Pantheon."""

import random
from collections.abc import Sequence
from functools import cache

from click.testing import CliRunner

from companion.cli import main
from companion.club.service import FILE, FOLDER
from companion.club.tournament_file import TournamentFile
from companion.evidence import Cause
from companion.journal import Draft
from companion.pretend.players.game import play_hanchan
from companion.riichi.facts import Fact, HanchanEnded, KyokuEnded
from companion.riichi.presets import PRESETS, TENHOU
from companion.riichi.public import public_twin
from companion.tournament.changes import (
    Entrant,
    LengthSet,
    PlayersAdded,
    RoundsSeated,
    RoundStarted,
    RulesSet,
    TableGiven,
    TitleSet,
)
from tests.club.pantheon_stand_in import EVENT, PEOPLE, PERSON, TOKEN, StandIn
from tests.club.tables import NOON, Room

NAMES = ("Anna", "Ben", "Chiyo", "Dario")


class Hub:
    """The folder of a hub with one finished game at its one table, and commands typed beside it."""

    def __init__(self, folder, there: StandIn) -> None:
        self.folder, self.there = folder, there
        self.club = folder / FOLDER
        self.outputs: list[str] = []

    def say(self, *words: object, status: int = 0, typed: str = "") -> str:
        first, *others = map(str, words)
        typed_words = ["club", first, "--data", str(self.folder), *others]
        outcome = CliRunner().invoke(main, typed_words, input=typed)
        self.outputs.append(outcome.output)
        assert outcome.exit_code == status, outcome.output
        return outcome.output

    def upload(self, *words: object, status: int = 0, typed: str = "") -> str:
        return self.say("upload", *words, status=status, typed=typed)

    def tries(self, times: int = 3) -> None:
        """Somebody types it again and again, and says of no game what became of it."""
        for _ in range(times):
            outcome = CliRunner().invoke(main, ["club", "upload", "--data", str(self.folder), "--yes"])
            self.outputs.append(outcome.output)


@cache
def facts_of(seed: int, hands: int) -> tuple[Fact, ...]:
    """The first hands of a pretended game, ended there by the people."""
    found: list[Fact] = []
    for fact in play_hanchan(random.Random(f"pantheon {seed}"), TENHOU, NAMES):
        found.append(public_twin(fact))
        if sum(isinstance(one, KyokuEnded) for one in found) == hands:
            break
    return (*found, HanchanEnded()) if not isinstance(found[-1], HanchanEnded) else tuple(found)


def made(folder, there: StandIn, facts: Sequence[Fact]) -> Hub:
    hub = Hub(folder, there)
    hub.club.mkdir(parents=True)
    room = Room(hub.club, ("Window",))
    assert (hub.club / FILE).exists()
    table = room.tables[0]
    game = table.journal.next_game("table", TENHOU, NOON)
    table.journal.append(game, [Draft(at=NOON, because=Cause.RECORD, fact=fact) for fact in facts])
    room.connect(table)
    assert room.settle()
    room.copies.close()
    TournamentFile(hub.club).say(
        TitleSet("Wednesday"),
        RulesSet(PRESETS["tenhou"]),
        LengthSet(2),
        PlayersAdded(tuple(map(Entrant, NAMES))),
        TableGiven(1, "Window"),
        RoundsSeated(1, (((1, 2, 3, 4),), ((2, 3, 4, 1),))),
        RoundStarted(1, 1.0),
    )
    token = folder / "token"
    token.write_text(f"{TOKEN}\n")
    pairs = folder / "pairs.csv"
    pairs.write_text("".join(f"{name},{number}\n" for name, number in zip(NAMES, PEOPLE, strict=True)))
    where = ("--server", there.url, "--event", EVENT, "--person", PERSON, "--token", token)
    hub.say("pantheon", *where, pairs)
    return hub
