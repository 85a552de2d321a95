"""What must break when the rules are broken: who may do what, who wins, who pays, and when it ends."""

from tests.mutants.mutant import Mutant

Change = tuple[str, str, str]
"""A module of the companion, the text that goes, and what comes in its place."""


def of_rules(promise: str, broken: str, change: Change, test: str) -> Mutant:
    file, old, new = change
    return Mutant(f"rules/{promise}", broken, f"companion/{file}.py", old, new, (test,))


def of_core(promise: str, broken: str, change: Change, test: str) -> Mutant:
    """Of the rules core; `test` names its file and, after a colon, what is looked at there."""
    file, old, new = change
    name, _, case = test.partition(":")
    place = f"tests/riichi/test_{name}.py" + (f"::test_{case}" if case else "")
    return of_rules(promise, broken, (f"riichi/{file}", old, new), place)


WAIVERS = (
    of_core(
        "waive-rules-alone",
        "what the tiles make impossible may be waived too",
        ("apply", "        if not fact.reason.is_waivable:\n", "        if False:\n"),
        "reasons",
    ),
    of_core(
        "waive-rules",
        "a waived rule is refused all the same",
        ("checks", "    if reason not in kyoku.waived:\n", "    if True:\n"),
        "reasons",
    ),
    of_core(
        "waive-once",
        "a waiver holds for the rest of the hand",
        (
            "apply",
            "    return replace(after, waived=frozenset()) if after.waived else after\n",
            "    return after\n",
        ),
        "reasons",
    ),
    of_core(
        "waive-one-rule",
        "a waiver of one rule allows every rule",
        ("checks", "    if reason not in kyoku.waived:\n", "    if not kyoku.waived:\n"),
        "reasons",
    ),
)

PAYMENTS = (
    of_core(
        "dealer-ron",
        "a dealer's ron pays as anybody's",
        ("settlement", "base * (6 if winner == dealer else 4)", "base * 4"),
        "settlement",
    ),
    of_core(
        "tsumo-shares",
        "the dealer pays no double share of a tsumo",
        (
            "settlement",
            "        seat: rounded_up(base * (2 if dealer in (winner, seat) else 1))\n",
            "        seat: rounded_up(base * (2 if dealer == winner else 1))\n",
        ),
        "settlement",
    ),
    of_core(
        "rounded-up",
        "payments are rounded down",
        ("settlement", "    return -(-points // 100) * 100\n", "    return points // 100 * 100\n"),
        "settlement",
    ),
    of_core(
        "honba-of-tsumo",
        "each payer of a tsumo pays the whole honba",
        ("settlement", "total // len(others)", "total"),
        "settlement:honba_of_a_tsumo_is_shared",
    ),
    of_core(
        "sticks-to-the-nearest",
        "who was told first takes honba and sticks of two ron",
        (
            "settlement",
            "    return sorted(kyoku.wins, key=lambda win: distance(win.giver, win.seat, players))\n",
            "    return list(kyoku.wins)\n",
        ),
        "settlement:of_two_winners_the_first_after_the_discarder_takes_honba_and_sticks",
    ),
    of_core(
        "own-stick",
        "where each winner takes the own stick, the first takes all",
        (
            "settlement",
            "        return kyoku.kyoutaku - len(own - {win.seat})\n",
            "        return kyoku.kyoutaku\n",
        ),
        "settlement",
    ),
    of_core(
        "kiriage",
        "30 fu 4 han are a mangan everywhere",
        ("settlement", "counted >= (1_920 if rules.kiriage else 2_000)", "counted >= 1_920"),
        "settlement",
    ),
    of_core(
        "kazoe",
        "thirteen han are a yakuman everywhere",
        (
            "settlement",
            "        return Limit.YAKUMAN if rules.kazoe_yakuman else Limit.SANBAIMAN\n",
            "        return Limit.YAKUMAN\n",
        ),
        "settlement:thirteen_han_are_sanbaiman_where_kazoe_is_not_played",
    ),
    of_core(
        "noten",
        "each noten player pays all",
        (
            "settlement",
            "    share = kyoku.rules.noten_points // (len(tenpai) * len(noten))\n",
            "    share = kyoku.rules.noten_points // len(tenpai)\n",
        ),
        "settlement",
    ),
    of_core(
        "chombo",
        "a chombo is paid at once though it is taken from the score",
        (
            "settlement",
            "    if kyoku.chombo is None or kyoku.rules.chombo_points:\n",
            "    if kyoku.chombo is None:\n",
        ),
        "settlement",
    ),
    of_core(
        "chombo-sticks",
        "the sticks of a void hand stay on the table",
        ("ending", "wins=(), points=points, kyoutaku=sticks)", "wins=(), points=points)"),
        "reveal",
    ),
    of_core(
        "pao-half",
        "whoever is liable pays all of a ron",
        ("settlement", "    half = whole // 2\n", "    half = whole\n"),
        "pao",
    ),
    of_core(
        "pao-several",
        "of two feeders the first alone is liable",
        ("settlement", "    if len(fed) < 2 or sum(fed.values()) > value.yakuman:\n", "    if True:\n"),
        "pao:two_feeders_of_two_yakuman_answer_each_for_the_own_one",
    ),
    of_core(
        "pao-named-apart",
        "whom the table names for the fourth kan pays nothing",
        ("pao", "    if win.liable is not None and win.liable_for_kans is not None:\n", "    if False:\n"),
        "pao:two_whom_the_table_names_answer_each_for_one_yakuman",
    ),
    of_core(
        "pao-honba",
        "the honba of a ron is always the liable player's",
        ("settlement", "    if liable is not None and not discarder_pays:\n", "    if liable is not None:\n"),
        "pao",
    ),
    of_core(
        "most-yakuman",
        "any number of yakuman is paid",
        ("ending", "value.yakuman > kyoku.rules.most_yakuman", "value.yakuman > 99"),
        "wins:a_hand_is_worth_as_many_yakuman_as_the_house_adds_up",
    ),
)

