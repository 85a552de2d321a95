"""A rehearsal in real time: the stage's camera feeds the real eye, its keys the real panel.

Nothing in the companion is replaced: it is started as for a real table, and people talk to it through its
own door.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from companion.bootstrap import Companion
from companion.clock import SystemClock
from companion.config import Settings
from companion.dashboard.commands import Command as PageCommand
from companion.dashboard.commands import CommandKind
from companion.errors import TableStopped
from companion.evidence import Answer, Command, SourceState
from companion.intake.eye.calibrating_kept import calibration_path, keep_choice, kept_choice
from companion.intake.eye.cameras import mount_of_source
from companion.intake.eye.following import EyeWish
from companion.journal import in_force
from companion.keeping.upkeep import Upkeep
from companion.pretend.devices.boxes import PanelBoxes
from companion.pretend.devices.keys import PanelKind, StageKeys, open_keys
from companion.pretend.devices.streamed import StreamedCamera
from companion.pretend.devices.window import PretendWindow
from companion.pretend.people.comparing import compared, hands_of
from companion.pretend.people.delays import delays_ms
from companion.pretend.people.habits import Mishap, Mistakes, habits_of
from companion.pretend.people.mishaps import let_happen
from companion.pretend.people.people import People
from companion.pretend.people.report import Report
from companion.pretend.people.viewing import Viewer
from companion.pretend.stage.games import Game
from companion.pretend.stage.performance import Performance, StageClosed, Staging
from companion.pretend.stage.strokes import Stroke
from companion.pretend.stage.table import StageTable
from companion.riichi.facts import Fact
from companion.riichi.hanchan import SIDES, begin
from companion.riichi.ruleset import RuleSet
from companion.table_state import TableState

__all__ = ["Rehearsal", "RehearsalPlan", "show_table"]

FOLDER = "pretend"
"""Within the data folder: what the eye of a pretend table was shown."""
HELD_S = 1.15
"""How long a call may be held back before it counts."""
READY_S = 3.0
"""How long to wait for the deal once everybody has pressed `next`."""
ASKED_S = 0.5
"""How long to wait for the question that a key raises."""
EYE_OPENS_S = 30.0
"""How long to wait for the eye before play begins."""
LEAVE_S = 1.0
"""How long `run` waits at the end for people who are in the middle of something."""


@dataclass(frozen=True, slots=True)
class RehearsalPlan:
    """What was asked for on the command line."""

    rules: RuleSet
    games: tuple[Game, ...]
    staging: Staging
    panel: PanelKind = PanelKind.NONE
    mistakes: Mistakes = Mistakes.NONE


@dataclass
class LiveHouse:
    """The running companion as its people meet it."""

    companion: Companion
    upkeep: Upkeep

    @property
    def state(self) -> TableState:
        """What it shows now."""
        return self.companion.table

    def ask(self, command: Command) -> Answer:
        """Tap something on its page."""
        return self.companion.submit(
            PageCommand(command.command_id, 0, CommandKind.TELL, by=command.by, asked=command)
        )

    def entries(self) -> tuple[tuple[int, Fact], ...]:
        """The facts that count in the newest game of its journal, each with its number."""
        reader = self.upkeep.journal.reader()
        games = reader.games()
        standing = in_force(reader.entries(games[-1].number)) if games else ()
        return tuple((entry.seq, entry.fact) for entry in standing if entry.fact is not None)

    def told(self) -> list[tuple[int, Fact]]:
        """Everything that was ever told, including what was taken back later."""
        reader = self.upkeep.journal.reader()
        entries = (entry for game in reader.games() for entry in reader.entries(game.number))
        return [(entry.seq, entry.fact) for entry in entries if entry.fact is not None]


class LiveKeys:
    """Fingers on the pretend panel, and eyes on what the panel says on the page."""

    def __init__(self, keys: StageKeys, house: LiveHouse, *, is_hurried: bool) -> None:
        self._keys, self._house, self._is_hurried = keys, house, is_hurried

    @property
    def are_there(self) -> bool:
        """Whether this table has keys."""
        return self._keys.plan is not None

    def press(self, side: int, key: str, answer: str = "") -> None:
        """Press; if that raises a question, answer it; in a hurry, wait until a held call counts."""
        before = self._house.state.seq
        self._keys.press(side, key)
        if answer and _until(lambda: self._is_asked(side), ASKED_S):
            self._keys.press(side, answer)
        if self._is_hurried:
            _until(lambda: self._house.state.seq != before, HELD_S)

    def deal(self) -> bool:
        """Everybody presses `next`, where there is such a key."""
        if not self._keys.has("next"):
            return False
        before = _deals(self._house.state)
        for letter in self._house.state.hanchan.sides or SIDES:
            self._keys.press(SIDES.index(letter), "next")
        return _until(lambda: _deals(self._house.state) != before, READY_S)

    def _is_asked(self, side: int) -> bool:
        sides = self._house.state.hanchan.sides or SIDES
        return any(
            notice.is_question and notice.seat == sides.find(SIDES[side])
            for said in self._house.state.notices
            if said.name == "panel"
            for notice in said.notices
        )


class LiveSight:
    """The performance, and the mishaps of its camera."""

    def __init__(self, stage: Performance) -> None:
        self._stage = stage

    def perform(self, strokes: Sequence[Stroke], labels: dict[int, str]) -> None:
        """Let hands do this."""
        self._stage.perform(strokes, labels)

    def rest(self, seconds: float) -> None:
        """Nobody moves."""
        self._stage.rest(seconds)

    def settle(self) -> None:
        """Wait for the eye, where people are in a hurry."""
        self._stage.settle()

    def let_happen(self, mishap: Mishap) -> None:
        """Something happens to the camera; returns when people go on."""
        let_happen(self._stage, mishap)


class Rehearsal:
    """One evening. `run` blocks until it is played, or the process is told to end.

    With `stays`, the companion then stays open until the process is told to end.

    Raises:
        ConfigError: a library is missing, or the port is taken.
        JournalError: the journal cannot be opened.
    """

    def __init__(self, settings: Settings, plan: RehearsalPlan, *, stays: bool = False) -> None:
        self._plan = plan
        self._stays = stays
        self.stage = Performance(plan.staging, told=self._page)
        self._keys = open_keys(plan.panel)
        upkeep = Upkeep(settings.folder / "pretend.sqlite", SystemClock())
        eye = show_table(self.stage, settings.folder)
        clock, boxes = SystemClock(), PanelBoxes(SystemClock())
        camera = StreamedCamera(lambda: self.stage.frames, lambda: self.stage.stream.newest(0))
        self.companion = Companion(
            settings, upkeep.journal, plan.rules, upkeep=upkeep, eye=eye,
            window=PretendWindow(clock, camera, boxes),
        )  # fmt: skip
        panel = self._keys.plan
        if panel is not None:
            self.companion.attach_panel(replace(panel, open=boxes.watched(panel.open)))
        self._house = LiveHouse(self.companion, upkeep)
        self._viewer = Viewer()
        self._laid: list[tuple[Fact, int]] = []
        self._failure: Exception | None = None
        self._owes_report = False
        self._began = time.monotonic()
        self.report = Report()
        """The figures of all hands that are over."""

    def run(self, ready: Callable[[], None], done: Callable[[Report], None]) -> None:
        """Play it; `done` is called with the report before the companion ends, or stays open.

        If it is ended early, the report covers the hands that were over by then.
        """
        people = threading.Thread(target=self._play, args=(done,), name="people", daemon=True)

        def begin_play() -> None:
            self._owes_report = True
            ready()
            self._viewer.start(self.companion.url)
            people.start()

        self.stage.start()
        try:
            self.companion.run(begin_play)
        finally:
            self._viewer.close()
            self._keys.close()
            self.stage.close()
            if people.ident is not None:
                # People in the middle of something may finish it: no thread is torn out of a library.
                people.join(LEAVE_S)
            if self._owes_report and self._failure is None:
                done(self._timed(self.report))
        if self._failure is not None:
            raise self._failure

    def _page(self) -> object:
        """A value that changes when the eye has told something: facts, or a question."""
        state = self.companion.table
        return state.seq, tuple(question.number for question in state.questions)

    def _play(self, done: Callable[[Report], None]) -> None:
        try:
            _until(lambda: _sees(self._house.state), EYE_OPENS_S)
            for number, game in enumerate(self._plan.games, start=1):
                self._game(game, number)
            self._owes_report = False
            done(self.report)
        except (StageClosed, TableStopped):
            return  # somebody has ended it before the game was over
        except Exception as failure:  # noqa: BLE001 - raised by `run`, in the thread that waits for it
            self._failure = failure
        if not self._stays or self._failure is not None:
            self.companion.stop()

    def _game(self, game: Game, number: int) -> None:
        staging = self._plan.staging
        habits = habits_of(self._plan.mistakes)
        table = StageTable(
            begin(self._plan.rules, game.started.names), SIDES,
            seed=staging.seed, neat=habits.neat, layout=staging.setting.layout,
        )  # fmt: skip
        keys = LiveKeys(self._keys, self._house, is_hurried=staging.speed > 1)
        people = People(
            LiveSight(self.stage), keys, self._house, seed=100 * staging.seed + number, habits=habits,
            laid=lambda fact: self._laid.append((fact, self.stage.laid[-1])),
        )  # fmt: skip
        before = self.report

        def finished(hands: int) -> None:
            self.report = self._summed_up(before, game.kyokus[:hands], people)

        people.play(game, table, self._plan.rules, finished)
        finished(len(game.kyokus))

    def _summed_up(self, before: Report, kyokus: Sequence[Sequence[Fact]], people: People) -> Report:
        """The figures so far, plus those of the kyokus that these people have played."""
        report = replace(before)
        written = hands_of(fact for _, fact in self._house.entries())
        for at, played in enumerate(kyokus):
            report.add(compared(played, written[at] if at < len(written) else ()))
        report.questions += people.questions
        report.confirmations += people.confirmations
        report.corrections += people.corrections
        report.latency_ms = delays_ms(self._laid, self._house.told(), self._viewer.shown)
        return self._timed(report)

    def _timed(self, report: Report) -> Report:
        return replace(report, seconds=time.monotonic() - self._began, frames=self.stage.frames)


def show_table(stage: Performance, data: Path) -> EyeWish:
    """Save where the table is, as if somebody had shown it to the eye, in a folder for pretend tables."""
    wish = EyeWish(source=stage.stream.stream_url, folder=(folder := data / FOLDER))
    camera = mount_of_source(stage.stream.stream_url)
    stage.keep_place(calibration_path(folder, camera.name))
    source = f"{camera.kind}={camera.source}"
    keep_choice(folder, replace(kept_choice(folder), camera=camera.name, source=source))
    return wish


def _until(is_so: Callable[[], bool], most_s: float) -> bool:
    """Wait until it is so; False if that takes longer than `most_s`."""
    until = time.monotonic() + most_s
    pause = threading.Event()
    while not is_so():
        if time.monotonic() >= until:
            return False
        pause.wait(0.01)
    return True


def _deals(state: TableState) -> tuple[object, ...]:
    kyoku = state.hanchan.kyoku
    return (kyoku and kyoku.name, kyoku is not None and kyoku.is_over)


def _sees(state: TableState) -> bool:
    return any(source.name == "camera" and source.state is SourceState.UP for source in state.sources)
