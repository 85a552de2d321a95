"""Every field of a rule set: one sentence on what it decides, its type as text, and what it may be."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from dataclasses import fields as fields_of
from enum import StrEnum
from typing import Any, Final, get_type_hints

from companion.riichi.ruleset import YAKUMAN_HAN, RuleSet
from companion.riichi.yaku import OTHER, YAKU

NO_MINIMUM: Final = "none"
"""How a file writes None: riichi needs no points, or a win never needs two han."""
PENALTIES: Final = ("chombo", "dead_hand", "points", "red_card", "warning", "yellow_card")
PAO_YAKUMAN: Final = ("daisangen", "daisuushii", "suukantsu")

DEAD_WALLS: Final = (14, 18)
MOST_UMA: Final = 1_000
"""In thousands, as uma is: whoever writes 20000 has meant points."""
MOST_LOCAL_YAKU: Final = 20
LONGEST_YAKU: Final = 40
_TAKEN: Final = frozenset((*YAKU, *OTHER))

MEANINGS: Final = {
    "name": "What the rule set is called.",
    "players": "How many play: 3 or 4.",
    "rounds": "Winds dealt: 1 for east only, 2 for a hanchan, 4 for all winds.",
    "start_points": "Points of each player at the start.",
    "return_points": "Points that make a score of zero; the difference to the start makes the oka.",
    "uma": "Bonus by place, in thousands.",
    "uma_by_winners": "An uma for each number of players at or above return_points, from none up; or empty.",
    "oka": "Whether the first place wins return_points minus start_points for each player.",
    "ties": "Equal points at the end: by seat order, or places shared.",
    "score_rounding": "How final points become scores in thousands.",
    "bust": "Whether the game ends when somebody falls below zero.",
    "dealer_stop": "After which results the last dealer, in first place with target_points, ends the game.",
    "dealer_stop_asked": "Whether a last dealer in first place may choose; else the game ends by itself.",
    "extension": "Whether one more wind is played while nobody has target_points; none follows north.",
    "target_points": "Points that end the extension and allow the dealer's stop.",
    "time_limit": "What is still played once time is called: this hand, or this hand and one more.",
    "honba_points": "What each honba adds to a ron; the payers of a tsumo share it.",
    "noten_points": "What noten players pay in all at an exhaustive draw.",
    "renchan": "When the dealer deals again: after a win, also when tenpai or after any draw, or never.",
    "sticks_left": "Who gets the sticks on the table at the end.",
    "chombo_points": "Taken from the final score for a chombo; 0: a mangan is paid at once.",
    "chombo_ends_game": "Whether a chombo ends the game; otherwise the hand is dealt again.",
    "dead_hands": "Whether a hand can be declared dead: it cannot win, call or be tenpai.",
    "penalty_to": "Where a penalty short of chombo goes: to the others, the table, or off the final score.",
    "penalty_points": "The usual penalty, or each other player's share of it, in points.",
    "penalties": "What a referee can give in a tournament; a red card costs what a chombo costs.",
    "chip_points": "What a chip is worth in the final score, in points; 0: there are no chips.",
    "bust_points": "What a player sent below zero by a win pays the winner in the final score, in points.",
    "yakitori_points": "What a player without a win pays each player with one in the final score, in points.",
    "red_fives": "How many red fives of characters, circles and bamboos.",
    "kan_dora": "Whether a kan adds a dora indicator.",
    "ura": "Whether ura dora count for riichi.",
    "kan_ura": "Whether kan indicators have ura too.",
    "ippatsu": "Whether ippatsu is a yaku.",
    "ankan_reveal": "When the indicator of a closed kan is turned.",
    "open_kan_reveal": "When the indicator of an open or added kan is turned.",
    "suukaikan": "What happens after four kans by more than one player.",
    "fifth_kan": "What happens to a fifth kan when one player has made all four.",
    "kan_in_riichi": "How strictly a closed kan after riichi is judged.",
    "chankan_of_ankan": "Whether kokushi may rob a closed kan.",
    "daiminkan_pao": "Whether the feeder of an open kan alone pays for a win on its replacement tile.",
    "open_tanyao": "Whether tanyao counts in an open hand.",
    "sakizuke": "Whether an open hand needs a yaku that its first call has settled (atozuke nashi).",
    "multiple_ron": "What happens when several players call ron on one tile.",
    "honba_to": "Who gets honba and sticks when several players win by ron.",
    "kyuushu_kyuuhai": "Whether nine kinds of terminals and honours may end the hand.",
    "suufon_renda": "Whether the hand is a draw if the first four discards are the same wind.",
    "suucha_riichi": "Whether four riichi are a draw.",
    "kuikae": "What may not be discarded right after a call.",
    "riichi_min_live": "How many live tiles must be left for riichi.",
    "riichi_min_points": f'How many points riichi needs; "{NO_MINIMUM}" for no minimum.',
    "open_riichi": "Whether open riichi is played, for one han more.",
    "open_riichi_yakuman": "Whether dealing into an open riichi is a yakuman.",
    "pao": "Yakuman for which the feeder of the last set is liable.",
    "pao_split": "What a liable player pays for when yakuman add up.",
    "pao_honba": "Who pays the honba when a liable player and the discarder share a ron.",
    "nagashi_mangan": "Whether a river of terminals and honours is paid as a mangan.",
    "nagashi_win": "Whether nagashi mangan counts as a win: it takes honba and sticks, and moves the deal.",
    "wareme": "Whether the player whose wall was broken pays and receives double for a hand (wareme).",
    "kiriage": "Whether 30 fu 4 han and 60 fu 3 han are rounded up to a mangan.",
    "kazoe_yakuman": "Whether thirteen han make a yakuman; otherwise they are a sanbaiman.",
    "double_yakuman": "Whether suuankou tanki, kokushi 13, pure chuuren and daisuushii count twice.",
    "yakuman_stack": "Whether different yakuman in one hand add up.",
    "two_han_from": 'How many honba there must be for a win to need two han of yaku; "none" for never.',
    "green_needs_hatsu": "Whether ryuuiisou needs a green dragon among its tiles.",
    "local_yaku": "Yaku of this house, each with its name and its han; 13 han are a yakuman.",
    "tenhou_doubles": "Whether at tenhou whichever tile pays most counts as the last.",
    "double_wind_fu": "Fu for a pair of the wind that is both seat and round wind: 2 or 4.",
    "rinshan_fu": "Whether a tsumo on a replacement tile has its two fu.",
    "renhou": "What a ron before the winner's first draw is worth.",
    "four_copies_tenpai": "Whether a wait on a tile of which the player holds all four is tenpai.",
    "kita": "Three players: whether north may be set aside.",
    "north_yakuhai": "Three players: whether three norths are a yaku for everybody.",
    "dead_wall": "Three players: how many tiles the dead wall keeps, 14 or 18.",
    "tsumo_loss": "Three players: whether nobody pays the missing player's share of a tsumo.",
    "unverified": "Fields whose value no source confirms, or whose sources disagree.",
}
"""One sentence for a person for each field, in the order of the rule set."""

HINTS: Final[dict[str, Any]] = get_type_hints(RuleSet)
NAMES: Final = tuple(field.name for field in fields_of(RuleSet))


def wanted(name: str) -> str:
    """What may be written for a field, for a person.

    >>> wanted("ties")
    '"seat_order" or "shared"'
    """
    hint = HINTS[name]
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        return " or ".join(f'"{choice.value}"' for choice in hint)
    return _WANTED[str(hint) if hint not in (int, bool, str) else hint.__name__]


_WANTED = {
    "int": "a whole number",
    "bool": "true or false",
    "str": "a string",
    "int | None": f'a whole number or "{NO_MINIMUM}"',
    "tuple[int, ...]": "a list of whole numbers",
    "tuple[int, int, int]": "a list of three whole numbers",
    "tuple[tuple[int, ...], ...]": "a list of lists of whole numbers",
    "tuple[str, ...]": "a list of strings",
    "tuple[tuple[str, int], ...]": "a list of names, each with a number",
    "frozenset[str]": "a list of strings",
}


@dataclass(frozen=True, slots=True)
class Demand:
    """A condition on a value beyond its type, and what an error says after the field's name if it fails."""

    field: str
    holds: Callable[[RuleSet], bool]
    sentence: str


