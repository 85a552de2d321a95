"""For every reason a table that refuses a fact for it, and one nearby that accepts a fact."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from companion.riichi.kyoku import Kyoku
from companion.riichi.presets import EMA, HOUSE, M_LEAGUE, MAHJONG_SOUL, TENHOU, TENHOU_3P, WRC
from companion.riichi.reasons import Reason
from companion.riichi.ruleset import KanInRiichi, PenaltyTo
from companion.riichi.seats import Wind
from tests.toolbox.positions import (
    NOTEN,
    TENPAI,
    after_pon,
    closed_kans,
    discarded,
    four_kans_by_two,
    in_riichi,
    suufon,
    three_players,
)
from tests.toolbox.tables import N, S, drawn, play, table, until_live

Tables = Callable[[], Kyoku]
CHIPS = replace(TENHOU, chip_points=500)
ASKED = replace(TENHOU, dealer_stop_asked=True)
LAST_LEADS = {"round_wind": Wind.SOUTH, "dealer": N, "points": (20_000, 20_000, 20_000, 40_000)}


@dataclass(frozen=True)
class Case:
    """`refused` on `table`; `accepted` on `other`, or on the same table where there is no other."""

    table: Tables
    refused: str
    accepted: str
    other: Tables | None = None

    @property
    def accepting_table(self) -> Kyoku:
        return (self.other or self.table)()


def after(script: str, start: Tables = table) -> Tables:
    return lambda: play(start(), script)


def later_call(**rules) -> Tables:
    """South has called west and then haku, and East discards 5s."""
    calls = "S pons 3z, S discards 1m, W draws, W discards 5z, S pons 5z, S discards 9m"
    turn = "W draws, W discards 8p, N draws, N discards 9p, E draws, E discards 5s"
    start = table(replace(TENHOU, **rules))
    return lambda: play(start, f"E draws, E discards 3z, {calls}, {turn}")


def riichi_draws(hand: str, drawn_tile: str, **rules) -> Tables:
    """East has declared riichi with this hand and draws that tile at the next turn."""
    return lambda: play(in_riichi(rules=replace(TENHOU, **rules), E=hand), f"E draws {drawn_tile}")


def short_hand(tiles: str) -> Tables:
    """East has discarded 4m; South has three melds and these four tiles."""
    return lambda: drawn(f"""
        E1-0  tenhou  60 live
        dora  9m
        turn  1 to_draw
        offer  discard 4m of 0
          0 E  25000
            river  4m
        > 1 S  25000
            hand  {tiles}
            melds  1z1z<1z>  2z2z<2z>  3z3z<3z>
          2 W  25000
          3 N  25000
        """)


def pon_of_red_dragon(riichi: str) -> Tables:
    return lambda: drawn(f"""
        E1-0  tenhou  60 live
        dora  9m
        turn  0 turn
        > 0 E  25000
            hand  ?10 +?
            melds  7z<7z>7z
            {riichi}
          1 S  25000
          2 W  25000
          3 N  25000
        """)


STRICT = {"kan_in_riichi": KanInRiichi.FORBIDDEN}
CHII_OF_4M = after("E draws, E discards 4m, S chis 4m with 56m")
SHOWN = "123m456p789s1155z"

CASES: dict[Reason, Case] = {
    # What cannot be.
    Reason.KYOKU_OVER: Case(after("E draws, E chombo"), "E discards", "E discards", after("E draws")),
    Reason.NO_SUCH_SEAT: Case(three_players, "N chombo", "W chombo"),
    Reason.NOT_YOUR_TURN: Case(table, "S draws", "E draws"),
    Reason.MUST_DRAW: Case(table, "E discards", "E discards", after("E draws")),
    Reason.MUST_DRAW_REPLACEMENT: Case(after("E draws, E closes 1z"), "E discards", "E replaces"),
    Reason.MUST_DISCARD: Case(after("E draws"), "E draws", "E discards"),
    Reason.NO_REPLACEMENT_DUE: Case(
        after("E draws"), "E replaces", "E replaces", after("E draws, E closes 1z")
    ),
    Reason.WALL_EMPTY: Case(
        lambda: until_live(table(), 0), "W draws", "S draws", lambda: until_live(table(), 1)
    ),
    Reason.NO_DISCARD_TO_CALL: Case(table, "S pons 5m", "S pons 5m", discarded),
    Reason.OTHER_TILE: Case(discarded, "S pons 6m", "S pons 5m"),
    Reason.OWN_DISCARD: Case(discarded, "E pons 5m", "S pons 5m"),
    Reason.NOT_A_MELD: Case(discarded, "S pons 5m with 56m", "S pons 5m with 50m"),
    Reason.NO_PON_TO_EXTEND: Case(after_pon, "S adds 6p", "S adds 0p"),
    Reason.TILE_NOT_IN_HAND: Case(
        lambda: play(table(E=NOTEN), "E draws 1m"), "E discards 9m", "E discards 4m"
    ),
    Reason.FIFTH_COPY: Case(lambda: play(table(dora="1z"), "E draws"), "E closes 1z", "E closes 2z"),
    Reason.TOO_MANY_RED: Case(after("E draws 0m, E discards 0m"), "S draws 0m", "S draws 0p"),
    Reason.NOT_IN_THE_SET: Case(three_players, "E draws 5m", "E draws 9m"),
    Reason.WRONG_HAND_SIZE: Case(
        after("E draws 1z"), "E tsumos 1z showing 123m", f"E tsumos 1z showing {SHOWN}"
    ),
    Reason.NO_INDICATOR_LEFT: Case(
        lambda: closed_kans(4), "dora 9p", "dora 9p", lambda: play(closed_kans(3), "E closes 4z")
    ),
    Reason.NO_RIICHI_TO_ACCEPT: Case(
        discarded, "E pays", "E pays", after("E draws, E riichi, E discards 5m")
    ),
    Reason.RIICHI_NOT_ACCEPTED: Case(
        after("E draws, E riichi, E discards 5m"),
        "S draws",
        "S draws",
        lambda: play(table(), "E draws, E riichi, E discards 5m, E pays"),
    ),
    Reason.NO_TILE_TO_WIN_ON: Case(table, "S rons 5m", "S rons 5m", discarded),
    Reason.ALREADY_WON: Case(lambda: play(discarded(), "S rons 5m"), "S rons 5m", "W rons 5m"),
    Reason.TURNS_NOT_FOLLOWED: Case(after("nobody follows"), "E draws", "E draws", table),
    Reason.TURNS_FOLLOWED: Case(table, "S follows with 60", "S follows with 60", after("nobody follows")),
    Reason.LIVE_CANNOT_BE: Case(after("nobody follows"), "S follows with 71", "S follows with 70"),
    Reason.LIABLE_FOR_ONESELF: Case(
        discarded, "W rons worth daisangen liable W", "W rons worth daisangen liable E"
    ),
    Reason.DEAD_ALREADY: Case(lambda: play(table(HOUSE), "S dies"), "S dies", "W dies"),
    Reason.PENALTY_CANNOT_BE: Case(
        lambda: table(replace(HOUSE, penalty_to=PenaltyTo.TABLE)), "S penalty of 500", "S penalty of 1000"
    ),
    Reason.TIME_CALLED: Case(lambda: play(table(WRC), "time"), "time", "time", lambda: table(WRC)),
    Reason.CHIPS_CANNOT_BE: Case(lambda: table(CHIPS), "S gets from S chips 1", "S gets from E chips 1"),
    # What the rules forbid.
    Reason.INDICATOR_TOO_EARLY: Case(table, "dora 1m", "dora 1m", after("E draws, E closes 1z")),
    Reason.LAST_DISCARD_ONLY_RON: Case(lambda: until_live(table(), 0), "N pons ?", "N rons ?"),
    Reason.CHI_ONLY_FROM_KAMICHA: Case(discarded, "W chis 5m with 34m", "S chis 5m with 34m"),
    Reason.NO_CHI_WITH_THREE: Case(
        lambda: discarded("5p", TENHOU_3P), "S chis 5p with 34p", "S pons 5p with 50p"
    ),
    Reason.CALL_IN_RIICHI: Case(
        lambda: play(in_riichi("S"), "E draws, E discards 5m"), "S pons 5m", "W pons 5m"
    ),
    Reason.NO_DISCARD_LEFT: Case(
        short_hand("4567m"), "S chis 4m with 56m", "S chis 4m with 56m", short_hand("4568m")
    ),
    Reason.KUIKAE_SAME: Case(CHII_OF_4M, "S discards 4m", "S discards 3m"),
    Reason.KUIKAE_OTHER_END: Case(CHII_OF_4M, "S discards 7m", "S discards 8m"),
    Reason.KAN_ON_LAST_TILE: Case(
        lambda: play(until_live(table(), 1), "S draws"),
        "S closes 1z",
        "E closes 1z",
        lambda: play(until_live(table(), 2), "E draws"),
    ),
    Reason.KAN_AFTER_CALL: Case(
        lambda: play(discarded(), "S pons 5m"), "S closes 1z", "E closes 1z", after("E draws")
    ),
    Reason.KAN_LIMIT: Case(lambda: closed_kans(4), "E closes 5z", "E closes 5z", lambda: closed_kans(3)),
    Reason.KAN_IN_RIICHI_FORBIDDEN: Case(
        riichi_draws("111m222333p5678s", "1m", **STRICT),
        "E closes 1m",
        "E closes 1m",
        riichi_draws("111m222333p5678s", "1m"),
    ),
    Reason.KAN_IN_RIICHI_ONLY_CLOSED: Case(
        pon_of_red_dragon("riichi  accepted"), "E adds 7z", "E adds 7z", pon_of_red_dragon("")
    ),
    Reason.KAN_IN_RIICHI_NOT_DRAWN: Case(
        riichi_draws("111123m222p5679s", "4s"),
        "E closes 1m",
        "E closes 1m",
        riichi_draws("111m222333p5678s", "1m"),
    ),
    Reason.KAN_IN_RIICHI_WAITS: Case(
        riichi_draws("3444m778899s333z", "4m"),
        "E closes 4m",
        "E closes 3z",
        riichi_draws("3444m778899s333z", "3z"),
    ),
    Reason.KAN_IN_RIICHI_READING: Case(
        riichi_draws("333p5666p111s456s", "3p"),
        "E closes 3p",
        "E closes 1s",
        riichi_draws("333p5666p111s456s", "1s"),
    ),
    Reason.NO_KITA: Case(after("E draws"), "E kita", "E kita", after("E draws", three_players)),
    Reason.KITA_ON_LAST_TILE: Case(
        lambda: play(until_live(three_players(), 1), "E draws"),
        "E kita",
        "W kita",
        lambda: play(until_live(three_players(), 2), "W draws"),
    ),
    Reason.KITA_AFTER_CALL: Case(
        lambda: play(discarded("5p", TENHOU_3P), "S pons 5p"),
        "S kita",
        "S kita",
        lambda: after_pon(TENHOU_3P),
    ),
    Reason.RIICHI_TWICE: Case(
        lambda: play(in_riichi(), "E draws"),
        "E riichi",
        "S riichi",
        lambda: play(in_riichi(), "E draws, E discards, S draws"),
    ),
    Reason.RIICHI_AFTER_CALL: Case(
        lambda: play(discarded(), "S pons 5m"), "S riichi", "S riichi", lambda: play(discarded(), "S draws")
    ),
    Reason.RIICHI_OPEN_HAND: Case(
        after_pon, "S riichi", "W riichi", lambda: play(after_pon(), "S discards, W draws")
    ),
    Reason.RIICHI_POINTS: Case(
        lambda: play(table(points=(900, 1_000, 49_000, 49_100)), "E draws"),
        "E riichi",
        "S riichi",
        lambda: play(table(points=(900, 1_000, 49_000, 49_100)), "E draws, E discards, S draws"),
    ),
    Reason.RIICHI_WALL: Case(
        lambda: play(until_live(table(), 4), "W draws"),
        "W riichi",
        "S riichi",
        lambda: play(until_live(table(), 5), "S draws"),
    ),
    Reason.RIICHI_NOTEN: Case(
        lambda: play(table(E=TENPAI), "E draws 9m, E riichi"), "E discards 2m", "E discards 9m"
    ),
    Reason.RIICHI_HAND_LOCKED: Case(
        lambda: play(in_riichi(), "E draws 5m"), "E discards 6m from hand", "E discards 5m from draw"
    ),
    Reason.NO_OPEN_RIICHI: Case(
        after("E draws"),
        "E open-riichi",
        "E open-riichi",
        lambda: play(table(replace(TENHOU, open_riichi=True)), "E draws"),
    ),
    Reason.HAND_NOT_COMPLETE: Case(
        lambda: play(table(E=TENPAI), "E draws 9m"),
        "E tsumos",
        "E tsumos",
        lambda: play(table(E=TENPAI), "E draws 5z"),
    ),
    Reason.NO_YAKU: Case(after("E draws"), "E tsumos worth 0/30", "E tsumos worth 1/30"),
    Reason.ATOZUKE: Case(
        later_call(sakizuke=True), "S rons 5s worth haku", "S rons 5s worth haku", later_call()
    ),
    Reason.TWO_HAN_NEEDED: Case(
        lambda: discarded(rules=replace(TENHOU, two_han_from=0)), "S rons worth 1/30", "S rons worth 2/30"
    ),
    Reason.TOO_MANY_YAKUMAN: Case(
        lambda: discarded(rules=EMA),
        "S rons worth daisangen+tsuuiisou",
        "S rons worth daisangen",
    ),
    Reason.FURITEN_DISCARD: Case(
        lambda: play(table(E=TENPAI), "E draws 5z, E discards 5z, S draws, S discards 1z"),
        "E rons",
        "E rons",
        lambda: play(table(E=TENPAI), "E draws 9m, E discards 9m, S draws, S discards 1z"),
    ),
    Reason.FURITEN_TURN: Case(
        lambda: play(table(W=TENPAI), "E draws, E discards 1z, S draws, S discards 5z"),
        "W rons",
        "W rons",
        lambda: play(table(W=TENPAI), "E draws, E discards 9m, S draws, S discards 5z"),
    ),
    Reason.FURITEN_RIICHI: Case(
        lambda: play(
            in_riichi("E", E=TENPAI),
            "E draws 9m, E discards 9m, S draws, S discards 1z, W draws, W discards, N draws, N discards,"
            "E draws 8m, E discards 8m, S draws, S discards 5z",
        ),
        "E rons",
        "E rons",
        lambda: play(in_riichi("E", E=TENPAI), "E draws 9m, E discards 9m, S draws, S discards 1z"),
    ),
    Reason.NO_CHANKAN_OF_ANKAN: Case(
        after("E draws, E closes 1z"),
        "S rons 1z",
        "S rons 1z",
        lambda: play(table(MAHJONG_SOUL), "E draws, E closes 1z"),
    ),
    Reason.HEAD_BUMP: Case(
        lambda: play(discarded(rules=M_LEAGUE), "S rons"),
        "W rons",
        "W rons",
        lambda: discarded(rules=M_LEAGUE),
    ),
    Reason.THREE_RON_DRAW: Case(
        lambda: play(discarded(), "S rons, W rons"),
        "N rons",
        "N rons",
        lambda: play(discarded(rules=MAHJONG_SOUL), "S rons, W rons"),
    ),
    Reason.DRAW_NOT_IN_RULES: Case(
        lambda: play(table(M_LEAGUE), "E draws"), "ends kyuushu by E", "ends kyuushu by E", after("E draws")
    ),
    Reason.DRAW_IS_DUE: Case(suufon, "E draws", "ends suufon"),
    Reason.TILES_LEFT: Case(discarded, "ends exhaustive", "ends exhaustive", lambda: until_live(table(), 0)),
    Reason.NOT_FIRST_TURN: Case(
        lambda: play(discarded(), "S pons 5m, S discards, W draws"),
        "ends kyuushu by W",
        "ends kyuushu by S",
        lambda: play(discarded(), "S draws"),
    ),
    Reason.NOT_NINE_ORPHANS: Case(
        lambda: play(table(E="19m19p19s12z34567m"), "E draws 2m"),
        "ends kyuushu by E",
        "ends kyuushu by E",
        lambda: play(table(E="19m19p19s12z34567m"), "E draws 3z"),
    ),
    Reason.NOT_FOUR_SAME_WINDS: Case(discarded, "ends suufon", "ends suufon", suufon),
    Reason.NOT_FOUR_RIICHI: Case(
        lambda: in_riichi("ESW"),
        "ends suucha_riichi tenpai ESW",
        "ends suucha_riichi tenpai ESWN",
        lambda: in_riichi("ESWN"),
    ),
    Reason.NOT_FOUR_KANS: Case(
        lambda: play(closed_kans(3), "E discards 9m"),
        "ends suukaikan",
        "ends suukaikan",
        lambda: play(four_kans_by_two(), "S discards 9m"),
    ),
    Reason.NOT_THREE_RON: Case(
        lambda: play(discarded(), "S rons"),
        "ends sanchahou",
        "ends sanchahou",
        lambda: play(discarded(), "S rons, W rons"),
    ),
    Reason.RIICHI_MUST_SHOW: Case(
        lambda: until_live(in_riichi("S"), 0), "ends exhaustive tenpai E", "ends exhaustive tenpai ES"
    ),
    Reason.SHOWN_NOTEN: Case(
        lambda: until_live(table(), 0),
        f"ends exhaustive tenpai E hand {NOTEN}",
        f"ends exhaustive tenpai E hand {TENPAI}",
    ),
    Reason.NOT_NAGASHI: Case(
        lambda: until_live(play(table(), "E draws, E discards 5m"), 0),
        "ends nagashi_mangan nagashi E",
        "ends nagashi_mangan nagashi S",
    ),
    Reason.NOBODY_LIABLE: Case(discarded, "W rons worth 3/40 liable S", "W rons worth daisangen liable S"),
    Reason.NO_DEAD_HANDS: Case(table, "S dies", "S dies", lambda: table(HOUSE)),
    Reason.HAND_IS_DEAD: Case(lambda: play(discarded(rules=HOUSE), "S dies"), "S pons 5m", "W pons 5m"),
    Reason.NO_PENALTIES: Case(
        table,
        "S penalty of 1000",
        "S penalty of 1000",
        lambda: table(replace(HOUSE, penalty_to=PenaltyTo.SCORE)),
    ),
    Reason.NO_TIME_LIMIT: Case(table, "time", "time", lambda: table(WRC)),
    Reason.DEALER_CANNOT_STOP: Case(
        lambda: play(until_live(table(ASKED, dealer=S), 0), "ends exhaustive tenpai S"),
        "dealer stops",
        "dealer stops",
        lambda: play(until_live(table(ASKED, **LAST_LEADS), 0), "ends exhaustive tenpai N"),
    ),
    Reason.NO_WAREME: Case(table, "S breaks", "S breaks", lambda: table(replace(TENHOU, wareme=True))),
    Reason.NO_CHIPS: Case(table, "S gets chips 1", "S gets chips 1", lambda: table(CHIPS)),
}
