"""Files, folders and archives: what they hold is told by their content, and no bad one stops the others."""

import bz2
import gzip
import io
import json
import lzma
import os
import random
import tarfile
from codecs import BOM_UTF8
from pathlib import Path

import pytest

from companion.haifu import limits
from companion.haifu.gathering import gather
from companion.haifu.mjai_writer import write_mjai
from companion.haifu.opening import open_records, read_record
from companion.haifu.record import Fault, Format, Record
from companion.pretend.players.game import play_hanchan
from companion.riichi.presets import TENHOU

MJAI = b"""{"type":"start_game","names":["a","b","c","d"]}
{"type":"start_kyoku","bakaze":"E","kyoku":1,"oya":0,"dora_marker":"1m","scores":[25000,25000,25000,25000]}
{"type":"tsumo","actor":0,"pai":"?"}
{"type":"ryukyoku","reason":"kyushukyuhai"}
{"type":"end_kyoku"}
{"type":"end_game"}
"""
KYOKU = [[0, 0, 0], [25_000] * 4, [11], [], [], [41], [], *[[], [], []] * 3, ["九種九牌"]]
TENHOU6 = json.dumps({"name": list("abcd"), "rule": {"disp": "般南喰赤"}, "log": [KYOKU]}).encode()
HANDS = [",".join(str(4 * tile + seat) for tile in range(13)) for seat in range(4)]
MJLOG = f"""<mjloggm ver="2.3"><GO type="169"/><UN n0="a" n1="b" n2="c" n3="d"/><TAIKYOKU oya="0"/>
<INIT seed="0,0,0,1,1,100" ten="250,250,250,250" oya="0"
 hai0="{HANDS[0]}" hai1="{HANDS[1]}" hai2="{HANDS[2]}" hai3="{HANDS[3]}"/>
<T110/><RYUUKYOKU type="yao9" ba="0,0" sc="250,0,250,0,250,0,250,0" hai0="{HANDS[0]},110"/>
</mjloggm>""".encode()
PACKINGS = (bytes, gzip.compress, lzma.compress, bz2.compress, b"\xef\xbb\xbf".__add__)
ALL = {Format.MJAI: MJAI, Format.TENHOU6: TENHOU6, Format.MJLOG: MJLOG}


def opened(*paths: Path) -> list[Record]:
    return list(open_records(paths))


def message(record: Record) -> str:
    assert record.failure is not None, record
    return record.failure.message


def tar_of(members: dict[str, bytes], mode: str = "w") -> bytes:
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode=mode) as archive:
        for name, content in members.items():
            member = tarfile.TarInfo(name)
            member.size = len(content)
            archive.addfile(member, io.BytesIO(content))
    return packed.getvalue()


@pytest.mark.parametrize("form", ALL)
@pytest.mark.parametrize("pack", PACKINGS, ids=["plain", "gzip", "xz", "bzip2", "mark"])
def test_a_format_and_a_packing_are_known_by_content_not_by_name(tmp_path: Path, form: Format, pack) -> None:
    path = tmp_path / "notes.png"
    path.write_bytes(pack(ALL[form]))
    (record,) = opened(path)
    assert record.failure is None, record.failure
    assert (record.format, record.name, len(record.hands)) == (form, str(path), 1)
    assert record.names == ("a", "b", "c", "d")


def test_a_folder_is_read_to_its_depths_in_order_and_without_what_is_hidden(tmp_path: Path) -> None:
    for place in ("b/deep/er/2.xml", "b/1.json", "a.jsonl", ".git/x", "b/.DS_Store"):
        (tmp_path / place).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / place).write_bytes(MJAI)
    names = [record.name.removeprefix(f"{tmp_path}/") for record in opened(tmp_path)]
    assert names == ["a.jsonl", "b/1.json", "b/deep/er/2.xml"]


