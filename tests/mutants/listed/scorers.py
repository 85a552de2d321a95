"""What the second scorer must notice when a hand is valued wrongly."""

from tests.mutants.mutant import Mutant

BOTH = "tests/differential/test_scoring.py::test_both_give_a_hand_the_same_yaku_han_fu_and_points"

MUTANTS = (
    Mutant(
        promise="rules/second-scorer",
        broken="the ura below the indicators of kans count nowhere",
        file="companion/scoring/dora.py",
        old="    ura = win.ura[: rules.ura_under(len(win.ura))]\n",
        new="    ura = win.ura[:1]\n",
        tests=(BOTH,),
    ),
    Mutant(
        promise="rules/second-scorer",
        broken="a pair of the double wind has two fu everywhere",
        file="companion/scoring/adapter.py",
        old="    if rules.double_wind_fu != 2 or now.seat_wind is not now.round_wind:\n",
        new="    if now.seat_wind is not now.round_wind:\n",
        tests=(BOTH,),
    ),
    Mutant(
        promise="rules/second-scorer",
        broken="with three players one of characters points to two of characters",
        file="companion/scoring/dora.py",
        old="dora_for(indicator, rules.players)",
        new="dora_for(indicator, 4)",
        tests=(BOTH,),
    ),
    Mutant(
        promise="rules/second-scorer",
        broken="a tsumo on a replacement tile is no rinshan",
        file="companion/scoring/adapter.py",
        old="        is_rinshan=now.rinshan,\n",
        new="        is_rinshan=False,\n",
        tests=(BOTH,),
    ),
)
