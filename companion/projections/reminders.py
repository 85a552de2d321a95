"""What somebody has to do or know now, read from the state alone.

Each rule is one small function; the codes are stable, and words for them live with the page.
There is no clock here: a reminder goes when its reason goes.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import reduce

from companion.evidence import Notice
from companion.projections.health import points_off
from companion.projections.house_reminders import HOUSE_AFTER, HOUSE_DURING
from companion.projections.reminder import Level, Reminder, Rule
from companion.riichi.apply import apply
from companion.riichi.checks import is_dead
from companion.riichi.draws import abortive_draw_due, is_kan_limit_reached, kan_makers, nagashi_seats
from companion.riichi.kyoku import Kyoku, OfferKind, Phase
from companion.riichi.player import Player
from companion.riichi.ruleset import Suukaikan
from companion.riichi.seats import Wind, seats
from companion.riichi.turn import riichi_reasons
from companion.riichi.unseen import stick_due
from companion.table_state import SeenReminder, TableState

_NEWS = frozenset(
    (
        "evening_kept",
        "panel_awaited",
        "panel_referee_called",
        "panel_referee_called_before",
        "panel_referee_withdrawn",
    )
)
"""What sources say that is good to know: nothing is wrong."""
_WINDS = frozenset(wind.kind for wind in Wind)


def reminders(state: TableState) -> tuple[Reminder, ...]:
    """All reminders of the moment: first what to do, then what is not right, then what is good to know."""
    found = [
        Reminder(warning.code, Level.WARN, warning.seat, may_waive=bool(warning.refused))
        for warning in state.warnings
    ]
    found += [
        Reminder(
            notice.code,
            _level_of(notice),
            notice.seat,
            asks=notice.is_question,
            refuses=notice.is_refusal,
        )
        for said in state.notices
        for notice in said.notices
    ]
    off = points_off(state.hanchan)
    if off:
        found.append(Reminder("points_off", Level.WARN, values={"off": off}))
    kyoku = state.hanchan.running
    if kyoku is not None:
        rules = _AFTER if kyoku.is_over else _DURING
        found += [reminder for rule in rules for reminder in rule(kyoku)]
    if state.seen:
        found = [replace(one, seen=seen_key(one) in state.seen) for one in found]
    return tuple(sorted(found, key=lambda reminder: list(Level).index(reminder.level)))


def _level_of(notice: Notice) -> Level:
    if notice.is_question:
        return Level.ACT
    return Level.KNOW if notice.code in _NEWS else Level.WARN


def codes_to_see(state: TableState, seat: int) -> tuple[str, ...]:
    """The codes that a player can acknowledge with a key: the seat's reminders that are not warnings."""
    mine = (one for one in reminders(state) if one.seat == seat)
    return tuple(one.code for one in mine if one.level is not Level.WARN)


def seen_key(reminder: Reminder) -> SeenReminder:
    """What identifies a reminder: with another value it counts as not seen yet."""
    return reminder.code, reminder.seat, tuple(sorted(reminder.values.items()))


# 山 The wall.


def _flips(kyoku: Kyoku) -> Iterator[Reminder]:
    wall = kyoku.wall
    if wall.owed_now < 0:
        yield Reminder("indicator_turned_early", Level.WARN)
    if wall.owed_now > 0 and not wall.indicators:
        yield Reminder("flip_first_indicator", Level.ACT)
    elif wall.owed_now > 0:
        yield Reminder("flip_kan_dora_now", Level.ACT, values={"count": wall.owed_now})
    if kyoku.uses_ura_places and wall.indicators_owed:
        yield Reminder("ura_serve", Level.KNOW)
    if wall.owed_later > 0 and kyoku.phase is Phase.TO_DRAW:
        # Its maker has discarded: whether that is a ron decides, and nobody else's discard does.
        yield Reminder("flip_kan_dora_passed", Level.ACT, values={"count": wall.owed_later})
    elif wall.owed_later > 0:
        who = None if kyoku.is_unfollowed else kyoku.turn
        yield Reminder("flip_kan_dora_after_discard", Level.KNOW, who, {"count": wall.owed_later})


