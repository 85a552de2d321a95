"""What ought to be spoken of a fact, told by the rules' core alone: the page's snapshots are not looked at.

And the way back: from a spoken sentence, as it is written, to its parts.
"""

from __future__ import annotations

import json
import re
from functools import cache
from typing import TYPE_CHECKING

from companion.dashboard.pages import STATIC
from companion.riichi import facts as f
from companion.riichi.final_score import final_scores
from companion.riichi.settlement import limit_of, settle
from companion.riichi.tiles import dora_for
from companion.riichi.yaku import DORA, YAKU

if TYPE_CHECKING:
    from companion.riichi.hanchan import Hanchan
    from companion.riichi.kyoku import Kyoku
    from companion.riichi.tiles import Tile

Part = str | int
Sentence = list[Part]

WINDS = "ESWN"


def spoken_of(before: Hanchan, fact: f.Fact, after: Hanchan) -> list[Sentence]:
    """Each sentence that this fact is worth, in its order; reminders are not among them."""
    if isinstance(fact, f.KyokuEnded | f.HanchanEnded):
        return _of_the_end(before, after)
    kyoku = after.kyoku
    if kyoku is None:
        return []
    if isinstance(fact, f.KyokuStarted):
        return [_of_a_deal(kyoku)]
    if isinstance(fact, f.Won | f.Ryuukyoku | f.Chombo):
        return _of_a_result(before, fact, kyoku)
    if isinstance(fact, f.IndicatorRevealed):
        return [_of_an_indicator(fact.tile, kyoku)]
    said = _of_a_turn(fact, kyoku)
    return [[_seat(fact.seat, kyoku), *said]] if said else []


def _seat(seat: int, kyoku: Kyoku, as_: str = "seat") -> str:
    return f"{as_}.{WINDS[(seat - kyoku.dealer) % kyoku.rules.players]}"


def _tile(tile: Tile | None) -> str:
    return "tile.unknown" if tile is None else f"tile.{tile.text}"


def _of_a_turn(fact: f.Fact, kyoku: Kyoku) -> Sentence:
    match fact:
        case f.Discarded():
            drawn = ["tsumogiri"] if fact.tsumogiri else []
            return [_tile(fact.tile), *drawn, "left", kyoku.wall.live]
        case f.ChiCalled():
            giver = (fact.seat - 1) % kyoku.rules.players
            run = sorted((fact.tile, *fact.own), key=lambda tile: (tile.kind, tile.text))
            return ["chi", *map(_tile, run), _seat(giver, kyoku, "from")]
        case f.PonCalled():
            return ["pon", _same(fact.tile, *fact.own), _seat(fact.giver, kyoku, "from")]
        case f.DaiminkanCalled():
            return ["open_kan", _same(fact.tile, *fact.own), _seat(fact.giver, kyoku, "from")]
        case f.KakanDeclared():
            pon = next(meld for meld in kyoku.players[fact.seat].melds if fact.tile in meld.tiles)
            return ["added_kan", _same(*pon.tiles)]
        case f.AnkanDeclared():
            return ["closed_kan", _same(*fact.tiles)]
        case f.KitaDeclared():
            return ["kita"]
        case f.HandDied():
            return ["dead_hand"]
        case f.RiichiDeclared():
            riichi = kyoku.players[fact.seat].riichi
            return ["double_riichi" if riichi.is_double else "riichi"]
        case f.RiichiAccepted():
            return ["stick"]
    return []


def _same(*tiles: Tile) -> str:
    """Of equal tiles the red one is said."""
    return _tile(next((tile for tile in tiles if tile.is_red), tiles[0]))


def _of_an_indicator(tile: Tile, kyoku: Kyoku) -> Sentence:
    return ["indicator", _tile(tile), "dora", _tile(dora_for(tile, kyoku.rules.players))]


def _of_a_deal(kyoku: Kyoku) -> Sentence:
    honba = [kyoku.honba, "honba"] if kyoku.honba else []
    sticks = ["sticks", kyoku.kyoutaku] if kyoku.kyoutaku else []
    dora = _of_an_indicator(kyoku.wall.indicators[0], kyoku)
    return [f"round.{kyoku.round_wind.letter}{kyoku.dealer + 1}", *honba, *sticks, *dora]


def _of_a_result(before: Hanchan, fact: f.Fact, kyoku: Kyoku) -> list[Sentence]:
    named = _yaku(fact) if isinstance(fact, f.Won) else []
    return [_how_it_ended(fact, kyoku), *([named] if named else []), *_payments(before.kyoku, kyoku)]


def _yaku(win: f.Won) -> Sentence:
    """Dora are counted, and what is not a yaku of ours is one of the house."""
    parts: Sentence = []
    for name, han in win.value.yaku if win.value else ():
        if name in {"riichi", "double_riichi", "open_riichi"}:
            parts.append(name)
        elif name in DORA:
            parts += ["dora" if name == "dora" else f"yaku.{name}", han]
        else:
            parts.append(f"yaku.{name}" if name in YAKU else "yaku.local")
    return parts


