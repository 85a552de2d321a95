"""What a command would change, as the page shows it before anybody confirms."""

from __future__ import annotations

from dataclasses import dataclass

from companion.projections.result_view import ResultView, result_view
from companion.table_state import KyokuChange, Preview


@dataclass(frozen=True, slots=True)
class PreviewView:
    """The table as it would be, in short."""

    seq: int
    """The number of the state that it was tried on."""
    result: ResultView | None
    points: tuple[int, ...]
    """The points of each seat once everything that would then be due is paid."""
    changes: tuple[KyokuChange, ...]


def preview_view(preview: Preview) -> PreviewView:
    """The table after the command, or as it is now if the command is refused."""
    hanchan = preview.hanchan
    kyoku = hanchan.running
    result = result_view(kyoku) if kyoku is not None else None
    points = hanchan.points if kyoku is None else result.points if result else kyoku.points
    return PreviewView(preview.seq, result, points, preview.changes)
