"""What must break when a preset says something else than its sources."""

from tests.mutants.mutant import Mutant

PAGE = "tests/rules_file/test_rule_sets_page.py"

MUTANTS = (
    Mutant(
        promise="rules/preset-as-its-source",
        broken="yakuman of the WRC do not add up",
        file="companion/riichi/presets.py",
        old="    double_wind_fu=2,\n    yakuman_stack=True,\n",
        new="    double_wind_fu=2,\n    yakuman_stack=False,\n",
        tests=(PAGE,),
    ),
    Mutant(
        promise="rules/edition-stays-what-it-is",
        broken="an older edition moves on with the newest",
        file="companion/riichi/presets.py",
        old="    riichi_min_live=4,\n    unverified",
        new="    unverified",
        tests=(PAGE,),
    ),
    Mutant(
        promise="rules/edition-names-its-source",
        broken="an older edition is said to follow the newest one's source",
        file="companion/rules_file/sources.py",
        old='of_presets.get(rules.name, of_presets.get(_undated(rules.name), ""))',
        new='of_presets.get(_undated(rules.name), "")',
        tests=(PAGE,),
    ),
)
