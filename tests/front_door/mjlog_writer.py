"""Writes a game in which every tile is known as mjlog XML, so that tests have files of that format.

The product only reads mjlog. This is written from the format's description and knows nothing of the
reader: tiles are numbers 0 to 135, a call is a bit field, points are in hundreds.
"""

from collections import defaultdict
from urllib.parse import quote
from xml.sax.saxutils import quoteattr

from companion.haifu.payments import Paid, paid
from companion.haifu.record import Record, RecordedHand
from companion.riichi import facts as f
from companion.riichi.tiles import Tile
from companion.riichi.yaku import YAKU

DRAWS, DISCARDS = "TUVW", "DEFG"
RED = {"0m": 16, "0p": 52, "0s": 88}
DRAWN_GAMES = {
    f.RyuukyokuKind.KYUUSHU_KYUUHAI: "yao9",
    f.RyuukyokuKind.SUUFON_RENDA: "kaze4",
    f.RyuukyokuKind.SUUCHA_RIICHI: "reach4",
    f.RyuukyokuKind.SUUKAIKAN: "kan4",
    f.RyuukyokuKind.SANCHAHOU: "ron3",
    f.RyuukyokuKind.NAGASHI_MANGAN: "nm",
}


def write_mjlog(record: Record) -> str:
    rules = record.rules
    kind = 0x01 | (0x08 if rules.rounds == 2 else 0) | (0x10 if rules.players == 3 else 0)
    names = {f"n{seat}": quote(name) for seat, name in enumerate(record.names)}
    tags = [_tag("SHUFFLE", seed=""), _tag("GO", type=kind), _tag("UN", **names), _tag("TAIKYOKU", oya=0)]
    for place, hand in enumerate(record.hands):
        tags += _Hand(hand, record, is_last=place == len(record.hands) - 1).tags()
    return '<mjloggm ver="2.3">' + "".join(tags) + "</mjloggm>"


def _tag(tag: str, **attributes: object) -> str:
    return (
        f"<{tag}" + "".join(f" {name}={quoteattr(str(value))}" for name, value in attributes.items()) + "/>"
    )


def _list(numbers) -> str:
    return ",".join(str(number) for number in numbers)


def _numbered(value: f.HandValue) -> list[int]:
    """Yaku by number, each with its han; norths set aside are dora like the others."""
    han = dict(value.yaku)
    if norths := han.pop("nuki_dora", 0):
        han["dora"] = han.get("dora", 0) + norths
    return [number for name in han for number in (YAKU.index(name), han[name])]


