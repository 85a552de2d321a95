"""Looking back at games in which people took over, changed seats or changed a rule."""

import csv
import io
import re
from dataclasses import replace

import pytest

from companion.dashboard.looking_back import game_json
from companion.evenings.csv_writer import write_csv
from companion.evenings.exporting import FormatCannotSay, Unsaid, exported, record_of, unsaid_by_records
from companion.evenings.importing import imported
from companion.evenings.names import people_of
from companion.evenings.played import played
from companion.evenings.sheet import write_sheet
from companion.evenings.summary import GameState, summary_of
from companion.evenings.words import Words
from companion.haifu.mjai import read_mjai
from companion.journal import MemoryJournal
from companion.replaying import replay_record
from companion.riichi import facts as f
from companion.riichi import tea_facts as t
from companion.riichi.final_score import final_scores
from companion.riichi.hanchan import apply_to_hanchan, begin
from companion.riichi.presets import TENHOU
from companion.riichi.seats import SEATS
from tests.evenings.games import kept, looked_back, statistics_of

E, S, W, N = SEATS
SAT = f.HanchanStarted(("Anna", "Ben", "Chie", "Dai"), "tenhou")
PLAIN = Words("en", {})


def game(*steps):
    """Facts of a game: `"ron"` is a hand in which S wins 7,700 or 8,000 from W, a fact stands for itself."""
    hanchan, told = begin(TENHOU), []

    def tell(fact):
        nonlocal hanchan
        hanchan = apply_to_hanchan(hanchan, fact)
        told.append(fact)

    tell(SAT)
    for step in steps:
        if step == "end":
            tell(f.HanchanEnded())
            continue
        if isinstance(step, str):
            due = hanchan.next_deal
            tell(f.KyokuStarted(due.round_wind, due.dealer, due.honba, due.kyoutaku, due.points))
            tell(f.PlayUnfollowed())
            result = {
                "ron": f.Won(S, f.WinBy.RON, W, value=f.HandValue(4, 30)),
                "chombo": f.Chombo(W),
            }[step.removesuffix("!")]
            tell(result)
            if not step.endswith("!"):
                tell(f.KyokuEnded())
            continue
        tell(step)
    return told


def figures(told):
    return {one.name: one.counts for one in statistics_of([looked_back(told)])}


def test_each_hand_counts_for_whoever_played_it():
    counts = figures(game("ron", t.PlayerSubstituted(W, "Zoe"), "ron", "ron", "end"))
    assert (counts["Chie"].hands, counts["Zoe"].hands, counts["Anna"].hands) == (1, 2, 3)
    assert (counts["Chie"].dealt_in, counts["Zoe"].dealt_in) == (1, 2)
    assert (counts["Chie"].games, counts["Chie"].parts, counts["Zoe"].games) == (0, 1, 1)


def test_a_hand_counts_for_whoever_brought_it_to_its_end():
    facts = game("ron", "end")
    facts.insert(2, t.PlayerSubstituted(W, "Zoe"))
    counts = figures(facts)
    assert "Chie" not in counts
    assert counts["Zoe"].dealt_in == 1


def test_who_takes_over_after_the_result_has_not_played_the_hand():
    counts = figures(game("ron!", t.PlayerSubstituted(W, "Zoe"), f.KyokuEnded(), "ron", "end"))
    assert (counts["Chie"].dealt_in, counts["Zoe"].dealt_in) == (1, 1)


def test_all_shares_together_are_the_scores():
    told = game("ron", t.PlayerSubstituted(W, "Zoe"), "chombo", t.PlayerSubstituted(W, "Chie"), "ron", "end")
    counts = figures(told)
    final = {one.seat: one.score for one in final_scores(looked_back(told).hanchan)}
    assert counts["Zoe"].score == -20.0
    assert counts["Chie"].score == pytest.approx(final[W] + 20.0)
    assert sum(one.score for one in counts.values()) == pytest.approx(sum(final.values()))
    assert (counts["Chie"].games, counts["Chie"].parts, counts["Zoe"].parts) == (1, 0, 1)


def test_the_score_goes_with_the_points_and_not_with_the_chair():
    told = game("ron", t.SeatsChanged((W, S, E, N), t.Carried.POINTS), "end")
    counts = figures(told)
    assert (counts["Chie"].fourth, counts["Chie"].parts) == (1, 0)
    assert counts["Chie"].points == 17_300


