"""Hands that are over, over HTTP for everybody in the room: the list, one hand, and one moment of it.

A hand comes here once its end has been at the hub for a minute, or for the streamer's delay where that
is longer.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from http import HTTPStatus
from itertools import islice
from threading import Lock
from typing import Any, Final

from flask import Blueprint, Response, jsonify

from companion.club.chain import Header
from companion.club.copies import Copy
from companion.club.reading import CopiesReader
from companion.club.scoreboard import Scores
from companion.club.serials import HeldGame, held_games
from companion.club.service import HubService
from companion.club_page.delay_line import Place
from companion.club_page.past_hands import PastHand, best_of, past_hands, rounds_of
from companion.club_page.relay import Relay
from companion.club_page.unreadable import refused_where_unreadable
from companion.dashboard.errors import RequestRefused
from companion.dashboard.looking_back import hand_json
from companion.errors import JournalCorrupt
from companion.evenings.played import PlayedGame, played, state_of
from companion.journal import Game, GameNumber
from companion.journal.codec import decode_entry, decode_rules
from companion.projections.snapshot import plain, project, snapshot_json

__all__ = ["PastGames", "room_routes"]

ROOM_S: Final = 60.0
"""A hand is old enough for the room after this time."""
_GAMES_OF_A_TABLE: Final = 4
"""How many of its newest games are shown where there is no tournament."""
_KEPT: Final = 4
_HIDDEN: Final = {"Drawn": "tile", "RinshanDrawn": "tile", "KyokuStarted": "hands"}
"""What only one player could see, by the fact that may have it."""

_Key = tuple[str, int, Header, int, int]
"""Table, copy, header and serial of the game, and one count of its ended hands and corrections."""
_Found = tuple[_Key, Callable[[], PlayedGame | None]]


class PastGames:
    """What is old enough of each table's games. Any thread may use it. Raises StoreDown."""

    def __init__(self, hub: HubService, relay: Relay, scores: Callable[[], Scores]) -> None:
        self._hub, self._relay, self._scores = hub, relay, scores
        self._lock = Lock()
        self._listed: dict[_Key, tuple[PastHand, ...]] = {}
        self._read: OrderedDict[_Key, PlayedGame] = OrderedDict()

    def hands(self) -> tuple[PastHand, ...]:
        """Every hand of the evening that is over and old enough, the oldest of each table first."""
        rounds = self._rounds()
        with self._lock:
            listed: dict[_Key, tuple[PastHand, ...]] = {}
            for key, read in self._games(rounds):
                found = self._listed.get(key)
                listed[key] = found if found is not None else _hands(read(), key[0], key[3])
            self._listed = listed
        return tuple(
            replace(hand, round=rounds.get((table, serial), 0) if rounds else 0)
            for (table, _, _, serial, _), hands in listed.items()
            for hand in hands
        )

    def game(self, table: str, number: int) -> PlayedGame | None:
        """The game of a table with this serial, as far as it is old enough.

        None where there is none, or a newer companion plays it.
        """
        with self._lock:
            for key, read in self._games(self._rounds()):
                if (key[0], key[3]) == (table, number):
                    game = self._read.pop(key, None) or read()
                    if game is not None:
                        self._read[key] = game
                        while len(self._read) > _KEPT:
                            self._read.popitem(last=False)
                    return game
        return None

    def _rounds(self) -> Mapping[tuple[str, int], int] | None:
        """The round of each game of the tournament; None where there is none."""
        scores = self._scores()
        return rounds_of(scores.tournament, scores.games) if scores.event else None

    def _games(self, rounds: Mapping[tuple[str, int], int] | None) -> Iterable[_Found]:
        """The newest games that tables played, or in a tournament those of its rounds, and how to read each.

        A game is read from the copy that counts, of those that are old enough. The key of a game changes with
        each hand that ends and with each correction.
        """
        reader = CopiesReader(self._hub.copies_file)
        try:
            copies: dict[str, list[Copy]] = {}
            places: dict[int, Place] = {}
            for copy in reader.copies():
                if place := self._relay.old_enough(copy.id, ROOM_S):
                    places[copy.id] = place
                    copies.setdefault(copy.table, []).append(copy)
            for table in self._tables(copies) if rounds is None else dict.fromkeys(one for one, _ in rounds):
                games = held_games(reader, copies.get(table, ()))
                if rounds is not None:
                    games = tuple(one for one in games if (table, one.serial) in rounds)
                else:
                    # Of the newest alone it is asked: a club has hundreds of games, and a page asks often.
                    newest = islice(filter(reader.is_played, reversed(games)), _GAMES_OF_A_TABLE)
                    games = tuple(reversed(tuple(newest)))
                for game in games:
                    yield from _found(reader, game, places[game.copy.id])
        finally:
            reader.close()

    def _tables(self, copies: Mapping[str, object]) -> Iterable[str]:
        """The tables of the club, but for those in whose place a spare goes on: it has the same games."""
        members = [table.member for table in self._hub.tables]
        return [one.id for one in members if one.spare not in copies]


