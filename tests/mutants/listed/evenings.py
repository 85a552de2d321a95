"""What must break when an evening is kept otherwise than as promised."""

from tests.mutants.mutant import Mutant

MUTANTS = (
    Mutant(
        promise="security/evening-asked",
        broken="a game is kept though nobody was asked",
        file="companion/intake/tape/evening.py",
        old="                    self._before.turn_to(game)\n",
        new=(
            "                    self._before.turn_to(game)\n"
            "                    if game:\n"
            "                        self._begin(game)\n"
        ),
        tests=(
            "tests/intake/test_kept_evening.py::test_nothing_is_written_before_a_yes_nor_of_the_next_game",
        ),
    ),
    Mutant(
        promise="security/evening-asked",
        broken="the yes of one game holds for the next",
        file="companion/intake/tape/evening.py",
        old=(
            "                    self._writing.end()\n"
            "                    self._game, self._is_deleted = game, False\n"
            "                    self._kept = Kept.NO_GAME if game is None else Kept.ASKED\n"
        ),
        new=(
            "                    self._game, self._is_deleted = game, False\n"
            "                    self._kept = self._kept if game and self._writing.is_going else Kept.ASKED\n"
        ),
        tests=(
            "tests/intake/test_kept_evening.py::test_nothing_is_written_before_a_yes_nor_of_the_next_game",
        ),
    ),
    Mutant(
        promise="security/evening-pictures",
        broken="the picture shows the room beyond the rim",
        file="vision/settle/rest_picture.py",
        old="    flat[~_on_the_cloth(place)] = _GREY\n",
        new="",
        tests=("tests/vision/settle/test_rest_picture.py::test_nothing_beyond_the_rim_is_on_it",),
    ),
    Mutant(
        promise="security/evening-pictures",
        broken="standing hands are on the picture",
        file="vision/settle/rest_picture.py",
        old="in faces_seen(place, HANDS_FROM):",
        new="in ():",
        tests=(
            "tests/vision/settle/test_rest_picture.py::test_hands_that_stand_before_the_nearest_player_are_not_on_it",
        ),
    ),
    Mutant(
        promise="security/evening-pictures",
        broken="pages do not say that a game is kept",
        file="companion/intake/tape/evening_told.py",
        old="KEPT if now.is_kept else CUT",
        new='""',
        tests=(
            "tests/intake/test_kept_evening.py::test_nothing_is_written_before_a_yes_nor_of_the_next_game",
        ),
    ),
    Mutant(
        promise="security/evening-deleted",
        broken="a later no leaves what was kept",
        file="companion/intake/tape/evening_place.py",
        old="                shutil.rmtree(part)\n",
        new="                pass\n",
        tests=(
            "tests/intake/test_kept_evening.py::test_whoever_says_no_later_has_what_was_kept_of_the_game_deleted",
        ),
    ),
    Mutant(
        promise="security/evening-deleted",
        broken="a forgotten game stays in kept evenings",
        file="companion/keeping/evenings_kept.py",
        old="            shutil.rmtree(part)\n",
        new="            pass\n",
        tests=(
            "tests/intake/test_kept_evening.py::test_a_forgotten_game_goes_out_of_every_evening_of_its_table",
        ),
    ),
    Mutant(
        promise="security/evening-deleted",
        broken="a page that forgets a game leaves it in kept evenings",
        file="companion/keeping/kept_journal.py",
        old="in forget_in_evenings(self._path.parent, game.name)",
        new="in ()",
        tests=(
            "tests/intake/test_kept_evening.py::test_a_running_journal_forgets_a_game_in_kept_evenings_too",
        ),
    ),
    Mutant(
        promise="security/evening-stays",
        broken="a backup takes kept evenings along",
        file="companion/keeping/one_zip.py",
        old="    if is_evening(place):\n        return\n",
        new="",
        tests=("tests/intake/test_kept_evening.py::test_an_evening_in_the_data_folder_is_in_no_backup",),
    ),
    Mutant(
        promise="security/evening-stays",
        broken="everybody may read a kept picture",
        file="companion/files.py",
        old="write_whole(target, content, 0o600)",
        new="write_whole(target, content, 0o644)",
        tests=("tests/intake/test_kept_evening.py::test_its_files_are_their_owners_alone",),
    ),
    Mutant(
        promise="security/evening-bounded",
        broken="pictures fill the disk",
        file="companion/intake/tape/pictures.py",
        old="while self._kept and self._bytes + len(rest.jpeg) > self._most_bytes:",
        new="while False:",
        tests=("tests/intake/test_kept_evening.py::test_of_too_many_pictures_the_oldest_go_first",),
    ),
    Mutant(
        promise="security/evening-bounded",
        broken="pictures take the last of the disk",
        file="companion/intake/tape/pictures.py",
        old="        if self._free(part) < LEAST_FREE:\n",
        new="        if False:\n",
        tests=("tests/intake/test_kept_evening.py::test_a_full_disk_ends_it_with_one_sentence",),
    ),
)
