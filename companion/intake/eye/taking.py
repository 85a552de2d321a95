"""The pictures that phones send: of the table during play, and of winning hands."""

from __future__ import annotations

from pathlib import Path

from companion.clock import Clock
from companion.intake.eye.calibrating_kept import chosen_tiles
from companion.intake.eye.following import EyeWish
from companion.intake.eye.hand_photos import HandPhotos
from companion.intake.eye.phone import PhoneDoor

__all__ = ["PicturesOfPhones"]


class PicturesOfPhones:
    """Takes in the pictures that phones send."""

    def __init__(self, data: Path, clock: Clock, eye: EyeWish | None) -> None:
        folder = eye.kept_in(data) if eye else data
        self.of_table = PhoneDoor(folder, clock) if eye and eye.is_phone else None
        """None where no phone is the camera."""
        self.of_hands = HandPhotos(clock, lambda: chosen_tiles(folder))

    def start(self) -> None:
        """Accept pictures from now on.

        Raises:
            ConfigError: there is no place for them.
        """
        if self.of_table:
            self.of_table.start()

    def stop(self) -> None:
        """Accept no more pictures."""
        if self.of_table:
            self.of_table.stop()
        self.of_hands.stop()