@pytest.mark.parametrize("mode", ["w", "w:gz", "w:xz", "w:bz2"])
def test_an_archive_is_known_by_its_content(tmp_path: Path, mode: str) -> None:
    path = tmp_path / "games"
    path.write_bytes(tar_of({"one/a.xml": MJLOG, "one/b.json": gzip.compress(TENHOU6), "c": MJAI}, mode))
    records = opened(path)
    assert [record.failure for record in records] == [None] * 3
    assert [record.format for record in records] == [Format.MJLOG, Format.TENHOU6, Format.MJAI]
    assert [record.name.removeprefix(f"{path}/") for record in records] == ["one/a.xml", "one/b.json", "c"]


def test_no_member_of_an_archive_reaches_the_disk(tmp_path: Path) -> None:
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w") as archive:
        for name in ("../outside.json", "/absolute.json", "new\nline.json"):
            member = tarfile.TarInfo(name)
            member.size = len(TENHOU6)
            archive.addfile(member, io.BytesIO(TENHOU6))
        link = tarfile.TarInfo("link.json")
        link.type, link.linkname = tarfile.SYMTYPE, "/etc/hostname"
        archive.addfile(link)
    inner = tmp_path / "inner"
    inner.mkdir()
    (inner / "tricks.tar").write_bytes(packed.getvalue())
    *readable, linked = opened(inner / "tricks.tar")
    assert [record.failure for record in readable] == [None] * 3
    assert [path.name for path in tmp_path.rglob("*")] == ["inner", "tricks.tar"]
    assert "\n" not in readable[2].name
    assert "a link or a device" in message(linked)


BAD = {
    "empty": (b"", "the file is empty", Fault.EMPTY),
    "blank": (b" \n\n", "the file is empty", Fault.EMPTY),
    "picture": (b"\x89PNG\r\n\x1a\n" + bytes(40), "a PNG picture", Fault.FOREIGN),
    "zip": (b"PK\x03\x04rest", "a ZIP archive; unpack it first", Fault.ARCHIVE),
    "page": (b"<!DOCTYPE html><html></html>", "a web page", Fault.FOREIGN),
    "page without doctype": (b"<html><body>404</body></html>", "a web page", Fault.FOREIGN),
    "utf-16": ("<mjloggm/>".encode("utf-16"), "the text is UTF-16", Fault.ENCODING),
    "shift-jis": (
        "<mjloggm><UN n0='雀'/>".encode("shift_jis"),
        "the text is not UTF-8 (byte 18)",
        Fault.ENCODING,
    ),
    "text": (b"hello", "neither mjlog XML, tenhou.net/6 JSON nor mjai lines", Fault.FOREIGN),
    "other json": (b'{"a": 1}', "neither a tenhou.net/6 record nor mjai lines", Fault.FOREIGN),
    "zeros": (bytes(100), "neither mjlog", Fault.FOREIGN),
    "gzip damaged": (gzip.compress(MJLOG, mtime=0)[:12] + b"xxxxxx", "damaged", Fault.DAMAGED),
    "gzip of two bytes": (b"\x1f\x8b", "damaged or breaks off", Fault.DAMAGED),
}


@pytest.mark.parametrize("case", BAD)
def test_a_foreign_or_damaged_file_says_so_and_the_next_is_read(tmp_path: Path, case: str) -> None:
    content, words, fault = BAD[case]
    bad, good = tmp_path / "1", tmp_path / "2"
    bad.write_bytes(content)
    good.write_bytes(MJAI)
    failed, fine = opened(bad, good)
    assert fine.failure is None
    assert failed.name == str(bad)
    assert words in message(failed), message(failed)
    assert failed.failure is not None
    assert (failed.failure.event, failed.failure.fault) == (0, fault)


def played_mjai() -> str:
    """A whole game, long enough for a packing to be cut in the middle of it."""
    facts = play_hanchan(random.Random(5), TENHOU, tuple("ABCD"), see_all=True)
    return write_mjai(gather(facts, TENHOU))


