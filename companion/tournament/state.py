"""A tournament as one frozen value: who plays, who sits where, what has begun. `folding` changes it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from companion.person_names import same_name
from companion.player_clock import OFF, ClockRules
from companion.riichi.presets import HOUSE
from companion.riichi.ruleset import RuleSet, TimeLimit
from companion.tournament.changes import CutMade, PenaltyGiven, Seats, TieBreak
from companion.tournament.clock import RoundClock

__all__ = ["SEATS", "Player", "Round", "Tournament"]

SEATS: Final = 4
"""A tournament is played by four at each table."""


@dataclass(frozen=True, slots=True)
class Player:
    """Somebody who takes part."""

    number: int
    """From 1, in the order in which people were entered; it stays."""
    name: str
    team: str = ""
    is_substitute: bool = False
    is_away: bool = False
    """Has left: is not seated in rounds that have not begun."""
    table: int = 0
    """Where this player always sits; 0: anywhere."""


@dataclass(frozen=True, slots=True)
class Round:
    """One round: who sits where and, once it has begun, its clock and what was said about its results."""

    tables: tuple[Seats, ...]
    clock: RoundClock | None = None
    """None before the round begins."""
    companions: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    """By table: the companions that have followed it in this round, the present one last."""
    newest: Mapping[str, int] = field(default_factory=dict)
    """By companion: the newest game before this round; those after it may belong to the round."""
    settled: frozenset[tuple[int, int]] = frozenset()
    """Table and seat where the organiser has said who sat there; this overrides what the table says."""
    typed: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    """By table: the final points that the organiser has typed, by seat; they count instead of any game."""
    chosen: Mapping[int, tuple[str, int]] = field(default_factory=dict)
    """By table: the companion and the game that the organiser has chosen; no other table takes it by itself.

    A choice removes typed points; points that are typed later count instead, and the choice is kept.
    """

    @property
    def has_begun(self) -> bool:
        """Whether it was started."""
        return self.clock is not None

    def place_of(self, player: int) -> tuple[int, int] | None:
        """The table (from 1) and the seat (0 is east) of a player; None for a bye.

        >>> Round(((1, 2, 3, 4), (5, 6, 7, 8))).place_of(7)
        (2, 2)
        """
        return next(
            ((table, seats.index(player)) for table, seats in enumerate(self.tables, 1) if player in seats),
            None,
        )


@dataclass(frozen=True, slots=True)
class Tournament:
    """A tournament as it stands after all that the organiser has said."""

    revision: int = 0
    """The number of the newest change; it grows with every change, and with every undo."""
    title: str = ""
    rules: RuleSet = HOUSE
    tie_break: TieBreak = TieBreak.NONE
    length: int = 0
    """How many rounds are played; 0: nobody has said yet."""
    minutes: int = 0
    """How long a round lasts; 0: there is no time limit."""
    then: TimeLimit = TimeLimit.NONE
    clock: ClockRules = OFF
    """How much time each player has to think; off unless somebody has said so."""
    players: tuple[Player, ...] = ()
    earlier_names: Mapping[str, frozenset[int]] = field(default_factory=dict)
    """For a name, as names are compared, the players who were called so before: games still name them."""
    companions: Mapping[int, str] = field(default_factory=dict)
    """By table: the id of the companion that follows it."""
    rounds: tuple[Round, ...] = ()
    """The rounds that have begun, then those that are only seated."""
    former: tuple[tuple[Seats, ...], ...] = ()
    """Of rounds to be seated again, because people changed or a cut was made: the seats before."""
    penalties: tuple[PenaltyGiven, ...] = ()
    """Each with the round in whose total it counts; one given after a cut counts in a round after the cut."""
    cut: CutMade | None = None
    could_go_on: frozenset[int] = frozenset()
    """When the cut was made: everybody but substitutes and those who had left."""
    penalties_before_cut: tuple[PenaltyGiven, ...] = ()

    @property
    def begun(self) -> int:
        """How many rounds have begun; the last of them is the one being played."""
        return sum(each.has_begun for each in self.rounds)

    @property
    def has_to_seat(self) -> bool:
        """Whether nobody is seated in the next round: people changed, or a cut or more rounds came."""
        return len(self.rounds) == self.begun < self.length

    @property
    def current(self) -> Round | None:
        """The round being played, or the last one played; None before the first begins."""
        return self.rounds[self.begun - 1] if self.begun else None

    @property
    def active(self) -> tuple[Player, ...]:
        """Who can be seated in the rounds to come, substitutes among them."""
        left = self.cut.players if self.cut else None
        return tuple(
            one
            for one in self.players
            if not one.is_away and (left is None or one.is_substitute or one.number in left)
        )

    def has_companion(self, companion: str) -> bool:
        """Whether a companion follows a table now, or did in some round."""
        followed = {one for each in self.rounds for mine in each.companions.values() for one in mine}
        return companion in {*self.companions.values(), *followed}

    def player(self, number: int) -> Player | None:
        """A player by number; None where there is none."""
        return self.players[number - 1] if 1 <= number <= len(self.players) else None

    def called(self, name: str) -> Player | None:
        """A player by name, however it is typed; None where nobody has this name."""
        return self.by_name.get(name) or self.by_name.get(same_name(name))

    @property
    def by_name(self) -> dict[str, Player]:
        """Every player by name, as it is and as names are compared: in an old file two may look alike."""
        alike = {same_name(one.name): one for one in reversed(self.players)}
        return alike | {one.name: one for one in self.players}

    @property
    def by_name_ever(self) -> dict[str, Player]:
        """Every player by name, and by an earlier name that is now nobody's and was only theirs."""
        alone = {name: min(mine) for name, mine in self.earlier_names.items() if len(mine) == 1}
        earlier = {name: one for name, number in alone.items() if (one := self.player(number))}
        return earlier | self.by_name

    def are_seated(self, names: Collection[str], seats: Seats) -> bool:
        """Whether these names, as they are compared, are those of the players at these seats, or were."""
        known = [self.known_as(one) for one in seats]
        return all(not one.isdisjoint(names) for one in known) and frozenset().union(*known).issuperset(names)

    def known_as(self, number: int) -> frozenset[str]:
        """The names of a player, as they are compared: today's, and earlier ones of theirs alone."""
        others = {same_name(one.name) for one in self.players if one.number != number}
        earlier = {name for name, mine in self.earlier_names.items() if mine == {number}}
        return frozenset((same_name(self.name(number)), *(earlier - others)))

    def with_cut(self, cut: CutMade) -> Tournament:
        """The tournament in which only these players go on."""
        there = frozenset(one.number for one in self.players if not (one.is_away or one.is_substitute))
        return replace(self, cut=cut, could_go_on=there, penalties_before_cut=self.penalties)

    def with_earlier_name(self, player: Player) -> Tournament:
        """The tournament which remembers what somebody was called until now."""
        name = same_name(player.name)
        whose = self.earlier_names.get(name, frozenset()) | {player.number}
        return replace(self, earlier_names={**self.earlier_names, name: whose})

    def name(self, number: int) -> str:
        """What a player is called; `?` where nobody has this number."""
        found = self.player(number)
        return found.name if found else "?"
