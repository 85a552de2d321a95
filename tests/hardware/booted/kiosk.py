"""The screen of a virtual machine that scripts/test-kiosk has made: shows the page, and answers a touch."""

from __future__ import annotations

import os
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.hardware.booted.machine import Machine, System
from tests.hardware.booted.screen import drawn_here, shows_the_page_and_answers_a_touch

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.hardware.booted.screen import Expected

PLACE = Path(os.environ["KIOSK_SYSTEMS"])
KINDS = os.environ["KIOSK_KINDS"].split()


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory) -> Expected:
    return drawn_here(tmp_path_factory.mktemp("table") / "games")


@contextmanager
def booted(kind: str) -> Iterator[Machine]:
    system = System.of(PLACE / kind, PLACE / f"{kind}.disk")
    machine = Machine(system, PLACE / f"{kind}.machine", ["-nic", "none"])
    try:
        yield machine
    finally:
        machine.cut_power()


@pytest.mark.parametrize("kind", KINDS)
def test_the_page_is_drawn_and_answers_a_touch(kind: str, expected: Expected) -> None:
    with booted(kind) as machine:
        shows_the_page_and_answers_a_touch(machine, expected, kind)
