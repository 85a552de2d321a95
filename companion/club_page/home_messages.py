"""What Home Assistant is told of a table: which device it is, and its public state. Pure; no names of people.

The form is its MQTT discovery of whole devices: one retained message with all that a device measures.
"""

from __future__ import annotations

import json
from typing import Any, Final

from companion.club.topics import topic
from companion.club_page.game_view import GameState
from companion.club_page.tables import TableView

__all__ = ["HERE", "device", "device_topic", "here_topic", "state", "state_topic"]

HERE: Final = "online"
"""What is said of hub and table while they are there; anything else, and an empty message, means away."""
_PREFIX: Final = "homeassistant/device"
_HERE_ONLY: Final = f"{{{{ '{HERE}' if value == '{HERE}' else 'offline' }}}}"
_WINDS: Final = {"E": "East", "S": "South", "W": "West", "N": "North"}
_ORIGIN: Final = {"name": "riichi table companion"}


def device_topic(club: str, table: str) -> str:
    """Where Home Assistant looks for a device."""
    return f"{_PREFIX}/riichi_{club}_{table}/config"


def state_topic(club: str, table: str) -> str:
    """Where the state of a table stands."""
    return topic(club, table, "now")


def here_topic(club: str, who: str) -> str:
    """The topic that says whether a table, or the hub, is there."""
    return topic(club, who, "here")


def device(club: str, view: TableView, hub: str) -> bytes:
    """The table as a device with all that it measures."""
    own = f"riichi_{club}_{view.id}"
    parts = {f"{own}_{key}": {"unique_id": f"{own}_{key}", **part} for key, part in _parts().items()}
    return _json(
        {
            "device": {"identifiers": [own], "name": view.name, "model": "Riichi table"},
            "origin": _ORIGIN,
            "components": parts,
            "state_topic": state_topic(club, view.id),
            "availability": [
                {"topic": here_topic(club, who), "value_template": _HERE_ONLY} for who in (hub, view.id)
            ],
            "availability_mode": "all",
            "qos": 1,
        }
    )


def state(view: TableView, *, is_referee_called: bool) -> bytes:
    """What everybody in the room sees and hears of the table."""
    game = view.game
    round_ = game.round if game else None
    is_played = game is not None and game.state is GameState.PLAYED
    said: dict[str, Any] = {
        "round": f"{round_.wind}{round_.number}" if round_ else None,
        "honba": round_.honba if round_ else None,
        "sticks": round_.kyoutaku if round_ else None,
        "live": game.live if game else None,
        "is_played": is_played,
        "needs_somebody": is_referee_called or bool(view.troubles),
    }
    points = {seat.wind: seat.points for seat in game.seats} if game else {}
    return _json(said | {f"points_{wind}": points.get(wind) for wind in _WINDS})


def _parts() -> dict[str, dict[str, Any]]:
    sensors = {
        "round": ("Round", "mdi:compass-outline", None),
        "honba": ("Honba", "mdi:counter", None),
        "sticks": ("Riichi sticks", "mdi:minus", None),
        "live": ("Tiles left", "mdi:wall", None),
        **{f"points_{letter}": (f"Points {word}", "mdi:seat", "points") for letter, word in _WINDS.items()},
    }
    found: dict[str, dict[str, Any]] = {}
    for key, (name, icon, unit) in sensors.items():
        # A value that nobody knows is unknown, and not a word.
        found[key] = {
            "platform": "sensor",
            "name": name,
            "icon": icon,
            "value_template": f"{{{{ value_json.{key} }}}}",
            **({"unit_of_measurement": unit} if unit else {}),
        }
    for key, name, kind in (
        ("is_played", "Hand is played", "running"),
        ("needs_somebody", "Needs somebody", "problem"),
    ):
        found[key] = {
            "platform": "binary_sensor",
            "name": name,
            "device_class": kind,
            "value_template": f"{{{{ 'ON' if value_json.{key} else 'OFF' }}}}",
        }
    return found


def _json(told: dict[str, Any]) -> bytes:
    return json.dumps(told, ensure_ascii=False, separators=(",", ":")).encode()
