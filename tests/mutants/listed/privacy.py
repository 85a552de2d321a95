"""What must break when pictures, recordings, names, clocks or ends are not treated as promised."""

from tests.mutants.mutant import Mutant

EYE_DESK = "tests/intake/test_eye_desk.py"
PHOTOS = "tests/intake/test_photo_pieces.py"
GROWTH = "tests/reliability/test_growth.py"

MUTANTS = (
    Mutant(
        promise="security/hand-photo",
        broken="tiles may be photographed while a hand is played",
        file="companion/dashboard/hand_photo.py",
        old="        _require_shown(commands.table.hanchan.kyoku)\n",
        new="",
        tests=("tests/dashboard/test_hand_photo.py::test_while_a_hand_is_played_nobody_photographs_tiles",),
    ),
    Mutant(
        promise="security/hand-photo",
        broken="the page photographs a hand before its win is told",
        file="companion/dashboard/static/js/play/hand_photo.js",
        old="(await onFirst()) ? await readIn",
        new="onFirst() ? await readIn",
        tests=(
            "tests/browser/test_win_by_photo.py::test_the_win_is_told_before_the_photograph_is_looked_at",
        ),
    ),
    Mutant(
        promise="security/named-houses",
        broken="a name given by --name is not known",
        file="companion/dashboard/access.py",
        old='name == "localhost" or name in settings.host_names',
        new='name == "localhost"',
        tests=("tests/dashboard/test_access.py",),
    ),
    Mutant(
        promise="security/let-in",
        broken="whoever is let in by a code may only look on",
        file="companion/dashboard/pairing.py",
        old="        self._code = None\n        return code.role",
        new="        self._code = None\n        return Role.SPECTATOR",
        tests=("tests/security/test_pairing.py::test_a_code_has_six_digits_and_makes_a_scorer",),
    ),
    Mutant(
        promise="security/nothing-leaves",
        broken="each start calls somebody far away",
        file="companion/bootstrap.py",
        old='    """One running companion. ',
        new="    import socket; _call = socket.socket(socket.AF_INET, socket.SOCK_DGRAM);"
        ' _call.connect(("192.0.2.1", 9))\n    """One running companion. ',
        tests=("tests/security/test_privacy.py::test_a_whole_game_writes_its_own_folder_and_calls_nobody",),
    ),
    Mutant(
        promise="security/one-picture",
        broken="any device gets the picture of the one that sets the eye up",
        file="companion/intake/eye/calibrating.py",
        old="or not secrets.compare_digest(sitting.key.encode(), key.encode()):\n                raise",
        new="or False:\n                raise",
        tests=(f"{EYE_DESK}::test_a_picture_is_there_for_the_device_that_asked_and_for_nobody_else",),
    ),
    Mutant(
        promise="security/photographs-go",
        broken="photographs of a silent device are kept while another one waits",
        file="companion/intake/eye/calibrating.py",
        old="sitting.camera is PHOTOS and not is_wanted else",
        new="sitting.camera is PHOTOS else",
        tests=(
            "tests/intake/test_eye_desk.py::test_photographs_take_time_unless_somebody_else_wants_the_desk",
        ),
    ),
    Mutant(
        promise="security/photographs-go",
        broken="photographs are kept for ever",
        file="companion/intake/eye/calibrating.py",
        old="PHOTOS_LEASE_S: Final = 30 * 60.0\n",
        new="PHOTOS_LEASE_S: Final = 1e9\n",
        tests=("tests/intake/test_eye_desk.py::test_photographs_are_not_kept_for_ever",),
    ),
    Mutant(
        promise="security/photograph-pieces",
        broken="a photograph may be as large as anybody says",
        file="companion/intake/eye/photos.py",
        old="        if of > MOST_BYTES:\n",
        new="        if of > 1_000 * MOST_BYTES:\n",
        tests=(f"{PHOTOS}::test_what_says_that_it_is_too_large_is_refused_at_its_first_piece",),
    ),
    Mutant(
        promise="security/photograph-pieces",
        broken="pieces of a photograph that do not fit are put together",
        file="companion/intake/eye/photos.py",
        old="(at, of) != (self._have, self._whole) or ",
        new="",
        tests=("tests/intake/test_photo_pieces.py",),
    ),
    Mutant(
        promise="security/drawn-pictures",
        broken="where people play, the pretend table's addresses answer something else than 404",
        file="companion/dashboard/pretending.py",
        old="        raise RequestRefused(HTTPStatus.NOT_FOUND, ",
        new="        raise RequestRefused(HTTPStatus.FORBIDDEN, ",
        tests=(
            "tests/dashboard/test_pretending.py::test_a_table_at_which_people_play_shows_nobody_a_picture",
        ),
    ),
    Mutant(
        promise="security/one-recording",
        broken="addresses of devices are on the tape",
        file="companion/intake/tape/privacy.py",
        old='    return by if re.fullmatch(r"side [A-D]", by) else ""',
        new="    return by",
        tests=("tests/intake/test_tape.py::test_no_name_no_address_and_no_picture_is_on_a_tape",),
    ),
    Mutant(
        promise="security/one-recording",
        broken="names are on the tape, though nobody asked for them",
        file="companion/intake/tape/privacy.py",
        old="        case StartAsked(names=names) if not with_names:",
        new="        case StartAsked(names=names) if with_names:",
        tests=("tests/intake/test_tape.py",),
    ),
    Mutant(
        promise="security/bundles-and-logs",
        broken="secrets stay in a bundle",
        file="companion/keeping/bundle.py",
        old="_ADDRESS.sub(GONE, _SECRET.sub(GONE, kept_boot))",
        new="_ADDRESS.sub(GONE, kept_boot)",
        tests=("tests/keeping/test_bundle.py::test_no_canary_is_in_a_bundle",),
    ),
    Mutant(
        promise="security/bundles-and-logs",
        broken="names stay in a bundle",
        file="companion/keeping/bundle.py",
        old="self._words.sub(GONE, cleaned) if self._words else cleaned",
        new="cleaned",
        tests=("tests/keeping/test_bundle.py::test_no_canary_is_in_a_bundle",),
    ),
    Mutant(
        promise="reliability/wrong-clock",
        broken="a clock before this companion's time is believed",
        file="companion/keeping/wall_clock.py",
        old="    return now >= BUILT",
        new="    return True",
        tests=("tests/reliability/test_whole_companion.py::test_a_clock_that_jumps_by_years_moves_nothing",),
    ),
    Mutant(
        promise="reliability/does-not-grow",
        broken="every hand that was ever asked about is remembered",
        file="companion/riichi/shape.py",
        old="@lru_cache(maxsize=128)\ndef _waits(",
        new="@lru_cache(maxsize=None)\ndef _waits(",
        tests=(f"{GROWTH}::test_what_is_remembered_of_hands_is_all_there_before_one_game_is_over",),
    ),
    Mutant(
        promise="reliability/ends-when-told",
        broken="a signal that ends is not listened to",
        file="companion/ending.py",
        old="ENDS: Final = (signal.SIGTERM, signal.SIGINT)",
        new="ENDS: Final = (signal.SIGUSR1, signal.SIGUSR2)",
        tests=("tests/reliability/test_ending.py",),
    ),
)
