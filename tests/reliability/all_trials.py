"""Every trial, entered by importing it; no test stands here."""

from tests.reliability import damaged_files, http_kills, power_cuts, refusing_disks
from tests.reliability.trials import TRIALS

__all__ = ["TRIALS", "damaged_files", "http_kills", "power_cuts", "refusing_disks"]
