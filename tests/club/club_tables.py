"""Tables of a club in one process, each with journal and link, and commands as an organiser types them."""

import json
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path

from click.testing import CliRunner

from companion.cli import main
from companion.clock import SystemClock
from companion.club.membership import Membership
from companion.club.table_link import TableLink
from companion.evidence import Cause, SourceChanged
from companion.journal import Draft, SqliteJournal
from companion.riichi.facts import Fact, HanchanStarted
from companion.riichi.ruleset import RuleSet

NOON = "2024-01-01T12:00:00.000000Z"


class Seated:
    """A table that plays what it is told, with whoever the plan seats there."""

    def __init__(
        self,
        mine: Membership,
        journal: Path | None = None,
        hear: Callable[[SourceChanged], object] = lambda _: None,
    ) -> None:
        self.mine, self._hear = mine, hear
        self.journal = SqliteJournal(journal or mine.folder / "table.sqlite")
        if games := self.journal.games():
            self.game = games[-1]
        self.start()

    def start(self) -> None:
        """Again after `stop`, as after a restart."""
        self.link = TableLink(self.mine, self.journal.reader, self._hear, SystemClock())
        self.link.start()

    def seen(self):
        return self.link.round.seen()

    def play(
        self, facts: Iterable[Fact], rules: RuleSet, names: tuple[str, ...], *, but: int = 0
    ) -> list[Fact]:
        """A game as it was, with other people; the last facts can be left for later."""
        told = [replace(one, names=names) if isinstance(one, HanchanStarted) else one for one in facts]
        self.game = self.journal.next_game("table", rules, NOON)
        self.tell(told[: len(told) - but])
        return told[len(told) - but :]

    def tell(self, facts: Iterable[Fact]) -> None:
        self.journal.append(self.game, [Draft(at=NOON, because=Cause.RECORD, fact=fact) for fact in facts])
        self.link.notice()

    def close(self) -> None:
        self.link.stop()
        self.journal.close()


def said(folder: Path, *words: object, status: int = 0) -> str:
    """What a command of the organiser prints."""
    first, *others = map(str, words)
    outcome = CliRunner().invoke(main, ["club", first, "--data", str(folder), *others])
    assert outcome.exit_code == status, outcome.output
    return outcome.output


def scores(folder: Path) -> dict:
    outcome = CliRunner().invoke(main, ["club", "scores", "--data", str(folder), "--json"])
    assert outcome.exit_code == 0, outcome.output
    return json.loads(outcome.stdout)
