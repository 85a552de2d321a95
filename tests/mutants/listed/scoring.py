"""What must break when a hand is valued that cannot be, or one that can be is refused."""

from tests.mutants.listed.rules import of_rules

MUTANTS = (
    of_rules(
        "first-turn-alone",
        "chiihou beside riichi is answered",
        ("scoring/audit", "        (Contradiction.FIRST_TURN_WITH_RIICHI, first_turn and in_riichi),\n", ""),
        "tests/scoring/test_audit.py",
    ),
    of_rules(
        "unplayed-is-said",
        "ura of a winner without riichi are left out in silence",
        ("scoring/unplayed", "bool(ura) and not in_riichi", "False"),
        "tests/commands/test_score.py",
    ),
    of_rules(
        "local-yaku",
        "a yaku of the house is named and not counted",
        ("scoring/local_yaku", "yaku=(*counted.yaku, *own))", "yaku=counted.yaku)"),
        "tests/scoring/test_local_yaku.py",
    ),
    of_rules(
        "local-yaku-names",
        "two yaku of the house have one name",
        ("rules_file/fields", "        and len(set(names)) == len(names)\n", ""),
        "tests/rules_file/test_local_yaku.py",
    ),
    of_rules(
        "dead-wall",
        "eighteen tiles are kept and haitei lies as with fourteen",
        ("riichi/wall", "        return self.dead // 2\n", "        return 7\n"),
        "tests/riichi/test_three_players.py",
    ),
    of_rules(
        "several-winners",
        "several winners are answered where the nearest alone wins",
        ("scoring/paying", "    if rules.multiple_ron is MultipleRon.HEAD_BUMP:\n", "    if False:\n"),
        "tests/commands/test_score.py",
    ),
)
