"""One game as it was played: hands, what was taken back, one moment; the archive; files in and out."""

import json
import re
from contextlib import closing
from dataclasses import replace
from functools import reduce
from itertools import pairwise

import pytest

from companion.evenings.archive import Archive
from companion.evenings.exporting import exported, record_of
from companion.evenings.importing import ImportedGame, RecordUnusable, imported
from companion.evenings.names import known_names
from companion.evenings.played import played, state_of
from companion.evenings.sheet import write_sheet
from companion.evenings.summary import GameState, summary_of
from companion.evenings.words import Words
from companion.evidence import Cause
from companion.haifu.gathering import gather
from companion.haifu.mjai_writer import write_mjai
from companion.haifu.opening import read_record
from companion.journal import Draft, MemoryJournal, SqliteJournal
from companion.replaying import replay_record
from companion.riichi import facts as f
from companion.riichi.final_score import final_scores
from companion.riichi.hanchan import apply_to_hanchan, begin
from companion.riichi.house_facts import PenaltyGiven, WallBroken
from companion.riichi.presets import TENHOU
from companion.riichi.reasons import Reason
from companion.riichi.ruleset import PenaltyTo
from companion.riichi.seats import SEATS, Wind
from companion.riichi.tea_facts import PlayerRenamed
from companion.riichi.tiles import Tile
from companion.rules_file import read_rules
from tests.evenings.games import NOON, drafts, kept, looked_back
from tests.haifu.wanderers import game

A, B, C, D = SEATS
NAMES = ("Aki", "Ben", "Chie", "Dai")
DEAL = f.KyokuStarted(Wind.EAST, A, 0, 0, (25_000,) * 4)
RON = f.Won(B, f.WinBy.RON, C, value=f.HandValue(2, 30))
BETTER = f.Won(B, f.WinBy.RON, C, value=f.HandValue(4, 30))
WHOLE = (f.HanchanStarted(NAMES, "tenhou"), *game(3, TENHOU), f.HanchanEnded())


PLAIN = Words("en", {})


def corrected():
    """A hand whose result was told, taken back, and told again in its place."""
    journal = MemoryJournal()
    told = kept(journal, (f.HanchanStarted(NAMES, "tenhou"), DEAL, f.PlayUnfollowed(), RON, f.KyokuEnded()))
    late = Draft(at=NOON, because=Cause.PERSON, fact=BETTER, by="Anna", before=4)
    gone = Draft(at=NOON, because=Cause.PERSON, retracts=4, by="Anna")
    journal.append(told, [late, gone], "fix")
    return played(told, journal.entries(told.number))


def test_what_was_told_late_stands_in_its_place_before_what_it_replaces():
    (hand,) = corrected().hands
    assert [line.entry.seq for line in hand.lines] == [2, 3, 6, 4, 5]
    assert [line.taken_back.by if line.taken_back else "" for line in hand.lines] == ["", "", "", "Anna", ""]
    assert hand.points_after == (25_000, 32_700, 17_300, 25_000)


def test_a_moment_that_was_taken_back_shows_the_table_without_it():
    looked_at = corrected()
    assert state_of(looked_at, 3).hanchan.kyoku.wins == ()
    assert state_of(looked_at, 6).hanchan.kyoku.wins == (BETTER,)
    assert state_of(looked_at, 4).hanchan.kyoku.wins == (BETTER,)
    assert state_of(looked_at, 5).hanchan.kyoku is None
    assert state_of(looked_at, 7) is None


def test_what_the_rules_refuse_ends_the_game_there():
    journal = MemoryJournal()
    told = kept(journal, (f.HanchanStarted(NAMES, "tenhou"), DEAL, f.Drawn(A), f.Drawn(A), f.Discarded(A)))
    looked_at = played(told, journal.entries(told.number))
    assert looked_at.failure.startswith("entry 4, Drawn: ")
    assert len(looked_at.hands[0].lines) == 2
    assert [placed.fact for placed in record_of(looked_at).hands[0].facts] == [DEAL, f.Drawn(A)]


@pytest.fixture(params=["memory", "sqlite"])
def journal(request, tmp_path):
    journal = MemoryJournal() if request.param == "memory" else SqliteJournal(tmp_path / "table.sqlite")
    with closing(journal):
        yield journal


def test_the_archive_reads_a_game_again_only_when_it_has_changed(journal, monkeypatch):
    first, second = kept(journal, WHOLE), kept(journal, WHOLE[:9])
    read = []

    def reader():
        opened = journal.reader()
        entries = opened.entries
        monkeypatch.setattr(opened, "entries", lambda number: (read.append(number), entries(number))[1])
        return opened

    archive = Archive(reader)
    for _ in range(3):
        assert [one.name for one in archive.summaries()] == ["table-2", "table-1"]
        assert [one.counts.games for one in archive.statistics()] == [1] * 4
    assert sorted(read) == [first.number, second.number]
    monkeypatch.undo()
    journal.append(second, drafts(WHOLE[9:]))
    assert [one.counts.games for one in archive.statistics()] == [2] * 4
    journal.anonymise(first)
    assert [one.counts.games for one in archive.statistics()] == [1] * 4
    journal.forget(second)
    assert archive.statistics() == ()
    assert archive.game("table-2") is None


