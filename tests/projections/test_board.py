"""The board: the newest snapshot for everybody, a short queue for each who watches."""

from threading import Thread

from companion.projections.board import QUEUE_DEPTH, Board
from companion.projections.snapshot import Snapshot, project
from companion.riichi.hanchan import begin
from companion.riichi.presets import TENHOU
from companion.table_state import TableState


def snapshot(seq: int) -> Snapshot:
    return project(TableState(seq, None, begin(TENHOU)))


def test_the_newest_snapshot_hangs_there_with_its_json():
    board = Board()
    assert board.current is None
    board.publish(snapshot(3))
    assert board.current.snapshot.seq == 3
    assert board.current.text.startswith('{"schema":1,"seq":3,')


def test_who_comes_gets_the_newest_first_and_then_what_follows():
    board = Board()
    board.publish(snapshot(1))
    with board.watching() as reader:
        board.publish(snapshot(2))
        assert [reader.next(0).snapshot.seq for _ in range(2)] == [1, 2]
        assert reader.next(0) is None


def test_a_slow_reader_loses_the_oldest():
    board = Board()
    with board.watching() as reader:
        for seq in range(20):
            board.publish(snapshot(seq))
        got = [reader.next(0).snapshot.seq for _ in range(QUEUE_DEPTH)]
        assert got == list(range(20 - QUEUE_DEPTH, 20))


def test_who_leaves_is_forgotten():
    board = Board()
    with board.watching():
        assert board.reader_count == 1
    assert board.reader_count == 0


def test_closing_wakes_a_reader_that_waits():
    board = Board()
    with board.watching() as reader:
        got = []
        waiting = Thread(target=lambda: got.append(reader.next(timeout_s=60)))
        waiting.start()
        board.close()
        waiting.join(30)
        assert got == [None]
        assert reader.is_closed


def test_who_comes_after_closing_gets_the_last_snapshot_and_is_sent_home():
    board = Board()
    board.publish(snapshot(9))
    board.close()
    with board.watching() as reader:
        assert reader.next(0).snapshot.seq == 9
        assert reader.is_closed
