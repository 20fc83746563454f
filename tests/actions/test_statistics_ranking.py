"""Ranking the items of a file: whatever its columns are called, and whatever is wrong with it."""

import json
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from edison.actions.statistics import ComparisonColumns, rank_file, show_ranking
from edison.actions.views.statistics.ranking import view_ranked_file
from edison.errors import (
    ChoiceUnknown,
    ColumnMissing,
    ColumnsUnclear,
    EdisonError,
    FileNotReadable,
    SampleBroken,
    SampleEmpty,
    StatisticRefused,
    TableBroken,
)
from edison.stats.strengths import ComparisonTable, Method, StrengthFlag, fit

from .tables import as_read, write_csv, write_jsonl

ROUNDS = [("a", "b"), ("a", "c"), ("b", "c"), ("b", "a"), ("c", "b"), ("a", "b"), ("c", "a"), ("a", "c")]
SIDES = ComparisonColumns(left="x", right="y", result="won", judge="who", weight="w")
VOTES = [
    ("a", "b", "left", "ann", 1),
    ("b", "c", "left", "ann", 1),
    ("c", "a", "right", "ann", 1),
    ("a", "b", "tie", "bob", 2),
    ("c", "b", "left", "bob", 1),
    ("a", "c", "right", "bob", 1),
]


@pytest.fixture
def votes(tmp_path: Path) -> Path:
    return write_csv(tmp_path / "votes.csv", ("x", "y", "won", "who", "w"), VOTES)


@pytest.mark.parametrize("method", Method)
def test_a_file_gives_what_the_estimator_gives(votes: Path, method: Method) -> None:
    lefts, rights, results, judges, weights = zip(*VOTES, strict=True)
    table = ComparisonTable.from_columns(lefts, rights, results, weight=weights, judge=judges)

    ranked = rank_file(votes, columns=SIDES, method=method.value, seed=3)

    expected = fit(table, method=method)
    assert {item.id: item.score for item in ranked.items} == dict(
        zip(expected.items, expected.scores.tolist(), strict=True)
    )
    assert ranked.fitted.method is expected.method
    assert [item.rank for item in ranked.items] == sorted(expected.ranks.tolist())
    assert {item.comparisons for item in ranked.items} == {4}
    assert (ranked.judges, ranked.ties, ranked.without_result) == (2, 1, 0)


@pytest.mark.parametrize(
    "names",
    [("winner", "loser"), ("candidate_chosen", "candidate_not_chosen"), ("chosen", "rejected")],
)
def test_usual_names_need_not_be_named(tmp_path: Path, names: tuple[str, str]) -> None:
    named = rank_file(
        write_csv(tmp_path / "a.csv", ("p", "q"), ROUNDS), columns=ComparisonColumns(winner="p", loser="q")
    )

    found = rank_file(write_csv(tmp_path / "b.csv", names, ROUNDS))

    assert found.items == named.items


@pytest.mark.parametrize(
    "words", [("left", "right"), ("A", "B"), ("x", "y"), ("First", "second"), ("L", "r")]
)
def test_synonyms_of_sides_and_names_of_winners_say_the_same(tmp_path: Path, words: tuple[str, str]) -> None:
    rows = [{"left": one, "right": other, "winner": words[0]} for one, other in ROUNDS]
    by_name = [{"left": one, "right": other, "winner": one} for one, other in ROUNDS]

    found = rank_file(write_jsonl(tmp_path / "words.jsonl", rows))

    assert found.items == rank_file(write_jsonl(tmp_path / "names.jsonl", by_name)).items


def test_columns_that_are_not_usual_must_be_named(tmp_path: Path) -> None:
    path = write_csv(tmp_path / "a.csv", ("left", "right", "p"), [("a", "b", "left")])

    with pytest.raises(ColumnsUnclear, match=r"name the winner and the loser.* It has left, right, p"):
        rank_file(path)


@pytest.mark.parametrize(
    "columns",
    [
        ComparisonColumns(winner="x"),
        ComparisonColumns(left="x", right="y"),
        ComparisonColumns(winner="x", loser="y", result="won"),
        ComparisonColumns(left="x", right="y", result="won", winner="x"),
    ],
)
def test_half_of_the_columns_will_not_do(votes: Path, columns: ComparisonColumns) -> None:
    with pytest.raises(ColumnsUnclear):
        rank_file(votes, columns=columns)


