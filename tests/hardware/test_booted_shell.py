"""The shell of a virtual machine answers, whatever its serial line has lost or a command wants to hear."""

import os
import pty
import socket
import subprocess
import threading

import pytest

from tests.hardware.booted.shell import Shell


@pytest.fixture
def line():
    """A line with a shell on a terminal at its other end."""
    ours, theirs = socket.socketpair()
    terminal, inside = pty.openpty()
    shell = subprocess.Popen(
        ["setsid", "--ctty", "/bin/sh", "-i"], stdin=inside, stdout=inside, stderr=inside
    )
    os.close(inside)
    # Its first sign: an interrupt before would end the program that becomes the shell.
    os.read(terminal, 1)

    def carry(take, give):
        try:
            while part := take():
                give(part)
        except OSError:
            return

    ways = (
        (lambda: theirs.recv(4096), lambda part: os.write(terminal, part)),
        (lambda: os.read(terminal, 4096), theirs.sendall),
    )
    threads = [threading.Thread(target=carry, args=way, daemon=True) for way in ways]
    for thread in threads:
        thread.start()
    yield ours
    shell.kill()
    shell.wait()
    ours.close()
    for thread in threads:
        thread.join(10)
    theirs.close()
    os.close(terminal)


def test_a_command_is_answered_with_what_it_prints(line):
    shell = Shell(line)
    shell.wait(30)
    assert shell.run("echo \"it's\"; printf 'two\\n\\nlines\\n'") == "it's\ntwo\n\nlines"
    assert shell.run("echo wrong >&2; false") == "wrong"
    assert shell.run("cat <<'END'\nEND1 $HOME\nEND") == "END1 $HOME"


def test_a_command_that_wants_to_hear_something_does_not_take_the_next_line(line):
    shell = Shell(line)
    assert shell.run("cat; echo done", 30) == "done"
    assert shell.run("echo next", 30) == "next"


@pytest.mark.gate(1)
@pytest.mark.parametrize("rest", [b"IN'", b'; echo "', b"cat <<PLAY\nimport json\n", b"sleep 600\n"])
def test_half_a_line_does_not_make_it_deaf(line, rest):
    shell = Shell(line)
    shell.wait(30)
    line.sendall(rest)
    with pytest.raises(AssertionError):
        shell.run("echo lost", 0.3)
    shell.wait(30)
    assert shell.run("echo there") == "there"


def test_a_machine_that_takes_nothing_for_a_while_is_asked_again():
    """Its line is full: what is typed waits until the patience is at its end, and that is said as always."""
    ours, theirs = socket.socketpair()
    ours.settimeout(0.1)
    with ours, theirs:
        with pytest.raises(TimeoutError):
            ours.sendall(bytes(1 << 24))
        with pytest.raises(AssertionError, match="could not be typed"):
            Shell(ours).run("true", 0.2)