def _found(reader: CopiesReader, game: HeldGame, place: Place) -> Iterator[_Found]:
    """A game up to there, if it has begun by then."""
    if found := reader.ends_as_of(game, place.seq):
        header, ends = found
        key = (game.copy.table, place.copy, header, game.serial, ends)
        yield key, partial(_read, reader, place, header)


def _read(reader: CopiesReader, place: Place, header: Header) -> PlayedGame | None:
    """A game up to there; None where a newer companion plays."""
    copied = reader.game_as_of(place.copy, header, place.seq)
    try:
        game = Game(GameNumber(header.number), header.name, decode_rules(header.rules), header.started)
        return played(game, [decode_entry(text) for _, text in copied.entries])
    except JournalCorrupt:
        return None


def _hands(game: PlayedGame | None, table: str, serial: int) -> tuple[PastHand, ...]:
    hands = past_hands(game, table) if game is not None else ()
    # Two games of a table may have one number, in two of its journals.
    return tuple(replace(hand, game=serial) for hand in hands)


def room_routes(past: PastGames) -> Blueprint:
    """`GET /api/replay`, `/api/replay/TABLE/GAME/HAND` and `/api/replay/TABLE/GAME/at/SEQ`."""
    routes = Blueprint("room", __name__)

    @routes.get("/api/replay")
    def hands() -> Response:
        with refused_where_unreadable():
            known = past.hands()
        return jsonify({"hands": plain(known), "best": plain(best_of(known))})

    @routes.get("/api/replay/<table>/<int:number>/<int:hand>")
    def one_hand(table: str, number: int, hand: int) -> Response:
        game = _game(past, table, number)
        if hand not in {one.hand for one in past_hands(game, table)}:
            raise _none()
        said = hand_json(game, hand, game.hands[hand - 1], says_who=False)
        for entry in said["entries"]:
            _hide(entry["fact"])
        return jsonify({"hand": said, "names": said["names"]})

    @routes.get("/api/replay/<table>/<int:number>/at/<int:seq>")
    def moment(table: str, number: int, seq: int) -> Response:
        game = _game(past, table, number)
        over = {one.hand for one in past_hands(game, table)}
        told = {line.entry.seq for hand in over for line in game.hands[hand - 1].lines}
        state = state_of(game, seq) if seq in told else None
        if state is None:
            raise _none()
        shown = replace(project(state, last_kyoku=state.last_kyoku), reminders=())
        return Response(snapshot_json(shown), mimetype="application/json")

    return routes


def _hide(fact: dict[str, Any]) -> None:
    fact.pop(_HIDDEN.get(fact["is"], ""), None)


def _game(past: PastGames, table: str, number: int) -> PlayedGame:
    with refused_where_unreadable():
        game = past.game(table, number)
    if game is None:
        raise _none()
    return game


def _none() -> RequestRefused:
    return RequestRefused(HTTPStatus.NOT_FOUND, "not_found", "Not Found.")
