"""How long a fact took from its tile's rest to the page: it is paired with its own telling, and no other."""

import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

from companion.pretend.people.delays import delays_ms
from companion.pretend.people.viewing import Viewer
from companion.riichi.facts import Discarded, Drawn, IndicatorRevealed, PonCalled
from companion.riichi.seats import Seat
from companion.riichi.tiles import Tile

MS = 1_000_000


def laid_at(ms: int, seat: int, tile: str) -> tuple[Discarded, int]:
    return Discarded(Seat(seat), Tile(tile)), ms * MS


def discard(seat: int, tile: str | None) -> Discarded:
    return Discarded(Seat(seat), Tile(tile) if tile else None)


def page(**numbers: int) -> list[tuple[int, int]]:
    return [(ms * MS, int(name[1:])) for name, ms in numbers.items()]


def test_each_discard_is_paired_with_what_a_page_showed_of_it_first() -> None:
    laid = [laid_at(1000, 0, "1m"), laid_at(4000, 1, "2m"), laid_at(7000, 0, "1m")]
    told = [(1, discard(0, "1m")), (2, discard(1, "2m")), (3, discard(0, "1m"))]
    assert delays_ms(laid, told, page(n1=1500, n2=4700, n3=7400)) == [500.0, 700.0, 400.0]


def test_a_page_that_missed_a_number_had_it_with_the_next_one() -> None:
    assert delays_ms([laid_at(1000, 0, "1m")], [(3, discard(0, "1m"))], page(n2=900, n5=1600)) == [600.0]


def test_what_was_told_again_later_counts_from_when_it_was_told_first() -> None:
    told = [(1, discard(0, None)), (2, discard(0, "1m")), (4, discard(0, "3m"))]
    laid = [laid_at(1000, 0, "1m"), laid_at(9000, 0, "3m")]
    assert delays_ms(laid, told, page(n1=1500, n2=6000, n4=9300)) == [500.0, 300.0]


def test_what_was_never_told_or_before_it_lay_there_has_no_delay() -> None:
    pon = PonCalled(Seat(2), Seat(0), Tile("1m"), (Tile("1m"), Tile("1m")))
    laid = [laid_at(1000, 0, "1m"), (pon, 3000 * MS), (Drawn(Seat(1)), 3500 * MS), laid_at(4000, 3, "9p")]
    told = [(1, discard(1, "1m")), (2, pon), (3, Drawn(Seat(1))), (4, discard(3, "9p"))]
    assert delays_ms(laid, told, page(n1=1500, n2=2500, n3=3600, n4=4250)) == [250.0]


def test_indicators_count_as_well() -> None:
    turned = IndicatorRevealed(Tile("5z"))
    assert delays_ms([(turned, 0)], [(1, turned)], page(n1=40)) == [40.0]


class Told(BaseHTTPRequestHandler):
    """A companion that says two numbers, one of them twice, and hangs up."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.end_headers()
        for line in (
            "retry: 1",
            "",
            "id: 4",
            'data: {"seq": 4}',
            "",
            "id: 4",
            "data: {}",
            "",
            "event: still",
        ):
            self.wfile.write(f"{line}\n".encode())
        self.wfile.write(b"data: here\n\nid: 7\ndata: {}\n\n")

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base class names it so
        """Nothing is said."""


def test_a_viewer_notes_when_each_number_reached_it() -> None:
    with HTTPServer(("127.0.0.1", 0), Told) as server:
        serving = threading.Thread(target=server.handle_request)
        serving.start()
        viewer = Viewer()
        viewer.start(f"http://127.0.0.1:{server.server_address[1]}/")
        serving.join()
        for thread in threading.enumerate():
            if thread.name == "viewer":
                thread.join()
        viewer.close()
    assert [number for _, number in viewer.shown] == [4, 7]
    times = [at_ns for at_ns, _ in viewer.shown]
    assert times == sorted(times)


def test_a_viewer_that_finds_nobody_sees_nothing() -> None:
    viewer = Viewer()
    viewer.start("http://127.0.0.1:9/")
    viewer.close()
    assert viewer.shown == []
