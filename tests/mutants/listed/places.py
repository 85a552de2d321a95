"""What must break when places are judged otherwise: whose river a tile lies in, and whose hand is hidden."""

from tests.mutants.mutant import Mutant

PLACE = "companion/intake/eye/belonging.py"
WEIGHTS = "companion/scribe/weights.py"
PLACE_TESTS = "tests/intake/eye/test_belonging.py::"
TWO_PLACES = "tests/scribe/test_two_places.py::"
REFITS = "tests/intake/eye/test_refitting.py::"
STANDING = "vision/place/standing.py"
STANDING_TESTS = "tests/vision/place/test_standing.py::"

MUTANTS = (
    Mutant(
        promise="scribe/a-tile-belongs-where-its-row-goes-on",
        broken="how a tile is turned says nothing of whose it is",
        file=PLACE,
        old="cost += RIICHI * is_across",
        new="cost += 0.0 * is_across",
        tests=("tests/intake/eye/test_belonging.py",),
    ),
    Mutant(
        promise="scribe/a-tile-belongs-where-its-row-goes-on",
        broken="a tile that goes on with no row belongs to it as well as any",
        file=WEIGHTS,
        old="\nAPART: Final = ONE_IN_700\n",
        new="\nAPART: Final = 0.0\n",
        tests=("tests/intake/eye/test_belonging.py",),
    ),
    Mutant(
        promise="scribe/a-tile-belongs-where-its-row-goes-on",
        broken="two tiles beside each other are a river of their own",
        file=PLACE,
        old="            self._body = self._bodies()\n",
        new="            self._body = frozenset(range(len(self._lies)))\n",
        tests=(
            PLACE_TESTS + "test_a_few_tiles_beside_each_other_are_no_river_of_their_own",
            "tests/intake/eye/test_translate.py::test_a_table_is_read_as_it_was_laid",
        ),
    ),
    Mutant(
        promise="scribe/one-tile-two-readings",
        broken="only the likeliest place of a tile is told",
        file=PLACE,
        old="    others = sorted(board.others())\n",
        new="    others = sorted(())\n",
        tests=(PLACE_TESTS + "test_a_tile_that_could_lie_in_either_river_is_told_in_both_ways",),
    ),
    Mutant(
        promise="scribe/one-tile-two-readings",
        broken="the scribe takes the first reading, whosever turn it is",
        file="companion/scribe/seeing.py",
        old="    for cost, seen in ways_of(look.seen):\n",
        new="    for cost, seen in ((0.0, look.seen),):\n",
        tests=(TWO_PLACES + "test_whose_turn_it_can_be_says_in_whose_river_it_lies",),
    ),
    Mutant(
        promise="scribe/one-tile-two-readings",
        broken="a reading that is unlikely by how tiles lie costs nothing",
        file="companion/scribe/comparing.py",
        old=" + indicators.cost + look.place\n",
        new=" + indicators.cost\n",
        tests=(TWO_PLACES + "test_a_reading_in_which_nothing_lies_there_has_to_be_paid_for",),
    ),
    Mutant(
        promise="security/standing-hands-are-painted-over",
        broken="hands that stand towards the camera are read",
        file="vision/settle/patches.py",
        old="            part = without_hands(part, place, (x0, y0)) if part.size else part\n",
        new="",
        tests=(STANDING_TESTS + "test_the_pipeline_shows_no_standing_face_to_its_reader_either",),
    ),
    Mutant(
        promise="security/standing-hands-are-painted-over",
        broken="no room is left for corners that were tapped a little wrong",
        file=STANDING,
        old="FROM, TO = 0.985, ",
        new="FROM, TO = 1.03, ",
        tests=(STANDING_TESTS + "test_the_nearest_players_faces_never_reach_the_reader",),
    ),
    Mutant(
        promise="security/standing-hands-are-painted-over",
        broken="no camera hangs far enough out to see a face",
        file=STANDING,
        old="[0][1] > 1\n",
        new="[0][1] > 9\n",
        tests=(STANDING_TESTS + "test_the_nearest_players_faces_never_reach_the_reader",),
    ),
    Mutant(
        promise="eye/corners-change-between-hands-only",
        broken="a fit is offered while a hand is played",
        file="companion/intake/eye/refitting.py",
        old="            offer = None if self._is_played else self._offer\n",
        new="            offer = self._offer\n",
        tests=(REFITS + "test_nothing_is_offered_or_asked_while_a_hand_is_played",),
    ),
    Mutant(
        promise="eye/corners-change-between-hands-only",
        broken="a table that crept is moved while a hand is played",
        file="companion/intake/eye/refitting.py",
        old="            shift = None if self._is_played else self._due\n",
        new="            shift = self._due\n",
        tests=(REFITS + "test_and_never_while_the_next_hand_is_played",),
    ),
    Mutant(
        promise="eye/corners-are-moved-little-by-themselves",
        broken="a table is moved by itself however far",
        file="companion/intake/eye/slow_fit.py",
        old=" and _far(self.after((x, y))) <= MOST_MM else None",
        new=" else None",
        tests=("tests/intake/eye/test_slow_fit.py",),
    ),
)
