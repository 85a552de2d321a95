"""Files and archives that hold more than games do: they are told in one sentence, and take little memory."""

import bz2
import gzip
import io
import lzma
import subprocess
import sys
import tarfile

import pytest

from companion.haifu import limits
from companion.haifu.opening import read_record
from companion.haifu.record import Fault
from companion.haifu.unpacking import unpacked_content
from tests.conftest import ROOT
from tests.front_door.own_records import own_text
from tests.haifu.test_opening import MJAI, MJLOG, TENHOU6, message, opened, tar_of
from tests.security.bombs import BOMBS, MIB

WEIGHING = """
import resource, subprocess, sys
status = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL).returncode
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
sys.exit(status)
"""
"""A child counts the memory of whoever began it: it is begun by something small, and not by the tests."""

MOST_MEMORY = 300 * MIB
"""Of a command that reads records; it holds one of 16 MB in a few forms at a time."""


def refused(record):
    assert record.failure.fault is Fault.TOO_LARGE, record.failure
    return message(record)


@pytest.mark.parametrize(
    ("what", "most", "content"),
    [
        ("MOST_EVENTS", 5, MJLOG),
        ("MOST_EVENTS", 5, MJAI),
        ("MOST_VALUES", 20, MJAI),
        ("MOST_VALUES", 20, TENHOU6),
        ("MOST_VALUES", 20, b"https://a/#json=%7B%22log%22%3A" + b"%5B%5D" * 10),
    ],
)
def test_a_record_with_too_much_in_it_is_not_begun(monkeypatch, what, most, content):
    monkeypatch.setattr(limits, what, most)
    record = read_record(content, "a")
    assert record.hands == ()
    assert "too many for one game" in refused(record)


@pytest.mark.parametrize("form", ["mjlog", "tenhou6", "mjai"])
def test_of_a_record_with_too_many_hands_the_first_are_kept(monkeypatch, form):
    content = own_text(form, 7).encode()
    whole = read_record(content, "a")
    assert whole.failure is None
    monkeypatch.setattr(limits, "MOST_HANDS", 2)
    record = read_record(content, "a")
    assert "more than 2 hands" in refused(record)
    assert record.hands == whole.hands[:2]
    monkeypatch.setattr(limits, "MOST_HANDS", len(whole.hands))
    assert read_record(content, "a") == whole


def test_a_value_that_can_just_be_parsed_is_not_too_deep_to_be_refused():
    head = '{"type":"start_game","rule_changes":{"base":"ema","changes":{"uma":%s}}}'
    for depth in range(sys.getrecursionlimit() - 100, sys.getrecursionlimit() + 1):
        assert message(read_record((head % ("[" * depth + "]" * depth)).encode(), "a.jsonl"))


@pytest.mark.parametrize("count", [limits.DEEPEST_TAG - 1, limits.DEEPEST_TAG])
def test_tags_that_are_nested_deeply_are_no_mjlog(count):
    text = MJLOG.replace(b"<T110/>", b"<T110/>" + b"<BYE>" * count + b"</BYE>" * count)
    record = read_record(text, "a")
    if count < limits.DEEPEST_TAG:
        assert record.failure is None
    else:
        assert "nested too deeply" in message(record)


@pytest.mark.parametrize("name", ["entities of entities", "a file of the machine"])
def test_a_text_that_says_what_its_words_stand_for_is_no_mjlog(name):
    record = read_record(BOMBS[name](0), "a")
    assert "DOCTYPE" in message(record)
    assert record.names == ()


def test_a_doctype_alone_is_enough():
    record = read_record(b"<!DOCTYPE mjloggm>" + MJLOG, "a")
    assert record.hands == ()
    assert "DOCTYPE" in message(record)


def test_a_page_may_send_less_than_a_command_reads():
    content = MJAI + b" " * 5_000
    assert read_record(content, "a").failure is None
    assert "too large for a record" in refused(read_record(content, "a", 5_000))
    assert "too large for a record" in refused(read_record(gzip.compress(content), "a", 5_000))


@pytest.mark.parametrize("pack", [gzip.compress, lzma.compress, bz2.compress])
def test_of_what_is_too_large_little_is_unpacked(pack):
    content, fault = unpacked_content(pack(b" " * 3 * MIB), 100_000)
    assert fault == ""
    assert 100_000 < len(content) < 200_000


