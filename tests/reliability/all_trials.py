"""Every trial, entered by importing it; no test stands here."""

from tests.reliability import (
    club_evening,
    club_kills,
    club_pages,
    crowds,
    cut_restores,
    cut_updates,
    damaged_files,
    delayed_relay,
    disputes,
    endings,
    fuzzing,
    http_kills,
    long_evenings,
    overlay_pace,
    player_clocks,
    power_cuts,
    refusing_disks,
    taken_away,
    under_load,
)
from tests.reliability.trials import TRIALS
from tests.security import attacks

__all__ = [
    "TRIALS",
    "attacks",
    "club_evening",
    "club_kills",
    "club_pages",
    "crowds",
    "cut_restores",
    "cut_updates",
    "damaged_files",
    "delayed_relay",
    "disputes",
    "endings",
    "fuzzing",
    "http_kills",
    "long_evenings",
    "overlay_pace",
    "player_clocks",
    "power_cuts",
    "refusing_disks",
    "taken_away",
    "under_load",
]