def test_who_plays_on_with_the_points_of_another_has_only_what_they_won_and_lost():
    told = game("ron", t.SeatsChanged((E, W, S, N), t.Carried.NOTHING), "end")
    counts = figures(told)
    final = {one.seat: one.score for one in final_scores(looked_back(told).hanchan)}
    # Chie lost 7,700 at the seat that Ben has now, and sits on the points that Ben has won.
    assert counts["Chie"].score == pytest.approx(final[S] - 7.7 - 7.7)
    assert counts["Ben"].score == pytest.approx(final[W] + 7.7 + 7.7)
    assert sum(one.score for one in counts.values()) == pytest.approx(sum(final.values()))


def test_a_new_name_is_the_name_of_all_hands():
    counts = figures(game("ron", t.PlayerRenamed(W, "Chiyo"), "ron", "end"))
    assert "Chie" not in counts
    assert counts["Chiyo"].hands == 2


@pytest.mark.parametrize("after", [("ron",), ()], ids=["in the middle", "after the last hand"])
def test_points_that_people_counted_travel_with_the_game(after):
    told = game("ron", t.PointsSet((26_000, 32_700, 16_300, 25_000), 0), *after, "end")
    text = exported(looked_back(told), "mjai", PLAIN).text
    brought = imported(text.encode(), "own")
    assert list(brought.facts) == told
    assert figures(brought.facts) == figures(told)
    assert replay_record(read_mjai(text, "own")).mismatch_count == 0


PEOPLE = game("ron", t.PlayerSubstituted(W, "Zoe"), "ron", "end")
RULES = game("ron", t.RulesChanged(replace(TENHOU, bust=False), ("bust",)), "ron", "end")


@pytest.mark.parametrize(("told", "what"), [(PEOPLE, Unsaid.PEOPLE), (RULES, Unsaid.RULES)])
@pytest.mark.parametrize("form", ["mjai", "tenhou6"])
def test_what_a_format_cannot_say_is_one_sentence_and_no_file(told, what, form):
    with pytest.raises(FormatCannotSay) as refused:
        exported(looked_back(told), form, PLAIN)
    assert refused.value.what is what
    assert str(refused.value).startswith("This format has one ")
    assert str(refused.value).count(".") == 1


@pytest.mark.parametrize(
    "told",
    [
        game("ron", t.GamePaused(), t.GameResumed(), t.PlayerLeft(E), t.PlayerReturned(E), "ron", "end"),
        game(t.PlayerSubstituted(W, "Zoe"), "ron", "end"),
        game("ron", t.PlayerRenamed(W, "Zoe"), "ron", "end"),
        game("ron", t.PointsSet((26_000, 31_700, 17_300, 25_000), 0), "ron", "end"),
        game(t.RulesChanged(replace(TENHOU, bust=False), ("bust",)), "ron", "end"),
        game("ron", t.PlayerSubstituted(W, "Zoe"), t.PlayerSubstituted(W, "Chie"), "ron", "end"),
    ],
)
def test_what_a_format_need_not_say_is_no_hindrance(told):
    looked_at = looked_back(told)
    assert unsaid_by_records(looked_at) is None
    assert record_of(looked_at).names == looked_at.hanchan.names
    for form in ("mjai", "tenhou6"):
        assert exported(looked_at, form, PLAIN).text


def test_the_spreadsheet_names_who_played_and_by_which_rules():
    told = game("ron", t.PlayerSubstituted(W, "Zoe"), replace_rules := no_bust(), "ron", "end")
    lines = list(csv.DictReader(io.StringIO(write_csv(looked_back(told)))))
    assert replace_rules in told
    assert [line["players"] for line in lines] == ["Anna; Ben; Chie; Dai", "Anna; Ben; Zoe; Dai", ""]
    assert [line["from"] for line in lines] == ["Chie", "Zoe", ""]
    assert [line["rules"] for line in lines] == ["tenhou", "tenhou (changed)", ""]


def no_bust():
    return t.RulesChanged(replace(TENHOU, name="tenhou (changed)", bust=False), ("bust",))


SHEET = Words(
    "en",
    {
        "evening.sat": "At the table: {names}",
        "list.comma": "{before}, {next}",
        "evening.rules_from_here": "Rules: {rules}",
        "play.rules_with_changes": "{rules} (changed)",
    },
)


def test_the_printed_sheet_says_who_played_otherwise_and_from_where_rules_are_others():
    sheet = write_sheet(
        looked_back(game("ron", t.PlayerSubstituted(W, "Zoe"), no_bust(), "ron", "end")), SHEET
    )
    assert sheet.count("At the table: Anna, Ben, Chie, Dai") == 1
    assert sheet.count("Rules: tenhou (changed)") == 1


