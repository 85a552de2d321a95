"""Game records of our own, played by the pretend table with every tile known; no test stands here."""

import json
import random
from dataclasses import replace
from functools import lru_cache
from itertools import islice

from companion.haifu.gathering import gather
from companion.haifu.mjai_writer import write_mjai
from companion.haifu.record import FinalClaim, Record
from companion.haifu.tenhou6_writer import write_tenhou6
from companion.pretend.players.game import play_hanchan
from companion.replaying import replay_record
from companion.riichi.facts import Fact
from companion.riichi.presets import PRESETS
from tests.front_door.mjlog_writer import write_mjlog

NAMES = ("Aki", "Ben", "Chie", "Dan")
WRITERS = {"mjlog": write_mjlog, "tenhou6": write_tenhou6, "mjai": write_mjai}
SUFFIXES = {"mjlog": "xml", "tenhou6": "json", "mjai": "jsonl"}

Events = list[dict]


@lru_cache
def own_facts(seed: int = 1, rules: str = "tenhou") -> tuple[Fact, ...]:
    """A whole game: the same seed, the same game."""
    house = PRESETS[rules]
    return tuple(play_hanchan(random.Random(seed), house, NAMES[: house.players], see_all=True))


@lru_cache
def own_record(seed: int = 1, rules: str = "tenhou") -> Record:
    """The game with what its record claims of the end."""
    record = gather(own_facts(seed, rules), PRESETS[rules], name=f"own {seed}")
    game = replay_record(record)
    return replace(record, final=FinalClaim(tuple(game.final), tuple(game.scores)))


@lru_cache
def own_text(form: str, seed: int = 1, rules: str = "tenhou") -> str:
    """The game as a file of one of the three formats."""
    return WRITERS[form](own_record(seed, rules))


def own_events(seed: int = 1, rules: str = "tenhou") -> Events:
    """The game as mjai events, to be changed: event number N is at place N - 1."""
    return [json.loads(line) for line in own_text("mjai", seed, rules).splitlines()]


def in_lines(events: Events) -> str:
    """Events as the text of an mjai file."""
    return "".join(json.dumps(event) + "\n" for event in events)


def place_of(events: Events, *kinds: str, nth: int = 1) -> int:
    """Where the nth event of these kinds stands."""
    found = (place for place, event in enumerate(events) if event["type"] in kinds)
    return next(islice(found, nth - 1, None))


def broken_lines(seed: int = 7) -> str:
    """A game in which the one who has just discarded draws again, at event 41 or soon after."""
    events = own_events(seed)
    place = next(p for p in range(40, len(events)) if events[p - 1]["type"] == "dahai")
    events.insert(place, {"type": "tsumo", "actor": events[place - 1]["actor"], "pai": "?"})
    return in_lines(events)
