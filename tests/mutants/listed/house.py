"""What must break when what a house settles beside the play is broken."""

from tests.mutants.mutant import Mutant


def _core(promise: str, broken: str, change: tuple[str, str, str], test: str) -> Mutant:
    """Of the rules core; `test` names its file in tests/riichi."""
    file, old, new = change
    place = f"tests/riichi/test_{test}.py"
    return Mutant(f"rules/{promise}", broken, f"companion/riichi/{file}.py", old, new, (place,))


def _scoring(promise: str, broken: str, change: tuple[str, str, str]) -> Mutant:
    file, old, new = change
    place = "tests/scoring/test_house_yaku.py"
    return Mutant(f"rules/{promise}", broken, f"companion/scoring/{file}.py", old, new, (place,))


MUTANTS = (
    _core(
        "dead-hand-acts",
        "a dead hand wins and calls",
        ("apply", "        refuse(kyoku, fact, Reason.HAND_IS_DEAD)\n", "        pass\n"),
        "penalties",
    ),
    _core(
        "dead-hand-noten",
        "a dead hand that is said when hands are shown stays tenpai",
        ("penalties", "tenpai=_without(draw.tenpai, seat)", "tenpai=draw.tenpai"),
        "penalties",
    ),
    _core(
        "dead-riichi-shows-nothing",
        "a riichi that died has to show a tenpai hand",
        ("player", "        return self.in_riichi and not self.is_dead\n", "        return self.in_riichi\n"),
        "penalties",
    ),
    _core(
        "penalty-stays-paid",
        "a chombo gives a penalty back",
        (
            "ending",
            "    points, sticks = penalised(*before, kyoku.penalties, kyoku.rules)\n",
            "    points, sticks = before\n",
        ),
        "penalties",
    ),
    _core(
        "penalty-goes-to",
        "a penalty that goes to the others is lost",
        ("penalties", "fact.points // (rules.players - 1)", "0"),
        "penalties",
    ),
    _core(
        "penalty-of-the-score",
        "a penalty of the score is forgotten",
        (
            "final_score",
            "* hanchan.rules.chombo_points + hanchan.penalties[seat]\n",
            "* hanchan.rules.chombo_points\n",
        ),
        "penalties",
    ),
    _core(
        "time-this-hand",
        "time is up, and another hand is dealt",
        ("game_end", "    if kyoku.hands_left == 1:\n", "    if False:\n"),
        "stopping",
    ),
    _core(
        "time-one-more",
        "no hand is played after this one, whatever the rules say",
        ("stopping", "hands_left=2 if limit is TimeLimit.ONE_MORE else 1)", "hands_left=1)"),
        "stopping",
    ),
    _core(
        "dealer-asked",
        "a leading last dealer who is asked has no choice",
        ("game_end", "if not rules.dealer_stop_asked and _may_stop", "if _may_stop"),
        "stopping",
    ),
    _core(
        "dealer-stop-leads",
        "any last dealer may stop",
        ("stopping", "    if not may_dealer_stop(kyoku) and not ", "    if False and not "),
        "stopping",
    ),
    _core(
        "two-han",
        "dora help to the two han that a win needs",
        ("minimum", "for name, han in value.yaku if name not in DORA)", "for _, han in value.yaku)"),
        "house_wins",
    ),
    _core(
        "two-han-from",
        "two han are needed from the first deal on",
        ("minimum", " and honba >= rules.two_han_from", ""),
        "house_wins",
    ),
    _core(
        "nagashi-wins",
        "nagashi that is a win leaves honba and sticks",
        (
            "settlement",
            "    return [*_nagashi_payments(kyoku, winner), *honba, *taken]\n",
            "    return _nagashi_payments(kyoku, winner)\n",
        ),
        "house_wins",
    ),
    _core(
        "nagashi-moves-the-deal",
        "nagashi that is a win moves the deal as a draw does",
        ("game_end", "    if nagashi := nagashi_winners(kyoku):\n", "    if nagashi := ():\n"),
        "house_wins",
    ),
    _scoring(
        "green-needs-hatsu",
        "ryuuiisou needs no green dragon in any house",
        ("house_yaku", "    if rules.green_needs_hatsu:\n", "    if False:\n"),
    ),
    _scoring(
        "tenhou-doubles",
        "tenhou counts the tile that was told last",
        ("valuing", "    if situation.tenhou and rules.tenhou_doubles:\n", "    if False:\n"),
    ),
    _scoring(
        "north-for-all",
        "three norths are nobody's yaku",
        ("house_yaku", "    if rules.north_yakuhai:\n", "    if False:\n"),
    ),
    _scoring(
        "north-fu",
        "a pair of north has no fu beside three of the round wind",
        ("adapter", "    more = 2 * lacks_fu_of_north(", "    more = 0 * lacks_fu_of_north("),
    ),
    _core(
        "wareme",
        "honba are doubled at the broken wall too",
        (
            "settlement",
            "in (PaymentReason.HAND, PaymentReason.PAO, PaymentReason.NAGASHI)\n",
            "is not PaymentReason.STICKS\n",
        ),
        "extras",
    ),
    _core(
        "chips-from-all",
        "chips from everybody come from one alone",
        ("extras", "if seat != fact.seat and fact.giver in (None, seat)]", "if seat != fact.seat][:1]"),
        "extras",
    ),
    _core(
        "chips-in-the-score",
        "chips are in no score",
        ("final_score", " - penalties[seat] + extra[seat]\n", " - penalties[seat]\n"),
        "extras",
    ),
    _core(
        "bust-bonus",
        "who was below zero before pays the bonus again",
        ("extras", "after < 0 <= before and", "after < 0 and"),
        "extras",
    ),
    _core(
        "yakitori",
        "who won nothing pays one winner alone",
        ("extras", "else -len(wet))", "else -1)"),
        "extras",
    ),
    _core(
        "sakizuke-order",
        "a yakuhai that was called later is settled too",
        ("sakizuke", "Settled.YES if place == 0 else Settled.NO", "Settled.YES"),
        "sakizuke",
    ),
    _core(
        "sakizuke-asks",
        "what nobody saw is guessed to be settled",
        (
            "sakizuke",
            "    return Settled.NO if win.tile is tile else Settled.ASK\n",
            "    return Settled.YES\n",
        ),
        "sakizuke",
    ),
)
