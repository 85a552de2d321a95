"""Cameras over the pretend table, as a command line names them."""

from __future__ import annotations

import argparse

from companion.pretend.painting.lens import CAMERAS

__all__ = ["cameras"]


def cameras(text: str) -> tuple[str, ...]:
    """The cameras that a text names, with commas between them.

    >>> cameras("oblique,low")
    ('oblique', 'low')

    Raises:
        argparse.ArgumentTypeError: a name is not that of a camera.
    """
    named = tuple(text.split(","))
    if not set(named) <= set(CAMERAS):
        raise argparse.ArgumentTypeError(f"choose from {', '.join(CAMERAS)}")
    return named
