"""Reads Tenhou's mjlog XML: one game, text in, `Record` out.

Tiles are numbers 0 to 135, kind = number // 4; 16, 52 and 88 are the red fives. `T U V W` with a
number are draws of seats 0 to 3, `D E F G` discards, `N` a call in a bit field; `DORA` marks where
an indicator is turned.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from urllib.parse import unquote
from xml.parsers import expat

from companion.haifu.limits import DEEPEST_TAG
from companion.haifu.mjlog_melds import brings_replacement, decode_call
from companion.haifu.mjlog_results import read_agari, read_ryuukyoku
from companion.haifu.mjlog_state import Attributes, Reading, numbers_in, place_in
from companion.haifu.record import (
    Format,
    HandClaim,
    PlacedFact,
    ReadingFailure,
    Record,
    RecordedHand,
    Unreadable,
)
from companion.riichi.facts import (
    AnkanDeclared,
    ChiCalled,
    DaiminkanCalled,
    Discarded,
    Drawn,
    IndicatorRevealed,
    KakanDeclared,
    KitaDeclared,
    KyokuEnded,
    KyokuStarted,
    PonCalled,
    RiichiDeclared,
    RinshanDrawn,
)
from companion.riichi.presets import TENHOU, TENHOU_3P
from companion.riichi.seats import SEATS, Seat, Wind

_DRAWS = {"T": 0, "U": 1, "V": 2, "W": 3}
_DISCARDS = {"D": 0, "E": 1, "F": 2, "G": 3}
# Bits of the attribute `type` of the tag GO.
_NO_RED, _NO_OPEN_TANYAO, _HANCHAN, _THREE = 0x02, 0x04, 0x08, 0x10


def read_mjlog(text: str, name: str) -> Record:
    """Read one mjlog. Never raises for its content: see `Record.failure`."""
    reading = Reading()
    failure: ReadingFailure | None = None
    try:
        for reading.event, (tag, attributes) in enumerate(_tags(text), 1):
            _read_tag(reading, tag, attributes)
        if not reading.hands and not reading.facts:
            raise Unreadable("there is no hand in this record")
    except (Unreadable, expat.ExpatError, LookupError, ValueError, OverflowError) as error:
        failure = ReadingFailure(_sentence(error), len(reading.hands) + bool(reading.facts), reading.event)
    _close_hand(reading)
    return Record(
        name,
        Format.MJLOG,
        reading.rules,
        reading.names,
        tuple(reading.hands),
        reading.final,
        failure,
        # Only the attribute `owari` of the last hand says that the game is over.
        is_cut_off=reading.final is None,
    )


def _sentence(error: Exception) -> str:
    if isinstance(error, Unreadable):
        return str(error)
    if isinstance(error, expat.ExpatError):
        return f"the XML breaks off or is damaged ({error})"
    if isinstance(error, KeyError):
        return f"the attribute {error} is missing"
    return f"a value cannot be read ({error})"


def _tags(text: str) -> Iterator[tuple[str, Attributes]]:
    """All tags in order, without building a tree; if the text is damaged, first those before the damage."""
    page = _Page()
    for start in range(0, len(text), 65_536):
        yield from page.read(text[start : start + 65_536])
    yield from page.read("", is_end=True)


class _Page:
    """An XML text while it is read: it keeps only the tags that have not been taken yet."""

    def __init__(self) -> None:
        self._tags: list[tuple[str, Attributes]] = []
        self._depth = 0
        self._parser = expat.ParserCreate()
        self._parser.StartElementHandler = self._open
        self._parser.EndElementHandler = self._close
        self._parser.StartDoctypeDeclHandler = self._refuse_doctype

    def read(self, text: str, *, is_end: bool = False) -> Iterator[tuple[str, Attributes]]:
        """The tags that begin in this piece. Raises ExpatError, Unreadable: after the last sound one."""
        damage: Exception | None = None
        try:
            self._parser.Parse(text, is_end)
        except (expat.ExpatError, Unreadable) as error:
            damage = error
        tags, self._tags = self._tags, []
        yield from tags
        if damage is not None:
            raise damage

    def _open(self, tag: str, attributes: Attributes) -> None:
        self._depth += 1
        if self._depth > DEEPEST_TAG:
            raise Unreadable("its tags are nested too deeply for an mjlog")
        self._tags.append((tag, attributes))

    def _close(self, _: str) -> None:
        self._depth -= 1

    def _refuse_doctype(self, *_: object) -> None:
        # Only a DOCTYPE can define entities that expand to huge texts or to files of this machine.
        raise Unreadable("it has a DOCTYPE, which no mjlog has")


def _read_tag(reading: Reading, tag: str, attributes: Attributes) -> None:
    special = _READERS.get(tag)
    if special is not None:
        special(reading, attributes)
    elif tag[0] in _DRAWS and tag[1:].isdigit():
        _read_draw(reading, _DRAWS[tag[0]], int(tag[1:]))
    elif tag[0] in _DISCARDS and tag[1:].isdigit():
        _read_discard(reading, _DISCARDS[tag[0]], int(tag[1:]))
    elif reading.event == 1:
        raise Unreadable(f"this is not an mjlog: it begins with <{tag}>")


def _read_root(reading: Reading, attributes: Attributes) -> None:
    """Skip the root tag and tags that say nothing about the play."""


def _read_go(reading: Reading, attributes: Attributes) -> None:
    kind = int(attributes.get("type", "9"))
    rules = TENHOU_3P if kind & _THREE else TENHOU
    reading.rules = replace(
        rules,
        rounds=2 if kind & _HANCHAN else 1,
        red_fives=(0, 0, 0) if kind & _NO_RED else rules.red_fives,
        open_tanyao=not kind & _NO_OPEN_TANYAO,
    )


def _read_names(reading: Reading, attributes: Attributes) -> None:
    if not reading.names:  # a later UN means that somebody came back
        reading.names = tuple(
            unquote(attributes.get(f"n{seat}", "")) for seat in range(reading.rules.players)
        )


def _read_init(reading: Reading, attributes: Attributes) -> None:
    _close_hand(reading)
    kyoku, honba, sticks, _, _, indicator = numbers_in(attributes["seed"])
    players = reading.rules.players
    hands = tuple(
        tuple(reading.tile(number) for number in numbers_in(attributes[f"hai{seat}"]))
        for seat in range(players)
    )
    reading.nagashi = set(range(players))
    reading.drawn, reading.riichi_of, reading.replacement_for, reading.is_ended = {}, None, None, False
    reading.add(
        KyokuStarted(
            round_wind=Wind(kyoku // 4 % 4),
            dealer=Seat(int(attributes["oya"])),
            honba=honba,
            kyoutaku=sticks,
            points=tuple(100 * ten for ten in numbers_in(attributes["ten"])[:players]),
            indicator=reading.tile(indicator),
            hands=hands,
        )
    )


def _close_hand(reading: Reading) -> None:
    if not reading.facts:
        return
    if reading.is_ended:
        reading.facts.append(PlacedFact(KyokuEnded(), reading.facts[-1].event))
    reading.hands.append(RecordedHand(tuple(reading.facts), reading.claim))
    reading.facts, reading.claim = [], HandClaim()


def _read_draw(reading: Reading, who: int, number: int) -> None:
    reading.go_on()
    reading.drawn[who] = number
    if reading.replacement_for == who:
        reading.add(RinshanDrawn(SEATS[who], reading.tile(number)))
    else:
        reading.add(Drawn(SEATS[who], reading.tile(number)))
    reading.replacement_for = None


def _read_discard(reading: Reading, who: int, number: int) -> None:
    tile = reading.tile(number)
    if not tile.is_orphan:
        reading.nagashi.discard(who)
    tsumogiri = reading.drawn.pop(who, None) == number
    reading.add(Discarded(SEATS[who], tile, tsumogiri))


def _read_call(reading: Reading, attributes: Attributes) -> None:
    reading.go_on()
    who, call = place_in(attributes, "who"), decode_call(int(attributes["m"]))
    seat = SEATS[who]
    tiles = tuple(reading.tile(number) for number in call.tiles)
    own = tuple(tile for at, tile in enumerate(tiles) if at != call.called)
    giver = SEATS[(who + call.giver_distance) % 4]
    if call.kind in ("chi", "pon", "daiminkan"):
        reading.nagashi.discard(giver)
        taken = tiles[call.called]
    match call.kind:
        case "chi":
            reading.add(ChiCalled(seat, taken, own))
        case "pon":
            reading.add(PonCalled(seat, giver, taken, own))
        case "daiminkan":
            reading.add(DaiminkanCalled(seat, giver, taken, own))
        case "kakan":
            reading.add(KakanDeclared(seat, tiles[-1]))
        case "ankan":
            reading.add(AnkanDeclared(seat, tiles))
        case _:
            reading.add(KitaDeclared(seat))
    if brings_replacement(call.kind):
        reading.replacement_for = who


def _read_riichi(reading: Reading, attributes: Attributes) -> None:
    who = place_in(attributes, "who")
    if attributes["step"] == "1":
        reading.riichi_of = who
        reading.add(RiichiDeclared(SEATS[who]))
    else:
        reading.go_on()


def _read_dora(reading: Reading, attributes: Attributes) -> None:
    reading.add(IndicatorRevealed(reading.tile(int(attributes["hai"]))))


_READERS: dict[str, Callable[[Reading, Attributes], None]] = {
    "mjloggm": _read_root,
    "SHUFFLE": _read_root,
    "TAIKYOKU": _read_root,
    "BYE": _read_root,
    "GO": _read_go,
    "UN": _read_names,
    "INIT": _read_init,
    "N": _read_call,
    "REACH": _read_riichi,
    "DORA": _read_dora,
    "AGARI": read_agari,
    "RYUUKYOKU": read_ryuukyoku,
}
