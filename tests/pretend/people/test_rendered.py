"""A short hand before the drawn camera and the real eye, in a time of its own; and the same heard again."""

import random

import cv2
import pytest

from companion.pretend.people.comparing import compared
from companion.pretend.people.habits import Mistakes
from companion.pretend.players.game import play_hanchan
from companion.pretend.stage.games import Game, games_of
from companion.pretend.stage.setting import Setting, TableKind
from companion.riichi.facts import HanchanStarted
from companion.riichi.presets import TENHOU
from lab.bench.stage_house import NAMES, QuickHouse
from lab.bench.stage_reel import KeptSight
from lab.scribe import rendered
from lab.scribe.reels import Played, Reels, seed_of, watched
from lab.scribe.rendered import Score, plainly, score
from lab.scribe.setting import Set

NINE_ORPHANS = "40"
"""With this seed a hand is laid open after its first draw."""


@pytest.fixture
def one_thread():
    before = cv2.getNumThreads()
    cv2.setNumThreads(1)
    yield
    cv2.setNumThreads(before)


def test_a_hand_is_drawn_once_and_heard_as_often_as_is_wanted(tmp_path, one_thread) -> None:
    facts = play_hanchan(random.Random(NINE_ORPHANS), TENHOU, NAMES, see_all=True)
    played = Played("nine orphans", TENHOU, next(games_of(facts, 1)))
    reels = Reels(tmp_path, "oblique", Mistakes.NONE, Set(TableKind.PLAIN))
    heard = reels.of(played)
    again = Reels(tmp_path, "oblique", Mistakes.NONE, Set(TableKind.PLAIN))
    assert again.of(played) == heard
    assert reels.frames > 0 == again.frames
    evening = watched(
        played,
        lambda house: KeptSight(house, heard),
        Setting(),
        mistakes=Mistakes.NONE,
        keys=True,
        answers=True,
        seed=1,
    )
    (told,) = evening.written()
    result = compared(played.game.kyokus[0], told)
    assert (result.missing, result.wrong, result.invented) == (0, 0, 0)
    assert result.facts == 2
    shown = [one for one in evening.house.sighted[1][-1].seats if one.showing]
    assert [len(one.showing) for one in shown] == [14]
    assert [type(fact).__name__ for fact in plainly(evening.house.sighted[1])] == ["IndicatorRevealed"]
    for mode in ("settling", "questions"):
        total = Score()
        score(mode, again, played, total, misses=False)
        assert (total.hands, total.exact, total.count["wrong"]) == (1, 1, 0)


def test_what_the_eye_says_of_rests_is_heard_again() -> None:
    house = QuickHouse(TENHOU)
    house.wait(2.0)
    house.rested(1_500_000_000)
    kept = house.told_since()
    again = QuickHouse(TENHOU)
    KeptSight(again, [kept]).rest(2.0)
    assert again.rested_ns() == 1_500_000_000
    assert again.clock.monotonic_ns() == house.clock.monotonic_ns()


def test_games_of_like_names_have_tables_of_their_own() -> None:
    games = [Played(name, TENHOU, None) for name in ("1001", "1010", "1100", "0110")]
    assert len({seed_of(game) for game in games}) == len(games)


def test_reels_that_differ_have_names_that_differ() -> None:
    game = Played("seed 1", TENHOU, Game(HanchanStarted(NAMES, "tenhou"), ((),)))
    reels = [Reels(None, "overhead", Mistakes.NONE, unrest_s=seconds) for seconds in (0.0, 5.0)]
    names = [one.name_of(game, raw=raw) for one in reels for raw in (False, True)]
    assert [name.partition("none-")[2] for name in names] == [
        f"{mark}-seed-1-1.reel.gz" for mark in ("settled", "raw", "unrest-5", "raw-unrest-5")
    ]


def test_games_of_two_archives_have_reels_of_their_own() -> None:
    """They have the same numbers; what the eye said of one is not heard at the other."""
    game, reels = Game(HanchanStarted(NAMES, "tenhou"), ((),)), Reels(None, "overhead", Mistakes.NONE)
    usual, other = Played("0900", TENHOU, game), Played("0900", TENHOU, game, "games-3p.tar.xz")
    assert reels.name_of(usual, raw=False) == "overhead-usual-none-settled-0900-1.reel.gz"
    assert reels.name_of(other, raw=False) == "overhead-usual-none-settled-games-3p-0900-1.reel.gz"
    assert seed_of(usual) == seed_of(other)


def test_a_game_says_which_archive_it_is_from(shared_data, monkeypatch) -> None:
    archive = "games-3p.tar.xz"
    if not (shared_data / "logs" / archive).is_file():
        pytest.skip(f"{archive} is not among the recorded games in ../shared/data")
    monkeypatch.setattr(rendered, "LOGS", shared_data / "logs")
    (played,) = rendered.games(1, 0, 1, archive)
    assert (played.name, played.archive) == ("0000", archive)


def test_without_records_as_many_hands_are_played_as_are_wanted(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(rendered, "LOGS", tmp_path)
    found = [(played.name, len(played.game.kyokus)) for played in rendered.games(3, 7, 2)]
    assert found == [("seed 7", 2), ("seed 8", 1)]


@pytest.mark.parametrize("words", [["--archive", "games-3p.tar.xz"], ["--first", "900"], ["--each", "4"]])
def test_rare_hands_are_not_measured_under_the_name_of_other_games(words, monkeypatch, capsys) -> None:
    monkeypatch.setattr("sys.argv", ["eval-scribe", "--rendered", "0", "--rare", "all", *words])
    with pytest.raises(SystemExit):
        rendered.main()
    assert "--rare looks for its hands itself" in capsys.readouterr().err