def test_names_come_newest_first_and_once():
    known = known_names([(("Aki", "Ben"), "2024"), (("Ben",), "2025"), (("Aki",), "2023")])
    assert [(one.name, one.games, one.last) for one in known] == [("Ben", 2, "2025"), ("Aki", 2, "2024")]


def test_the_fingerprint_knows_the_same_game_in_another_form():
    journal = MemoryJournal()
    told = kept(journal, WHOLE)
    text = write_mjai(record_of(played(told, journal.entries(told.number)))).encode()
    record = imported(text, "a.jsonl")
    assert record.facts == WHOLE
    assert imported(text + b"\n\n", "b").fingerprint == record.fingerprint
    other = imported(text.replace(b'"Aki"', b'"Eve"'), "c")
    assert other.fingerprint != record.fingerprint
    assert re.fullmatch(r"import-[0-9a-f]{40}", record.fingerprint)


def test_the_fingerprint_of_a_game_stays_the_same_from_version_to_version():
    begun = f.HanchanStarted(("Anna", "Ben", "Chiyo", ',"is_late":false'), "tenhou")
    kan = f.AnkanDeclared(SEATS[0], (Tile("1p"),) * 4)
    record = ImportedGame(TENHOU, (begun, kan, f.HanchanEnded()))
    # A journal has it from the version that imported the game.
    assert record.fingerprint == "import-c76fe7a030e524c2d48ae9bd13cfc442291c9a72"
    late = replace(kan, is_late=True)
    assert replace(record, facts=(begun, late, f.HanchanEnded())).fingerprint != record.fingerprint


def test_for_a_record_only_the_games_of_the_same_people_are_played_through(monkeypatch):
    journal, read = MemoryJournal(), []
    for names in (NAMES, ("Aki", "Ben", "Chie", "Eve"), NAMES):
        kept(journal, (f.HanchanStarted(names, "tenhou"), *game(3, TENHOU), f.HanchanEnded()))
    second, third = journal.games()[1:]
    first_deal = journal.entries(second.number)[1].seq
    renamed = PlayerRenamed(D, 'Zoé "Z"')
    journal.append(second, [Draft(at=NOON, because=Cause.PERSON, fact=renamed, before=first_deal)], "name")
    # Read in small parts, a game may lie in several of them.
    monkeypatch.setattr("companion.evenings.recognising._AT_ONCE", 7)
    remember = Archive._remember
    monkeypatch.setattr(
        Archive, "_remember", lambda self, j, one, mark: read.append(one) or remember(self, j, one, mark)
    )
    for told, others in ((third, [journal.games()[0]]), (second, [])):
        text = write_mjai(record_of(played(told, journal.entries(told.number)))).encode()
        assert Archive(journal.reader).game_told_by(imported(text, "own")) == told.name
        assert read == [told, *others]
        read.clear()
    stranger = write_mjai(
        gather((f.HanchanStarted(("Aki", "Ben", "Chie", "S"), "tenhou"), *WHOLE[1:]), TENHOU)
    )
    assert Archive(journal.reader).game_told_by(imported(stranger.encode(), "other")) is None


@pytest.mark.parametrize("form", ["mjai", "tenhou6"])
def test_a_file_that_does_not_say_what_no_source_confirms_is_known_again(form):
    rules = read_rules(b'base = "tenhou"\nname = "Friday"\nmultiple_ron = "all"\ndead_hands = true', "f.toml")
    journal = MemoryJournal()
    told = kept(journal, (f.HanchanStarted(NAMES, "Friday"), *game(3, rules), f.HanchanEnded()), rules)
    text = exported(played(told, journal.entries(told.number)), form, PLAIN).text
    said = '"changes":{"unverified":["kan_in_riichi","four_copies_tenpai"]}'
    assert said in text
    by_an_earlier_version = imported(text.replace(said, '"changes":{}').encode(), "own")
    assert by_an_earlier_version.rules.unverified == ()
    for record in (imported(text.encode(), "own"), by_an_earlier_version):
        assert Archive(journal.reader).game_told_by(record) == told.name


