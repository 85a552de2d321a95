"""What reading aloud says besides its words: 37 tiles, numbers, rounds and places, in each language.

Each text is what the page shows for it (`js/aloud/words.js`), each spelling what players of that language
say.
"""

from collections.abc import Iterator
from typing import Final

from lab.voice.phrases import Spoken, texts_of

SUITS: Final = "mps"
WINDS: Final = "ESWN"
NUMBERS: Final = (*range(100), *range(100, 1_000, 100), *range(1_000, 10_000, 1_000))
TEN_THOUSANDS: Final = tuple(range(10_000, 100_000, 10_000))
"""Only Japanese, Chinese and Korean count in ten thousands."""
BY_TEN_THOUSANDS: Final = ("ja", "zh", "ko")

DIGITS: Final = {
    "ja": ["", "いち", "に", "さん", "よん", "ご", "ろく", "なな", "はち", "きゅー"],
    "zh": ["", "yi1", "er4", "san1", "si4", "wu3", "liu4", "qi1", "ba1", "jiu3"],
    "ko": ["", "일", "이", "삼", "사", "오", "육", "칠", "팔", "구"],
}
UNITS: Final = {
    "ja": {10: "じゅー", 100: "ひゃく", 1_000: "せん", 10_000: "まん"},
    "zh": {10: "shi2", 100: "bai3", 1_000: "qian1", 10_000: "wan4"},
    "ko": {10: "십", 100: "백", 1_000: "천", 10_000: "만"},
}
ODD: Final = {
    "ja": {
        0: "ぜろ",
        300: "さんびゃく",
        600: "ろっぴゃく",
        800: "はっぴゃく",
        3_000: "さんぜん",
        8_000: "はっせん",
        10_000: "いちまん",
    },
    "zh": {
        0: "ling2",
        100: "yi4 bai3",
        200: "liang3 bai3",
        1_000: "yi4 qian1",
        2_000: "liang3 qian1",
        10_000: "yi2 wan4",
        20_000: "liang3 wan4",
    },
    "ko": {0: "영"},
}
"""Numbers that are not said like the sum of their parts."""

TILE_DIGITS: Final = {
    "ja": ["", "いー", "りゃん", "さん", "すー", "うー", "ろー", "ちー", "ぱー", "きゅー"],
    "zh": DIGITS["zh"],
    "ko": DIGITS["ko"],
}
TILE_SUITS: Final = {
    "ja": dict(zip(SUITS, ("わん", "ぴん", "そー"), strict=True)),
    "zh": dict(zip(SUITS, (" wan4", " tong3", " suo3"), strict=True)),
    "ko": dict(zip(SUITS, ("만", "통", "삭"), strict=True)),
}
TILES_ODD: Final = {"zh": {"1m": "yi2 wan4", "1p": "yi4 tong3", "1s": "yi4 suo3"}}
"""Tiles that are not said like their parts: the tone of Chinese "one" depends on the next syllable."""
SUITS_AS_THEY_SOUND: Final = {"de": {"Man": "Mann", "Pin": "Pinn", "Sou": "Soh"}}
"""How suits that the page writes in romaji are spelled for the voice."""
TILE_RED: Final = {"ja": "あか", "zh": "chi4 ", "ko": "적"}
HONOURS: Final = {
    "ja": ["とん", "なん", "しゃー", "ぺー", "はく", "はつ", "ちゅん"],
    "zh": ["dong1", "nan2", "xi1", "bei3", "bai2", "fa1", "zhong1"],
    "ko": ["동", "남", "서", "북", "백", "발", "중"],
}
ROUND_NUMBERS: Final = {"ja": ("いっ", "に", "さん", "よん")}
PLACES: Final = {
    "en": ("number 1", "number 2", "number 3", "number 4"),
    "fr": ("premier", "deuxième", "troisième", "quatrième"),
    "ja": ("いちい", "にい", "さんい", "よんい"),
    "zh": ("di4 yi1 ming2", "di4 er4 ming2", "di4 san1 ming2", "di4 si4 ming2"),
    "ko": ("일위", "이위", "삼위", "사위"),
}


