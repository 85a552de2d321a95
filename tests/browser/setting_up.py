"""A table on a port, a desk at which its eye is set up, and its sheet on a page. No test is here."""

from __future__ import annotations

import re
from functools import partial
from threading import Thread

import cv2
import pytest

from companion.dashboard.app import create_app
from companion.dashboard.serve import Server
from companion.intake.eye.calibrating import EyeDesk
from companion.keeping.trusting import HouseTrust
from companion.pretend.painting.faces import faces
from tests.browser.conftest import SETTINGS, Serving
from tests.vision.pretend_table import PretendTable, lay_face

OUTSIDE = """sheet => [...sheet.querySelectorAll(".eye-panel *, header *")].filter((each) => {
  const box = each.getBoundingClientRect();
  return box.width && (box.right > innerWidth + 0.5 || box.left < -0.5);
}).map((each) => each.outerHTML.slice(0, 90))"""


def jpeg() -> bytes:
    """A table with one tile, the seven of characters."""
    picture = PretendTable().picture()
    lay_face(picture, (0.5, 0.64), faces(0)["7m"][..., ::-1])
    return cv2.imencode(".jpg", picture[..., ::-1])[1].tobytes()


class WithDesk(Serving):
    """The table on a port, with a desk at which its eye is set up."""

    desk: EyeDesk
    house: HouseTrust

    def begin(self) -> None:
        app = create_app(self.table.board, self.table, SETTINGS, desk=self.desk, house=self.house)
        self.server = Server(app, self.table.board, "127.0.0.1", self.port)
        self.port = self.server.port
        self.thread = Thread(target=self.server.run)
        self.thread.start()


def eye_sheet(open_page, size=(1280, 800), **choices):
    """A page on which the sheet is open and the camera's picture has come; and that sheet."""
    page = open_page(size, **choices)
    page.locator("button.menu").first.click()
    names = re.compile("^(Camera|Kamera|Caméra|カメラ|카메라|摄像头)$")
    page.locator("dialog.menu button", has_text=names).click()
    page.locator("dialog.eye svg image").wait_for()
    return page, page.locator("dialog.eye")


@pytest.fixture
def serving(table, desk, tmp_path):
    """For the tests that import it, with a `desk` of their own."""
    WithDesk.desk = desk
    WithDesk.house = HouseTrust(tmp_path)
    serving = WithDesk(table)
    yield serving
    serving.end()


@pytest.fixture
def open_eye(open_page):
    return partial(eye_sheet, open_page)
