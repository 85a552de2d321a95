"""An evening told to the scribe piece by piece: what is seen, what is pressed, what is answered."""

from dataclasses import replace

from companion.evidence import Said
from companion.evidence.sights import SeenTile, TableSeen
from companion.riichi import facts as f
from companion.riichi.apply import apply
from companion.riichi.calls import Action
from companion.riichi.kyoku import Kyoku
from companion.riichi.seats import SEATS
from companion.scribe import Answered, Mind, Pressed, Ticked, Trust, consider
from tests.toolbox.sightings import visible
from tests.toolbox.tables import play, table

E, S, W, N = SEATS
SECOND = 1_000_000_000
UNSEEN = (f.Drawn, f.RinshanDrawn, f.RiichiAccepted)


class Evening:
    """A table at which things are seen and pressed, and what the scribe has told of it."""

    def __init__(self, begun: Kyoku | None = None, trust: Trust | None = None) -> None:
        self.begun = begun or table()
        self.trust = trust or Trust()
        self.mind = Mind()
        self.told: tuple[f.KyokuFact, ...] = ()
        self.questions = ()
        self.at_ns = 0

    @property
    def kyoku(self) -> Kyoku:
        kyoku = self.begun
        for fact in self.told:
            kyoku = apply(kyoku, fact)  # raises where the scribe told something unlawful
        return kyoku

    def hears(self, evidence) -> int:
        """One piece of evidence; how many facts were taken back."""
        verdict = consider(self.mind, self.begun, self.told, evidence, self.trust)
        self.mind, self.questions = verdict.mind, verdict.questions
        self.told = (*self.told[: len(self.told) - verdict.takes_back], *verdict.facts)
        assert self.kyoku is not None
        return verdict.takes_back

    def sees(self, seen: TableSeen | str, after: int = 3) -> int:
        """A sighting some seconds later: of a table that a script leads to, or as it is given."""
        self.at_ns += after * SECOND
        if isinstance(seen, str):
            seen = visible(play(self.begun, seen))
        return self.hears(replace(seen, at_ns=self.at_ns))

    def waits(self, seconds: int) -> None:
        for _ in range(4 * seconds):
            self.at_ns += SECOND // 4
            self.hears(Ticked(self.at_ns, None))

    def presses(self, seat, action: Action, **more) -> None:
        self.hears(Pressed(Said(seat, action, **more), self.at_ns))

    def answers(self, choice: int) -> None:
        self.hears(Answered(self.questions[0].number, choice, self.at_ns))

    def story(self) -> list[str]:
        """What was told, without what nobody sees."""
        return [_words(fact) for fact in self.told if not isinstance(fact, UNSEEN)]


def _words(fact: f.KyokuFact) -> str:
    who = "ESWN"[fact.seat] + " " if hasattr(fact, "seat") else ""
    tile = getattr(fact, "tile", None)
    return f"{who}{type(fact).__name__} {tile.text if tile else ''}".strip()


def seen_of(script: str, begun: Kyoku | None = None) -> TableSeen:
    return visible(play(begun or table(), script))


def with_river(seen: TableSeen, seat, *tiles: SeenTile) -> TableSeen:
    """The same sighting with other tiles at the end of a river."""
    seats = list(seen.seats)
    river = seats[seat].river[: len(seats[seat].river) - len(tiles)]
    seats[seat] = replace(seats[seat], river=(*river, *tiles))
    return replace(seen, seats=tuple(seats))