KANS = (
    of_core(
        "kan-limit",
        "a fifth kan is possible against four of one player",
        (
            "draws",
            "    return kyoku.rules.fifth_kan is FifthKan.FORBIDDEN or kan_makers(kyoku) > 1\n",
            "    return kan_makers(kyoku) > 1\n",
        ),
        "kan",
    ),
    of_core(
        "four-melds",
        "a fifth meld is laid down",
        ("claiming", "MOST_MELDS: Final = 4\n", "MOST_MELDS: Final = 5\n"),
        "naki:with_four_melds_nothing_more_is_laid_down",
    ),
    of_core(
        "kan-on-last-tile",
        "a kan on the last tile",
        ("claiming", "        refuse(kyoku, fact, Reason.KAN_ON_LAST_TILE)\n", "        pass\n"),
        "kan:no_kan_on_the_last_tile_and_none_of_the_last_discard",
    ),
    of_core(
        "kan-after-call",
        "a kan right after chi or pon",
        ("claiming", "        refuse(kyoku, fact, Reason.KAN_AFTER_CALL)\n", "        pass\n"),
        "kan:no_kan_right_after_chi_or_pon_but_after_the_replacement_tile_of_a_called_kan",
    ),
    of_core(
        "open-kan-dora",
        "an open kan's indicator waits until the discard has passed",
        ("turn", "    if wall.owed_later and wall.later is Reveal.WITH_DISCARD:\n", "    if False:\n"),
        "indicators",
    ),
    of_core(
        "closed-kan-dora",
        "a closed kan's indicator waits as an open one's",
        (
            "wall",
            "    reveal = rules.ankan_reveal if closed else rules.open_kan_reveal\n",
            "    reveal = rules.open_kan_reveal\n",
        ),
        "indicators",
    ),
    of_core(
        "robbed-kan-dora",
        "a robbed kan turns its indicator",
        (
            "wall",
            "    return replace(wall, kans=wall.kans - 1, owed_now=wall.owed_anyway, owed_anyway=0)\n",
            "    return replace(wall, kans=wall.kans - 1)\n",
        ),
        "indicators",
    ),
    of_rules(
        "fifth-kan-asks",
        "the fifth replacement tile is said to lie where an indicator lies",
        ("projections/reminders", "    if not kyoku.wall.replacements_left:\n", "    if False:\n"),
        "tests/projections/test_reminders.py",
    ),
)

RIICHI_AND_FURITEN = (
    of_core(
        "riichi-points",
        "a thousand points are not enough for riichi",
        ("turn", "points < rules.riichi_min_points)", "points <= rules.riichi_min_points)"),
        "riichi:riichi_needs_a_thousand_points_and_exactly_so_many_are_enough",
    ),
    of_core(
        "riichi-wall",
        "riichi with three live tiles where four are needed",
        ("turn", "live < rules.riichi_min_live)", "live < rules.riichi_min_live - 1)"),
        "riichi:riichi_needs_four_live_tiles_where_the_house_asks_for_them",
    ),
    of_core(
        "riichi-closed",
        "riichi with an open hand",
        ("turn", "        (Reason.RIICHI_OPEN_HAND, not player.is_menzen),\n", ""),
        "riichi:riichi_needs_a_closed_hand_but_a_closed_kan_keeps_it_closed",
    ),
    of_core(
        "riichi-stick-before-draw",
        "an abortive draw before the stick of the riichi that passed",
        ("ending", "    if fact.kind is not RyuukyokuKind.SANCHAHOU:\n", "    if False:\n"),
        "abortive_draws:no_draw_comes_before_the_stick_of_the_riichi_whose_tile_has_passed",
    ),
    of_core(
        "noten-riichi",
        "a noten riichi hand passes the reveal",
        (
            "reveal",
            "Reason.RIICHI_NOTEN not in riichi.allowed:\n        return Reason.RIICHI_NOTEN\n",
            "Reason.RIICHI_NOTEN not in riichi.allowed:\n        pass\n",
        ),
        "reveal",
    ),
    of_core(
        "shown-noten",
        "a noten hand is paid as tenpai",
        ("ending", '        refuse(kyoku, fact, Reason.SHOWN_NOTEN, f"seat {seat}")\n', "        pass\n"),
        "reveal",
    ),
    of_core(
        "four-copies",
        "a wait of which one holds all four is tenpai in every house",
        (
            "tenpai",
            "    if rules.four_copies_tenpai:\n        return bool(waits)\n",
            "    if True:\n        return bool(waits)\n",
        ),
        "reveal",
    ),
    of_core(
        "furiten-own-discard",
        "an own discard makes nobody furiten",
        ("furiten", "        return Reason.FURITEN_DISCARD\n", "        return None\n"),
        "furiten",
    ),
    of_core(
        "furiten-riichi",
        "a tile passed after riichi is forgotten with the next draw",
        ("furiten", "        return Reason.FURITEN_RIICHI\n", "        pass\n"),
        "furiten",
    ),
    of_core(
        "kuikae",
        "the other end of a run may go at once everywhere",
        ("kuikae", "        return Reason.KUIKAE_OTHER_END\n", "        return None\n"),
        "naki",
    ),
)