def test_a_file_that_does_not_say_who_was_tenpai_is_known_again():
    turns = [step for turn in range(70) for step in (f.Drawn(SEATS[turn % 4]), f.Discarded(SEATS[turn % 4]))]
    draw = f.Ryuukyoku(f.RyuukyokuKind.NAGASHI_MANGAN, (A,), (D,))
    journal = MemoryJournal()
    told = kept(
        journal, (f.HanchanStarted(NAMES, "tenhou"), DEAL, *turns, draw, f.KyokuEnded(), f.HanchanEnded())
    )
    text = exported(played(told, journal.entries(told.number)), "tenhou6", PLAIN).text
    said = '"流し満貫",[-4000,-2000,-2000,8000],[0]'
    assert said in text
    by_an_earlier_version = imported(text.replace(said, said.removesuffix(",[0]")).encode(), "own")
    for record in (imported(text.encode(), "own"), by_an_earlier_version):
        assert Archive(journal.reader).game_told_by(record) == told.name


def test_the_file_of_a_game_that_was_ended_within_a_hand_is_known_again():
    journal = MemoryJournal()
    hanchan = looked_back(WHOLE).hanchan
    deal = replace(DEAL, dealer=B, kyoutaku=hanchan.kyoutaku, points=hanchan.points)
    told = kept(journal, (*WHOLE[:-1], deal, f.PlayUnfollowed(), f.HanchanEnded()))
    text = exported(played(told, journal.entries(told.number)), "mjai", PLAIN).text
    assert Archive(journal.reader).game_told_by(imported(text.encode(), "own")) == told.name


def test_a_name_from_a_file_is_short_and_on_one_line():
    journal = MemoryJournal()
    names = ("x" * 100, "a\nb", "Chie", "Dai")
    told = kept(journal, (f.HanchanStarted(names, "tenhou"), *WHOLE[1:]))
    text = write_mjai(record_of(played(told, journal.entries(told.number)))).encode()
    assert imported(text, "a").facts[0].names == ("x" * 40, "a?b", "Chie", "Dai")


@pytest.mark.parametrize("content", [b"", b"{}", b"[]", b"\xff\xfe", b"<mjloggm/>", b'{"type":"start_game"}'])
def test_what_is_no_game_is_one_sentence(content):
    with pytest.raises(RecordUnusable) as refused:
        imported(content, "odd file")
    assert str(refused.value).startswith("odd file: ")
    assert "\n" not in str(refused.value)


def test_a_sheet_of_a_game_that_was_hardly_begun_is_a_sheet():
    journal = MemoryJournal()
    for facts in ((f.HanchanStarted(NAMES, "tenhou"),), (DEAL,)):
        told = kept(journal, facts)
        page = write_sheet(played(told, journal.entries(told.number)), Words("en", {}))
        assert page.count("<polyline") == 4


@pytest.mark.parametrize(
    ("rules", "beside"),
    [
        ({"penalty_to": PenaltyTo.OTHERS}, PenaltyGiven(C, 3_000)),
        ({"penalty_to": PenaltyTo.TABLE}, PenaltyGiven(C, 3_000)),
        ({"wareme": True}, WallBroken(A)),
        ({"honba_points": 1_500}, f.RuleWaived(Reason.KUIKAE_SAME)),
    ],
    ids=["paid to others", "paid to the table", "broken wall", "dear honba"],
)
@pytest.mark.parametrize("form", ["mjai", "tenhou6"])
def test_a_file_has_the_points_at_the_end_whatever_its_format_cannot_say(rules, beside, form):
    turn = (f.Drawn(A), f.Discarded(A, Tile("5p")), f.Won(B, f.WinBy.RON, A, value=f.HandValue(3, 40)))
    deal = replace(DEAL, honba=2)
    told = (f.HanchanStarted(NAMES, "ours"), deal, beside, *turn, f.KyokuEnded(), f.HanchanEnded())
    whole = looked_back(told, replace(TENHOU, name="ours", **rules))
    read = imported(exported(whole, form, PLAIN).text.encode(), "a")
    again = looked_back(read.facts, read.rules)
    assert not again.failure
    assert [one.points for one in final_scores(again.hanchan)] == [
        one.points for one in final_scores(whole.hanchan)
    ]


def test_no_name_falls_out_of_the_chart_where_almost_nothing_is_left():
    poor = replace(DEAL, points=(98_500, 500, 500, 500))
    page = write_sheet(looked_back((f.HanchanStarted(NAMES, "tenhou"), poor)), PLAIN)
    height = int(re.search(r'viewBox="0 0 \d+ (\d+)"', page).group(1))
    names = sorted(int(y) for y in re.findall(r'<text class="name seat-\d" x="\d+" y="(\d+)"', page))
    assert len(names) == 4
    assert names[-1] < height
    assert all(below - above >= 22 for above, below in pairwise(names))


@pytest.mark.parametrize(
    ("code", "count", "form"), [("en", 1, "one"), ("en", 0, "other"), ("fr", 0, "one"), ("fr", 2, "other")]
)
def test_words_have_the_form_that_the_number_wants(code, count, form):
    words = Words(code, {"n.one": "one {count}", "n.other": "other {count}"})
    assert words.say("n", count=count) == f"{form} {count}"
    assert Words("ja", {"n.other": "{count}"}).say("n", count=1) == "1"


