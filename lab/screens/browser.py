"""Starts the browser in which the pages are photographed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, sync_playwright

from tests.toolbox.chromium import CHROMIUM


@contextmanager
def browser() -> Iterator[Browser]:
    """The system's Chromium, or the one that playwright brings; it ends with the block."""
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"])
        with found:
            yield found
