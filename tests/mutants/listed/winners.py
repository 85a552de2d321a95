"""What must break when a nearer win does not replace a farther one in the journal, whoever tells it."""

from tests.mutants.mutant import Mutant

OVERRULING = "tests/table_loop/test_overruling.py"

MUTANTS = (
    Mutant(
        promise="rules/nearest-whoever-tells",
        broken="a nearer win that an answer to a question tells leaves the farther one in the journal",
        file="companion/table_loop/planning.py",
        old="    return plan if isinstance(plan, Turned) else with_wins_bumped(desk, plan)\n",
        new="    is_answer = bool(desk.scribing.asking)\n"
        "    return plan if isinstance(plan, Turned) or is_answer else with_wins_bumped(desk, plan)\n",
        tests=(OVERRULING,),
    ),
    Mutant(
        promise="rules/nearest-whoever-tells",
        broken="a nearer win that a feed tells leaves the farther one in the journal",
        file="companion/table_loop/keeper.py",
        old="            plan = with_wins_bumped(self._desk, plan)\n",
        new="",
        tests=(OVERRULING,),
    ),
    Mutant(
        promise="rules/seen-tiles-counted",
        broken="where an answer replaces a fact, the tiles that lay open at the deal count no more",
        file="companion/table_loop/scribing.py",
        old="    begun = start(began, kyoku.rules, desk.state.hanchan.hands_left)\n",
        new="    begun = replace(start(began, kyoku.rules, desk.state.hanchan.hands_left), seen=bytes(37))\n",
        tests=(OVERRULING,),
    ),
)