def test_a_list_of_hands_that_ends_before_the_game_did_is_kept_as_cut_off():
    journal = MemoryJournal()
    told = kept(journal, WHOLE)
    whole = json.loads(exported(played(told, journal.entries(told.number)), "tenhou6", PLAIN).text)
    assert imported(json.dumps(whole).encode(), "a.json").facts == WHOLE
    del whole["sc"]
    facts = imported(json.dumps(whole).encode(), "a.json").facts
    assert facts == WHOLE[:-1]
    game = journal.next_game("import", TENHOU, NOON)
    journal.append(game, drafts(facts), "import-1")
    summary = summary_of(played(game, journal.entries(game.number)))
    assert (summary.state, summary.final) == (GameState.CUT_OFF, None)


def test_a_game_that_was_cut_off_does_not_say_in_mjai_that_it_ended():
    journal = MemoryJournal()
    told = kept(journal, WHOLE[:-1])
    cut_off = played(told, journal.entries(told.number))
    text = exported(cut_off, "mjai", PLAIN).text
    assert "end_game" not in text
    assert imported(text.encode(), "a.jsonl").facts == WHOLE[:-1]
    whole = kept(journal, WHOLE)
    finished = exported(played(whole, journal.entries(whole.number)), "mjai", PLAIN).text
    assert finished.splitlines()[:-1] == text.splitlines()
    assert json.loads(finished.splitlines()[-1])["type"] == "end_game"
    assert imported(finished.encode(), "b.jsonl").facts == WHOLE


@pytest.mark.parametrize("form", ["mjai", "tenhou6"])
@pytest.mark.parametrize("to", [PenaltyTo.OTHERS, PenaltyTo.TABLE])
def test_what_a_penalty_moved_in_a_hand_that_was_broken_off_is_in_the_record(to, form):
    house = replace(TENHOU, name="our house", penalty_to=to)
    won = f.Won(B, f.WinBy.RON, A, value=f.HandValue(1, 30))
    second = replace(DEAL, dealer=B, points=(24_000, 26_000, 25_000, 25_000))
    turn = (f.Drawn(A), f.Discarded(A))
    first = (f.HanchanStarted(NAMES, house.name), DEAL, *turn, won, f.KyokuEnded())
    facts = (*first, second, f.PlayUnfollowed(), PenaltyGiven(C, 3_000), f.HanchanEnded())
    told = looked_back(facts, house)
    assert told.is_finished
    text = exported(told, form, PLAIN).text
    again = imported(text.encode(), "a.jsonl")
    assert not replay_record(read_record(text.encode(), "a.jsonl")).mismatches
    hanchan = reduce(apply_to_hanchan, again.facts, begin(again.rules))
    assert hanchan.points == told.hanchan.points != second.points
    assert final_scores(hanchan) == final_scores(told.hanchan)


@pytest.mark.parametrize("paid", [(f.KyokuEnded(),), ()], ids=["paid", "paid by the deal"])
@pytest.mark.parametrize("points", [(24_000, 26_000, 25_000, 25_000), (23_700, 26_300, 25_000, 25_000)])
@pytest.mark.parametrize("form", ["mjai", "tenhou6"])
def test_points_that_the_deal_of_a_hand_that_was_broken_off_says_are_in_the_record(form, points, paid):
    turn = (f.Drawn(A), f.Discarded(A))
    won = f.Won(B, f.WinBy.RON, A, value=f.HandValue(1, 30))
    deal = replace(DEAL, dealer=B, points=points)
    facts = (DEAL, *turn, won, *paid, deal, f.PlayUnfollowed(), f.HanchanEnded())
    told = looked_back((f.HanchanStarted(NAMES, "tenhou"), *facts))
    again = imported(exported(told, form, PLAIN).text.encode(), "a.jsonl")
    hanchan = reduce(apply_to_hanchan, again.facts, begin(again.rules))
    assert hanchan.points == told.hanchan.points == points
    assert final_scores(hanchan) == final_scores(told.hanchan)


def test_a_record_without_its_end_is_whole_where_its_rules_say_so():
    journal = MemoryJournal()
    ruin = f.Won(B, f.WinBy.RON, C, value=f.HandValue(13, 30))
    told = kept(journal, (f.HanchanStarted(NAMES, "tenhou"), DEAL, f.PlayUnfollowed(), ruin, f.KyokuEnded()))
    text = exported(played(told, journal.entries(told.number)), "mjai", PLAIN).text
    *lines, end = text.splitlines()
    assert json.loads(end)["type"] == "end_game"
    assert isinstance(imported("\n".join(lines).encode(), "a.jsonl").facts[-1], f.HanchanEnded)
