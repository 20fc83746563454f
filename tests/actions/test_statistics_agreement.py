"""Agreement from a file: a column per judge or a row per label, words or numbers."""

from pathlib import Path

import pytest

from edison.actions.statistics import LabelColumns, measure_agreement, show_agreement
from edison.actions.views.statistics.agreement import view_agreement
from edison.errors import ChoiceUnknown, ColumnsUnclear, SampleEmpty, StatisticRefused, TableBroken
from edison.stats.judges import KappaWeights, cohen_kappa, gwet_ac1, intraclass, krippendorff_alpha

from .tables import as_read, write_csv, write_jsonl

RATINGS = [(1, 1), (2, 3), (3, 3), (1, 2), (2, 2), (4, 4), (4, 3), (1, 1)]


@pytest.fixture
def wide(tmp_path: Path) -> Path:
    rows = [(f"case {n}", *pair) for n, pair in enumerate(RATINGS)]
    return write_csv(tmp_path / "wide.csv", ("item", "ann", "bob"), rows)


def test_a_column_per_judge_and_a_row_per_label_say_the_same(tmp_path: Path, wide: Path) -> None:
    rows = [
        {"item": f"case {n}", "judge": judge, "label": label}
        for n, pair in enumerate(RATINGS)
        for judge, label in zip(("ann", "bob"), pair, strict=True)
    ]
    long = write_jsonl(tmp_path / "long.jsonl", rows)

    across, down = measure_agreement(wide), measure_agreement(long)

    assert across.measures == down.measures
    assert (across.judges, across.items, across.labels) == (("ann", "bob"), 8, 16)
    assert across.measures["krippendorff_alpha"] == krippendorff_alpha(RATINGS)


@pytest.mark.parametrize("metric", ["ordinal", "interval"])
def test_an_order_changes_what_a_disagreement_costs(wide: Path, metric: str) -> None:
    found = measure_agreement(wide, metric=metric)

    first, second = zip(*RATINGS, strict=True)
    assert found.measures["cohen_kappa"] == cohen_kappa(first, second, weights=KappaWeights.QUADRATIC)
    assert found.measures["krippendorff_alpha"].value > 0.5
    assert not found.is_order_unused
    assert any("quadratic weights" in row[0] for row in show_agreement(found).tables[0].rows)


@pytest.mark.parametrize("weights", KappaWeights)
def test_what_a_disagreement_costs_may_be_chosen(wide: Path, weights: KappaWeights) -> None:
    found = measure_agreement(wide, metric="ordinal", weights=weights.value)

    first, second = zip(*RATINGS, strict=True)
    assert found.measures["cohen_kappa"] == cohen_kappa(first, second, weights=weights)
    assert found.weights == weights.value


def test_own_costs_of_disagreements_are_read_from_a_table(tmp_path: Path, wide: Path) -> None:
    header = ("first", "4", "3", "2", "1", "5")
    rows = [
        (one, *((int(one) - int(other)) ** 2 for other in header[1:])) for one in ("1", "2", "3", "4", "5")
    ]
    costs = write_csv(tmp_path / "costs.csv", header, rows)

    found = measure_agreement(wide, costs=costs)

    assert found.measures["cohen_kappa"] == measure_agreement(wide, metric="ordinal").measures["cohen_kappa"]
    assert any("own costs" in row[0] for row in show_agreement(found).tables[0].rows)
    with pytest.raises(ColumnsUnclear, match="a row and a column for each label"):
        measure_agreement(wide, costs=write_csv(tmp_path / "b.csv", header, rows[:3]))
    with pytest.raises(ChoiceUnknown, match="There is no label '3'"):
        measure_agreement(wide, costs=write_csv(tmp_path / "c.csv", ("", "1", "2"), [(1, 0, 1), (2, 1, 0)]))
    with pytest.raises(ChoiceUnknown, match="no weights 'cubic'"):
        measure_agreement(wide, weights="cubic")