def clips_of(language: str) -> dict[str, Spoken]:
    """The clips of a language by name, such as `tile.5p`, `n.300`, `round.E1`, `place.2`."""
    texts = texts_of(language)
    return {**dict(_tiles(language, texts)), **dict(_numbers(language)), **dict(_places(language, texts))}


def _tiles(language: str, texts: dict[str, str]) -> Iterator[tuple[str, Spoken]]:
    for suit in SUITS:
        for rank in range(1, 10):
            text = texts[f"tile.suit.{suit}"].format(rank=rank)
            spelled = _suited(language, rank, suit) or _as_it_sounds(language, text)
            yield f"tile.{rank}{suit}", Spoken(text, spelled)
            if rank == 5:
                red = texts["tile.red"].format(tile=text)
                first = TILE_RED.get(language, "")
                yield f"tile.0{suit}", Spoken(red, first + spelled if first else _as_it_sounds(language, red))
    for rank in range(1, 8):
        text = texts[f"tile.{rank}z"]
        yield f"tile.{rank}z", Spoken(text, HONOURS[language][rank - 1] if language in HONOURS else text)


def _suited(language: str, rank: int, suit: str) -> str:
    if language not in TILE_DIGITS:
        return ""
    odd = TILES_ODD.get(language, {}).get(f"{rank}{suit}")
    return odd or TILE_DIGITS[language][rank] + TILE_SUITS[language][suit]


def _as_it_sounds(language: str, text: str) -> str:
    for written, sound in SUITS_AS_THEY_SOUND.get(language, {}).items():
        text = text.replace(written, sound)
    return text


def _numbers(language: str) -> Iterator[tuple[str, Spoken]]:
    more = TEN_THOUSANDS if language in BY_TEN_THOUSANDS else ()
    for number in (*NUMBERS, *more):
        yield f"n.{number}", Spoken(str(number), spelled_number(number, language))


def spelled_number(number: int, language: str) -> str:
    """A number as the voice gets it: digits if it can read them, else syllables.

    From 100 on, the number has to be round: all its digits but the first are 0.

    >>> spelled_number(300, "ja"), spelled_number(21, "zh"), spelled_number(25, "de")
    ('さんびゃく', 'er4 shi2 yi1', '25')
    """
    if language not in DIGITS:
        return str(number)
    if number in ODD[language]:
        return ODD[language][number]
    if number < 100:
        tens, ones = divmod(number, 10)
        parts = [_many(tens, 10, language), DIGITS[language][ones]]
    else:
        unit = max(unit for unit in UNITS[language] if unit <= number)
        parts = [_many(number // unit, unit, language)]
    return (" " if language == "zh" else "").join(part for part in parts if part)


def _many(count: int, unit: int, language: str) -> str:
    if count == 0:
        return ""
    said = "" if count == 1 else DIGITS[language][count]
    return (f"{said} " if said and language == "zh" else said) + UNITS[language][unit]


def _places(language: str, texts: dict[str, str]) -> Iterator[tuple[str, Spoken]]:
    for at, wind in enumerate(WINDS):
        for number in range(1, 5):
            text = texts["round"].format(wind=texts[f"wind.{wind}"], number=number)
            yield f"round.{wind}{number}", Spoken(text, _round(language, at, number) or text)
    for place in range(1, 5):
        text = texts.get("place.one" if place == 1 else "place.other", "").format(count=place)
        yield f"place.{place}", Spoken(text, PLACES[language][place - 1] if language in PLACES else text)


def _round(language: str, wind: int, number: int) -> str:
    if language not in HONOURS:
        return ""
    said = HONOURS[language][wind]
    if language == "ja":
        return f"{said}{ROUND_NUMBERS['ja'][number - 1]}きょく"
    return f"{said} {DIGITS['zh'][number]} ju2" if language == "zh" else f"{said}{DIGITS['ko'][number]}국"
