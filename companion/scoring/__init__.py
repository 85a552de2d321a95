"""What a winning hand is worth (点数). `value_hand` for tiles, `value_win` for a win at the table.

Who pays whom is `companion.riichi.settlement`; which package counts the yaku is known only to
`adapter`.
"""

from companion.scoring.errors import Contradiction, ScoringError
from companion.scoring.valuing import value_hand, value_win, worth_of

__all__ = ["Contradiction", "ScoringError", "value_hand", "value_win", "worth_of"]