def test_measured_labels_have_intraclass_correlations(tmp_path: Path, wide: Path) -> None:
    found = measure_agreement(wide, metric="interval")

    assert found.measures["icc_2_1"] == intraclass(RATINGS)
    assert found.measures["icc_2_k"].value > found.measures["icc_2_1"].value
    assert found.measures["gwet_ac1"] == gwet_ac1(RATINGS)
    apart = write_csv(tmp_path / "a.csv", ("a", "b", "c"), [(1, 2, None), (None, 1, 2), (3, None, 2)] * 2)
    assert {"icc_2_1", "icc_2_k"} <= measure_agreement(apart, metric="interval").reasons.keys()


def test_numbers_taken_as_names_are_pointed_out(wide: Path) -> None:
    assert "order unused" in as_read(view_agreement(measure_agreement(wide)).as_json())["flags"]


def test_words_with_an_order_are_as_good_as_numbers(tmp_path: Path, wide: Path) -> None:
    words = ["bad", "poor", "fair", "good"]
    rows = [tuple(words[label - 1] for label in pair) for pair in RATINGS]
    path = write_csv(tmp_path / "words.csv", ("ann", "bob"), rows)

    found = measure_agreement(path, metric="ordinal", order=words)

    assert found.measures == measure_agreement(wide, metric="ordinal").measures
    assert found.categories == tuple(words)
    with pytest.raises(StatisticRefused, match="'bad' is no number and nobody said how labels are ordered"):
        measure_agreement(path, metric="ordinal")
    with pytest.raises(ChoiceUnknown, match="There is no label 'good'"):
        measure_agreement(path, order=words[:3])


def test_numbers_that_a_spreadsheet_wrote_differently_are_the_same(tmp_path: Path) -> None:
    rows = [("1", "1.0"), ("2", "2.0"), ("2", "NA"), ("1", "2.0")]

    found = measure_agreement(write_csv(tmp_path / "a.csv", ("ann", "bob"), rows))

    assert found.categories == ("1", "2")
    assert found.measures["percent_agreement"].value == pytest.approx(2 / 3)
    assert found.missing == 1


def test_more_than_two_judges_are_shown_two_by_two(tmp_path: Path) -> None:
    rows = [("x", "x", "y", None), ("y", "y", "y", "x"), ("x", "y", "x", None), ("x", "x", "x", None)]
    path = write_csv(tmp_path / "a.csv", ("ann", "bob", "cid", "dan"), rows)

    found = measure_agreement(path)
    shown = show_agreement(found)

    assert [(pair.first, pair.second) for pair in found.pairs][:2] == [("ann", "bob"), ("ann", "cid")]
    assert len(found.pairs) == 6
    assert "cohen_kappa" not in found.measures
    assert ("ann and bob", "0.75", "0.16 to 0.98", "0.5", "-1.0 to 1.0", "4") in shown.tables[1].rows
    assert ("cid and dan", "–", "–", "–", "–", "0") in shown.tables[1].rows
    assert as_read(view_agreement(found).as_json())["pairs"][5]["kappa"] is None


def test_judges_may_be_chosen_among_the_columns(tmp_path: Path) -> None:
    rows = [("x", "x", "long text"), ("y", "x", "another")]
    path = write_csv(tmp_path / "a.csv", ("ann", "bob", "note"), rows)

    assert measure_agreement(path, columns=LabelColumns(judges=("bob", "ann"))).judges == ("bob", "ann")


def test_where_all_labels_are_equal_chance_is_not_corrected_for(tmp_path: Path) -> None:
    path = write_csv(tmp_path / "a.csv", ("ann", "bob"), [("x", "x")] * 3)

    found = measure_agreement(path)

    assert found.measures["percent_agreement"].value == 1
    assert set(found.reasons) == {"krippendorff_alpha", "fleiss_kappa", "cohen_kappa", "gwet_ac1"}
    assert any("every rating is the same" in remark for remark in show_agreement(found).remarks)


def test_a_judge_who_labels_an_item_twice_is_refused_with_both_lines(tmp_path: Path) -> None:
    rows = [("1", "ann", "x"), ("1", "bob", "x"), ("1", "ann", "y")]
    path = write_csv(tmp_path / "a.csv", ("item", "judge", "label"), rows)

    with pytest.raises(TableBroken, match="line 4: 'ann' labelled '1' in line 2 already"):
        measure_agreement(path)


