"""The desk as the journal alone has it, also what can be undone and redone. Pure.

It is needed after a restart, when a game that was begun by mistake is taken back and the one before it is on
the table again, and when the game on the table is anonymised.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.journal import Entry, Game, Replay
from companion.scribe.questions import Declined
from companion.table_loop.denying import denied_in_journal
from companion.table_loop.desk import Desk, deals_in
from companion.table_loop.steps import Memory, memory_of, newest_step, undone_by

__all__ = ["desk_of"]


def desk_of(before: Desk, game: Game, entries: Sequence[Entry], found: Replay) -> Desk:
    """The desk of a game that the journal holds already, and what could be followed of its entries.

    What outlasts a hand stays as it was `before`: whether the eye sees, whether keys are heard, and the
    number of the newest question.
    """
    memory = Memory() if found.beyond else memory_of(entries)
    depth = next((entry.depth for entry in reversed(entries) if entry.depth is not None), None)
    state = replace(
        before.state,
        depth=depth,
        game=game.name,
        hanchan=found.hanchan,
        last_kyoku=found.last_kyoku,
        can_undo=bool(found.entries),
        undoes=undone_by(newest_step(found.entries, memory)),
        can_redo=bool(memory.undone),
    )
    deals = deals_in(found.entries)
    scribing = before.scribing.between_hands
    mind = scribing.mind.with_declined(Declined(facts=denied_in_journal(entries, found.entries)))
    scribing = replace(scribing, deal=len(deals), mind=mind, is_comparing=True)
    told = (found.entries, deals, tuple(entries), found.beyond, memory)
    return Desk(state, game, *told, scribing=scribing, depth=depth)