def broken_demands(rules: RuleSet) -> Iterator[Demand]:
    """The demands that a rule set does not meet."""
    return (demand for demand in DEMANDS if not demand.holds(rules))


def _is_hundreds(points: int) -> bool:
    return 0 <= points <= 10_000_000 and points % 100 == 0


def _is_uma(uma: tuple[int, ...], rules: RuleSet) -> bool:
    return len(uma) == rules.players and sum(uma) == 0


def _is_in_thousands(uma: tuple[Any, ...]) -> bool:
    return all(_is_in_thousands(one) if isinstance(one, tuple) else abs(one) <= MOST_UMA for one in uma)


def _are_local_yaku(yaku: tuple[tuple[str, int], ...]) -> bool:
    names = [name.casefold() for name, _ in yaku]
    return (
        len(yaku) <= MOST_LOCAL_YAKU
        and len(set(names)) == len(names)
        and not _TAKEN & set(names)
        and all(_is_name(name) and 1 <= han <= YAKUMAN_HAN for name, han in yaku)
    )


def _is_name(name: str) -> bool:
    return 0 < len(name) <= LONGEST_YAKU and _is_line(name) and name == name.strip()


def _is_line(text: str) -> bool:
    """Whether all of it is shown on one line; the wide blank of a Japanese keyboard is."""
    return text.replace("\N{IDEOGRAPHIC SPACE}", " ").isprintable()


