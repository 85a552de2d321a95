"""The peer: `riichienv` plays generated kyoku; here is all that knows how it is driven."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

import riichienv

from tests.differential.decks import deck
from tests.differential.scenes import Scene, any_scene
from tests.differential.wording import PASS, words_of_action


@dataclass(slots=True)
class Stop:
    """A moment at which the peer asks players what they do."""

    events: list[dict[str, Any]]
    """What happened since the stop before."""
    offered: Mapping[int, frozenset[str]]
    """What each player who is asked may do, in the common wording."""
    awaits_claims: bool
    """Whether players are asked for a tile that lies on the table, or one for the own turn."""
    chosen: dict[int, str] = field(default_factory=dict)
    """What each player who is asked will do."""


def play_kyoku(game_rule: str, players: int, rng: Random) -> Iterator[Stop]:
    """One kyoku with a deck, points and honba of its own; the last stop asks nobody."""
    scene = any_scene(rng)
    env = riichienv.RiichiEnv(
        game_mode=f"{players}p-red-single", rule=getattr(riichienv.GameRule, game_rule)(), seed=0
    )
    observations = env.reset(
        oya=rng.randrange(players),
        wall=deck(rng, players, scene.style),
        round_wind=rng.randrange(3),
        scores=[rng.choice((900, 1000, 8000, 25000, 25000, 40000)) for _ in range(players)],
        honba=rng.randrange(3),
        kyotaku=rng.randrange(3),
    )
    recklessness = rng.choice((0.0, 0.0, 0.05, 0.3, 1.0))
    read = 0
    while True:
        log = env.mjai_log
        actions = {} if env.done() else {seat: _worded(observations[seat]) for seat in sorted(observations)}
        stop = Stop(
            log[read:],
            {seat: frozenset(worded) for seat, worded in actions.items()},
            awaits_claims=env.phase == riichienv.Phase.WaitResponse,
        )
        read = len(log)
        stop.chosen = {
            seat: _choose(rng, worded, observations[seat], scene, recklessness)
            for seat, worded in actions.items()
        }
        yield stop
        if not actions:
            return
        observations = env.step({seat: actions[seat][words] for seat, words in stop.chosen.items()})


def _worded(observation: Any) -> dict[str, Any]:
    return {words_of_action(action): action for action in observation.legal_actions()}


def _choose(
    rng: Random,
    worded: dict[str, Any],
    observation: Any,
    scene: Scene,
    recklessness: float,
) -> str:
    tempting = [words for words in worded if rng.random() < scene.eagerness.get(words.partition(" ")[0], 0)]
    if tempting:
        return rng.choice(tempting)
    discards = [words for words in worded if words.startswith("discard")]
    if not discards:
        return PASS
    if f"discard {scene.thrown}" in discards:
        return f"discard {scene.thrown}"
    if rng.random() < recklessness:
        return rng.choice(discards)
    count = (
        riichienv.calculate_shanten_3p
        if type(observation).__name__.endswith("3P")
        else riichienv.calculate_shanten
    )
    hand = list(observation.hand)
    away = {words: count([tile for tile in hand if tile != worded[words].tile]) for words in discards}
    best = min(away.values())
    return rng.choice([words for words in discards if away[words] == best])
