"""Why a fact is refused: a stable code, one sentence, its source, and whether it may be waived.

An *impossible* fact cannot be true of the tiles on this table; a *forbidden* one can, and the
table may allow it ("house rule"). Translations of the sentences live with the pages.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Reason(StrEnum):
    """Stable codes; the value is what pages, records and other programs see."""

    # What cannot be.
    NO_KYOKU = "no_kyoku"
    KYOKU_OVER = "kyoku_over"
    KYOKU_NOT_OVER = "kyoku_not_over"
    HANCHAN_OVER = "hanchan_over"
    NO_SUCH_SEAT = "no_such_seat"
    NOT_YOUR_TURN = "not_your_turn"
    MUST_DRAW = "must_draw"
    MUST_DRAW_REPLACEMENT = "must_draw_replacement"
    MUST_DISCARD = "must_discard"
    NO_REPLACEMENT_DUE = "no_replacement_due"
    WALL_EMPTY = "wall_empty"
    NO_DISCARD_TO_CALL = "no_discard_to_call"
    OTHER_TILE = "other_tile"
    OWN_DISCARD = "own_discard"
    NOT_A_MELD = "not_a_meld"
    NO_PON_TO_EXTEND = "no_pon_to_extend"
    TILE_NOT_IN_HAND = "tile_not_in_hand"
    FIFTH_COPY = "fifth_copy"
    TOO_MANY_RED = "too_many_red"
    NOT_IN_THE_SET = "not_in_the_set"
    WRONG_HAND_SIZE = "wrong_hand_size"
    NO_INDICATOR_LEFT = "no_indicator_left"
    NO_RIICHI_TO_ACCEPT = "no_riichi_to_accept"
    RIICHI_NOT_ACCEPTED = "riichi_not_accepted"
    NO_TILE_TO_WIN_ON = "no_tile_to_win_on"
    ALREADY_WON = "already_won"
    TURNS_NOT_FOLLOWED = "turns_not_followed"
    TURNS_FOLLOWED = "turns_followed"
    LIVE_CANNOT_BE = "live_cannot_be"
    LIABLE_FOR_ONESELF = "liable_for_oneself"
    DEAD_ALREADY = "dead_already"
    PENALTY_CANNOT_BE = "penalty_cannot_be"
    TIME_CALLED = "time_called"
    PAUSED = "paused"
    NOT_PAUSED = "not_paused"
    SEAT_EMPTY = "seat_empty"
    AWAY_ALREADY = "away_already"
    HERE_ALREADY = "here_already"
    NAME_MISSING = "name_missing"
    SITS_ALREADY = "sits_already"
    NAME_TAKEN = "name_taken"
    NOT_AN_ORDER = "not_an_order"
    WINDS_CANNOT_GO = "winds_cannot_go"
    RULE_FIXED = "rule_fixed"
    RULE_TOO_LATE = "rule_too_late"
    POINTS_MISSING = "points_missing"
    CHIPS_CANNOT_BE = "chips_cannot_be"

    # What the rules forbid; each may be waived.
    INDICATOR_TOO_EARLY = "indicator_too_early"
    LAST_DISCARD_ONLY_RON = "last_discard_only_ron"
    CHI_ONLY_FROM_KAMICHA = "chi_only_from_kamicha"
    NO_CHI_WITH_THREE = "no_chi_with_three"
    CALL_IN_RIICHI = "call_in_riichi"
    NO_DISCARD_LEFT = "no_discard_left"
    KUIKAE_SAME = "kuikae_same"
    KUIKAE_OTHER_END = "kuikae_other_end"
    KAN_ON_LAST_TILE = "kan_on_last_tile"
    KAN_AFTER_CALL = "kan_after_call"
    KAN_LIMIT = "kan_limit"
    KAN_IN_RIICHI_FORBIDDEN = "kan_in_riichi_forbidden"
    KAN_IN_RIICHI_ONLY_CLOSED = "kan_in_riichi_only_closed"
    KAN_IN_RIICHI_NOT_DRAWN = "kan_in_riichi_not_drawn"
    KAN_IN_RIICHI_WAITS = "kan_in_riichi_waits"
    KAN_IN_RIICHI_READING = "kan_in_riichi_reading"
    NO_KITA = "no_kita"
    KITA_ON_LAST_TILE = "kita_on_last_tile"
    KITA_AFTER_CALL = "kita_after_call"
    RIICHI_TWICE = "riichi_twice"
    RIICHI_AFTER_CALL = "riichi_after_call"
    RIICHI_OPEN_HAND = "riichi_open_hand"
    RIICHI_POINTS = "riichi_points"
    RIICHI_WALL = "riichi_wall"
    RIICHI_NOTEN = "riichi_noten"
    RIICHI_HAND_LOCKED = "riichi_hand_locked"
    NO_OPEN_RIICHI = "no_open_riichi"
    HAND_NOT_COMPLETE = "hand_not_complete"
    NO_YAKU = "no_yaku"
    ATOZUKE = "atozuke"
    TWO_HAN_NEEDED = "two_han_needed"
    TOO_MANY_YAKUMAN = "too_many_yakuman"
    FURITEN_DISCARD = "furiten_discard"
    FURITEN_TURN = "furiten_turn"
    FURITEN_RIICHI = "furiten_riichi"
    NO_CHANKAN_OF_ANKAN = "no_chankan_of_ankan"
    HEAD_BUMP = "head_bump"
    THREE_RON_DRAW = "three_ron_draw"
    DRAW_NOT_IN_RULES = "draw_not_in_rules"
    DRAW_IS_DUE = "draw_is_due"
    TILES_LEFT = "tiles_left"
    NOT_FIRST_TURN = "not_first_turn"
    NOT_NINE_ORPHANS = "not_nine_orphans"
    NOT_FOUR_SAME_WINDS = "not_four_same_winds"
    NOT_FOUR_RIICHI = "not_four_riichi"
    NOT_FOUR_KANS = "not_four_kans"
    NOT_THREE_RON = "not_three_ron"
    RIICHI_MUST_SHOW = "riichi_must_show"
    SHOWN_NOTEN = "shown_noten"
    NOT_NAGASHI = "not_nagashi"
    NOBODY_LIABLE = "nobody_liable"
    NO_DEAD_HANDS = "no_dead_hands"
    HAND_IS_DEAD = "hand_is_dead"
    NO_PENALTIES = "no_penalties"
    NO_TIME_LIMIT = "no_time_limit"
    DEALER_CANNOT_STOP = "dealer_cannot_stop"
    NO_WAREME = "no_wareme"
    NO_CHIPS = "no_chips"

    @property
    def sentence(self) -> str:
        """One sentence in English for a person at the table."""
        return _TEXTS[self].sentence

    @property
    def source(self) -> str:
        """Where the rule is: a section of docs/reference/rules.md, a rule set's field, or the tiles."""
        return _TEXTS[self].source

    @property
    def is_waivable(self) -> bool:
        """Whether the table may allow it: the rules forbid it, the tiles do not."""
        return _TEXTS[self].is_waivable


