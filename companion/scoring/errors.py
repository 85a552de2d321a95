"""What can be wrong with a hand that is to be valued: a stable code and one sentence each."""

from __future__ import annotations

from enum import StrEnum

from companion.riichi.reasons import Reason


class Contradiction(StrEnum):
    """What cannot be true of one win at the same time, or was not seen; the value is the stable code."""

    IPPATSU_WITHOUT_RIICHI = "ippatsu_without_riichi"
    OPEN_RIICHI_WITHOUT_RIICHI = "open_riichi_without_riichi"
    IPPATSU_WITH_RINSHAN = "ippatsu_with_rinshan"
    CHANKAN_WITH_TSUMO = "chankan_with_tsumo"
    HOUTEI_WITH_TSUMO = "houtei_with_tsumo"
    RENHOU_WITH_TSUMO = "renhou_with_tsumo"
    RINSHAN_WITHOUT_TSUMO = "rinshan_without_tsumo"
    RINSHAN_WITHOUT_KAN = "rinshan_without_kan"
    HAITEI_WITHOUT_TSUMO = "haitei_without_tsumo"
    HAITEI_WITH_RINSHAN = "haitei_with_rinshan"
    HOUTEI_WITH_CHANKAN = "houtei_with_chankan"
    TENHOU_NOT_DEALER = "tenhou_not_dealer"
    TENHOU_WITHOUT_TSUMO = "tenhou_without_tsumo"
    CHIIHOU_AS_DEALER = "chiihou_as_dealer"
    CHIIHOU_WITHOUT_TSUMO = "chiihou_without_tsumo"
    RENHOU_AS_DEALER = "renhou_as_dealer"
    FIRST_TURN_WITH_MELD = "first_turn_with_meld"
    FIRST_TURN_WITH_RIICHI = "first_turn_with_riichi"
    FIRST_TURN_AT_WALL_END = "first_turn_at_wall_end"
    FIRST_TURN_AFTER_KAN = "first_turn_after_kan"
    CHANKAN_OF_HELD_TILE = "chankan_of_held_tile"
    TOO_MANY_INDICATORS = "too_many_indicators"
    MORE_URA_THAN_INDICATORS = "more_ura_than_indicators"
    NOT_SEEN = "not_seen"

    @property
    def sentence(self) -> str:
        """One sentence in English for a person at the table."""
        return _SENTENCES[self]


_SENTENCES = {
    Contradiction.IPPATSU_WITHOUT_RIICHI: "Ippatsu needs riichi.",
    Contradiction.OPEN_RIICHI_WITHOUT_RIICHI: "Open riichi needs riichi.",
    Contradiction.IPPATSU_WITH_RINSHAN: "A kan ends ippatsu, so a replacement tile cannot bring it.",
    Contradiction.CHANKAN_WITH_TSUMO: "A robbed kan is won by ron.",
    Contradiction.HOUTEI_WITH_TSUMO: "Houtei is won by ron on the last discard.",
    Contradiction.RENHOU_WITH_TSUMO: "Renhou is won by ron.",
    Contradiction.RINSHAN_WITHOUT_TSUMO: "Rinshan is won by self-draw.",
    Contradiction.RINSHAN_WITHOUT_KAN: "Rinshan needs a kan or a north set aside.",
    Contradiction.HAITEI_WITHOUT_TSUMO: "Haitei is won by self-draw.",
    Contradiction.HAITEI_WITH_RINSHAN: "A replacement tile is never the last tile of the wall.",
    Contradiction.HOUTEI_WITH_CHANKAN: "No kan is possible on the last tile, so none can be robbed.",
    Contradiction.TENHOU_NOT_DEALER: "Tenhou is the dealer's.",
    Contradiction.TENHOU_WITHOUT_TSUMO: "Tenhou is won by the first draw.",
    Contradiction.CHIIHOU_AS_DEALER: "Chiihou is never the dealer's.",
    Contradiction.CHIIHOU_WITHOUT_TSUMO: "Chiihou is won by the first draw.",
    Contradiction.RENHOU_AS_DEALER: "Renhou is never the dealer's.",
    Contradiction.FIRST_TURN_WITH_MELD: "Tenhou, chiihou and renhou need a hand without melds.",
    Contradiction.FIRST_TURN_WITH_RIICHI: "Tenhou, chiihou and renhou come before any riichi of the winner.",
    Contradiction.FIRST_TURN_AT_WALL_END: "Tenhou, chiihou and renhou come long before the wall ends.",
    Contradiction.FIRST_TURN_AFTER_KAN: "A kan or a north set aside ends the first turn.",
    Contradiction.CHANKAN_OF_HELD_TILE: (
        "A robbed kan accounts for all four of its tiles: no other can be in the hand, in a meld or among "
        "the indicators."
    ),
    Contradiction.TOO_MANY_INDICATORS: "There are never that many dora indicators.",
    Contradiction.MORE_URA_THAN_INDICATORS: "One ura indicator lies under each dora indicator, and no more.",
    Contradiction.NOT_SEEN: "A tile of this hand was not seen, so its value is unknown.",
}


class ScoringError(ValueError):
    """This hand cannot be valued. `reason` is the stable code, `str()` one sentence."""

    def __init__(self, reason: Reason | Contradiction, detail: str = "") -> None:
        self.reason = reason
        self.detail = detail
        super().__init__(reason.sentence + (f" ({detail})" if detail else ""))

    @property
    def code(self) -> str:
        """The code that pages and other programs see."""
        return self.reason.value
