"""Two arms from files: how rows are matched, what is said, and what would tell where nobody knows."""

import math
from collections.abc import Sequence
from pathlib import Path

import pytest

from edison.actions.statistics import (
    PairColumns,
    compare_family,
    compare_files,
    show_comparison,
    show_family,
)
from edison.actions.views.statistics.comparing import view_comparison, view_family
from edison.errors import ColumnsUnclear, EdisonError, SampleBroken, SampleEmpty, TableBroken
from edison.stats.comparing import ComparisonVerdict, adjust, compare_pairs

from .tables import as_read, write_csv, write_jsonl

TWO = PairColumns(baseline="old", candidate="new")
RISING = [(n / 40, n / 40 + 0.1 + 0.01 * (n % 3)) for n in range(30)]
LEVEL = [(0.5, 0.5 + 0.02 * math.cos(n)) for n in range(40)]


def both(path: Path, rows: Sequence[tuple[object, object]]) -> Path:
    return write_csv(path, ("old", "new"), rows)


def test_two_columns_give_what_the_test_gives(tmp_path: Path) -> None:
    found = compare_files(both(tmp_path / "a.csv", RISING), columns=TWO, scale=(0, 2))

    before, after = zip(*RISING, strict=True)
    assert found.compared == compare_pairs(before, after, scale=(0, 2))
    assert found.compared.verdict is ComparisonVerdict.BETTER
    assert found.outlooks == ()
    assert (found.baseline, found.candidate, found.unit) == ("old", "new", "case")


def test_two_files_are_matched_by_their_key_whatever_their_order(tmp_path: Path) -> None:
    old = write_csv(tmp_path / "old.csv", ("case", "score"), [(n, pair[0]) for n, pair in enumerate(RISING)])
    rows = [{"score": pair[1], "case": n} for n, pair in enumerate(RISING)]
    new = write_jsonl(tmp_path / "new.jsonl", list(reversed(rows)))

    found = compare_files(old, new)

    expected = compare_files(both(tmp_path / "a.csv", RISING), columns=TWO)
    assert found.compared.difference.mean == pytest.approx(expected.compared.difference.mean)
    assert found.compared.verdict is ComparisonVerdict.BETTER
    assert found.candidate == str(new)


def test_columns_of_two_files_may_have_names_of_their_own(tmp_path: Path) -> None:
    old = write_csv(tmp_path / "old.csv", ("n", "before"), [(n, pair[0]) for n, pair in enumerate(RISING)])
    new = write_csv(tmp_path / "new.csv", ("n", "after"), [(n, pair[1]) for n, pair in enumerate(RISING)])

    found = compare_files(old, new, columns=PairColumns(keys=("n",), baseline="before", candidate="after"))

    assert found.compared.difference.cases == len(RISING)


def test_repeats_of_a_case_count_as_one_case(tmp_path: Path) -> None:
    header = ("case", "repeat", "score", "source")
    old = [(n, r, n / 40, n % 10) for n in range(20) for r in range(3)]
    new = [(n, r, n / 40 + 0.01 * r, n % 10) for n in range(20) for r in range(3)]
    files = write_csv(tmp_path / "old.csv", header, old), write_csv(tmp_path / "new.csv", header, new)
    keys = ("case", "repeat")

    found = compare_files(*files, columns=PairColumns(keys=keys, baseline="score"), scale=(0, 1))
    clustered = compare_files(
        *files, columns=PairColumns(keys=keys, baseline="score", family="source"), scale=(0, 1)
    )

    assert (found.compared.difference.n, found.compared.difference.cases) == (60, 20)
    assert clustered.compared.difference.clusters == 10
    assert clustered.unit == "family"
    with pytest.raises(TableBroken, match="line 3: '0' stands in line 2 already.*further keys"):
        compare_files(*files)


def test_results_that_only_one_file_has_are_missing_in_the_other(tmp_path: Path) -> None:
    header = ("id", "passed")
    old = write_csv(tmp_path / "old.csv", header, [(n, "no") for n in range(40)])
    new = write_csv(tmp_path / "new.csv", header, [(n, "yes" if n % 4 else "NA") for n in range(5, 45)])

    found = compare_files(old, new)
    told = as_read(view_comparison(found).as_json())

    assert told["missing"]["complete"] == 27
    assert (told["missing"]["baseline_only"], told["missing"]["candidate_only"]) == (3, 13)
    assert told["worst_case"]["low"]["mean"] < told["difference"]["mean"]
    assert {"missing results", "missing unequally"} <= set(told["flags"])
    assert any("27 pairs are complete" in remark for remark in show_comparison(found).remarks)


@pytest.mark.parametrize("words", [("pass", "fail"), ("TRUE", "False"), (1, 0), ("1.0", "0")])
def test_passes_are_known_by_many_words(tmp_path: Path, words: tuple[object, object]) -> None:
    rows = [(words[n % 2], words[n % 3 == 0]) for n in range(30)]

    found = compare_files(both(tmp_path / "a.csv", rows), columns=TWO)

    assert found.are_passes
    assert found.compared.shares is not None
    assert found.compared.shares.gained == 10
    assert any("passes and failures" in sentence for sentence in show_comparison(found).sentences)