def _is_shared_by_any_number(points: int, players: int) -> bool:
    """Whether the points split into whole hundreds among any number of the players."""
    return _is_hundreds(points) and all(points % (100 * sharing) == 0 for sharing in range(1, players))


_HUNDREDS: Final = (
    *("start_points", "return_points", "target_points", "chombo_points"),
    *("chip_points", "bust_points", "yakitori_points"),
)

DEMANDS: Final = (
    Demand("players", lambda rules: rules.players in (3, 4), "must be 3 or 4"),
    Demand(
        "name",
        lambda rules: 0 < len(rules.name.strip()) <= 60 and _is_line(rules.name),
        "must be 1 to 60 letters on one line",
    ),
    Demand("rounds", lambda rules: 1 <= rules.rounds <= 4, "must be 1 to 4"),
    *(
        Demand(
            name,
            lambda rules, name=name: _is_hundreds(getattr(rules, name)),  # type: ignore[misc]
            "must be whole hundreds, not below zero",
        )
        for name in _HUNDREDS
    ),
    Demand(
        "penalty_points",
        lambda rules: 0 < rules.penalty_points <= 10_000_000 and rules.penalty_points % 1_000 == 0,
        "must be whole thousands, above zero",
    ),
    Demand(
        "uma",
        lambda rules: _is_uma(rules.uma, rules),
        "must have one number for each player and add up to zero",
    ),
    Demand(
        "uma_by_winners",
        lambda rules: (
            not rules.uma_by_winners
            or (
                len(rules.uma_by_winners) == rules.players + 1
                and all(_is_uma(uma, rules) for uma in rules.uma_by_winners)
            )
        ),
        "must have one row more than there are players, each like uma",
    ),
    *(
        Demand(
            name,
            lambda rules, name=name: _is_in_thousands(getattr(rules, name)),  # type: ignore[misc]
            f"is in thousands: {MOST_UMA:,} at most, up or down",
        )
        for name in ("uma", "uma_by_winners")
    ),
    Demand(
        "oka",
        lambda rules: not rules.oka or rules.return_points >= rules.start_points,
        "needs return_points that are not below start_points",
    ),
    Demand(
        "honba_points",
        lambda rules: (
            _is_hundreds(rules.honba_points) and rules.honba_points % (100 * (rules.players - 1)) == 0
        ),
        "must be hundreds that all other players can share",
    ),
    Demand(
        "noten_points",
        lambda rules: _is_shared_by_any_number(rules.noten_points, rules.players),
        "must be hundreds that any number of players can share",
    ),
    Demand(
        "red_fives",
        lambda rules: all(0 <= number <= 4 for number in rules.red_fives),
        "must be 0 to 4 of each suit",
    ),
    Demand(
        "red_fives",
        lambda rules: rules.players == 4 or rules.red_fives[0] == 0,
        "cannot have a red five of characters with three players, who play without it",
    ),
    Demand("riichi_min_live", lambda rules: 0 <= rules.riichi_min_live <= 70, "must be 0 to 70"),
    Demand(
        "riichi_min_points",
        lambda rules: rules.riichi_min_points is None or _is_hundreds(rules.riichi_min_points),
        f'must be whole hundreds or "{NO_MINIMUM}"',
    ),
    Demand(
        "pao",
        lambda rules: rules.pao <= set(PAO_YAKUMAN),
        f"may only name {', '.join(PAO_YAKUMAN)}",
    ),
    Demand(
        "penalties",
        lambda rules: rules.penalties <= set(PENALTIES),
        f"may only name {', '.join(PENALTIES)}",
    ),
    Demand("double_wind_fu", lambda rules: rules.double_wind_fu in (2, 4), "must be 2 or 4"),
    Demand(
        "two_han_from",
        lambda rules: rules.two_han_from is None or 0 <= rules.two_han_from <= 20,
        f'must be 0 to 20 or "{NO_MINIMUM}"',
    ),
    Demand(
        "local_yaku",
        lambda rules: _are_local_yaku(rules.local_yaku),
        f"must be {MOST_LOCAL_YAKU} names at most, each of 1 to {LONGEST_YAKU} letters on one line, no two "
        f"alike, none that of a usual yaku, each with 1 to {YAKUMAN_HAN} han",
    ),
    Demand(
        "north_yakuhai", lambda rules: not rules.north_yakuhai or rules.players == 3, "is for three players"
    ),
    Demand(
        "dead_wall",
        lambda rules: rules.dead_wall in (DEAD_WALLS if rules.players == 3 else DEAD_WALLS[:1]),
        "must be 14, or 18 with three players",
    ),
    Demand("kita", lambda rules: not rules.kita or rules.players == 3, "is for three players"),
    Demand(
        "unverified",
        lambda rules: set(rules.unverified) <= set(NAMES),
        "may only name fields of a rule set",
    ),
)
