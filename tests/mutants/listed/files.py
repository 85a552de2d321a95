"""What must break when files have no largest size, and when a child takes the memory of the table."""

from tests.mutants.mutant import Mutant

_BOMBS = "tests/security/test_bombs.py"
_CHILD = "tests/intake/eye/test_child_process.py"
_LARGE = "tests/security/test_large_files.py"
_PIECES = "tests/intake/test_photo_pieces.py"

_MEMORY = (
    Mutant(
        promise="reliability/memory-ends",
        broken="systemd stops the table when a child was ended",
        file="hardware/system/riichi-companion.service",
        old="OOMPolicy=continue\n",
        new="",
        tests=("tests/hardware/test_system.py::test_where_memory_ends_the_table_is_not_stopped",),
    ),
    Mutant(
        promise="reliability/memory-ends",
        broken="the table is ended as soon as the eye",
        file="companion/keeping/supervisor.py",
        old="        end_first(child.pid)\n",
        new="",
        tests=("tests/keeping/test_supervisor.py::test_a_child_ends_before_the_table_where_memory_runs_out",),
    ),
    Mutant(
        promise="reliability/memory-ends",
        broken="the table is ended as soon as a reader",
        file="companion/evenings/apart.py",
        old="        end_first(child.pid)\n",
        new="",
        tests=(f"{_BOMBS}::test_a_reader_ends_before_the_companion_where_memory_runs_out",),
    ),
    Mutant(
        promise="reliability/memory-ends",
        broken="the table is ended as soon as an eye that is set up",
        file="companion/intake/eye/child_process.py",
        old="        end_first(self._process.pid)\n",
        new="",
        tests=(f"{_CHILD}::test_an_eye_being_set_up_ends_before_the_table_where_memory_runs_out",),
    ),
)

_FILES = (
    Mutant(
        promise="security/files-are-bounded",
        broken="a profile of any size",
        file="hardware/loading.py",
        old="file.read(MOST_BYTES + 1)",
        new="file.read()",
        tests=(f"{_LARGE}::test_a_huge_file_is_not_read_whole",),
    ),
    Mutant(
        promise="security/files-are-bounded",
        broken="a tile set of any size",
        file="vision/read/enrol.py",
        old="json.loads(file.read(MOST_BYTES))",
        new="json.loads(file.read())",
        tests=(f"{_LARGE}::test_a_huge_file_is_not_read_whole",),
    ),
    Mutant(
        promise="security/files-are-bounded",
        broken="a calibration of any size",
        file="vision/place/calibration.py",
        old="json.loads(file.read(MOST_BYTES))",
        new="json.loads(file.read()[:MOST_BYTES])",
        tests=(f"{_LARGE}::test_a_huge_file_is_not_read_whole",),
    ),
    Mutant(
        promise="security/files-are-bounded",
        broken="a file of trust of any size",
        file="companion/keeping/trusting.py",
        old="return file.read(_MOST_BYTES + 1)",
        new="return file.read()[: _MOST_BYTES + 1]",
        tests=(f"{_LARGE}::test_a_huge_file_is_not_read_whole",),
    ),
    Mutant(
        promise="security/files-are-bounded",
        broken="lists within lists end the start",
        file="companion/keeping/trusting.py",
        old="except RecursionError as error:",
        new="except OverflowError as error:",
        tests=(f"{_LARGE}::test_what_is_nested_without_end_is_refused",),
    ),
    Mutant(
        promise="security/files-are-bounded",
        broken="a choice of a camera of any size",
        file="companion/intake/eye/calibrating_kept.py",
        old="_choice_in(file.read(_MOST_BYTES))",
        new="_choice_in(file.read()[:_MOST_BYTES])",
        tests=(f"{_LARGE}::test_a_huge_choice_of_a_camera_is_none",),
    ),
    Mutant(
        promise="security/files-are-bounded",
        broken="a line of a tape of any length",
        file="companion/intake/tape/reading.py",
        old="            if len(rest) > MOST_LINE:\n",
        new="            if len(rest) < 0:\n",
        tests=("tests/security/test_large_files.py::test_a_tape_with_one_line_is_not_unpacked_whole",),
    ),
    Mutant(
        promise="security/files-are-bounded",
        broken="a picture's file of any size",
        file="vision/camera/pictures.py",
        old="        if path.stat().st_size > MOST_BYTES:\n",
        new="        if path.stat().st_size < 0:\n",
        tests=(f"{_LARGE}::test_a_huge_file_is_not_read_whole",),
    ),
    Mutant(
        promise="security/files-are-bounded",
        broken="a photograph of any size",
        file="companion/intake/eye/photos.py",
        old="        if of > MOST_BYTES:\n",
        new="        if of < 0:\n",
        tests=(f"{_PIECES}::test_what_says_that_it_is_too_large_is_refused_at_its_first_piece",),
    ),
    Mutant(
        promise="security/pixels-first",
        broken="a giant picture is decoded",
        file="vision/camera/pictures.py",
        old="    _refuse_giants(header, name)\n",
        new="",
        tests=("tests/vision/camera/test_pictures.py::test_what_is_no_picture_is_one_sentence",),
    ),
    Mutant(
        promise="security/pixels-first",
        broken="a giant photograph is decoded",
        file="vision/camera/photos.py",
        old="header.pixels > MOST_PIXELS[header.kind]",
        new="header.pixels < 0",
        tests=("tests/vision/camera/test_photos.py::test_nothing_that_is_too_large_is_decoded",),
    ),
    Mutant(
        promise="security/no-zip-slip",
        broken="a backup writes above its folder",
        file="companion/keeping/one_zip.py",
        old=" or not _is_safe(path):\n",
        new=":\n",
        tests=("tests/keeping/test_one_zip.py",),
    ),
    Mutant(
        promise="security/tapes-are-private",
        broken="everybody reads a tape",
        file="companion/intake/tape/writing.py",
        old="os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600",
        new="os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o644",
        tests=("tests/intake/test_tape.py::test_a_tape_is_for_this_account_alone_and_overwrites_nothing",),
    ),
)

MUTANTS = (*_MEMORY, *_FILES)
