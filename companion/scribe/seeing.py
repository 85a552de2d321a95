"""What a sighting changes in what is told: stories are found, what is certain is written, tiles are named.

The order is always the same: find the likeliest story, keep what its rivals share, remember what was read of
each tile, and then name the tiles. What is already told is named anew where later readings say otherwise.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from operator import itemgetter

from companion.evidence.sights import SeenTile, ways_of
from companion.riichi.calls import Action
from companion.riichi.facts import AnkanDeclared, Discarded, KakanDeclared
from companion.riichi.kyoku import Kyoku, Phase
from companion.riichi.seats import SEATS
from companion.riichi.spots import Spot, SpotKind, last_discard, tile_at
from companion.riichi.tiles import Tile
from companion.scribe import policy
from companion.scribe.asking import with_held
from companion.scribe.comparing import Look, TableFit, fit_table, leftover, readings_of, undeclared
from companion.scribe.following import believed, earlier_roots, pools_moved, roots_of, with_standing
from companion.scribe.mind import Mind, Root, Trust
from companion.scribe.naming import newly_named
from companion.scribe.observations import Pool, against
from companion.scribe.oddities import askew, still_gone, straightened, with_kans_placed
from companion.scribe.questions import Left, Sighted
from companion.scribe.riichi_discards import riichi_revised, watched, wavering
from companion.scribe.spots import Telling
from companion.scribe.stories import Chosen, Story, by_cost, chosen, in_seen_order, leaves_lying, stories
from companion.scribe.weights import SURE, TAKEN_BACK, TILE_CHANGED


@dataclass(frozen=True, slots=True)
class _Weighed:
    """One reading of where tiles belong, with the stories that explain it."""

    mind: Mind
    look: Look
    left: Mapping[Left, Sighted]
    found: Sequence[Story]
    beside: Sequence[Story]
    """Stories that go on from a carried one, and not from what is told."""


def look_at(mind: Mind, look: Look, trust: Trust) -> tuple[Mind, Chosen | None]:
    """The mind after a sighting, with all facts as they should be told, and the story that it believes.

    While the table is cleared nothing is told. The story is None until it looks as if it was dealt anew.
    """
    gone = mind.oddities.gone
    rests = {} if gone is None else {gone.spot: gone.rests - look.is_repeated}
    mind = mind.with_declined(mind.people.declined.with_seen(look.seen))
    declined = mind.people.declined.but_told(mind.told.facts)
    look = replace(look, guesses=_guesses(mind), gone=rests, declined=declined)
    likely = _likely_looks(mind.kyoku, look)
    fit = fit_table(mind.kyoku, likely[0])
    if is_cleared(mind.kyoku, fit):
        mind = replace(mind, eye=replace(mind.eye, seen=likely[0].seen))
        dealt = fit_table(mind.told.begun, likely[0])
        if not dealt.is_open or dealt.cost >= fit.cost or _is_mostly_told(mind.kyoku, fit):
            return mind, None
        anew = Chosen(Story(Root(mind.told), (), mind.kyoku, 0.0, dealt), 0, ())
        return with_held(mind, anew, leftover(dealt), look), anew
    weighed = [_weighed(replace(mind, eye=replace(mind.eye, seen=one.seen)), one, trust) for one in likely]
    found = sorted((story for one in weighed for story in one.found), key=by_cost)
    beside = sorted((story for one in weighed for story in one.beside), key=by_cost)
    possible = sorted([*found, *beside], key=by_cost)
    is_shaken = found[0].cost - possible[0].cost >= trust.behind
    choice = chosen(possible if is_shaken else found, look, trust)
    if leaves_lying(choice, mind.told):
        choice = replace(choice, kept=0, is_refused=True)
    best = next(one for one in weighed if any(story is choice.story for story in (*one.found, *one.beside)))
    mind, look = best.mind, best.look
    told = _written(mind, choice)
    if mind.told.shared(told.facts) < min(len(told.facts), len(mind.told.facts)):
        pools = pools_moved(mind, fit_table(mind.kyoku, look), choice.story)
        mind = replace(mind, pools=pools)
    mind, looked = _with_readings(mind, told, choice, look)
    mind = newly_named(mind, looked, look.seen.at_ns, trust)
    mind = _with_riichi(mind, looked, look, trust)
    early_flips = mind.oddities.early_flips + (not look.is_repeated) if _is_flipped_early(choice, look) else 0
    mind = replace(mind, oddities=replace(mind.oddities, early_flips=early_flips))
    if choice.kept or not look.is_repeated:
        mind = replace(mind, beliefs=believed(mind, possible, choice))
    return with_held(mind, choice, best.left, look), choice


def _with_riichi(mind: Mind, looked: frozenset[Spot], look: Look, trust: Trust) -> Mind:
    """The mind with each riichi that this look shows or denies, and those that may be one (立直)."""
    if mind.kyoku.phase is Phase.UNFOLLOWED:
        return mind
    mind, last = _with_said_riichi(mind, look), last_discard(mind.kyoku)
    late = last if last is not None and look.has_press(last.seat, Action.RIICHI) else None
    if not look.is_repeated:
        mind = replace(mind, sticks=watched(mind.sticks, mind.told.begun, mind.kyoku, look.seen))
    mind = _with_said_riichi(replace(mind, told=riichi_revised(mind, looked, trust, said=late)), look)
    return replace(mind, unsure=replace(mind.unsure, maybe_riichi=wavering(mind, looked)))


def _with_said_riichi(mind: Mind, look: Look) -> Mind:
    """The mind that knows who is in riichi and has pressed its key."""
    seats = zip(SEATS, mind.kyoku.players, strict=False)
    said = {seat for seat, player in seats if player.in_riichi and look.has_press(seat, Action.RIICHI)}
    return replace(mind, people=mind.people.and_riichi(said)) if said else mind


def _likely_looks(kyoku: Kyoku, look: Look) -> list[Look]:
    """Each reading of where the tiles belong, unless what was told speaks clearly against it."""
    looks = []
    for cost, seen in ways_of(look.seen):
        one = replace(look, seen=seen, place=cost, known={})
        one = replace(one, undeclared=undeclared(kyoku, one))
        looks.append((fit_table(kyoku, one).cost, one))
    looks.sort(key=itemgetter(0))
    return [one for cost, one in looks if cost <= looks[0][0] + policy.HOPELESS]


def _weighed(mind: Mind, look: Look, trust: Trust) -> _Weighed:
    """The stories that explain one reading."""
    mind = with_kans_placed(mind, look, trust)
    fit = fit_table(mind.kyoku, look)
    left, held = leftover(fit), mind.unsure.held
    if held is not None and not left.keys().isdisjoint(held.rests):
        rests = {at: held.rests[one] - look.is_repeated for one, (at, _) in left.items() if one in held.rests}
        look = replace(look, rests=rests, known={})
    beside = stories([*roots_of(mind)], look, policy.A_FEW, trust.behind) if mind.beliefs else []
    return _Weighed(mind, look, left, _found(mind, look, fit, trust.behind), beside)


def _guesses(mind: Mind) -> Mapping[Spot, Tile]:
    """The likeliest face of each discard that was told without one because it is in doubt."""
    open_discards = (
        (spot, mind.pools.get(spot, Pool()).likelihoods())
        for spot in mind.unsure.doubts
        if spot.kind is SpotKind.DISCARD and tile_at(mind.kyoku, spot) is None
    )
    return {spot: max(weights, key=weights.__getitem__) for spot, weights in open_discards if weights}


def _is_flipped_early(choice: Chosen, look: Look) -> bool:
    """Whether an indicator lies open that no story explains (表示牌); at a win the ura are turned."""
    story = choice.story
    is_early = bool(story.fit.indicators.new) and story.kyoku.wall.indicators_owed < 1
    return is_early and not look.seen.shows_hand


def is_cleared(kyoku: Kyoku, fit: TableFit) -> bool:
    """Whether so much has gone that the table is being cleared, or something large lies over it."""
    gone = sum(
        len(seat.river.unseen) + 3 * (len(player.melds) - len(seat.melds))
        for player, seat in zip(kyoku.players, fit.seats, strict=False)
    )
    lying = sum(len(player.river) + 3 * len(player.melds) for player in kyoku.players)
    return gone >= policy.CLEARED_TILES and gone >= policy.CLEARED_SHARE * lying


def _is_mostly_told(kyoku: Kyoku, fit: TableFit) -> bool:
    """Whether most tiles that still lie in rivers are as they were told: only the others have gone."""
    named = [(one, tile_at(kyoku, at)) for at, one in readings_of(kyoku, fit) if at.kind is SpotKind.DISCARD]
    told = sum(tile is not None and against(one, tile) < policy.CONTRADICTS for one, tile in named)
    return 2 * told > sum(len(seat.river) for seat in fit.seen.seats)


def _found(mind: Mind, look: Look, fit: TableFit, behind: float) -> list[Story]:
    """Stories that go on from what was told; where none explains what is seen, also from before its end."""
    roots = [Root(mind.told)]
    if any(seat.new_melds for seat in fit.seats):
        roots += _with_last_unseen(mind)
    found = stories(roots, look, policy.WIDTH, behind)
    if in_seen_order(found[0]) < len(found[0].facts):
        # Ignore how long each thing has lain there: that would favour stories that explain most of it first.
        found = stories(roots, replace(look, rests={}, known={}), policy.WIDER, behind)
    if not found[0].fit.is_open and found[0].cost < policy.FAR_FETCHED:
        return found
    earlier = list(earlier_roots(mind, policy.A_FEW, TAKEN_BACK))
    return sorted([*found, *stories(earlier, look, policy.WIDTH, behind, found[0].cost)], key=by_cost)


def _with_last_unseen(mind: Mind) -> Iterable[Root]:
    """The root as it was told but for the last discard, which is left open: it may have been another tile."""
    laid = [*zip(mind.told.facts, mind.told.spots, strict=True)]
    last = next((spots[0] for fact, spots in reversed(laid) if isinstance(fact, Discarded)), None)
    if last is None or last in mind.people.settled or tile_at(mind.kyoku, last) is None:
        return
    changed = mind.told.with_names({last: None})
    if changed is not None:
        yield Root(changed, TILE_CHANGED)


def _written(mind: Mind, choice: Chosen) -> Telling:
    """The facts as far as they are written; new tiles, but for closed and added kans, are named later."""
    root = choice.story.root
    if root.taken_back and choice.is_whole and not choice.facts and not choice.rivals:
        return root.told
    if not choice.kept:
        return mind.told
    after = root.told.then(choice.facts)
    new = zip(choice.facts, after.spots[len(root.told.facts) :], strict=True)
    kans = (AnkanDeclared, KakanDeclared)
    laid = (spot for fact, spots in new if not isinstance(fact, kans) for spot in spots)
    unread = {spot: None for spot in laid if tile_at(root.told.kyoku, spot) is None}
    return root.told.instead(after.retold(unread))


def _with_readings(mind: Mind, told: Telling, choice: Chosen, look: Look) -> tuple[Mind, frozenset[Spot]]:
    """The mind with what was read of every tile, and the spots where something new was read.

    While several stories may be true, a reading that contradicts a tile is left out: another may lie there.
    """
    mind = with_standing(mind, told)
    standing, pools = told.standing, dict(mind.pools)
    last = last_discard(told.kyoku)
    kyoku, fit = _best_explained(told, choice, look)
    gone = still_gone(mind.oddities.gone, kyoku, fit, look)
    rests = askew(mind.oddities.askew, kyoku, fit, look)
    fit, void = straightened(kyoku, fit, rests)
    pools |= {spot: Pool() for spot in pools if spot in void and spot not in mind.people.settled}
    looked = set[Spot]()
    for spot, one in readings_of(kyoku, fit):
        if one.is_back or spot not in standing or _is_called_meanwhile(kyoku, told.kyoku, spot):
            continue
        if spot.kind is SpotKind.INDICATOR and tile_at(told.kyoku, spot) is None and _has_ura(fit):
            continue  # nobody can say which of them was turned first
        if (
            choice.rivals
            and spot not in void
            and against(one, tile_at(told.kyoku, spot)) >= policy.CONTRADICTS
        ):
            continue
        before = pools.get(spot, Pool())
        if spot == last and _is_swapped(before, one):
            before = Pool(looks=before.looks)
        pools[spot] = before.with_reading(one)
        if pools[spot].readings != before.readings:
            looked.add(spot)
    oddities = replace(mind.oddities, gone=gone, askew=rests)
    return replace(mind, pools=pools, oddities=oddities), frozenset(looked)


def _is_called_meanwhile(believed: Kyoku, told: Kyoku, spot: Spot) -> bool:
    """Whether the tile lies in a meld that is not told yet: if sideways, then not for riichi."""
    if spot.kind is not SpotKind.DISCARD:
        return False
    caller = believed.players[spot.seat].discards[spot.number].called_by
    return caller is not told.players[spot.seat].discards[spot.number].called_by


def _has_ura(fit: TableFit) -> bool:
    """Whether more indicators lie open than were told, as at a win, where the others may be ura (裏ドラ)."""
    return fit.seen.shows_hand and bool(fit.indicators.new or fit.indicators.strays)


def _best_explained(told: Telling, choice: Chosen, look: Look) -> tuple[Kyoku, TableFit]:
    """The table with what is believed and not told yet: else a new tile would be taken for the last one."""
    story = choice.story
    if story.root.taken_back and not choice.kept:
        return told.kyoku, fit_table(told.kyoku, look)
    return story.kyoku, story.fit


def _is_swapped(pool: Pool, seen: SeenTile) -> bool:
    """Whether the reading before and this one are both sure, and name different tiles."""
    return seen.tile is not None and any(
        was.tile is not seen.tile and min(was.confidence, seen.confidence) >= SURE
        for was in pool.readings[-1:]
    )