@pytest.mark.parametrize(
    "columns", [LabelColumns(judge="ann"), LabelColumns(label="ann"), LabelColumns(judge="a", judges=("b",))]
)
def test_half_of_the_long_form_will_not_do(wide: Path, columns: LabelColumns) -> None:
    with pytest.raises(ColumnsUnclear, match="name the item, the judge and the label"):
        measure_agreement(wide, columns=columns)


def test_one_judge_or_one_shared_item_is_too_little(tmp_path: Path) -> None:
    with pytest.raises(SampleEmpty, match="Too few judges: 1 of at least 2"):
        measure_agreement(write_csv(tmp_path / "a.csv", ("item", "ann"), [("1", "x")]))
    with pytest.raises(SampleEmpty, match="Too few cases rated by two judges: 1 of at least 2"):
        measure_agreement(write_csv(tmp_path / "b.csv", ("ann", "bob"), [("x", "y"), ("x", None)]))
    with pytest.raises(ChoiceUnknown, match="no metric 'ratio'"):
        measure_agreement(tmp_path / "b.csv", metric="ratio")


def labelled(count: int) -> list[tuple[object, ...]]:
    """An id, two judges, a topic, an empty column and a text, as files come."""
    return [
        (
            1000 + n,
            "yn"[n % 2],
            "yn"[n % 5 == 0],
            f"topic {n % 4}",
            None,
            f"This is the long answer to question {n}",
        )
        for n in range(count)
    ]


HEADER = ("row", "ann", "bob", "topic", "note", "answer")


def test_columns_that_hold_no_labels_are_left_out_by_name(tmp_path: Path) -> None:
    path = write_csv(tmp_path / "a.csv", HEADER, labelled(20))

    found = measure_agreement(path)

    both = measure_agreement(path, columns=LabelColumns(judges=("ann", "bob")))
    assert found.judges == ("ann", "bob")
    assert found.measures == both.measures
    assert dict(found.left_out) == {
        "row": "is different in nearly every row",
        "note": "is empty",
        "answer": "holds texts",
        "topic": "shares no label with another column",
    }
    assert any("Not taken for judges: row is different" in remark for remark in show_agreement(found).remarks)
    assert as_read(view_agreement(found).as_json())["left_out"] == dict(found.left_out)


def test_where_too_few_columns_are_left_the_reasons_are_told(tmp_path: Path) -> None:
    path = write_csv(
        tmp_path / "a.csv", ("row", "ann", "answer"), [(a, b, f) for a, b, *_, f in labelled(20)]
    )

    with pytest.raises(
        ColumnsUnclear, match="with --column: 'row' is different in nearly every row; 'answer'"
    ):
        measure_agreement(path)


def test_measured_labels_may_all_differ_but_numbers_of_rows_are_none(tmp_path: Path) -> None:
    rows = [(n, n + 0.25 * (n % 3), 1.01 * n) for n in range(20)]
    path = write_csv(tmp_path / "a.csv", ("n", "ann", "bob"), rows)

    found = measure_agreement(path, metric="interval")

    assert found.judges == ("ann", "bob")
    assert dict(found.left_out) == {"n": "numbers the rows"}


def test_an_item_that_stands_twice_is_refused_in_either_form(tmp_path: Path) -> None:
    rows = [("a", "x", "x"), ("b", "x", "y"), ("a", "y", "y"), (None, "x", "x"), (None, "y", "x")]
    path = write_csv(tmp_path / "a.csv", ("item", "ann", "bob"), rows)

    with pytest.raises(TableBroken, match="line 4, item: 'a' stands in line 2 already"):
        measure_agreement(path)
    with pytest.raises(TableBroken, match="line 4, item: 'a' stands in line 2 already"):
        measure_agreement(path, columns=LabelColumns(item="item", judges=("ann", "bob")))
    del rows[2]
    without = write_csv(tmp_path / "b.csv", ("item", "ann", "bob"), rows)
    assert measure_agreement(without).items == 4