WINNERS = (
    of_core(
        "head-bump-by-seat",
        "who was told first wins, not who sits nearest",
        (
            "ending",
            "    if kyoku.wins and not _outranks(kyoku, fact) and kyoku",
            "    if kyoku.wins and kyoku",
        ),
        "wins:the_first_is_who_sits_nearest_after_the_discarder_not_who_spoke_first",
    ),
    of_core(
        "head-bump-alone",
        "the farther win stands beside the nearer one",
        (
            "ending",
            "    return () if bumps and _outranks(kyoku, fact) else kyoku.wins\n",
            "    return kyoku.wins\n",
        ),
        "wins:the_first_is_who_sits_nearest_after_the_discarder_not_who_spoke_first",
    ),
    of_rules(
        "head-bump-visible",
        "the farther win stays in the journal as if it counted",
        (
            "table_loop/overruling",
            "    if not bumped:\n",
            "    if True:\n",
        ),
        "tests/table_loop/test_overruling.py",
    ),
    of_rules(
        "chi-yields",
        "a chi told first never yields",
        (
            "table_loop/overruling",
            "    if claimed is None or now.at_ns >= claimed.until_ns:\n",
            "    if True:\n",
        ),
        "tests/table_loop/test_overruling.py",
    ),
    of_rules(
        "yields-for-seconds",
        "a call yields however late the other one is told",
        ("table_loop/overruling", "now.at_ns >= claimed.until_ns", "False"),
        "tests/table_loop/test_overruling.py::test_after_some_seconds_a_call_stands",
    ),
    of_rules(
        "answered-alike",
        "the answer does not say whom a call has overruled",
        (
            "table_loop/overruling",
            "    gone = {entry.retracts for entry in written} - {None}\n",
            "    gone: set[int | None] = set()\n",
        ),
        "tests/table_loop/test_overruling.py",
    ),
    of_core(
        "three-ron",
        "three ron are paid where they are a draw",
        ("ending", "        refuse(kyoku, fact, Reason.THREE_RON_DRAW)\n", "        pass\n"),
        "reasons",
    ),
)

ENDS = (
    of_core(
        "ties-share-places",
        "equal points are placed by seat where places are shared",
        (
            "game_end",
            "    if rules.ties is Ties.SHARED:\n        return tuple(1",
            "    if False:\n        return tuple(1",
        ),
        "final_score",
    ),
    of_core(
        "ties-share-uma",
        "equal points do not share their uma",
        (
            "final_score",
            "    if rules.ties is Ties.SHARED:\n        by_place",
            "    if False:\n        by_place",
        ),
        "final_score",
    ),
    of_core(
        "renchan",
        "a tenpai dealer deals again in every house",
        (
            "game_end",
            "    return renchan is Renchan.TENPAI and kyoku.dealer in draw.tenpai\n",
            "    return kyoku.dealer in draw.tenpai\n",
        ),
        "hanchan",
    ),
    of_core(
        "bust-below-zero",
        "exactly zero points end the game",
        (
            "game_end",
            "    if rules.bust and min(settlement.points) < 0:\n",
            "    if rules.bust and min(settlement.points) <= 0:\n",
        ),
        "hanchan",
    ),
    of_core(
        "dealer-stop",
        "a last dealer without the target ends the game",
        (
            "game_end",
            "is_first and points[kyoku.dealer] >= rules.target_points\n",
            "is_first\n",
        ),
        "hanchan",
    ),
    of_core(
        "extension",
        "no wind is dealt beyond the last",
        ("game_end", "    if not rules.extension:\n", "    if True:\n"),
        "hanchan",
    ),
    of_core(
        "honba-after-draw",
        "a drawn hand of a noten dealer clears the honba",
        ("game_end", "    if stays or (", "    if stays and ("),
        "hanchan",
    ),
)

MUTANTS = (*WAIVERS, *PAYMENTS, *KANS, *RIICHI_AND_FURITEN, *WINNERS, *ENDS)
