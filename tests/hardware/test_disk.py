"""A file is there whole or as it was, and never readable by more people than was said."""

import os

import pytest

from hardware import disk
from hardware.disk import write_whole


@pytest.fixture(params=["new", "old"])
def place(tmp_path, request):
    place = tmp_path / "kept.toml"
    if request.param == "old":
        place.write_bytes(b"before")
        place.chmod(0o666)
    return place


@pytest.mark.parametrize("mode", [0o600, 0o644])
def test_it_holds_what_was_written_for_whom_it_was_meant(place, mode):
    write_whole(place, b"after", mode)
    assert (place.read_bytes(), place.stat().st_mode & 0o777) == (b"after", mode)
    assert [path.name for path in place.parent.iterdir()] == [place.name]


def test_the_umask_may_allow_less(place):
    before = os.umask(0o077)
    try:
        write_whole(place, b"after", 0o644)
    finally:
        os.umask(before)
    assert place.stat().st_mode & 0o777 == 0o600


def test_the_old_one_stays_until_the_new_one_is_on_the_disk(place, monkeypatch):
    old = place.read_bytes() if place.exists() else None

    def full(_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(disk, "sync", full)
    with pytest.raises(OSError, match="No space left"):
        write_whole(place, b"after", 0o600)
    assert (place.read_bytes() if place.exists() else None) == old
    # What is left over is hidden from whoever reads every file of a folder, and goes at the next try.
    assert all(path.name.startswith(".") for path in place.parent.iterdir() if path != place)
    monkeypatch.undo()
    write_whole(place, b"after", 0o600)
    assert [path.name for path in place.parent.iterdir()] == [place.name]


def test_first_the_content_is_on_the_disk_then_its_name(place, monkeypatch):
    seen = []
    monkeypatch.setattr(disk, "sync", lambda path: seen.append((path, place.exists() and place.read_bytes())))
    write_whole(place, b"after", 0o600)
    assert [path for path, _ in seen] == [place.with_name(".kept.toml.new"), place.parent]
    assert [content == b"after" for _, content in seen] == [False, True]


def test_a_link_that_somebody_left_is_not_followed(tmp_path):
    (tmp_path / ".kept.toml.new").symlink_to(tmp_path / "elsewhere")
    write_whole(tmp_path / "kept.toml", b"after", 0o600)
    assert not (tmp_path / "elsewhere").exists()