def test_rows_without_a_result_are_left_out_and_told(tmp_path: Path) -> None:
    rows = [*((one, other, "left") for one, other in ROUNDS), ("a", "b", None)]
    path = write_csv(tmp_path / "a.csv", ("left", "right", "result"), rows)

    ranked = rank_file(path)

    assert ranked.without_result == 1
    assert ranked.fitted.comparisons == len(ROUNDS)
    assert "rows without a result" in as_read(view_ranked_file(ranked).as_json())["flags"]


@pytest.mark.parametrize(
    ("rows", "complaint"),
    [
        ([("a", "b", "left"), ("a", "b", "perhaps")], r"line 3, result: 'perhaps' is neither a side"),
        ([("a", None, "left")], r"line 2, right: nothing stands here"),
    ],
)
def test_what_cannot_be_read_is_refused_with_its_line(
    tmp_path: Path, rows: list[tuple[str | None, ...]], complaint: str
) -> None:
    path = write_csv(tmp_path / "a.csv", ("left", "right", "result"), rows)

    with pytest.raises(TableBroken, match=complaint):
        rank_file(path)


@pytest.mark.parametrize(
    ("weight", "error"),
    [(None, TableBroken), ("heavy", TableBroken), (-1, SampleBroken), ("1e999", SampleBroken)],
)
def test_a_weight_is_a_number_from_zero(tmp_path: Path, weight: object, error: type[EdisonError]) -> None:
    path = write_csv(tmp_path / "a.csv", ("winner", "loser", "w"), [("a", "b", 1), ("b", "a", weight)])

    with pytest.raises(error):
        rank_file(path, columns=ComparisonColumns(winner="winner", loser="loser", weight="w"))


@pytest.mark.parametrize(
    ("wish", "error"),
    [
        ({"method": "magic"}, ChoiceUnknown),
        ({"repeated": "twice"}, ChoiceUnknown),
        ({"level": 1.5}, SampleBroken),
        ({"columns": ComparisonColumns(winner="x", loser="z")}, ColumnMissing),
    ],
)
def test_a_wish_that_cannot_be_granted_is_refused_by_name(
    votes: Path, wish: dict[str, object], error: type[EdisonError]
) -> None:
    with pytest.raises(error):
        rank_file(votes, **{"columns": SIDES, **wish})  # pyright: ignore[reportArgumentType]


def test_files_that_are_not_there_or_compare_nothing_are_refused(tmp_path: Path) -> None:
    with pytest.raises(FileNotReadable):
        rank_file(tmp_path / "no.csv")
    with pytest.raises(SampleEmpty):
        rank_file(write_csv(tmp_path / "a.csv", ("winner", "loser"), [("a", "a")]))


def test_groups_that_never_met_are_flagged_and_shown_apart(tmp_path: Path) -> None:
    rows = [("a", "b"), ("b", "a"), ("a", "b"), ("c", "d"), ("d", "c"), ("d", "c"), ("e", "e")]
    ranked = rank_file(write_csv(tmp_path / "a.csv", ("winner", "loser"), rows))

    told = as_read(view_ranked_file(ranked).as_json())
    shown = show_ranking(ranked)

    assert {
        StrengthFlag.DISCONNECTED.value,
        StrengthFlag.ISOLATED.value,
        StrengthFlag.SELF_COMPARISONS.value,
    } <= set(told["flags"])
    assert told["components"] == 3
    assert shown.tables[0].header[1] == "Component"
    assert shown.tables[0].rows[-1][:4] == ("e", "3", "–", "–")


def test_scores_that_run_away_are_flagged_and_still_ranked(tmp_path: Path) -> None:
    ranked = rank_file(
        write_csv(tmp_path / "a.csv", ("winner", "loser"), [("a", "b"), ("b", "c"), ("a", "c"), ("a", "b")])
    )

    assert ranked.fitted.method is Method.FIRTH
    assert ranked.asked_for is Method.BRADLEY_TERRY
    assert [item.id for item in ranked.items] == ["a", "b", "c"]
    assert StrengthFlag.SEPARATED in ranked.fitted.flags


def test_adaptive_pairs_get_the_hierarchical_fit_and_no_split(votes: Path) -> None:
    ranked = rank_file(votes, columns=SIDES, adaptive=True)

    told = as_read(view_ranked_file(ranked).as_json())

    assert ranked.fitted.method is Method.HIERARCHICAL
    assert ranked.reliability.halves is None
    assert "earlier results" in ranked.reliability.reasons["split_half"]
    assert "inflated reliability" in told["flags"]


