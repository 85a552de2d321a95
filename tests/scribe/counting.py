"""A scribe that hears only what everybody at a table hears and sees, and compares what can be counted."""

from companion.evidence import Said
from companion.evidence.taps import told
from companion.riichi import facts as f
from companion.riichi.calls import Action
from companion.riichi.hanchan import Hanchan, apply_to_hanchan
from companion.riichi.kyoku import Kyoku
from companion.riichi.settlement import settle
from companion.riichi.unseen import completed

UNSEEN = (f.Drawn, f.RinshanDrawn, f.RiichiAccepted)
"""What nobody tells when turns are counted by taps."""
CALLS = {
    f.ChiCalled: Action.CHI,
    f.PonCalled: Action.PON,
    f.DaiminkanCalled: Action.DAIMINKAN,
    f.KakanDeclared: Action.KAKAN,
    f.AnkanDeclared: Action.ANKAN,
    f.KitaDeclared: Action.KITA,
}


class Scribe:
    """Follows a table by taps; each time it compares what can be counted."""

    def __init__(self, hanchan: Hanchan, *, sees_tiles: bool) -> None:
        self.hanchan = hanchan
        self.sees_tiles = sees_tiles
        self.is_in_riichi_tap = False
        self.compared = 0

    def hear(self, before: Hanchan, fact: f.Fact, after: Hanchan) -> None:
        if isinstance(fact, f.KyokuStarted):
            self.is_in_riichi_tap = False  # a chombo may have come between the word and the discard
            self.hanchan = apply_to_hanchan(self.hanchan, f.KyokuStarted(**_public(fact)))
        elif isinstance(fact, f.KyokuEnded):
            self.hanchan = apply_to_hanchan(self.hanchan, fact)
            assert self.hanchan.next_deal == after.next_deal or not self.sees_who_is_liable(before.kyoku)
        elif isinstance(fact, f.RiichiDeclared):
            self.is_in_riichi_tap = True
        elif not isinstance(fact, UNSEEN):
            if self.is_late(before.kyoku, fact):
                self.say(f.RiichiAccepted(fact.giver))
            self.say(fact)
            self.compare(after.kyoku)

    def is_late(self, true: Kyoku, fact: f.KyokuFact) -> bool:
        """Whether somebody says ron when the riichi stick lies on the table already."""
        if not isinstance(fact, f.Won) or fact.by is f.WinBy.TSUMO:
            return False
        riichi = [kyoku.players[fact.giver].riichi for kyoku in (true, self.hanchan.kyoku)]
        return None not in riichi and riichi[0].is_accepted and not riichi[1].is_accepted

    def say(self, fact: f.KyokuFact) -> None:
        kyoku = self.hanchan.kyoku
        for each in self.facts_of(kyoku, fact):
            self.hanchan = apply_to_hanchan(self.hanchan, each)

    def facts_of(self, kyoku: Kyoku, fact: f.KyokuFact) -> tuple[f.KyokuFact, ...]:
        if isinstance(fact, f.Discarded):
            action = Action.RIICHI if self.is_in_riichi_tap else Action.DISCARD
            self.is_in_riichi_tap = False
            return told(kyoku, Said(fact.seat, action, self.seen(fact.tile)))
        if type(fact) in CALLS:
            return told(kyoku, Said(fact.seat, CALLS[type(fact)], self.seen(_tile(fact))))
        return completed(kyoku, fact)

    def seen(self, tile):
        return tile if self.sees_tiles else None

    def sees_who_is_liable(self, true: Kyoku) -> bool:
        """A yakuman laid open can be told by its tiles alone (包)."""
        return self.sees_tiles or not any(player.pao for player in true.players)

    def compare(self, true: Kyoku) -> None:
        mine = self.hanchan.kyoku
        # Whose mistake it was is said at any moment, and nobody then tells whether a tile was drawn.
        assert true.chombo is not None or counts(mine) == counts(true)
        assert (mine.phase, mine.turn) == (true.phase, true.turn)
        assert (mine.points, mine.kyoutaku) == (true.points, true.kyoutaku)
        if true.is_over and self.sees_who_is_liable(true):
            assert settle(mine) == settle(true)
        self.compared += 1


def _public(fact: f.KyokuStarted) -> dict:
    kept = ("round_wind", "dealer", "honba", "kyoutaku", "points", "indicator")
    return {name: getattr(fact, name) for name in kept}


def _tile(fact: f.KyokuFact):
    if isinstance(fact, f.AnkanDeclared):
        return fact.tiles[0]
    return getattr(fact, "tile", None)


def counts(kyoku: Kyoku) -> tuple:
    wall = kyoku.wall
    return (
        (wall.live, wall.replacements_left, wall.kans, wall.owed_now, wall.owed_later),
        tuple(len(player.hand) for player in kyoku.players),
        tuple(len(player.discards) for player in kyoku.players),
        tuple(len(player.melds) + player.kita for player in kyoku.players),
        tuple(player.in_riichi for player in kyoku.players),
    )