def test_true_and_false_of_json_are_passes(tmp_path: Path) -> None:
    rows = [{"old": n % 2 == 0, "new": {"ok": n % 3 > 0}} for n in range(30)]

    found = compare_files(
        write_jsonl(tmp_path / "a.jsonl", rows), columns=PairColumns(baseline="old", candidate="new.ok")
    )

    assert found.are_passes


@pytest.mark.parametrize(
    ("rows", "wish", "verdict", "sentence"),
    [
        (RISING, {}, "better", "new is better than old: the interval of the difference leaves out zero."),
        (RISING, {"lower_is_better": True}, "worse", "new is worse than old"),
        (LEVEL, {"margin": 0.05}, "same within margin", "are the same within margin 0.05"),
        (LEVEL, {}, "not yet known", "chance alone could make such a difference, and no margin was set"),
        (LEVEL, {"margin": 0.001}, "not yet known", "holds zero and differences larger than the margin"),
        (RISING[:4], {"scale": (0, 9)}, "not yet known", "there are too few cases"),
        (RISING[:4], {}, "not yet known", "without the ends of the scale"),
    ],
)
def test_the_verdict_is_told_in_words_with_its_reason(
    tmp_path: Path, rows: Sequence[tuple[object, object]], wish: dict[str, float], verdict: str, sentence: str
) -> None:
    found = compare_files(both(tmp_path / "a.csv", rows), columns=TWO, **wish)  # pyright: ignore[reportArgumentType]

    assert as_read(view_comparison(found).as_json())["verdict"] == verdict
    assert sentence in show_comparison(found).sentences[0]


def test_where_it_is_not_yet_known_one_learns_how_many_more_cases_would_tell(tmp_path: Path) -> None:
    found = compare_files(both(tmp_path / "a.csv", LEVEL), columns=TWO, margin=0.001)

    same, difference = found.outlooks
    again = compare_files(both(tmp_path / "a.csv", LEVEL * 200), columns=TWO, margin=0.001)
    sentences = show_comparison(found).sentences
    assert same.needed is not None
    assert difference.needed is not None
    assert same.more == same.needed - 40 > difference.needed - 40 > 0
    assert again.compared.verdict is not ComparisonVerdict.NOT_YET_KNOWN
    assert f"{same.more:,} more than now" in sentences[2]
    assert as_read(view_comparison(found).as_json())["outlook"][0]["more"] == same.more


def test_without_a_margin_the_plan_is_called_hopeful(tmp_path: Path) -> None:
    found = compare_files(both(tmp_path / "a.csv", LEVEL), columns=TWO)

    (outlook,) = found.outlooks
    assert outlook.effect == pytest.approx(abs(found.compared.difference.mean))
    assert any("too hopeful" in remark for remark in show_comparison(found).remarks)


@pytest.mark.parametrize(
    ("rows", "wish", "told"),
    [
        (
            [(0.5, 0.5 + 1e-9 + (-1) ** n / 4) for n in range(20)],
            {"margin": 1e-6},
            "more than a million cases",
        ),
        (RISING[:4], {"scale": (0, 9)}, "15 cases are needed, 11 more than now"),
    ],
)
def test_a_plan_knows_its_limits(
    tmp_path: Path, rows: Sequence[tuple[object, object]], wish: dict[str, float], told: str
) -> None:
    found = compare_files(both(tmp_path / "a.csv", rows), columns=TWO, **wish)  # pyright: ignore[reportArgumentType]

    assert any(told in sentence for sentence in show_comparison(found).sentences)


def test_a_plan_for_as_many_cases_as_there_are_says_so(tmp_path: Path) -> None:
    rows = [(0.5, 0.5 + 0.027 + 0.1 * math.sin(37 * n)) for n in range(29)]

    found = compare_files(both(tmp_path / "a.csv", rows), columns=TWO, margin=0.05)

    told = show_comparison(found).sentences
    assert found.compared.verdict is ComparisonVerdict.NOT_YET_KNOWN
    assert found.outlooks[1].needed is not None
    assert found.outlooks[1].needed < 29
    assert any("would do in 80 of 100 samples, and this one has 29" in sentence for sentence in told)


def test_nothing_is_planned_where_nothing_varies_or_one_case_is_all(tmp_path: Path) -> None:
    equal = compare_files(both(tmp_path / "a.csv", [(1, 1)] * 20), columns=TWO)
    header = ("old", "new", "case")
    one = write_csv(tmp_path / "b.csv", header, [(0.1, 0.2, "x"), (0.1, 0.4, "x")])

    single = compare_files(one, columns=PairColumns(("case",), "old", "new"), scale=(0, 1))

    assert equal.compared.verdict is ComparisonVerdict.NOT_YET_KNOWN
    assert equal.outlooks == single.outlooks == ()


