"""What happens at a table, told in sentences: `W pons 5m`, `E draws`, `N rons worth 3/40`.

One sentence makes one fact. `nobody follows` the turns until `W follows with 41`: W draws next and 41
tiles are left. Who discarded, which tiles of the player's own hand lie in a meld and what a
winner holds are taken from the table where the sentence does not say it.
"""

import re
from collections.abc import Iterator

from companion.riichi import facts as f
from companion.riichi.kyoku import Kyoku
from companion.riichi.seats import SEATS, Seat
from companion.riichi.tiles import Tile, parse_tiles

LETTERS = "ESWN"


def sentences_in(script: str) -> Iterator[str]:
    """The sentences of a script: a comma, a semicolon or a new line ends one."""
    return (sentence.strip() for sentence in re.split(r"[,;\n]", script) if sentence.strip())


def fact_of(kyoku: Kyoku, sentence: str) -> f.KyokuFact:
    """The fact that a sentence tells at this table."""
    if sentence == "time":
        return f.TimeCalled()
    if sentence == "dealer stops":
        return f.DealerStopped()
    who, verb, *rest = sentence.split()
    if who == "dora":
        return f.IndicatorRevealed(_tile(verb))
    if who == "nobody":
        return f.PlayUnfollowed()
    if who == "ends":
        return _ryuukyoku(verb, rest)
    seat = _seat(who)
    said = _Said(kyoku, seat, rest)
    return _VERBS[verb](said)


def _seat(letter: str) -> Seat:
    return SEATS[LETTERS.index(letter)]


def _tile(text: str) -> Tile | None:
    return None if text == "?" else Tile(text)


class _Said:
    """The words after the verb: a tile first, then pairs such as `with 23m` or `from E`."""

    def __init__(self, kyoku: Kyoku, seat: Seat, words: list[str]) -> None:
        self.kyoku = kyoku
        self.seat = seat
        self.tile = _tile(words.pop(0)) if words and re.fullmatch(r"\?|\d[mpsz]", words[0]) else None
        self.tiles = words.pop(0) if words and re.fullmatch(r"[0-9mpsz]+", words[0]) else None
        self.more = dict(zip(words[::2], words[1::2], strict=True))

    @property
    def giver(self) -> Seat | None:
        if self.more.get("from") == "nobody":
            return None
        if "from" in self.more:
            return _seat(self.more["from"])
        return self.kyoku.offer.seat if self.kyoku.offer else self.seat

    @property
    def giver_or_all(self) -> Seat | None:
        return _seat(self.more["from"]) if "from" in self.more else None

    def own(self, count: int) -> tuple[Tile | None, ...]:
        if "with" in self.more:
            return tuple(None if text == "?" else Tile(text) for text in _split(self.more["with"]))
        return (self.tile,) * count


def _split(text: str) -> list[str]:
    return list(text) if set(text) == {"?"} else [tile.text for tile in parse_tiles(text)]


def _discarded(said: _Said) -> f.Discarded:
    tsumogiri = {"hand": False, "draw": True}.get(said.more.get("from", ""))
    return f.Discarded(said.seat, said.tile, tsumogiri)


def _closed(said: _Said) -> f.AnkanDeclared:
    tiles = parse_tiles(said.tiles) if said.tiles else (said.tile,) * 4
    return f.AnkanDeclared(said.seat, tiles)


def _won(by: f.WinBy):
    def won(said: _Said) -> f.Won:
        return _win(said, by)

    return won


def _win(said: _Said, by: f.WinBy) -> f.Won:
    kyoku, player = said.kyoku, said.kyoku.players[said.seat]
    is_ron = by is f.WinBy.RON
    tile = said.tile or ((kyoku.offer.tile if kyoku.offer else None) if is_ron else player.drawn)
    hand = player.known_hand
    if hand is not None and not is_ron:
        hand = hand[:-1]
    if "showing" in said.more:
        hand = parse_tiles(said.more["showing"])
    giver = said.giver if is_ron or "from" in said.more else said.seat
    liable = _seat(said.more["liable"]) if "liable" in said.more else None
    value = _value(said.more.get("worth"))
    return f.Won(said.seat, by, giver, tile, hand, value=value, liable=liable)


def _value(text: str | None) -> f.HandValue | None:
    """`3/40` is 3 han 40 fu; `daisangen` or `daisangen+tsuuiisou` are yakuman."""
    if text is None:
        return None
    if text[0].isdigit():
        han, fu = map(int, text.split("/"))
        return f.HandValue(han, fu)
    names = text.split("+")
    return f.HandValue(0, 0, len(names), tuple((name, 13) for name in names))


def _ryuukyoku(kind: str, words: list[str]) -> f.Ryuukyoku:
    more = dict(zip(words[::2], words[1::2], strict=True))
    return f.Ryuukyoku(
        f.RyuukyokuKind(kind),
        tenpai=tuple(map(_seat, more.get("tenpai", ""))),
        nagashi=tuple(map(_seat, more.get("nagashi", ""))),
        by=_seat(more["by"]) if "by" in more else None,
        hands=(parse_tiles(more["hand"]), None, None, None) if "hand" in more else (None,) * 4,
    )


_VERBS = {
    "draws": lambda said: f.Drawn(said.seat, said.tile),
    "replaces": lambda said: f.RinshanDrawn(said.seat, said.tile),
    "discards": _discarded,
    "chis": lambda said: f.ChiCalled(said.seat, said.tile, said.own(2)),
    "pons": lambda said: f.PonCalled(said.seat, said.giver, said.tile, said.own(2)),
    "kans": lambda said: f.DaiminkanCalled(said.seat, said.giver, said.tile, said.own(3)),
    "adds": lambda said: f.KakanDeclared(said.seat, said.tile),
    "closes": _closed,
    "kita": lambda said: f.KitaDeclared(said.seat),
    "riichi": lambda said: f.RiichiDeclared(said.seat),
    "open-riichi": lambda said: f.RiichiDeclared(said.seat, is_open=True),
    "pays": lambda said: f.RiichiAccepted(said.seat),
    "rons": _won(f.WinBy.RON),
    "tsumos": _won(f.WinBy.TSUMO),
    "chombo": lambda said: f.Chombo(said.seat),
    "dies": lambda said: f.HandDied(said.seat),
    "breaks": lambda said: f.WallBroken(said.seat),
    "gets": lambda said: f.ChipsTaken(said.seat, said.giver_or_all, int(said.more["chips"])),
    "penalty": lambda said: f.PenaltyGiven(said.seat, int(said.more["of"])),
    "follows": lambda said: f.PlayFollowed(said.seat, int(said.more["with"])),
}
