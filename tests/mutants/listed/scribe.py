"""What must break when the scribe's policy is broken: what it writes, what it asks, what it waits for."""

from tests.mutants.mutant import Mutant

CHOOSING = "companion/scribe/stories.py"
CHOOSING_TESTS = "tests/scribe/test_stories_written.py::"
TRUSTED = CHOOSING_TESTS + "test_a_picture_writes_what_the_house_lets_it"
ASKING = "companion/scribe/asking.py"
ASKING_TESTS = "tests/scribe/test_asking.py::"
PRESSING = "companion/scribe/pressing.py"
PRESSING_TESTS = "tests/scribe/test_pressing.py::"
SCRIBE = "companion/scribe/scribe.py"
POLICY = "companion/scribe/policy.py"
ANSWERS = "companion/scribe/asking.py"
STORIES = "tests/stories/"
TABLE_TESTS = STORIES + "test_scribe_at_the_table.py::"

MUTANTS = (
    Mutant(
        promise="scribe/as-sure-as-the-house-wants",
        broken="a story is written although the house wants to be surer",
        file=CHOOSING,
        old="if 1 / whole >= trust.sure else",
        new="if True else",
        tests=(CHOOSING_TESTS + "test_one_that_is_not_as_sure_as_the_house_wants_it_is_held_back",),
    ),
    Mutant(
        promise="scribe/as-sure-as-the-house-wants",
        broken="a story is written although another is nearer than the house allows",
        file=CHOOSING,
        old="    margin = log(trust.ahead) if",
        new="    margin = 0.0 if",
        tests=(CHOOSING_TESTS + "test_one_that_is_not_as_sure_as_the_house_wants_it_is_held_back",),
    ),
    Mutant(
        promise="scribe/only-what-all-near-stories-share",
        broken="the likeliest of two near stories is written whole",
        file=CHOOSING,
        old="    shared = min((alike(best_outline, outline(rival.facts)) for rival in rivals), default=",
        new="    shared = max((), default=",
        tests=(CHOOSING_TESTS + "test_of_two_near_stories_what_they_share_is_written",),
    ),
    Mutant(
        promise="scribe/only-what-all-near-stories-share",
        broken="something is written although a near story takes something back",
        file=CHOOSING,
        old="any(rival.root.taken_back != best.root.taken_back for rival in rivals)",
        new="False",
        tests=(CHOOSING_TESTS + "test_nothing_is_written_where_a_near_story_takes_something_back",),
    ),
    Mutant(
        promise="scribe/what-a-picture-may-write",
        broken="a picture writes discards that the house does not trust it with",
        file=CHOOSING,
        old="            trusted = trust.writes_discards\n",
        new="            trusted = True\n",
        tests=(TRUSTED,),
    ),
    Mutant(
        promise="scribe/what-a-picture-may-write",
        broken="a picture writes riichi that the house does not trust it with",
        file=CHOOSING,
        old="            trusted = trust.writes_riichi\n",
        new="            trusted = True\n",
        tests=(TRUSTED,),
    ),
    Mutant(
        promise="scribe/what-a-picture-may-write",
        broken="a picture writes melds that the house does not trust it with",
        file=CHOOSING,
        old="            trusted = trust.writes_melds\n",
        new="            trusted = True\n",
        tests=(TRUSTED,),
    ),
    Mutant(
        promise="scribe/what-a-picture-may-write",
        broken="a picture writes indicators that the house does not trust it with",
        file=CHOOSING,
        old="for one in (best, *rivals)) * trust.writes_indicators\n",
        new="for one in (best, *rivals))\n",
        tests=(TRUSTED,),
    ),
    Mutant(
        promise="scribe/what-a-picture-may-write",
        broken="what lies there is taken back without a question by a story that adds nothing",
        file="companion/scribe/seeing.py",
        old="replace(choice, kept=0, is_refused=True)\n",
        new="replace(choice, kept=0)\n",
        tests=("tests/stories/test_two_discards_in_a_row.py",),
    ),
    Mutant(
        promise="scribe/a-key-is-a-word",
        broken="what was pressed and is seen is not written in a house that trusts no picture",
        file=CHOOSING,
        old="    return trusted or any(said.seat == fact.seat for said in look.presses)\n",
        new="    return trusted\n",
        tests=(CHOOSING_TESTS + "test_its_key_is_as_good_as_trust_and_that_of_another_is_not",),
    ),
    Mutant(
        promise="scribe/a-key-is-a-word",
        broken="anybody's key vouches for what somebody else is seen to do",
        file=CHOOSING,
        old="any(said.seat == fact.seat for said in look.presses)",
        new="bool(look.presses)",
        tests=(CHOOSING_TESTS + "test_its_key_is_as_good_as_trust_and_that_of_another_is_not",),
    ),
    Mutant(
        promise="scribe/results-are-told-by-people",
        broken="a picture writes a result",
        file=CHOOSING,
        old="        case _:\n            return False\n",
        new="        case _:\n            return True\n",
        tests=(CHOOSING_TESTS + "test_a_result_is_never_written_by_a_picture",),
    ),
    Mutant(
        promise="scribe/results-are-told-by-people",
        broken="a key of a result waits for its picture like any other",
        file=SCRIBE,
        old="    if pressed.said.action not in SHOWN_BY:\n",
        new="    if False:\n",
        tests=(PRESSING_TESTS + "test_no_key_of_a_result_tells_it",),
    ),
    Mutant(
        promise="scribe/riichi-is-one-step",
        broken="riichi is written without its discard",
        file=CHOOSING,
        old="    return kept - 1 if is_half_a_riichi else kept",
        new="    return kept",
        tests=(CHOOSING_TESTS + "test_riichi_and_its_discard_are_written_together_or_not_at_all",),
    ),
    Mutant(
        promise="scribe/asked-in-time",
        broken="somebody is asked at the first rest",
        file=POLICY,
        old="ENOUGH_RESTS: Final = 3\n",
        new="ENOUGH_RESTS: Final = 1\n",
        tests=(ASKING_TESTS + "test_a_story_is_offered_at_the_third_rest_and_not_before",),
    ),
    Mutant(
        promise="scribe/asked-in-time",
        broken="a tile in doubt is never asked about while the hand goes on",
        file=ASKING,
        old="(is_pause or looks >= policy.TILE_RESTS or is_quiet)",
        new="is_pause",
        tests=(ASKING_TESTS + "test_a_better_look_is_waited_for_before_anybody_is_asked",),
    ),
    Mutant(
        promise="scribe/asked-in-time",
        broken="a tile in doubt is not asked about when the hand is over",
        file=ASKING,
        old="(is_pause or looks >= policy.TILE_RESTS or is_quiet)",
        new="(looks >= policy.TILE_RESTS or is_quiet)",
        tests=(
            STORIES
            + "test_scribe_at_the_table.py::test_what_is_still_in_doubt_is_asked_when_the_hand_is_over",
        ),
    ),
    Mutant(
        promise="scribe/asked-in-time",
        broken="people are asked while the table still moves",
        file=ASKING,
        old="at_ns - max(doubt.since_ns, mind.eye.moved_ns) >= policy.PATIENCE_NS",
        new="at_ns - doubt.since_ns >= policy.PATIENCE_NS",
        tests=(ASKING_TESTS + "test_where_nothing_happens_any_more_somebody_is_asked",),
    ),
    Mutant(
        promise="scribe/few-questions-at-a-time",
        broken="every doubt is asked about at once",
        file=ASKING,
        old=" and standing < policy.MOST_ASKED:\n",
        new=":\n",
        tests=(ASKING_TESTS + "test_only_so_many_questions_stand_at_a_time_and_each_answer_makes_room",),
    ),
    Mutant(
        promise="scribe/offered-as-sure",
        broken="a meld is offered with tiles that are not read as confidently as the house wants",
        file=ASKING,
        old=">= trust.sure for spot in own)",
        new=">= 0.5 for spot in own)",
        tests=(
            ASKING_TESTS + "test_own_tiles_of_a_meld_are_offered_with_their_names_where_the_house_is_as_sure",
        ),
    ),
    Mutant(
        promise="scribe/offered-as-sure",
        broken="a meld is offered as confidently as other houses want it",
        file=ASKING,
        old=">= trust.sure for spot in own)",
        new=">= 0.9 for spot in own)",
        tests=(
            ASKING_TESTS + "test_own_tiles_of_a_meld_are_offered_with_their_names_where_the_house_is_as_sure",
        ),
    ),
    Mutant(
        promise="scribe/offered-as-sure",
        broken="a discard is offered with a face that is hardly read",
        file=POLICY,
        old="READ_SURELY: Final = 0.97\n",
        new="READ_SURELY: Final = 0.5\n",
        tests=(ASKING_TESTS + "test_a_discard_that_is_not_read_surely_is_offered_without_its_face",),
    ),
    Mutant(
        promise="scribe/not-asked-again",
        broken="who says that no story is right is asked the same again",
        file=ANSWERS,
        old="    if is_declined:\n        stories",
        new="    if False:\n        stories",
        tests=(
            STORIES
            + "test_offered_stories.py::"
            + "test_who_says_that_none_is_right_is_not_asked_again_before_something_else_is_seen",
        ),
    ),
    Mutant(
        promise="scribe/not-asked-again",
        broken="what goes on from a story that people denied is written",
        file=CHOOSING,
        old="not ((one.facts or one.root.taken_back) and is_declined(one.sequence))]",
        new="True]",
        tests=(CHOOSING_TESTS + "test_what_people_have_said_is_not_so_is_not_written",),
    ),
    Mutant(
        promise="scribe/not-asked-again",
        broken="who says that a tile was no riichi is asked again",
        file=ANSWERS,
        old="riichi=declined.riichi | riichi)",
        new="riichi=declined.riichi)",
        tests=(STORIES + "test_what_looks_sideways.py::test_who_says_that_it_was_none_is_not_asked_again",),
    ),
    Mutant(
        promise="scribe/not-asked-again",
        broken="a doubt that was put away is asked about again",
        file=ASKING,
        old="        is_new = not doubt.number and not _is_answered(mind, doubt)\n",
        new="        is_new = not doubt.number\n",
        tests=(ASKING_TESTS + "test_what_was_put_away_is_not_asked_again",),
    ),
    Mutant(
        promise="scribe/people-before-pictures",
        broken="a picture names a tile otherwise that an answer has named as it is written",
        file=ANSWERS,
        old="not (choice.facts or choice.replaces or named)",
        new="not (choice.facts or choice.replaces)",
        tests=(
            STORIES + "test_another_tile_in_its_place.py::"
            "test_who_says_that_a_tile_is_the_one_that_is_written_is_not_overruled_by_later_looks",
        ),
    ),
    Mutant(
        promise="scribe/people-before-pictures",
        broken="a picture names a tile otherwise that an answer has named",
        file=ANSWERS,
        old="settled = people.settled | said\n",
        new="settled = people.settled\n",
        tests=(
            STORIES + "test_names_that_clash.py::test_people_know_better_than_a_reading_when_both_cannot_be",
        ),
    ),
    Mutant(
        promise="scribe/people-before-pictures",
        broken="a tile that a person has named makes room for a fifth copy",
        file="companion/scribe/board.py",
        old="None if spot in self.settled else self.told(spot)\n",
        new="self.told(spot)\n",
        tests=("tests/scribe/test_identities.py::test_what_a_person_has_named_makes_no_room",),
    ),
    Mutant(
        promise="scribe/people-before-pictures",
        broken="a picture names a tile otherwise that people have told",
        file="companion/scribe/following.py",
        old="settled=said.union(named, confirmed)",
        new="settled=frozenset(named | confirmed)",
        tests=(
            STORIES + "test_kans_told_by_keys.py::test_what_a_person_has_said_of_a_kan_no_picture_changes",
        ),
    ),
    Mutant(
        promise="scribe/a-key-waits-for-its-picture",
        broken="a key waits for one second",
        file=POLICY,
        old="PRESS_WAITS_NS: Final = 3_000_000_000\n",
        new="PRESS_WAITS_NS: Final = 1_000_000_000\n",
        tests=(PRESSING_TESTS + "test_a_key_waits_for_three_seconds_of_looking",),
    ),
    Mutant(
        promise="scribe/a-key-waits-for-its-picture",
        broken="a key waits for the clock, and not for the eye",
        file=SCRIBE,
        old=" if ticked.rested_ns is None or not mind.eye.is_seeing else ticked.rested_ns\n",
        new="\n",
        tests=(PRESSING_TESTS + "test_a_key_that_nobody_has_looked_for_waits_on",),
    ),
    Mutant(
        promise="scribe/a-key-waits-for-its-picture",
        broken="an old key speaks for a story",
        file=PRESSING,
        old="[one for one in mind.keys.presses if at_ns - one.at_ns >= PRESS_COUNTS_NS]",
        new="[]",
        tests=(PRESSING_TESTS + "test_an_old_key_speaks_for_no_story",),
    ),
    Mutant(
        promise="scribe/a-key-waits-for-its-picture",
        broken="a call long after the eye was lost takes the discard that was told last",
        file=PRESSING,
        old=" and pressed.at_ns - mind.eye.blind_ns >= GONE_ON_NS\n",
        new=" and False\n",
        tests=(
            STORIES + "test_calls_out_of_sight.py::"
            "test_a_key_long_after_it_was_said_of_a_discard_that_nobody_saw",
        ),
    ),
    Mutant(
        promise="scribe/a-lost-key-is-told",
        broken="a key of which nothing came is forgotten without a word",
        file=PRESSING,
        old="    unconfirmed = (*mind.keys.unconfirmed, *(one.said for one in gone))\n",
        new="    unconfirmed = mind.keys.unconfirmed\n",
        tests=(PRESSING_TESTS + "test_a_key_that_is_forgotten_is_told",),
    ),
)