@pytest.mark.gate(1)
@pytest.mark.parametrize("pack", [lambda text: gzip.compress(text, mtime=0), bz2.compress, lzma.compress])
def test_of_a_packed_record_that_was_cut_off_the_whole_hands_are_kept(tmp_path: Path, pack) -> None:
    whole = played_mjai().encode()
    packed = pack(whole)
    (tmp_path / "whole").write_bytes(packed)
    (tmp_path / "cut").write_bytes(packed[: len(packed) * 4 // 5])
    game, cut = opened(tmp_path / "whole", tmp_path / "cut")
    assert game.failure is None
    assert "the packed data is damaged or breaks off" in message(cut)
    whole_hands = [hand.facts for hand in cut.hands][:-1]
    assert whole_hands == [hand.facts for hand in game.hands[: len(whole_hands)]]


def test_of_a_gzip_that_was_cut_off_there_is_something_to_keep(tmp_path: Path) -> None:
    packed = gzip.compress(played_mjai().encode(), mtime=0)
    (tmp_path / "cut").write_bytes(packed[: len(packed) * 4 // 5])
    (cut,) = opened(tmp_path / "cut")
    assert len(cut.hands) > 2
    assert cut.failure is not None
    assert (cut.failure.hand, cut.failure.event > 100) == (len(cut.hands), True)


@pytest.mark.parametrize("mark", [b"", BOM_UTF8], ids=["plain", "marked as UTF-8"])
def test_a_text_cut_within_a_letter_is_read_up_to_it(tmp_path: Path, mark: bytes) -> None:
    text = '<mjloggm ver="2.3"><GO type="9"/><UN n0="東é雀'.encode()
    (tmp_path / "cut.xml").write_bytes(mark + text[:-1])
    assert "the XML breaks off" in message(opened(tmp_path / "cut.xml")[0])


def test_a_byte_that_is_no_text_is_counted_from_the_start_of_the_file() -> None:
    assert "(byte 6)" in message(read_record(BOM_UTF8 + b"<m\xff/>", "x"))


@pytest.mark.parametrize(("length", "kept"), [(2_600, 2), (3_072, 3), (3_400, 3)])
def test_an_archive_cut_off_keeps_the_members_before(tmp_path: Path, length: int, kept: int) -> None:
    """Within a member, behind one, within the head of one: each takes two blocks of 512 bytes."""
    whole = tar_of({f"{number}.json": TENHOU6 for number in range(5)})
    (tmp_path / "games.tar").write_bytes(whole[:length])
    *games, broken = opened(tmp_path / "games.tar")
    assert [record.failure for record in games] == [None] * kept
    assert "breaks off after" in message(broken)


def test_an_archive_within_an_archive_is_not_opened(tmp_path: Path) -> None:
    (tmp_path / "outer.tar").write_bytes(
        tar_of({"inner.tar": tar_of({"a.json": TENHOU6}), "b.json": TENHOU6})
    )
    inner, game = opened(tmp_path / "outer.tar")
    assert "archive within an archive" in message(inner)
    assert game.failure is None


def test_what_is_too_large_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MOST_BYTES", 2_000)
    large = MJAI + b" " * 2_000
    (tmp_path / "1.jsonl").write_bytes(large)
    (tmp_path / "2.jsonl").write_bytes(gzip.compress(large))
    (tmp_path / "3.tar").write_bytes(tar_of({"a": large, "b": gzip.compress(large), "c": MJAI}))
    *large_ones, small = opened(tmp_path)
    assert len(large_ones) == 4
    assert all("too large for a record" in message(record) for record in large_ones)
    assert small.failure is None


def test_what_is_not_there_or_no_file_says_so(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    nothing, pipe = opened(tmp_path / "nothing.json", tmp_path / "pipe")
    assert message(nothing) == "there is no such file"
    assert message(pipe) == "it is not a file"
    assert nothing.format is Format.TENHOU6


def test_records_come_one_by_one(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_bytes(MJAI)
    records = open_records([tmp_path / "a.jsonl", "\0"])
    first = next(records)
    assert first.failure is None
    assert first.rules == TENHOU
    assert message(next(records)) == "there is no such file"
