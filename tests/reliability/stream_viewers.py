"""A process of viewers of one stream, who write down when they saw which snapshot; no test stands here."""

import json
import re
import socket
import sys
import time
from threading import Barrier, Thread

_ID = re.compile(rb"^id: (\d+)$")


def watch(port: int, last: int, ready: Barrier, seen: dict[str, float]) -> None:
    with socket.create_connection(("127.0.0.1", port), 60) as connection:
        connection.sendall(b"GET /api/stream HTTP/1.1\r\nHost: localhost\r\n\r\n")
        with connection.makefile("rb") as lines:
            is_watching = False
            for line in lines:
                found = _ID.match(line.rstrip())
                if not found:
                    continue
                seen[found[1].decode()] = time.monotonic()
                if not is_watching:
                    is_watching = True
                    ready.wait()
                if int(found[1]) >= last:
                    return


def main(port: int, count: int, events: int) -> None:
    ready, heard = Barrier(count + 1), [{} for _ in range(count)]
    viewers = [Thread(target=watch, args=(port, events + 1, ready, seen)) for seen in heard]
    for viewer in viewers:
        viewer.start()
    ready.wait()
    sys.stdout.write("watching\n")
    sys.stdout.flush()
    for viewer in viewers:
        viewer.join()
    json.dump(heard, sys.stdout)
    sys.stdout.write("\n")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
