"""What can go wrong between a camera and a sighting; each sentence says what to do about it."""

from __future__ import annotations

__all__ = ["ModelMismatch", "VisionError"]


class VisionError(Exception):
    """Something is wrong with the eye."""


class ModelMismatch(VisionError, RuntimeError):
    """A model file is missing, damaged, or of another version than this program reads."""