@dataclass(frozen=True, slots=True)
class _Text:
    sentence: str
    source: str
    is_waivable: bool = True


TILES = "the tiles themselves"
_KAN = "rules: Kan"
_TURNED = "rules: When an indicator is turned"
_FOUR_KANS = "rules: Four kans and a fifth"
_KAN_IN_RIICHI = "rules: Kan after riichi"
_NAKI = "rules: Calls"
_RIICHI = "rules: Riichi"
_DRAWS = "rules: Abortive draws"


def _impossible(sentence: str) -> _Text:
    """The text of a reason that no table can waive."""
    return _Text(sentence, TILES, is_waivable=False)


_TEXTS = {
    Reason.NO_KYOKU: _impossible("No hand is being played."),
    Reason.KYOKU_OVER: _impossible("The hand is over."),
    Reason.KYOKU_NOT_OVER: _impossible("The hand is not over yet."),
    Reason.HANCHAN_OVER: _impossible("The game is over."),
    Reason.NO_SUCH_SEAT: _impossible("Nobody sits there."),
    Reason.NOT_YOUR_TURN: _impossible("It is another player's turn."),
    Reason.MUST_DRAW: _impossible("A tile must be drawn or called first."),
    Reason.MUST_DRAW_REPLACEMENT: _impossible("A replacement tile must be drawn first."),
    Reason.MUST_DISCARD: _impossible("The player holds one tile too many and must discard first."),
    Reason.NO_REPLACEMENT_DUE: _impossible("No replacement tile is due."),
    Reason.WALL_EMPTY: _impossible("The live wall is empty."),
    Reason.NO_DISCARD_TO_CALL: _impossible("There is no discard to call."),
    Reason.OTHER_TILE: _impossible("That is not the tile that was just discarded or drawn."),
    Reason.OWN_DISCARD: _impossible("Players cannot call their own discard."),
    Reason.NOT_A_MELD: _impossible("These tiles do not make that meld."),
    Reason.NO_PON_TO_EXTEND: _impossible("There is no open triplet of that tile to add to."),
    Reason.TILE_NOT_IN_HAND: _impossible("The player does not hold that tile."),
    Reason.FIFTH_COPY: _impossible("That would be the fifth copy of a tile."),
    Reason.TOO_MANY_RED: _impossible("The set has fewer red fives than that."),
    Reason.NOT_IN_THE_SET: _impossible("That tile is not used with this number of players."),
    Reason.WRONG_HAND_SIZE: _impossible("The hand has too many or too few tiles."),
    Reason.NO_INDICATOR_LEFT: _impossible("All dora indicators are face up."),
    Reason.NO_RIICHI_TO_ACCEPT: _impossible("No riichi stick is due."),
    Reason.RIICHI_NOT_ACCEPTED: _impossible("The riichi stick has to be put down first."),
    Reason.NO_TILE_TO_WIN_ON: _impossible("There is no tile to win on."),
    Reason.ALREADY_WON: _impossible("This player has already won on this tile."),
    Reason.TURNS_NOT_FOLLOWED: _impossible("The turns of this hand are not being followed."),
    Reason.TURNS_FOLLOWED: _impossible("The turns of this hand are followed already."),
    Reason.LIVE_CANNOT_BE: _impossible("The wall cannot have that many tiles left."),
    Reason.LIABLE_FOR_ONESELF: _impossible("Nobody can be liable for their own hand."),
    Reason.DEAD_ALREADY: _impossible("This hand is dead already."),
    Reason.PENALTY_CANNOT_BE: _impossible("Nobody can pay a penalty of that many points."),
    Reason.TIME_CALLED: _impossible("Time was called already."),
    Reason.PAUSED: _impossible("The game is paused; resume it first."),
    Reason.NOT_PAUSED: _impossible("The game is not paused."),
    Reason.SEAT_EMPTY: _impossible("A player is away: say that they are back, or enter who plays instead."),
    Reason.AWAY_ALREADY: _impossible("This player is away already."),
    Reason.HERE_ALREADY: _impossible("This player is here already."),
    Reason.NAME_MISSING: _impossible("A name is missing."),
    Reason.SITS_ALREADY: _impossible("Somebody with this name is at the table already."),
    Reason.NAME_TAKEN: _impossible("Somebody else in this game has this name."),
    Reason.NOT_AN_ORDER: _impossible("Each player needs one seat, and at least two have to move."),
    Reason.WINDS_CANNOT_GO: _impossible(
        "Winds can move with the players only if everyone moves by the same number of seats."
    ),
    Reason.RULE_FIXED: _impossible("This rule cannot be changed during a game."),
    Reason.RULE_TOO_LATE: _impossible("The game is past that round already."),
    Reason.POINTS_MISSING: _impossible("The points and sticks do not add up."),
    Reason.CHIPS_CANNOT_BE: _impossible("A player can get 1 to 1,000 chips, from another player."),
    Reason.INDICATOR_TOO_EARLY: _Text("No dora indicator is due to be flipped now.", _TURNED),
    Reason.LAST_DISCARD_ONLY_RON: _Text("The last discard can only be called for ron.", _NAKI),
    Reason.CHI_ONLY_FROM_KAMICHA: _Text("Chi is only possible from the player on the left.", _NAKI),
    Reason.NO_CHI_WITH_THREE: _Text("There is no chi with three players.", "rule set: players"),
    Reason.CALL_IN_RIICHI: _Text("After riichi, only ron can be called.", _RIICHI),
    Reason.NO_DISCARD_LEFT: _Text("After this call there would be no legal discard.", "rule set: kuikae"),
    Reason.KUIKAE_SAME: _Text("The tile just called cannot be discarded at once (kuikae).", _NAKI),
    Reason.KUIKAE_OTHER_END: _Text(
        "The other end of the run just called cannot be discarded at once (kuikae).", _NAKI
    ),
    Reason.KAN_ON_LAST_TILE: _Text(
        "No kan when the live wall is empty: the dead wall keeps its tiles.", _KAN
    ),
    Reason.KAN_AFTER_CALL: _Text("No kan right after chi or pon: only after the next draw.", _KAN),
    Reason.KAN_LIMIT: _Text("There have been four kans: no fifth is possible.", _FOUR_KANS),
    Reason.KAN_IN_RIICHI_FORBIDDEN: _Text("No kan after riichi in these rules.", "rule set: kan_in_riichi"),
    Reason.KAN_IN_RIICHI_ONLY_CLOSED: _Text("After riichi only a closed kan is possible.", _KAN_IN_RIICHI),
    Reason.KAN_IN_RIICHI_NOT_DRAWN: _Text(
        "After riichi only the tile just drawn can complete a kan.", _KAN_IN_RIICHI
    ),
    Reason.KAN_IN_RIICHI_WAITS: _Text("This kan would change the waits of the riichi hand.", _KAN_IN_RIICHI),
    Reason.KAN_IN_RIICHI_READING: _Text(
        "In one reading of the winning hand these tiles are part of a run or of the pair.", _KAN_IN_RIICHI
    ),
    Reason.NO_KITA: _Text("North cannot be set aside in these rules.", _NAKI),
    Reason.KITA_ON_LAST_TILE: _Text(
        "North cannot be set aside when the live wall is empty.", "rule set: kita"
    ),
    Reason.KITA_AFTER_CALL: _Text("North cannot be set aside right after a call.", "rule set: kita"),
    Reason.RIICHI_TWICE: _Text("This player is already in riichi.", _RIICHI),
    Reason.RIICHI_AFTER_CALL: _Text("Riichi can be declared after a draw, not after a call.", _RIICHI),
    Reason.RIICHI_OPEN_HAND: _Text("Riichi needs a closed hand.", _RIICHI),
    Reason.RIICHI_POINTS: _Text("This player has too few points for riichi.", _RIICHI),
    Reason.RIICHI_WALL: _Text("Too few tiles are left in the wall for riichi.", _RIICHI),
    Reason.RIICHI_NOTEN: _Text("This hand would not be tenpai after the discard.", _RIICHI),
    Reason.RIICHI_HAND_LOCKED: _Text("After riichi the drawn tile must be discarded.", _RIICHI),
    Reason.NO_OPEN_RIICHI: _Text("Open riichi is not played in these rules.", _RIICHI),
    Reason.HAND_NOT_COMPLETE: _Text("This hand is not complete.", _NAKI),
    Reason.NO_YAKU: _Text("This hand has no yaku.", _NAKI),
    Reason.ATOZUKE: _Text("The first call did not secure a yaku for this hand.", "rule set: sakizuke"),
    Reason.TWO_HAN_NEEDED: _Text("A win needs two han of yaku now.", "rule set: two_han_from"),
    Reason.TOO_MANY_YAKUMAN: _Text(
        "No hand is worth that many yakuman in these rules.", "rule set: yakuman_stack"
    ),
    Reason.FURITEN_DISCARD: _Text("Furiten: one of the waits is among the player's own discards.", _NAKI),
    Reason.FURITEN_TURN: _Text("Furiten: a winning tile was passed up in this turn.", _NAKI),
    Reason.FURITEN_RIICHI: _Text("Furiten: a winning tile was passed up after riichi.", _RIICHI),
    Reason.NO_CHANKAN_OF_ANKAN: _Text(
        "A closed kan can only be robbed by kokushi, where the rules allow it.", _KAN
    ),
    Reason.HEAD_BUMP: _Text(
        "Only the first player after the discarder wins (head bump).", "rule set: multiple_ron"
    ),
    Reason.THREE_RON_DRAW: _Text("Three ron on one discard are an abortive draw.", _DRAWS),
    Reason.DRAW_NOT_IN_RULES: _Text("This draw is not played in these rules.", _DRAWS),
    Reason.DRAW_IS_DUE: _Text("This hand ends in an abortive draw now.", _DRAWS),
    Reason.TILES_LEFT: _Text("There are still tiles to draw.", _DRAWS),
    Reason.NOT_FIRST_TURN: _Text("This is only possible in the first turn, before any call or kan.", _DRAWS),
    Reason.NOT_NINE_ORPHANS: _Text("The hand has fewer than nine kinds of terminals and honours.", _DRAWS),
    Reason.NOT_FOUR_SAME_WINDS: _Text("The first four discards are not all the same wind.", _DRAWS),
    Reason.NOT_FOUR_RIICHI: _Text("Not all four players are in riichi.", _DRAWS),
    Reason.NOT_FOUR_KANS: _Text("There have not been four kans by more than one player.", _DRAWS),
    Reason.NOT_THREE_RON: _Text("There were not three ron on one discard.", _DRAWS),
    Reason.RIICHI_MUST_SHOW: _Text("A player in riichi has to show a tenpai hand.", _RIICHI),
    Reason.SHOWN_NOTEN: _Text("The hand that was shown is not tenpai.", "rule set: four_copies_tenpai"),
    Reason.NOT_NAGASHI: _Text("That river does not make nagashi mangan.", "rule set: nagashi_mangan"),
    Reason.NOBODY_LIABLE: _Text("Nobody is liable for such a hand in these rules.", "rule set: pao"),
    Reason.NO_DEAD_HANDS: _Text("No hand is declared dead in these rules.", "rule set: dead_hands"),
    Reason.HAND_IS_DEAD: _Text(
        "This hand is dead: it cannot win, call or be tenpai.", "rule set: dead_hands"
    ),
    Reason.NO_PENALTIES: _Text("There are no penalties but chombo in these rules.", "rule set: penalty_to"),
    Reason.NO_TIME_LIMIT: _Text("There is no time limit in these rules.", "rule set: time_limit"),
    Reason.DEALER_CANNOT_STOP: _Text(
        "Only a last dealer in first place who would deal again may stop.", "rule set: dealer_stop_asked"
    ),
    Reason.NO_WAREME: _Text("Wareme is not played in these rules.", "rule set: wareme"),
    Reason.NO_CHIPS: _Text("There are no chips in these rules.", "rule set: chip_points"),
}