@pytest.mark.parametrize(
    ("columns", "error", "complaint"),
    [
        (PairColumns(), ColumnsUnclear, "name the columns of the baseline and of the candidate"),
        (PairColumns(baseline="old", candidate="note"), TableBroken, "line 2, note: 'text' is no number"),
        (PairColumns(baseline="old", candidate="none"), SampleEmpty, "Too few complete pairs: 0 of"),
    ],
)
def test_columns_that_cannot_be_compared_are_refused(
    tmp_path: Path, columns: PairColumns, error: type[EdisonError], complaint: str
) -> None:
    path = write_csv(tmp_path / "a.csv", ("old", "note", "none"), [(0.1, "text", None), (0.2, "more", "-")])

    with pytest.raises(error, match=complaint):
        compare_files(path, columns=columns)


def test_files_that_have_nothing_in_common_are_refused(tmp_path: Path) -> None:
    old = write_csv(tmp_path / "old.csv", ("case", "score"), [("a", 1)])
    new = write_csv(tmp_path / "new.csv", ("case", "score"), [("b", 1)])
    other = write_csv(tmp_path / "other.csv", ("case", "points"), [("a", 1)])

    with pytest.raises(SampleEmpty, match=r"rows of .*old.csv with the same case"):
        compare_files(old, new)
    with pytest.raises(ColumnsUnclear, match="name the value column that both files have"):
        compare_files(old, other)
    with pytest.raises(SampleBroken, match="margin"):
        compare_files(old, old, margin=-1)


def test_a_small_difference_is_shown_with_the_digits_its_interval_is_worth(tmp_path: Path) -> None:
    rows = [(0.5, 0.5 - 2e-5 - 1e-6 * (n % 5)) for n in range(40)]

    found = compare_files(both(tmp_path / "a.csv", rows), columns=TWO, margin=1e-6)

    told = show_comparison(found)
    assert "Difference -0.00002200, 95 % interval -0.00002246 to -0.00002154" in told.sentences[1]
    assert told.tables[0].rows[1][0] == "Same within 1e-06 (two one-sided tests)"


def test_a_decimal_comma_is_named_as_such(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("old;new\n0,5;0,6\n0,1;0,2\n", encoding="utf-8")

    with pytest.raises(TableBroken, match="'0,5' has a decimal comma.*Write a point"):
        compare_files(path, columns=TWO)


ARMS = [
    (0.5, 0.6 + 0.01 * (n % 3), 0.5 + 0.03 * (n % 4 != 1) - 0.02, 0.5 + 0.05 * math.cos(n)) for n in range(24)
]


def test_several_candidates_are_decided_together(tmp_path: Path) -> None:
    path = write_csv(tmp_path / "a.csv", ("old", "one", "two", "three"), ARMS)

    found = compare_family(path, columns=PairColumns(baseline="old"), names=("one", "two", "three"))

    alone = [
        compare_files(path, columns=PairColumns(baseline="old", candidate=name))
        for name in ("one", "two", "three")
    ]
    p_values = [one.compared.difference_p for one in alone]
    assert list(found.comparisons) == alone
    assert [one.adjusted_p for one in found.verdicts] == adjust(p_values).tolist()


def test_a_verdict_that_only_holds_alone_is_taken_back_and_both_are_told(tmp_path: Path) -> None:
    weak = [(0.5, 0.515 + 0.05 * math.cos(n), 0.5 + 0.05 * math.cos(n)) for n in range(30)]
    path = write_csv(tmp_path / "a.csv", ("old", "weak", "null"), weak)

    found = compare_family(
        path, columns=PairColumns(baseline="old"), names=("weak", *["null"] * 3), scale=(0, 1)
    )

    told = as_read(view_family(found).as_json())
    assert (told["baseline"], told["correction"]) == ("old", "holm")
    first = told["candidates"][0]
    assert (first["verdict"], first["verdict_alone"]) == ("not yet known", "better")
    assert first["reason_code"] == "many_comparisons"
    assert first["p_holm"] > 0.05 > first["p"]["difference"]
    shown = show_family(found)
    assert shown.sentences[0].startswith(
        "4 candidates against old on 30 cases; verdicts hold for all of them together (Holm)."
    )
    assert shown.tables[0].rows[0][:2] == ("weak", "not yet known; alone better")
    assert shown.sentences[1].startswith("null: To show a difference")


def test_several_files_are_candidates_and_several_columns_of_several_files_are_refused(
    tmp_path: Path,
) -> None:
    files = [
        write_csv(tmp_path / f"{at}.csv", ("case", "score"), [(n, row[at]) for n, row in enumerate(ARMS)])
        for at in range(3)
    ]

    found = compare_family(files[0], files[1:], scale=(0, 1))

    assert [one.candidate for one in found.comparisons] == [str(file) for file in files[1:]]
    with pytest.raises(ColumnsUnclear, match="several files or several columns, not both"):
        compare_family(files[0], files[1:], names=("score", "case"))
