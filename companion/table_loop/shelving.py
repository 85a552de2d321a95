"""Imports, forgets and anonymises games that are not being played.

Each is one transaction of the one writer. The running game is never touched.
"""

from __future__ import annotations

from dataclasses import replace

from companion.evidence import Answer, Cause, Done, Refusal, Refused
from companion.journal import Draft, Game, Journal, replay
from companion.riichi.hanchan import begin
from companion.riichi.ruleset import RuleSet
from companion.shelf import AnonymiseAsked, ForgetAsked, ImportAsked, ShelfCommand
from companion.table_loop.desk import Desk
from companion.table_loop.remembering import desk_of
from companion.table_state import TableState

__all__ = ["shelved"]

IMPORTED_STEM = "import"
"""Imported games are called `import-7`."""


def shelved(
    journal: Journal, desk: Desk, asked: ShelfCommand, now: str, house: RuleSet
) -> tuple[Desk, Answer]:
    """Do what was asked; returns the desk afterwards, and the answer.

    Raises:
        JournalError: the journal is as it was; what was kept elsewhere of a game to be forgotten may be gone.
    """
    if isinstance(asked, ImportAsked):
        return _taken_in(journal, desk, asked, now)
    if journal.has_forgotten(asked.command_id):
        return desk, Done(desk.state.seq)
    game = next((game for game in journal.games() if game.name == asked.game), None)
    if game is None:
        return desk, Refused(Refusal.NO_SUCH_GAME)
    is_on_table = desk.game is not None and desk.game.number == game.number
    if is_on_table and not desk.state.hanchan.is_over:
        return desk, Refused(Refusal.GAME_RUNNING)
    match asked:
        case ForgetAsked():
            journal.forget(game, asked.command_id)
            desk = _cleared(desk, house) if is_on_table else desk
        case AnonymiseAsked():
            journal.anonymise(game)
            desk = _read_again(journal, desk, game) if is_on_table else desk
    return desk, Done(desk.state.seq)


def _taken_in(journal: Journal, desk: Desk, asked: ImportAsked, now: str) -> tuple[Desk, Answer]:
    game = journal.next_game(IMPORTED_STEM, asked.rules, now)
    drafts = [Draft(at=now, because=Cause.RECORD, fact=fact, by=asked.by) for fact in asked.facts]
    added = journal.append(game, drafts, asked.command_id)
    return replace(desk, state=replace(desk.state, seq=added[-1].seq)), Done(added[-1].seq)


def _cleared(desk: Desk, house: RuleSet) -> Desk:
    """The table before anything was played: what was on it is gone, and what sources said stays."""
    state = desk.state
    state = TableState(state.seq, None, begin(house), sources=state.sources, notices=state.notices)
    return Desk(state, scribing=replace(desk.scribing.between_hands, deal=0))


def _read_again(journal: Journal, desk: Desk, game: Game) -> Desk:
    """The table as it would be found after a restart, without any notes; the eye is where it was."""
    entries = journal.entries(game.number)
    again = desk_of(desk, game, entries, replay(entries, game.rules))
    state = replace(again.state, warnings=(), seen=frozenset())
    return replace(again, state=state, scribing=desk.scribing)
