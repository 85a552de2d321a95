"""Reads a drawn table as a kyoku: what `diagram` writes, or what a test draws by hand.

Lines without content may be left out. What a picture cannot show takes its simplest value: the
order of the discards follows from who called what, `offers` lacks the tiles of earlier kans and kita, and
whatever has no line is as it was after the deal, with seat 0 to draw and no indicator due. Penalties,
wareme, chips, the time limit, a result and what is agreed outside the play are refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from companion.riichi import wall as walls
from companion.riichi.audit import seen_tiles
from companion.riichi.errors import NotationError
from companion.riichi.kyoku import Gap, Kyoku, Offer, OfferKind, Phase
from companion.riichi.melds import Meld, MeldKind
from companion.riichi.player import Hand, Player, RiichiState, RiverTile
from companion.riichi.presets import preset_called
from companion.riichi.ruleset import Reveal, RuleSet
from companion.riichi.seats import SEATS, Seat, Wind, shimocha
from companion.riichi.tiles import KINDS, UNKNOWN, Tile, parse_tiles


@dataclass(slots=True)
class _Drawn:
    """What has been read so far."""

    name: str
    rules: RuleSet
    live: int | None
    replacements_left: int
    lines: dict[str, str] = field(default_factory=dict)
    players: list[Player] = field(default_factory=list)
    points: list[int] = field(default_factory=list)


_HEAD = re.compile(r"([ESWN])([1-4])-(\d+) +(\S+)(?: +(\d+|\?) live(?:, (\d+) replacement tiles)?)?")
_SEAT = re.compile(r"[> ]*([0-3]) +[ESWN]? *(-?\d+)(?: .*)?")
_TABLE_WORDS = frozenset({"dora", "owed", "gap", "sticks", "turn", "offer", "replacement", "ura"})
_PLAYER_WORDS = frozenset({"hand", "melds", "river", "riichi", "kita", "dead", "pao"})


def parse(text: str, rules: RuleSet | None = None) -> Kyoku:
    """Read a drawn table. `rules`, if given, replaces the preset that the first line names.

    Raises:
        NotationError: a line cannot be read, or the number of players or of copies of a tile is wrong.
    """
    lines = [line for line in text.splitlines() if line.strip()]
    if not lines:
        raise NotationError("an empty text is not a table")
    drawn = _head(lines[0], rules)
    for line in lines[1:]:
        _read_line(drawn, line)
    if len(drawn.players) != drawn.rules.players:
        raise NotationError(f"{len(drawn.players)} players are drawn, {drawn.rules.players} play")
    return _kyoku(drawn)


def _head(line: str, rules: RuleSet | None) -> _Drawn:
    match = _HEAD.fullmatch(line.strip())
    if match is None:
        raise NotationError(f"{line!r} does not open a table: write something like 'E1-0  tenhou  70 live'")
    chosen = rules or preset_called(match[4])
    if chosen is None:
        raise NotationError(f"{match[4]!r} is not a rule set")
    told = str(chosen.live_tiles) if match[5] is None else match[5]
    if int(match[2]) > chosen.players:
        raise NotationError(f"{line!r}: with {chosen.players} players nobody is dealer {match[2]}")
    live = None if told == UNKNOWN else int(told)
    left = chosen.replacement_tiles if match[6] is None else int(match[6])
    return _Drawn(line.strip(), chosen, live, left)


def _read_line(drawn: _Drawn, line: str) -> None:
    seat = _SEAT.fullmatch(line)
    word, _, rest = line.strip().partition(" ")
    if seat is not None:
        if int(seat[1]) != len(drawn.players):
            raise NotationError(f"{line!r}: seat {len(drawn.players)} comes next")
        drawn.players.append(Player())
        drawn.points.append(int(seat[2]))
    elif word in _PLAYER_WORDS and drawn.players:
        drawn.players[-1] = _with_line(drawn, word, rest.strip())
    elif word in _TABLE_WORDS and not drawn.players:
        drawn.lines[word] = rest.strip()
    else:
        raise NotationError(f"{line!r} has no place in a table that can be read")


def _with_line(drawn: _Drawn, word: str, rest: str) -> Player:
    player = drawn.players[-1]
    owner = SEATS[len(drawn.players) - 1]
    if word == "hand":
        hand, drawn_tile = _hand(rest)
        return replace(player, hand=hand, drawn=drawn_tile)
    if word == "melds":
        return replace(player, melds=tuple(parse_meld(m, owner, drawn.rules.players) for m in rest.split()))
    if word == "river":
        tiles = (_river_tile(text, drawn.rules.players) for text in rest.split())
        return replace(player, discards=tuple(tiles))
    if word == "riichi":
        return replace(player, riichi=_riichi(rest))
    if word == "kita":
        return replace(player, kita=_number(rest))
    if word == "dead":
        return replace(player, is_dead=True)
    name, _, giver = rest.partition(" ")
    return replace(player, pao=(*player.pao, (name, _seat(giver, drawn.rules.players))))


_HAND = re.compile(r"([0-9mpsz]*)(?:\?(\d+))?(?: *\+(\S\S?))?")


def _hand(text: str) -> tuple[Hand, Tile | None]:
    match = _HAND.fullmatch(text)
    if match is None:
        raise NotationError(f"{text!r} is not a hand: write something like '123m?10 +5m'")
    unseen: Hand = (None,) * int(match[2] or 0)
    if match[3] is None:
        return (*parse_tiles(match[1]), *unseen), None
    drawn = _tile(match[3])
    return (*parse_tiles(match[1]), *unseen, drawn), drawn


def _tile(text: str) -> Tile | None:
    return None if text == UNKNOWN else Tile(text)


def _number(text: str) -> int:
    if re.fullmatch(r"-?\d+", text) is None:
        raise NotationError(f"{text!r} is not a number")
    return int(text)


def _seat(text: str, players: int) -> Seat:
    if text not in map(str, range(players)):
        raise NotationError(f"{text!r} is not a seat: write 0 to {players - 1}")
    return SEATS[int(text)]


_MELD_PART = re.compile(r"<([^<>/]+)(?:/([^<>/]+))?>|\(([^()]+)\)|(\?|\d[mpsz])")


def parse_meld(text: str, owner: Seat, players: int) -> Meld:
    """Read a meld as it lies before its owner; the place of the sideways tile shows who gave it.

    Raises:
        NotationError: the text is not a meld, or no meld lies like that.
    """
    parts = list(_MELD_PART.finditer(text))
    if "".join(part[0] for part in parts) != text:
        raise NotationError(f"{text!r} is not a meld: write something like '<5m>3m4m'")
    sideways = [at for at, part in enumerate(parts) if part[1]]
    down = sum(part[3] is not None for part in parts)
    if len(parts) == 4 and down == 2 and not sideways:
        return Meld(MeldKind.ANKAN, tuple(_tile(part[3] or part[4]) for part in parts))
    if not sideways and not down and len(parts) in (3, 4):
        return _of_unknown_giver(tuple(_tile(part[4]) for part in parts))
    if len(sideways) != 1 or down or len(parts) not in (3, 4):
        raise NotationError(f"{text!r} does not lie like a meld: one tile is sideways, or two face down")
    place = sideways[0]
    own = tuple(_tile(part[4]) for at, part in enumerate(parts) if at != place)
    steps = players - 1 if place == 0 else 1 if place == len(parts) - 1 else 2
    giver = SEATS[(owner + steps) % players]
    called, added = _tile(parts[place][1]), parts[place][2]
    if added:
        return Meld(MeldKind.KAKAN, (*own, _tile(added)), called, giver)
    return Meld(_kind_of((*own, called)), own, called, giver)


def _of_unknown_giver(tiles: tuple[Tile | None, ...]) -> Meld:
    """An open meld without a sideways tile; which of its tiles was called is not known either."""
    return Meld(_kind_of(tiles), tiles[:-1], tiles[-1])


def _kind_of(tiles: tuple[Tile | None, ...]) -> MeldKind:
    if len(tiles) == 4:
        return MeldKind.DAIMINKAN
    return MeldKind.CHI if len({tile.kind for tile in tiles if tile}) > 1 else MeldKind.PON


_RIVER = re.compile(r"(\[)?(\?|\d[mpsz])([\^.]?)(\*?)(?(1)>([0-3])\])")


def _river_tile(text: str, players: int) -> RiverTile:
    match = _RIVER.fullmatch(text)
    if match is None:
        raise NotationError(f"{text!r} is not a tile of a river: write '5m', '9p^', '3m*' or '[5m>1]'")
    tsumogiri = None if not match[3] else match[3] == "^"
    called_by = None if match[5] is None else _seat(match[5], players)
    return RiverTile(_tile(match[2]), tsumogiri, bool(match[4]), called_by)


_RIICHI_WORDS = ("double", "double?", "open", "accepted", "ippatsu", "ippatsu?")


def _riichi(text: str) -> RiichiState:
    words = set(text.split())
    if not words <= set(_RIICHI_WORDS):
        raise NotationError(f"{text!r}: riichi is said with the words {', '.join(_RIICHI_WORDS)}")
    double = None if "double?" in words else "double" in words
    ippatsu = None if "ippatsu?" in words else "ippatsu" in words
    return RiichiState(double, "open" in words, "accepted" in words, ippatsu)


def _kyoku(drawn: _Drawn) -> Kyoku:
    wind, number, honba = drawn.name[0], int(drawn.name[1]), int(drawn.name.split()[0].partition("-")[2])
    turn, phase, after, fed = _turn(drawn.lines.get("turn", "0 to_draw"), drawn.rules.players)
    sticks = _number(drawn.lines.get("sticks", "0"))
    paid = [1_000 * (p.riichi is not None and p.riichi.is_accepted) for p in drawn.players]
    offers = tuple(_discards_in_order(drawn.players, SEATS[number - 1]))
    offer = _offer(drawn.lines.get("offer"), drawn.rules.players)
    laid = (offer,) if offer is not None and offer.kind is not OfferKind.DISCARD else ()
    kyoku = Kyoku(
        rules=drawn.rules,
        round_wind=Wind.from_letter(wind),
        dealer=SEATS[number - 1],
        honba=honba,
        kyoutaku=sticks,
        points=tuple(drawn.points),
        points_before=tuple(map(int.__add__, drawn.points, paid)),
        kyoutaku_before=sticks - sum(paid) // 1_000,
        players=tuple(_with_offers(p, SEATS[at], offers) for at, p in enumerate(drawn.players)),
        wall=_wall(drawn),
        turn=turn,
        phase=phase,
        offer=offer,
        offers=(*offers, *laid),
        is_untouched=not any(player.melds or player.kita for player in drawn.players),
        rinshan_of=after,
        feeder=fed,
        gap=_gap(drawn.lines.get("gap")),
    )
    if phase in (Phase.TURN, Phase.CALLED, Phase.RIICHI):
        holder = replace(kyoku.players[turn], offers_before_turn=len(offers))
        kyoku = replace(kyoku, players=(*kyoku.players[:turn], holder, *kyoku.players[turn + 1 :]))
    seen = seen_tiles(kyoku)
    if max(seen[:KINDS]) > 4:
        raise NotationError("a fifth copy of a tile is drawn")
    return replace(kyoku, seen=bytes(seen))


_TURN = re.compile(r"([0-3]) (\w+)(?: replaced (\w+))?(?: fed ([0-3]))?")


def _turn(text: str, players: int) -> tuple[Seat, Phase, OfferKind | None, Seat | None]:
    match = _TURN.fullmatch(text)
    phases = [phase.value for phase in Phase if phase not in (Phase.WON, Phase.ENDED)]
    if match is None or match[2] not in phases or (match[3] and match[3] not in list(OfferKind)):
        raise NotationError(
            f"{text!r}: a turn must look like '0 to_draw'; a phase is one of {', '.join(phases)}"
        )
    fed = None if match[4] is None else _seat(match[4], players)
    return _seat(match[1], players), Phase(match[2]), OfferKind(match[3]) if match[3] else None, fed


def _gap(text: str | None) -> Gap | None:
    if text is None:
        return None
    match = re.fullmatch(r"(\d+) live at most, (\d+) discards untold", text)
    if match is None:
        raise NotationError(f"{text!r}: a gap must look like '52 live at most, 0 discards untold'")
    return Gap(int(match[1]), int(match[2]))


def _offer(text: str | None, players: int) -> Offer | None:
    match = re.fullmatch(r"(\w+) (\S+) of ([0-3])", text or "")
    if text is None:
        return None
    if match is None or match[1] not in list(OfferKind):
        raise NotationError(f"{text!r}: an offer must look like 'discard 5m of 0'")
    return Offer(_seat(match[3], players), _tile(match[2]), OfferKind(match[1]))


def _wall(drawn: _Drawn) -> walls.Wall:
    indicators = tuple(_tile(text) for text in drawn.lines.get("dora", "").split())
    told = drawn.lines.get("owed", "0 now, 0 with_discard")
    owed = re.fullmatch(r"(-?\d+) now, (\d+) (\w+)(?:, (\d+) before the kan)?", told)
    if owed is None or owed[3] not in list(Reveal):
        raise NotationError(f"{told!r}: what is owed must look like '0 now, 1 with_discard'")
    return walls.Wall(
        live=drawn.live,
        replacements_left=drawn.replacements_left,
        replacements_drawn=drawn.rules.replacement_tiles - drawn.replacements_left,
        indicators=indicators,
        owed_now=int(owed[1]),
        owed_later=int(owed[2]),
        later=Reveal(owed[3]),
        kans=sum(player.kans for player in drawn.players),
        dead=drawn.rules.dead_wall,
        owed_anyway=int(owed[4] or 0),
    )


def _discards_in_order(players: list[Player], dealer: Seat) -> Iterator[Offer]:
    """All discards in the order in which they were made: the caller discards next, or else the next seat.

    If the rivers are drawn only in part and the order breaks off, the rest follows seat by seat.
    """
    left = [list(player.discards) for player in players]
    seat = dealer
    while left[seat]:
        tile = left[seat].pop(0)
        yield Offer(seat, tile.tile, OfferKind.DISCARD)
        seat = shimocha(seat, len(players)) if tile.called_by is None else tile.called_by
    for rest in SEATS[: len(players)]:
        yield from (Offer(rest, tile.tile, OfferKind.DISCARD) for tile in left[rest])


def _with_offers(player: Player, seat: Seat, offers: tuple[Offer, ...]) -> Player:
    """The player with the moments of the last draw and of riichi, worked out from the order of discards."""
    own = [at for at, offer in enumerate(offers) if offer.seat == seat]
    player = replace(player, offers_before_turn=own[-1] if own else 0)
    if player.riichi is None:
        return player
    sideways = next((at for at, tile in enumerate(player.discards) if tile.sideways), None)
    declared = len(offers) if sideways is None else own[sideways]
    return replace(player, riichi=replace(player.riichi, offers_before=declared))
