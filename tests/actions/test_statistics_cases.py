"""What a case is in one file: a column says so, or repeats that nobody named are refused."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from edison.actions.statistics import (
    PairColumns,
    PlanColumns,
    PlanRequest,
    compare_files,
    plan_power,
    show_comparison,
)
from edison.actions.views.statistics.comparing import view_comparison
from edison.errors import ColumnsUnclear, TableBroken
from edison.stats.comparing import ComparisonVerdict

from .tables import write_csv, write_jsonl

TWO = PairColumns(baseline="old", candidate="new")
CASES, REPEATS = 20, 10


def a_null(seed: int) -> list[tuple[int, int, float, float]]:
    """Arms that differ on each case, by nothing on average; repeats of a case differ little."""
    rng = np.random.default_rng(seed)
    shift = np.repeat(rng.normal(0, 1, CASES), REPEATS)
    new = shift + rng.normal(0, 0.3, CASES * REPEATS)
    return [(n // REPEATS, n % REPEATS, 0.0, float(value)) for n, value in enumerate(new)]


@pytest.mark.parametrize("name", ["case", "Case_ID", "question", "task", "prompt", "id"])
def test_a_column_that_names_the_case_is_known_by_its_usual_names(tmp_path: Path, name: str) -> None:
    file = write_csv(tmp_path / "a.csv", (name, "repeat", "old", "new"), a_null(1))

    found = compare_files(file, columns=TWO)
    named = compare_files(file, columns=PairColumns(keys=(name,), baseline="old", candidate="new"))

    assert (found.compared.difference.n, found.compared.difference.cases) == (200, 20)
    assert found.compared == named.compared
    assert found.case_column == view_comparison(found).as_json()["case_column"] == name
    assert f"20 cases by {name} with 200 pairs" in show_comparison(found).sentences[1]


def test_equal_arms_are_rarely_called_different_however_often_each_case_is_repeated(tmp_path: Path) -> None:
    header = ("question", "repeat", "old", "new")
    files = [write_csv(tmp_path / f"{seed}.csv", header, a_null(seed)) for seed in range(40)]

    decided = [compare_files(file, columns=TWO).compared.verdict for file in files]

    # Among 40, chance makes more than 6 with 0.3 % where 5 % is promised; rows taken for cases make 20 and more.
    assert sum(verdict is not ComparisonVerdict.NOT_YET_KNOWN for verdict in decided) <= 6


def test_rows_that_an_id_numbers_belong_to_the_question_beside_it(tmp_path: Path) -> None:
    rows = [(n, case, old, new) for n, (case, _, old, new) in enumerate(a_null(2))]
    file = write_csv(tmp_path / "a.csv", ("id", "question", "old", "new"), rows)

    assert compare_files(file, columns=TWO).compared.difference.cases == CASES


@pytest.mark.parametrize(
    ("header", "rows", "complaint"),
    [
        (("w", "repeat", "old", "new"), a_null(3), "'repeat' tells repeats apart.* --key"),
        (
            ("row", "repeat", "old", "new"),
            [(n, *row[1:]) for n, row in enumerate(a_null(3))],
            "'repeat' tells",
        ),
        (("id", "run", "old", "new"), [(n, *row[1:]) for n, row in enumerate(a_null(3))], "'run' tells"),
        (("w", "x", "old", "new"), a_null(3), "each value of 'w' stands in several rows.*--each-row"),
        (
            ("w", "x", "old", "new"),
            [(f"why {case}?", 0.1 * n, old, new) for n, (case, _, old, new) in enumerate(a_null(3)[:-9])],
            "each value of 'w'",
        ),
    ],
)
def test_repeats_of_cases_that_nobody_named_are_refused_with_what_to_write(
    tmp_path: Path, header: Sequence[str], rows: Sequence[Sequence[object]], complaint: str
) -> None:
    file = write_csv(tmp_path / "a.csv", header, rows)

    with pytest.raises(ColumnsUnclear, match=complaint):
        compare_files(file, columns=TWO)
    each = PairColumns(baseline="old", candidate="new", each_row=True)
    assert compare_files(file, columns=each).compared.difference.cases == len(rows)


def test_columns_that_name_no_case_are_left_in_peace(tmp_path: Path) -> None:
    rows = [
        {"old": n / 40, "new": n / 30, "topic": "ab"[n % 2], "third": n % 7, "tags": [n], "text": f"text {n}"}
        for n in range(40)
    ]
    rows = [{**row, "subject": f"subject {n % 8}"} for n, row in enumerate(rows)]

    found = compare_files(write_jsonl(tmp_path / "a.jsonl", rows), columns=TWO)

    numbered = write_jsonl(tmp_path / "b.jsonl", [{**row, "id": n} for n, row in enumerate(rows)])
    assert (found.compared.difference.cases, found.case_column) == (40, None)
    assert any(
        "every row was taken for one of its own" in remark for remark in show_comparison(found).remarks
    )
    chosen = compare_files(numbered, columns=replace(TWO, each_row=True))
    assert "rows taken for cases" in view_comparison(found).flags
    assert "rows taken for cases" not in view_comparison(chosen).flags
    assert compare_files(numbered, columns=TWO).compared == found.compared


def test_two_files_with_repeats_are_refused_until_these_are_told_apart(tmp_path: Path) -> None:
    rows = [(n, case, new) for n, (case, _, _, new) in enumerate(a_null(4))]
    file = write_csv(tmp_path / "a.csv", ("id", "question", "score"), rows)

    with pytest.raises(
        TableBroken, match="further keys, such as the judge or the repeat: --key case --key repeat"
    ):
        compare_files(file, file)


def test_a_pilot_knows_its_cases_in_the_same_way(tmp_path: Path) -> None:
    columns = PlanColumns(baseline="old", candidate="new")
    named = write_csv(tmp_path / "a.csv", ("task", "x", "old", "new"), a_null(5))
    hidden = write_csv(tmp_path / "b.csv", ("w", "x", "old", "new"), a_null(5))

    found = plan_power(PlanRequest(effect=0.5), file=named, columns=columns)

    assert (found.now.cases, found.now.repeats, found.now.judges) == (CASES, REPEATS, 1)
    assert found.components.case > 5 * found.components.repeat
    with pytest.raises(ColumnsUnclear, match="each value of 'w'"):
        plan_power(PlanRequest(effect=0.5), file=hidden, columns=columns)
