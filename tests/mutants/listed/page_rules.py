"""What must break when the rules cannot be told, changed or asked for on the page any more."""

from tests.mutants.mutant import Mutant

JS = "companion/dashboard/static/js"
BY_THE_RULES = "tests/browser/test_by_the_rules.py"
CHANGING = "tests/browser/test_changing_rules.py"
KAN = "tests/browser/test_kan_question.py"
ASKING = "tests/dashboard/test_kan_asking.py"
BROADCAST = "tests/browser/test_broadcast.py"
OVERRULED = "tests/browser/test_overruled.py"

MUTANTS = (
    Mutant(
        promise="page/overlay-leaves-the-film",
        broken="the page's own ground lies over the film",
        file="companion/dashboard/static/css/broadcast.css",
        old=":root[data-overlay] body { background: transparent; }",
        new=":root[data-overlay] body { color: inherit; }",
        tests=(f"{BROADCAST}::test_a_lower_third_leaves_all_else_to_the_film",),
    ),
    Mutant(
        promise="page/overlay-leaves-the-film",
        broken="a screen without keys is asked for its name",
        file=f"{JS}/main.js",
        old="const letIn = photographed && isBroadcast &&",
        new="const letIn = false &&",
        tests=("tests/security/test_broadcast_pages.py",),
    ),
    Mutant(
        promise="security/kan-question-private",
        broken="who only looks on may ask about a hand too",
        file="companion/dashboard/roles.py",
        old='        "POST /api/kan-in-riichi": _K,\n',
        new='        "POST /api/kan-in-riichi": _W,\n',
        tests=(f"{ASKING}::test_who_may_ask",),
    ),
    Mutant(
        promise="security/kan-question-private",
        broken="the hand that was asked about is logged",
        file="companion/dashboard/kan_asking.py",
        old="    hand, drawn = body.seen_tiles",
        new='    __import__("logging").getLogger(__name__).warning("kan-in-riichi %s", asked)\n'
        "    hand, drawn = body.seen_tiles",
        tests=(f"{ASKING}::test_nothing_of_it_reaches_the_table_or_a_log",),
    ),
    Mutant(
        promise="security/kan-question-private",
        broken="a hand is asked for on the table's screen while it is played",
        file=f"{JS}/menu.js",
        old="  return !tournament && Boolean(result) && seats.some((seat) => seat.riichi);\n",
        new="  return !tournament && seats.some((seat) => seat.riichi);\n",
        tests=(f"{KAN}::test_nobody_is_asked_for_a_hand_on_the_table_while_it_is_played",),
    ),
    Mutant(
        promise="rules/kan-question",
        broken="another rule set than the game's judges",
        file="companion/dashboard/kan_asking.py",
        old="commands.table.hanchan.rules",
        new="commands.house",
        tests=(f"{ASKING}::test_the_rules_of_the_game_judge",),
    ),
    Mutant(
        promise="rules/every-field-by-touch",
        broken="a field of the rule set is not offered",
        file="companion/rules_file/forms.py",
        old='_NOT_OFFERED: Final = frozenset({"name", "players", "unverified"})',
        new='_NOT_OFFERED: Final = frozenset({"name", "players", "unverified", "rinshan_fu"})',
        tests=(f"{CHANGING}::test_no_field_of_a_rule_set_is_left_out",),
    ),
    Mutant(
        promise="rules/every-field-by-touch",
        broken="the page draws no field that can have several values at once",
        file=f"{JS}/play/rule_changes.js",
        old="some: Some,",
        new="some: One,",
        tests=(f"{CHANGING}::test_every_field_is_changed_by_a_tap",),
    ),
    Mutant(
        promise="rules/every-field-by-touch",
        broken="a step of the honba leaves points that the players cannot share",
        file="companion/rules_file/forms.py",
        old='("honba_points", 3): 200',
        new='("honba_points", 3): 300',
        tests=("tests/rules_file/test_forms.py::test_every_choice_can_be_played",),
    ),
    Mutant(
        promise="rules/open-riichi",
        broken="the page tells every riichi as a closed one",
        file=f"{JS}/play/riichi.js",
        old='play.tap(args.seat, "riichi", { is_open: isOpen })',
        new='play.tap(args.seat, "riichi")',
        tests=(f"{BY_THE_RULES}::test_open_riichi_is_one_choice_more",),
    ),
    Mutant(
        promise="rules/open-riichi",
        broken="a correction writes a closed riichi, whatever was chosen",
        file="companion/table_loop/meaning.py",
        old="return RiichiDeclared(seat, is_open), RiichiAccepted(seat)",
        new="return RiichiDeclared(seat, is_open=False), RiichiAccepted(seat)",
        tests=(f"{BY_THE_RULES}::test_a_correction_knows_open_riichi_too",),
    ),
    Mutant(
        promise="rules/open-riichi",
        broken="a hand in open riichi is valued by rules that do not play it",
        file="companion/scoring/unplayed.py",
        old="return situation.open_riichi and not rules.open_riichi",
        new="return False",
        tests=("tests/commands/test_score.py::test_open_riichi_is_refused_where_it_is_not_played",),
    ),
    Mutant(
        promise="rules/liability",
        broken="nobody is asked who fed an open kan",
        file=f"{JS}/play/winning.js",
        old="  return allows.daiminkan_pao && from === TSUMO",
        new="  return false && from === TSUMO",
        tests=(f"{BY_THE_RULES}::test_who_fed_an_open_kan_is_named_where_nobody_follows_the_turns",),
    ),
    Mutant(
        promise="rules/yakuman",
        broken="three yakuman are offered whatever the rules pay",
        file="companion/projections/allows_view.py",
        old="most_yakuman=rules.most_yakuman",
        new="most_yakuman=3",
        tests=(f"{BY_THE_RULES}::test_as_many_yakuman_as_the_rules_can_make",),
    ),
    Mutant(
        promise="rules/priority",
        broken="a call that yields is gone without a word",
        file=f"{JS}/play/overruled.js",
        old="  return grown || isRon ? gone.map",
        new="  return isRon ? gone.map",
        tests=(f"{OVERRULED}::test_a_pon_is_told_by_touch_after_a_chi",),
    ),
    Mutant(
        promise="rules/priority",
        broken="nobody can say ron of a tile that lies in a chi",
        file=f"{JS}/play/winning.js",
        old="  return seats[kyoku.turn]?.melds.at(-1)?.from ?? null;",
        new="  return null;",
        tests=(f"{OVERRULED}::test_a_ron_is_told_by_touch_of_a_tile_that_lies_in_a_chi",),
    ),
    Mutant(
        promise="rules/priority",
        broken="a far ron yields to a near one without a word",
        file=f"{JS}/play/overruled.js",
        old="[...callsGone(before, after), ...winsGone(before, after)]",
        new="[...callsGone(before, after)]",
        tests=(f"{OVERRULED}::test_under_head_bump_the_nearer_one_who_is_told_second_has_the_money",),
    ),
    Mutant(
        promise="rules/waivable",
        broken="what the tiles make impossible can be allowed by the table",
        file="companion/riichi/reasons.py",
        old="return _Text(sentence, TILES, is_waivable=False)",
        new="return _Text(sentence, TILES)",
        tests=("tests/riichi/test_reasons.py::test_only_what_the_tiles_allow_can_be_waived",),
    ),
)
