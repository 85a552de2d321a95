"""A picture of a tile is given only while a question shows it, and kept by nobody."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.dashboard.app import create_app
from companion.projections.snapshot import project
from companion.riichi.hanchan import begin
from companion.riichi.presets import TENHOU
from companion.table_state import OpenQuestion, TableState

CROPS = {4: b"\xff\xd8 four", 5: b"\xff\xd8 five"}


@pytest.fixture
def client(board, commands):
    app = create_app(board, commands, crops=CROPS.get)
    return app.test_client()


def asks(board, *crops: int) -> None:
    questions = tuple(OpenQuestion(crop, "which_tile", None, (), crop) for crop in crops)
    board.publish(project(replace(TableState(8, "a game", begin(TENHOU)), questions=questions)))


def test_the_picture_of_a_question_is_given_and_not_kept(client, board) -> None:
    asks(board, 4)
    answer = client.get("/api/crop/4")
    assert (answer.status_code, answer.mimetype, answer.data) == (200, "image/jpeg", CROPS[4])
    assert answer.headers["Cache-Control"] == "no-store"
    assert answer.headers["Cross-Origin-Resource-Policy"] == "same-origin"


@pytest.mark.parametrize("number", [0, 5, 7, 2**70])
def test_no_other_picture_is_given(client, board, number) -> None:
    asks(board, 4, 7)
    answer = client.get(f"/api/crop/{number}")
    assert (answer.status_code, answer.json["error"]) == (404, "no_such_crop")


def test_once_it_is_answered_the_picture_is_gone(client, board) -> None:
    asks(board, 4)
    asks(board)
    assert client.get("/api/crop/4").status_code == 404