def _how_it_ended(fact: f.Fact, kyoku: Kyoku) -> Sentence:
    if isinstance(fact, f.Chombo):
        return ["chombo", _seat(fact.seat, kyoku)]
    if isinstance(fact, f.Won):
        giver = [_seat(fact.giver, kyoku, "from")] if fact.by is f.WinBy.RON else []
        tile = [] if fact.tile is None else [_tile(fact.tile)]
        return [_seat(fact.seat, kyoku), fact.by.value, *giver, *tile, *_worth(fact, kyoku)]
    drawn = [f"draw.{fact.kind.value}"]
    if fact.kind is not f.RyuukyokuKind.EXHAUSTIVE:
        return drawn
    waiting = [_seat(seat, kyoku) for seat in fact.tenpai]
    if len(waiting) == kyoku.rules.players:
        return [*drawn, "all_tenpai"]
    return [*drawn, "tenpai", *waiting] if waiting else [*drawn, "all_noten"]


def _worth(fact: f.Won, kyoku: Kyoku) -> Sentence:
    value = fact.value
    if value is None:
        return []
    if value.yakuman > 1:
        return [value.yakuman, "times", "limit.yakuman"]
    limit = limit_of(value, kyoku.rules)
    return [f"limit.{limit.value}"] if limit else [value.han, "han", value.fu, "fu"]


def _payments(before: Kyoku, after: Kyoku) -> list[Sentence]:
    """Nothing where a second ron changed nobody's points."""
    old, new = (_deltas(kyoku) if kyoku.is_over else None for kyoku in (before, after))
    if old == new:
        return []
    return [
        [_seat(seat, after), "plus" if delta > 0 else "minus", abs(delta)]
        for seat, delta in enumerate(new)
        if delta
    ]


def _deltas(kyoku: Kyoku) -> list[int]:
    return [now - was for now, was in zip(settle(kyoku).points, kyoku.points, strict=True)]


def _of_the_end(before: Hanchan, after: Hanchan) -> list[Sentence]:
    if not _is_over(after) or _is_over(before):
        return []
    kyoku = before.kyoku
    order = sorted(final_scores(after), key=lambda score: score.place)
    places = [[f"place.{score.place}", _seat(score.seat, kyoku), *_signless(score.points)] for score in order]
    return [["game_over"], *places]


def _is_over(hanchan: Hanchan) -> bool:
    return hanchan.is_closed or hanchan.ended is not None


def _signless(points: int) -> Sentence:
    return ["minus", -points] if points < 0 else [points]


@cache
def language(code: str) -> dict[str, str]:
    """All texts of a language, those of reading aloud among them."""
    folder = STATIC / "lang"
    texts = json.loads((folder / f"{code}.json").read_text(encoding="utf-8"))
    return texts | json.loads((folder / f"aloud/{code}.json").read_text(encoding="utf-8"))


@cache
def written(code: str) -> dict[str, str]:
    """By its text, each part but numbers."""
    texts = language(code)
    words = {key.removeprefix("say."): text for key, text in texts.items() if key.startswith("say.")}
    found = {name: texts[text[1:]] if text.startswith("@") else text for name, text in words.items()}
    for suit in "mps":
        for rank in range(1, 10):
            plain = texts[f"tile.suit.{suit}"].format(rank=rank)
            found[f"tile.{rank}{suit}"] = plain
            if rank == 5:
                found[f"tile.0{suit}"] = texts["tile.red"].format(tile=plain)
    found |= {f"tile.{rank}z": texts[f"tile.{rank}z"] for rank in range(1, 8)}
    for wind in WINDS:
        for number in range(1, 5):
            found[f"round.{wind}{number}"] = texts["round"].format(wind=texts[f"wind.{wind}"], number=number)
    for place in range(1, 5):
        form = "one" if place == 1 else "other"
        found[f"place.{place}"] = texts.get(f"place.{form}", texts["place.other"]).format(count=place)
    return {text: name for name, text in found.items()}


@cache
def _pattern(code: str) -> re.Pattern[str]:
    known = sorted(written(code), key=len, reverse=True)
    number = r"\d{1,3}(?:[,.\u202f\u00a0]\d{3})+|\d+"
    return re.compile("|".join([*map(re.escape, known), number]))


def understood(text: str, code: str) -> Sentence:
    """The parts of a written sentence, read from left to right, the longest word first."""
    parts: Sentence = []
    for found in _pattern(code).finditer(text):
        part = written(code).get(found[0])
        parts.append(part if part is not None else int(re.sub(r"\D", "", found[0])))
    return parts


def back_of(fact: f.Fact, spoken: list[Sentence]) -> list[Sentence]:
    """What is spoken when the fact is taken back: the same, shorter."""
    match fact:
        case f.KyokuEnded() | f.HanchanEnded():
            return [["taken_back", "game_over"]] if spoken else []
        case f.Won():
            return [["taken_back", *spoken[0][:2]]]
        case f.Ryuukyoku():
            return [["taken_back", spoken[0][0]]]
        case f.Chombo() | f.IndicatorRevealed() | f.Discarded():
            return [["taken_back", *spoken[0][:2]]]
    return [["taken_back", *parts] for parts in spoken]


def uncounted(parts: Sentence) -> Sentence:
    """Without how many tiles are left."""
    return parts[: parts.index("left")] if "left" in parts else parts


def is_of_a_turn(parts: Sentence) -> bool:
    """Whether it is one of those whose order is the order of play: a discard, a call, a kan, a riichi."""
    others = ("stick", "kita", "dead_hand", "ron", "tsumo", "plus", "minus", "taken_back")
    return str(parts[0]).startswith("seat.") and parts[1] not in others