def test_reasons_stand_where_a_number_would_mislead(votes: Path) -> None:
    ranked = rank_file(votes, columns=SIDES, method="elo", splits=0)

    assert ranked.reliability.separation is None
    assert set(ranked.reliability.reasons) == {"ssr", "split_half"}
    assert {item.se for item in ranked.items} == {None}
    assert as_read(view_ranked_file(ranked).as_json())["items"][0]["interval"] is None


def test_everything_that_was_asked_for_is_shown(votes: Path) -> None:
    ranked = rank_file(votes, columns=SIDES, method="davidson", position=True, resamples=20, seed=1)

    shown = show_ranking(ranked)
    told = as_read(view_ranked_file(ranked).as_json())

    labels = [row[0] for row in shown.tables[1].rows]
    assert "Worth of being shown first, in logits" in labels
    assert "Readiness to tie (log ν)" in labels
    assert shown.tables[0].header[2] == "Rank interval"
    assert told["items"][0]["rank_interval"][0] >= 1
    assert told["position_effect"]["interval"][0] < told["position_effect"]["interval"][1]


def test_judges_and_items_that_do_not_fit_are_named(tmp_path: Path) -> None:
    order = "abcdef"
    rows = [
        (winner, loser, judge)
        for judge in ("ann", "bob", "cid", "dan", "eve")
        for place, winner in enumerate(order)
        for loser in order[place + 1 :]
    ]
    contrary = [(loser, winner, "zoe") for winner, loser, judge in rows if judge == "ann"]
    path = write_csv(tmp_path / "a.csv", ("winner", "loser", "judge"), [*rows, *contrary])

    ranked = rank_file(path, columns=ComparisonColumns(winner="winner", loser="loser", judge="judge"))

    assert ranked.misfit_judges == ("zoe",)
    assert any("zoe" in remark for remark in show_ranking(ranked).remarks)


def test_triads_of_very_many_items_are_not_counted(tmp_path: Path) -> None:
    rows = [(f"i{n}", f"i{n + 1}") for n in range(1001)] + [(f"i{n + 1}", f"i{n}") for n in range(1001)]

    ranked = rank_file(write_csv(tmp_path / "a.csv", ("winner", "loser"), rows), method="win-rate")

    assert "more than 1,000 items" in ranked.reliability.reasons["circular_triads"]


MET = [("x", "y"), ("y", "z"), ("z", "x"), ("x", "z"), ("y", "x"), ("z", "y")] * 4
WON = ["left", "left", "right", "left", "left", "right", "right", "tie"] * 3


@pytest.mark.parametrize(
    ("words", "assumed"),
    [
        ({"left": "1", "right": "2", "tie": "0"}, False),
        ({"left": "1", "right": "2", "tie": "tie"}, False),
        ({"left": "1", "right": "-1", "tie": "0"}, False),
        ({"left": "1", "right": "0", "tie": "0.5"}, True),
        ({"left": "A>B", "right": "b>a", "tie": "A=B"}, False),
        ({"left": "model_a", "right": "model_b", "tie": "tie (bothbad)"}, False),
    ],
)
def test_results_are_read_as_people_write_them(tmp_path: Path, words: dict[str, str], assumed: bool) -> None:
    header = ("left", "right", "result")
    plain = [(*met, won) for met, won in zip(MET, WON, strict=True)]
    usual = rank_file(write_csv(tmp_path / "a.csv", header, plain))
    other = rank_file(write_csv(tmp_path / "b.csv", header, [(*met, words[won]) for *met, won in plain]))

    assert [(item.id, item.score) for item in other.items] == [(item.id, item.score) for item in usual.items]
    assert ("results read as shares" in as_read(view_ranked_file(other).as_json())["flags"]) is assumed


def test_results_may_be_told_by_a_map(tmp_path: Path) -> None:
    header = ("left", "right", "result")
    rows = [(*met, {"left": "0", "right": "1", "tie": "meh"}[won]) for met, won in zip(MET, WON, strict=True)]
    path = write_csv(tmp_path / "a.csv", header, rows)
    words = (("0", "left"), ("1", "right"), ("MEH", "tie"))

    found = rank_file(
        path, columns=ComparisonColumns(left="left", right="right", result="result", words=words)
    )

    plain = [(*met, won) for met, won in zip(MET, WON, strict=True)]
    usual = rank_file(write_csv(tmp_path / "b.csv", header, plain))
    assert [item.score for item in found.items] == [item.score for item in usual.items]
    assert found.assumed is None
    with pytest.raises(ChoiceUnknown, match="side"):
        rank_file(
            path, columns=ComparisonColumns(left="left", right="right", result="result", words=(("0", "up"),))
        )


