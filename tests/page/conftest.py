"""The page's scripts without a browser: Node runs one module at a time, and nothing is laid out."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from companion.dashboard.pages import STATIC
from tests.toolbox.shown_table import Table

NODE = shutil.which("node")
ASKED = Path(__file__).with_name("asked.mjs")
DRAWING = Path(__file__).with_name("drawing.mjs")


class Node:
    """One Node for many questions; each is a function of JavaScript that is given one value."""

    def __init__(self) -> None:
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "encoding": "utf-8"}
        self._running = subprocess.Popen([NODE, "--no-warnings", ASKED, STATIC], **pipes)

    def evaluate(self, code, given=None):
        """What the function answers; it may wait for modules of the page: `import("/static/js/…")`."""
        self._running.stdin.write(json.dumps({"code": code, "given": given}) + "\n")
        self._running.stdin.flush()
        answer = json.loads(self._running.stdout.readline())
        assert "error" not in answer, answer["error"]
        return answer["value"]

    def end(self) -> None:
        self._running.stdin.close()
        self._running.wait(30)
        self._running.stdout.close()


@pytest.fixture(scope="session")
def node():
    if NODE is None:
        pytest.skip("there is no node here; scripts/install-test-tools brings it")
    node = Node()
    yield node
    node.end()


@pytest.fixture
def drawn(node):
    """What a part of the page says, and what it says after each tap, without a browser."""

    def drawn(part, props, *, taps=(), answers=None, language="en", views=("hub",)):
        module, name = part.split(":")
        given = {
            "module": f"/static/js/{module}.js",
            "part": name,
            "props": props,
            "taps": taps,
            "answers": answers or {},
            "language": language,
            "views": views,
        }
        code = f'async (given) => (await import("{DRAWING.as_uri()}")).drawn(given)'
        return node.evaluate(code, given)

    return drawn


@pytest.fixture
def table():
    return Table()
