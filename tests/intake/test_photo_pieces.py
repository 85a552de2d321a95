"""A photograph comes in pieces: in order, bounded, whole or not at all, and in memory alone."""

import pytest
from waitress.adjustments import Adjustments

from companion.clock import ManualClock
from companion.dashboard.serve import SETTINGS
from companion.intake.eye.child_process import DeskRefused
from companion.intake.eye.photos import MOST_BYTES, PIECE_BYTES, PhotoPieces

PHOTO = bytes(range(256)) * 40


@pytest.fixture
def clock():
    return ManualClock()


@pytest.fixture
def pieces(clock):
    return PhotoPieces(clock)


def refused(pieces, *asked) -> str:
    with pytest.raises(DeskRefused) as told:
        pieces.take(*asked)
    return told.value.code


def test_a_photograph_is_whole_when_its_last_piece_is_there(pieces) -> None:
    size = len(PHOTO)
    assert pieces.take(PHOTO[:4_000], 0, size) is None
    assert pieces.have == 4_000
    assert pieces.take(PHOTO[4_000:9_000], 4_000, size) is None
    assert pieces.take(PHOTO[9_000:], 9_000, size) == PHOTO
    assert pieces.have == 0


def test_it_may_begin_anew_at_any_time(pieces) -> None:
    pieces.take(b"abc", 0, 9)
    assert pieces.take(PHOTO, 0, len(PHOTO)) == PHOTO


@pytest.mark.parametrize(
    "asked", [(b"x", 3, 9), (b"x", 2, 10), (b"", 2, 9), (b"12345678", 2, 9), (b"x", 2, MOST_BYTES)]
)
def test_a_piece_that_does_not_fit_is_refused_and_all_of_it_is_forgotten(pieces, asked) -> None:
    pieces.take(b"ab", 0, 9)
    assert refused(pieces, *asked) == "photo_lost"
    assert pieces.have == 0
    assert refused(pieces, b"c", 2, 9) == "photo_lost"


def test_what_says_that_it_is_too_large_is_refused_at_its_first_piece(pieces) -> None:
    assert refused(pieces, b"x", 0, MOST_BYTES + 1) == "photo_too_large"
    assert refused(pieces, b"x", 0, 0) == "photo_lost"
    assert pieces.take(b"x", 0, MOST_BYTES) is None


def test_one_photograph_comes_after_the_other(pieces, clock) -> None:
    assert pieces.take(PHOTO, 0, len(PHOTO)) == PHOTO
    clock.advance(seconds=0.5)
    assert refused(pieces, PHOTO, 0, len(PHOTO)) == "too_fast"
    clock.advance(seconds=0.6)
    assert pieces.take(PHOTO, 0, len(PHOTO)) == PHOTO


def test_the_web_server_keeps_a_piece_in_memory() -> None:
    assert Adjustments(**SETTINGS).inbuf_overflow > PIECE_BYTES
    assert SETTINGS["max_request_body_size"] < MOST_BYTES