def _replacement(kyoku: Kyoku) -> Iterator[Reminder]:
    if kyoku.phase is not Phase.TO_REPLACE or abortive_draw_due(kyoku) is not None:
        return
    if not kyoku.wall.replacements_left:
        # The dead wall has no tile for a fifth kan (五つ目の槓), and no source says where it comes from.
        yield Reminder("ask_replacement", Level.ACT, kyoku.turn)
        return
    drawn = kyoku.wall.replacements_drawn
    yield Reminder(
        "draw_replacement",
        Level.ACT,
        kyoku.turn,
        {"stack": drawn // 2 + 1, "upper": drawn % 2 == 0},
    )


def _dead_wall(kyoku: Kyoku) -> Iterator[Reminder]:
    """From the replacement draw to the discard: the last live tile now belongs to the dead wall."""
    if kyoku.rinshan_of is None or not kyoku.wall.knows_haitei(kyoku.rules):
        return
    place = kyoku.wall.replacements_drawn - 1
    yield Reminder(
        "dead_wall_keeps_fourteen",
        Level.KNOW,
        values={
            "live": kyoku.wall.live or 0,
            "stack": kyoku.wall.dead_stacks + place // 2 + 1,
            "upper": place % 2 == 1,
        },
    )


def _kan_limit(kyoku: Kyoku) -> Iterator[Reminder]:
    if not is_kan_limit_reached(kyoku):
        return
    is_draw = kyoku.rules.suukaikan is Suukaikan.AFTER_DISCARD and kan_makers(kyoku) > 1
    if is_draw and abortive_draw_due(kyoku) is None:
        yield Reminder("four_kans", Level.WARN, None if kyoku.is_unfollowed else kyoku.turn)
    elif not is_draw:
        yield Reminder("no_more_kan", Level.KNOW)


def _wall_end(kyoku: Kyoku) -> Iterator[Reminder]:
    live = kyoku.wall.live
    if live is None:
        return  # nobody counts
    if live == 0 and kyoku.phase is Phase.TO_DRAW:
        yield Reminder("last_discard", Level.ACT)
        yield Reminder("noten_payments", Level.KNOW, values={"points": kyoku.rules.noten_points})
        if kyoku.rules.nagashi_mangan:
            yield from (Reminder("nagashi_possible", Level.KNOW, seat) for seat in nagashi_seats(kyoku))
    elif live == 0:
        yield Reminder("last_tile", Level.ACT, kyoku.turn)
    elif live - (kyoku.phase is Phase.TO_DRAW) < kyoku.rules.riichi_min_live:
        yield Reminder("few_tiles", Level.KNOW, values={"live": live})


# 立直 Riichi.


def _stick(kyoku: Kyoku) -> Iterator[Reminder]:
    offer = kyoku.last_discard
    riichi = kyoku.players[offer.seat].riichi if offer else None
    if offer is not None and riichi is not None and not riichi.is_accepted:
        yield Reminder("riichi_stick_due", Level.ACT, offer.seat)


def _sideways(kyoku: Kyoku) -> Iterator[Reminder]:
    """The sideways tile was called away: the next discard is laid sideways instead."""
    player = kyoku.players[kyoku.turn]
    if kyoku.phase is Phase.TURN and player.owes_sideways_tile:
        yield Reminder("lay_sideways", Level.ACT, kyoku.turn)


# 鳴き Calls.


def _opened(kyoku: Kyoku) -> Iterator[Reminder]:
    """The first call opens the hand (喰い下がり, 後付け): say what is lost and what counts less."""
    melds = kyoku.players[kyoku.turn].melds
    is_kan = kyoku.phase is Phase.TO_REPLACE and kyoku.offer is None
    is_called = kyoku.phase is Phase.CALLED or is_kan or kyoku.rinshan_of is OfferKind.DISCARD
    if is_called and sum(meld.is_open for meld in melds) == 1:
        yield Reminder("hand_opened", Level.KNOW, kyoku.turn, {"open_tanyao": kyoku.rules.open_tanyao})


# 途中流局 Draws.


def _draws(kyoku: Kyoku) -> Iterator[Reminder]:
    # A stick that is due counts as paid, so that the draw it leads to is announced with it.
    due = abortive_draw_due(reduce(apply, stick_due(kyoku), kyoku))
    if due is not None:
        yield Reminder("draw_due", Level.ACT, values={"kind": due.value})
    if kyoku.rules.suufon_renda and kyoku.rules.players == 4:
        yield from _suufon(kyoku)
    if kyoku.rules.suucha_riichi and kyoku.rules.players == 4:
        yield from _suucha(kyoku)


def _suufon(kyoku: Kyoku) -> Iterator[Reminder]:
    firsts = [player.discards[0].tile for player in kyoku.players if player.discards]
    tile = firsts[0] if len(firsts) == 3 else None
    is_wind = tile is not None and tile.kind in _WINDS
    is_followed = kyoku.is_untouched and not kyoku.has_gap
    if is_followed and tile is not None and is_wind and all(other is tile for other in firsts):
        yield Reminder("suufon_possible", Level.KNOW, kyoku.turn, {"tile": tile.text})


def _suucha(kyoku: Kyoku) -> Iterator[Reminder]:
    others = [seat for seat in seats(4) if not kyoku.players[seat].in_riichi]
    if len(others) != 1 or is_dead(kyoku, others[0]):
        return
    if not riichi_reasons(kyoku, kyoku.players[others[0]], kyoku.points[others[0]]):
        yield Reminder("suucha_possible", Level.KNOW, others[0])


def _has_riichi(player: Player) -> bool:
    return player.riichi is not None and player.riichi.is_accepted


# 局の終わり After the result.


def _ura(kyoku: Kyoku) -> Iterator[Reminder]:
    # Under the first indicator there is one even where nobody has entered that indicator.
    count = kyoku.rules.ura_under(max(1, len(kyoku.wall.indicators)))
    if not count or kyoku.uses_ura_places:
        return
    for win in kyoku.wins:
        if _has_riichi(kyoku.players[win.seat]) and not win.ura:
            yield Reminder("turn_ura", Level.ACT, win.seat, {"count": count})


def _value_missing(kyoku: Kyoku) -> Iterator[Reminder]:
    yield from (Reminder("say_value", Level.ACT, win.seat) for win in kyoku.wins if win.value is None)


def _chombo(kyoku: Kyoku) -> Iterator[Reminder]:
    if kyoku.chombo is not None:
        yield Reminder("chombo", Level.WARN, kyoku.chombo.seat)


def _robbed(kyoku: Kyoku) -> Iterator[Reminder]:
    offer = kyoku.offer
    if kyoku.wins and offer is not None and offer.kind in (OfferKind.KAKAN, OfferKind.ANKAN):
        yield Reminder("kan_was_robbed", Level.KNOW, offer.seat)


_DURING: tuple[Rule, ...] = (
    *(_stick, _draws, _flips, _replacement, _wall_end, _sideways, _dead_wall, _kan_limit, _opened),
    *HOUSE_DURING,
)
_AFTER: tuple[Rule, ...] = (_value_missing, _ura, _chombo, _robbed, *HOUSE_AFTER)
