"""A table that plays itself: seeded players, real walls, and facts that the rules core has accepted."""

from companion.intake.pretend.game import PretendTable, play_hanchan

__all__ = ["PretendTable", "play_hanchan"]