class _Hand:
    """One hand: which of the four copies each tile is, and the tags."""

    def __init__(self, hand: RecordedHand, record: Record, *, is_last: bool) -> None:
        self.hand, self.record, self.is_last = hand, record, is_last
        self.players = record.rules.players
        self.free: dict[str, list[int]] = defaultdict(list)
        for number in range(136):
            kind, suit = number // 4, "mpsz"[number // 36]
            red = next((text for text, at in RED.items() if at == number), None)
            self.free[red or f"{kind % 9 + 1}{suit}"].append(number)
        self.held: list[list[int]] = [[], [], [], []]
        self.face: dict[int, str] = {}
        self.drawn: dict[int, int] = {}
        self.pons: dict[tuple[int, int], tuple[list[int], int, int]] = {}
        self.indicators: list[int] = []
        self.offered = -1
        self.points: tuple[int, ...] = ()
        self.wins = 0

    def tags(self) -> list[str]:
        return [tag for placed in self.hand.facts if (tag := self._written(placed.fact))]

    def _new(self, tile: Tile) -> int:
        number = self.free[tile.text].pop(0)
        self.face[number] = tile.text
        return number

    def _own(self, seat: int, tile: Tile, *, but: int = -1) -> int:
        number = next(n for n in self.held[seat] if self.face[n] == tile.text and n != but)
        self.held[seat].remove(number)
        return number

    def _written(self, fact: f.Fact) -> str:
        match fact:
            case f.KyokuStarted():
                return self._init(fact)
            case f.Drawn(seat, tile) | f.RinshanDrawn(seat, tile):
                self.drawn[seat] = number = self._new(tile)
                self.held[seat].append(number)
                return f"<{DRAWS[seat]}{number}/>"
            case f.Discarded(seat, tile, tsumogiri):
                return self._discard(seat, tile, is_drawn=tsumogiri)
            case f.RiichiDeclared(seat):
                return _tag("REACH", who=seat, step=1)
            case f.RiichiAccepted(seat):
                self.points = tuple(p - 1000 * (s == seat) for s, p in enumerate(self.points))
                return _tag("REACH", who=seat, ten=_list(p // 100 for p in self.points), step=2)
            case f.IndicatorRevealed(tile):
                self.indicators.append(self._new(tile))
                return _tag("DORA", hai=self.indicators[-1])
            case f.Won():
                return self._agari(fact)
            case f.Ryuukyoku():
                return self._ryuukyoku(fact)
            case f.KyokuEnded():
                return ""
            case _:
                return _tag("N", who=fact.seat, m=self._call(fact))

    def _init(self, start: f.KyokuStarted) -> str:
        self.points = start.points
        self.indicators = [self._new(start.indicator)]
        for seat in range(self.players):
            self.held[seat] = [self._new(tile) for tile in start.hands[seat]]
        kyoku = start.round_wind * 4 + start.dealer
        seed = _list((kyoku, start.honba, start.kyoutaku, 0, 0, self.indicators[0]))
        hands = {f"hai{seat}": _list(self.held[seat]) for seat in range(4)}
        points = [point // 100 for point in (*start.points, 0)[:4]]
        return _tag("INIT", seed=seed, ten=_list(points), oya=start.dealer, **hands)

    def _discard(self, seat: int, tile: Tile, *, is_drawn: bool) -> str:
        drawn = self.drawn.pop(seat, -1)
        if is_drawn:
            self.held[seat].remove(drawn)
        self.offered = drawn if is_drawn else self._own(seat, tile, but=drawn)
        return f"<{DISCARDS[seat]}{self.offered}/>"

    def _call(self, call) -> int:
        seat = call.seat
        match call:
            case f.KitaDeclared():
                return self._own(seat, Tile("4z")) << 8 | 32
            case f.AnkanDeclared(_, tiles):
                first, *_ = [self._own(seat, tile) for tile in tiles]
                return first << 8
            case f.KakanDeclared(_, tile):
                number = self._own(seat, tile)
                three, called, giver = self.pons[seat, number // 4]
                return number // 4 * 3 + three.index(called) << 9 | number % 4 << 5 | 16 | giver
            case f.ChiCalled():
                return self._chi(call)
        own = [self._own(seat, tile) for tile in call.own]
        giver = (call.giver - seat) % 4
        if isinstance(call, f.DaiminkanCalled):
            return self.offered << 8 | giver
        three = sorted((*own, self.offered))
        kind = self.offered // 4
        fourth = next(n for n in range(4 * kind, 4 * kind + 4) if n not in three)
        self.pons[seat, kind] = three, self.offered, giver
        return kind * 3 + three.index(self.offered) << 9 | fourth % 4 << 5 | 8 | giver

    def _chi(self, call: f.ChiCalled) -> int:
        three = sorted((*(self._own(call.seat, tile) for tile in call.own), self.offered))
        lowest = three[0] // 4
        pattern = lowest // 9 * 7 + lowest % 9
        copies = sum(number % 4 << 3 + 2 * step for step, number in enumerate(three))
        return pattern * 3 + three.index(self.offered) << 10 | copies | 4 | 3

    def _agari(self, win: f.Won) -> str:
        result = paid(self.hand, self.record.rules)
        machi = self.drawn[win.seat] if win.by is f.WinBy.TSUMO else self.offered
        hand = sorted({*self.held[win.seat], machi})
        value = win.value
        said = {
            "hai": _list(hand),
            "machi": machi,
            "ten": f"{0 if value.yakuman else value.fu},{result.of_hands[self.wins]},0",
            "doraHai": _list(self.indicators),
        }
        if value.yakuman:
            said["yakuman"] = _list(YAKU.index(name) for name, _ in value.yaku)
        else:
            said["yaku"] = _list(_numbered(value))
        if win.ura:
            said["doraHaiUra"] = _list(self._new(tile) for tile in win.ura)
        moved = result.by_win[self.wins]
        self.wins += 1
        is_last_win = self.wins == len(result.by_win)
        said |= {"who": win.seat, "fromWho": win.giver, "sc": self._scores(moved)}
        return _tag("AGARI", **said, **(self._end(result) if is_last_win else {}))

    def _ryuukyoku(self, draw: f.Ryuukyoku) -> str:
        result = paid(self.hand, self.record.rules)
        shown = {f"hai{seat}": _list(self.held[seat]) for seat in (*draw.tenpai, draw.by) if seat is not None}
        kind = {"type": DRAWN_GAMES[draw.kind]} if draw.kind in DRAWN_GAMES else {}
        return _tag("RYUUKYOKU", **kind, **shown, sc=self._scores(result.deltas), **self._end(result))

    def _scores(self, moved: tuple[int, ...]) -> str:
        before, self.points = self.points, tuple(p + d for p, d in zip(self.points, moved, strict=True))
        pairs = [*zip(before, moved, strict=True), (0, 0)][:4]
        return _list(number // 100 for pair in pairs for number in pair)

    def _end(self, result: Paid) -> dict[str, str]:
        final = self.record.final
        if not self.is_last or final is None:
            return {}
        pairs = zip(final.points, final.scores, strict=True)
        return {"owari": _list(part for points, score in pairs for part in (points // 100, f"{score:.1f}"))}
