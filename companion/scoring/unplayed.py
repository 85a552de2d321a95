"""Finds what a question about a win names but its rules do not play, so nothing is ignored silently. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from companion.riichi.reasons import Reason
from companion.riichi.ruleset import Renhou, RuleSet, Suukaikan
from companion.riichi.situation import Situation
from companion.riichi.tiles import Tile

_WITH_URA_IN_PLACE = 5
"""How many indicators can be open before the ura positions serve as indicators."""


def unplayed(
    situation: Situation, indicators: Sequence[Tile], ura: Sequence[Tile], rules: RuleSet
) -> tuple[str, str] | None:
    """The stable code and the sentence of the first thing that does not count; None if everything does."""
    in_riichi = situation.riichi or situation.double_riichi
    ura_serve = rules.suukaikan is Suukaikan.URA_POSITIONS and len(indicators) > _WITH_URA_IN_PLACE
    found = (
        (Reason.NO_OPEN_RIICHI.value, Reason.NO_OPEN_RIICHI.sentence, _is_open(situation, rules)),
        ("no_ippatsu", "Ippatsu is not played in these rules.", situation.ippatsu and not rules.ippatsu),
        (
            "no_renhou",
            "Renhou is not played in these rules.",
            situation.renhou and rules.renhou is Renhou.NONE,
        ),
        (
            "no_local_yaku",
            f"This house counts {_own(rules)} besides the usual yaku.",
            not set(situation.local_yaku) <= {name for name, _ in rules.local_yaku},
        ),
        ("no_kan_dora", "A kan adds no dora in these rules.", len(indicators) > 1 and not rules.kan_dora),
        ("no_ura", "Ura dora are not played in these rules.", bool(ura) and not rules.ura),
        ("ura_without_riichi", "Ura are only turned for a winner in riichi.", bool(ura) and not in_riichi),
        ("no_kan_ura", "A kan adds no ura in these rules.", len(ura) > rules.ura_under(len(ura))),
        (
            "ura_serve",
            "The ura positions served as indicators, so no ura count.",
            bool(ura) and ura_serve,
        ),
    )
    return next(((code, f"{rules.name}: {said}") for code, said, holds in found if holds), None)


def _own(rules: RuleSet) -> str:
    return ", ".join(name for name, _ in rules.local_yaku) or "nothing"


def _is_open(situation: Situation, rules: RuleSet) -> bool:
    return situation.open_riichi and not rules.open_riichi