def test_xz_may_not_ask_for_more_memory_than_files_need():
    assert "Memory usage limit" in message(read_record(BOMBS["a huge window"](0), "a"))
    strongest = lzma.compress(MJAI, preset=9)
    assert read_record(strongest, "a").failure is None


def test_xz_files_that_follow_each_other_are_one():
    half = len(MJAI) // 2
    parts = lzma.compress(MJAI[:half]), lzma.compress(MJAI[half:])
    for zeros in (8, 40_000):
        assert read_record(bytes(zeros).join(parts) + bytes(4), "a").failure is None
    assert read_record(b"".join(parts) + b"junk that is not packed", "a").failure is None
    assert "breaks off" in message(read_record(b"".join(parts)[:-20], "a"))


def archive(tmp_path, content):
    (tmp_path / "games.tar.gz").write_bytes(content)
    return opened(tmp_path / "games.tar.gz")


def test_an_archive_has_so_many_members(tmp_path, monkeypatch):
    whole = gzip.compress(tar_of({f"{number}.json": TENHOU6 for number in range(5)}))
    monkeypatch.setattr(limits, "MOST_MEMBERS", 5)
    assert [record.failure for record in archive(tmp_path, whole)] == [None] * 5
    monkeypatch.setattr(limits, "MOST_MEMBERS", 3)
    *games, rest = archive(tmp_path, whole)
    assert [record.failure for record in games] == [None] * 3
    assert "more than 3 members" in refused(rest)


@pytest.mark.parametrize(("most", "times"), [(300_000, 1_000), (10**9, 20)])
def test_an_archive_is_bounded_as_a_whole(tmp_path, monkeypatch, most, times):
    """Each member is small enough to be read; together they are not, or they came out of next to nothing."""
    monkeypatch.setattr(limits, "MOST_ARCHIVE_BYTES", most)
    monkeypatch.setattr(limits, "MOST_TIMES", times)
    monkeypatch.setattr(limits, "ALWAYS_ALLOWED", 200_000)
    blanks = {f"{number}.json": TENHOU6 + b" " * 20_000 for number in range(300)}
    *games, rest = archive(tmp_path, gzip.compress(tar_of(blanks)))
    assert "unpacked" in refused(rest)
    assert 5 < len(games) < 150
    few = {name: blanks[name] for name in list(blanks)[:5]}
    assert [record.failure for record in archive(tmp_path, gzip.compress(tar_of(few)))] == [None] * 5


def with_long_name(form):
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w", format=form) as tar:
        member = tarfile.TarInfo("a" * (3 * MIB))
        member.size = len(TENHOU6)
        tar.addfile(member, io.BytesIO(TENHOU6))
    return gzip.compress(packed.getvalue())


@pytest.mark.parametrize("form", [tarfile.GNU_FORMAT, tarfile.PAX_FORMAT])
def test_a_name_of_megabytes_is_not_read(tmp_path, form):
    (alone,) = archive(tmp_path, with_long_name(form))
    assert "between two members" in refused(alone)


def test_a_file_with_holes_is_not_filled(tmp_path):
    member = tarfile.TarInfo("a.json")
    member.type = tarfile.GNUTYPE_SPARSE
    head = bytearray(member.tobuf(tarfile.GNU_FORMAT))
    head[386:398], head[398:410] = b"%011o\0" % 0, b"%011o\0" % 0
    head[483:495] = b"%011o\0" % (10 * MIB)
    head[148:156] = b"%06o\0 " % (sum(head[:148]) + 8 * 32 + sum(head[156:512]))
    (alone,) = archive(tmp_path, gzip.compress(bytes(head) + bytes(1024)))
    assert "holes" in message(alone)


def test_zeros_behind_an_archive_are_not_read_without_end(tmp_path, monkeypatch):
    monkeypatch.setattr(limits, "ALWAYS_ALLOWED", MIB)
    game, rest = archive(tmp_path, gzip.compress(tar_of({"a.json": TENHOU6}) + bytes(50 * MIB)))
    assert game.failure is None
    assert "unpacked" in refused(rest)


@pytest.mark.parametrize("name", ["tags within tags", "many objects", "short lines", "a huge window"])
def test_a_command_takes_little_memory_for_a_large_file(tmp_path, name):
    path = tmp_path / "bomb"
    path.write_bytes(BOMBS[name](limits.MOST_BYTES - 10_000))
    words = [sys.executable, "-c", WEIGHING, sys.executable, "-m", "companion", "replay", str(path)]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1, done.stderr
    assert int(done.stdout.splitlines()[-1]) * 1024 < MOST_MEMORY