def test_the_printed_sheet_has_every_change_of_the_rules_also_before_the_first_hand():
    more = no_bust().rules
    more = t.RulesChanged(replace(more, extension=False), ("extension",))
    sheet = write_sheet(looked_back(game(no_bust(), "ron", more, "ron", "ron", "end")), SHEET)
    assert sheet.count("Rules: tenhou (changed)") == 2


def test_the_people_of_a_game_are_all_who_played_a_hand():
    looked_at = looked_back(
        game(t.PlayerSubstituted(E, "Eve"), "ron", t.PlayerSubstituted(W, "Zoe"), "ron", "end")
    )
    assert [name for _, name in people_of(looked_at)] == ["Ben", "Chie", "Dai", "Eve", "Zoe"]


def test_nobody_is_found_in_a_game_that_was_anonymised_and_it_is_the_same_game():
    journal = MemoryJournal()
    told = game(
        *("ron", t.PlayerSubstituted(W, "Zoe"), t.PlayerRenamed(W, "Zoey"), "ron"),
        *(t.PlayerSubstituted(W, "Chie"), t.PlayerSubstituted(E, "Zoey"), "ron", "end"),
    )
    kept(journal, told)
    held = journal.games()[0]
    before = looked_back(told)
    journal.anonymise(held)
    after = played(held, journal.entries(held.number))
    assert not after.failure
    assert people_of(after) == ()
    assert [hand.sitting.at for hand in after.hands] == [hand.sitting.at for hand in before.hands]
    assert after.hanchan.points == before.hanchan.points
    text = str(journal.entries(held.number))
    assert not [name for name in ("Anna", "Ben", "Chie", "Dai", "Zoe") if name in text]


def test_the_printed_sheet_says_points_of_the_person_whose_name_stands_above_them():
    told = game("ron", t.SeatsChanged((S, E, W, N), t.Carried.POINTS), "end")
    sheet = write_sheet(looked_back(told), SHEET)
    cells = re.findall(r"<td[^>]*>([^<]*)<small>", sheet)
    # Ben, who has won, sits at the first seat now.
    assert cells == ["32,700", "25,000", "17,300", "25,000"]


def test_the_printed_sheet_has_a_dash_and_the_chart_a_gap_where_somebody_was_not_at_the_table():
    told = game("ron", t.PlayerSubstituted(N, "Zoe"), "ron", t.PlayerSubstituted(N, "Dai"), "ron", "end")
    sheet = write_sheet(looked_back(told), SHEET)
    assert sheet.count("<td>–</td>") == 1
    lines = re.findall(r'<polyline class="course seat-3" points="([^"]*)"', sheet)
    assert [line.count(",") for line in lines] == [2, 1]


def test_the_printed_sheet_of_a_table_at_which_all_are_new_has_their_names_and_no_line():
    told = game("ron", *(t.PlayerSubstituted(seat, f"New {seat}") for seat in SEATS))
    page = exported(looked_back(told), "sheet", PLAIN).text
    assert page.count('<text class="name') == 4
    assert "<polyline" not in page
    assert page.count("<td>–</td>") == 4


def test_what_people_agreed_is_said_of_whoever_sat_there_then():
    swapped = t.SeatsChanged((S, E, W, N), t.Carried.POINTS)
    told = looked_back(game("ron", swapped, t.PlayerLeft(E), t.PlayerReturned(E), "ron", "end"))
    hand, following = game_json(told, says_who=False)["kyoku"]
    names = {entry["fact"]["is"]: entry.get("names") for entry in hand["entries"]}
    assert (hand["names"][0], hand["sitting"]) == ("Anna", [0, 1, 2, 3])
    assert names["SeatsChanged"] is None
    assert names["PlayerLeft"][0] == names["PlayerReturned"][0] == "Ben"
    assert (following["names"][0], following["sitting"]) == ("Ben", [1, 0, 2, 3])
    assert all("names" not in entry for entry in following["entries"])


def test_a_game_that_was_ended_before_its_first_deal_is_finished_and_has_no_scores():
    summary = summary_of(looked_back([SAT, f.HanchanEnded()]))
    assert (summary.state, summary.final) == (GameState.FINISHED, None)


@pytest.mark.parametrize(
    ("told", "state"),
    [
        ([SAT, f.HanchanEnded()], None),
        (game("ron"), "evening.state.played"),
        (game("ron", "end"), None),
        ([*game("ron"), f.Discarded(E)], "evening.state.broken"),
    ],
    ids=["ended before its first deal", "played", "over", "refused"],
)
def test_the_printed_sheet_says_how_far_the_game_came_as_the_list_does(told, state):
    page = write_sheet(looked_back(told), PLAIN)
    assert re.findall(r"evening\.state\.\w+", page) == ([] if state is None else [state])