def test_a_word_that_a_map_gives_two_meanings_is_refused(tmp_path: Path) -> None:
    path = write_csv(tmp_path / "a.csv", ("left", "right", "result"), [("x", "y", "one")])
    words = (("one", "left"), ("two", "right"), ("ONE", "tie"))

    with pytest.raises(TableBroken, match="'ONE' means left and tie"):
        rank_file(path, columns=ComparisonColumns(left="left", right="right", result="result", words=words))


@pytest.mark.parametrize("words", [("7", "8"), ("up", "1")])
def test_results_that_nobody_knows_are_refused_with_the_map(tmp_path: Path, words: tuple[str, str]) -> None:
    path = write_csv(tmp_path / "a.csv", ("left", "right", "result"), [("x", "y", one) for one in words])

    with pytest.raises(TableBroken, match="--map"):
        rank_file(path)


def test_rows_of_an_array_of_json_are_ranked(tmp_path: Path) -> None:
    path = tmp_path / "votes.json"
    path.write_text(
        json.dumps([{"winner": "x", "loser": "y"}, {"winner": "y", "loser": "x"}]), encoding="utf-8"
    )

    assert rank_file(path).fitted.comparisons == 2


def test_items_are_held_against_each_other_and_against_one(tmp_path: Path) -> None:
    header = ("left", "right", "result", "prompt")
    rows = [(*met, won, n % 12) for n, (met, won) in enumerate(zip(MET, WON, strict=True))]
    path = write_csv(tmp_path / "a.csv", header, rows)
    columns = ComparisonColumns(left="left", right="right", result="result", case="prompt")

    every = rank_file(path, columns=columns, contrasts=True)
    named = rank_file(path, columns=columns, against="z")

    order = [item.id for item in every.items]
    assert [(one.first, one.second) for one in every.contrasts] == list(combinations(order, 2))
    assert {one.second for one in named.contrasts} == {"z"}
    assert "by case" in as_read(view_ranked_file(named).as_json())["flags"]
    told = as_read(view_ranked_file(named).as_json())["contrasts"][0]
    assert 0 < told["chance_first_stronger"] < 1
    assert told["p_holm"] >= 2 * min(told["chance_first_stronger"], 1 - told["chance_first_stronger"]) - 1e-12
    assert show_ranking(named).tables[1].title == "Contrasts"
    with pytest.raises(SampleBroken, match="not among the items"):
        rank_file(path, columns=columns, against="w")


def test_items_that_nothing_connects_have_no_contrast(tmp_path: Path) -> None:
    rows = [("a", "b"), ("b", "a"), ("c", "d"), ("d", "c")]

    found = rank_file(write_csv(tmp_path / "a.csv", ("winner", "loser"), rows), contrasts=True)

    assert {frozenset((one.first, one.second)) for one in found.contrasts} == {
        frozenset("ab"),
        frozenset("cd"),
    }


def test_lengths_of_texts_make_scores_those_at_equal_length(tmp_path: Path) -> None:
    rng = np.random.default_rng(4)
    rows: list[tuple[object, ...]] = []
    for _ in range(300):
        one, other = ("ab", "bc", "ca")[rng.integers(3)]
        long, short = (int(length) for length in rng.integers(1, 90, 2))
        rows.append(
            (one, other, "left" if rng.random() < long / (long + short) else "right", "x" * long, short)
        )
    path = write_csv(tmp_path / "a.csv", ("left", "right", "result", "text", "chars"), rows)
    columns = ComparisonColumns(left_length="text", right_length="chars")

    found = rank_file(path, columns=columns)

    assert found.fitted.length_effect is not None
    assert found.fitted.length_effect.low > 0
    told = view_ranked_file(found).as_json()
    assert told["flags"] == ["length effect"]
    shown = show_ranking(found).tables[-1].rows
    assert any(row[0] == "Worth of being twice as long, in logits" for row in shown)
    with pytest.raises(ColumnsUnclear, match="name the lengths of both texts"):
        rank_file(path, columns=ComparisonColumns(left_length="text"))
    with pytest.raises(StatisticRefused, match="No interval of ranks: lengths are controlled for"):
        rank_file(path, columns=columns, resamples=10)
