"""Published tables: thirty-three comparative-judgment sessions and the votes on fifty-nine models."""

import csv
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from edison.stats.strengths import (
    ComparisonTable,
    Method,
    StrengthFlag,
    decisions_in_line,
    fit,
    scale_separation,
    split_half,
)

SESSIONS = 33
# Five blocks that were never compared with each other, with equal scores in them: its published share is noise.
BLOCKS = "StadthagenGonzalez2019_spa-to-eng"
# Items from which a single fit takes seconds.
LARGE = 400


@pytest.mark.timeout(300)
@pytest.mark.parametrize("number", range(SESSIONS))
def test_a_session_has_its_published_reliability_and_share_in_line(golden: Path, number: int) -> None:
    name, published = _published(golden)[number]
    table = _read_session(golden, name)

    fitted = fit(table, method=Method.PUBLISHED)

    assert scale_separation(fitted).reliability == pytest.approx(published["ssr"], abs=0.001)
    if name == BLOCKS:
        assert {StrengthFlag.DISCONNECTED, StrengthFlag.TIED} <= set(fitted.flags)
    else:
        assert decisions_in_line(table, fitted).share == pytest.approx(_in_line(published), abs=0.002)
        assert StrengthFlag.DISCONNECTED not in fitted.flags


@pytest.mark.timeout(300)
@pytest.mark.parametrize("number", range(SESSIONS))
def test_a_session_has_its_published_split_half_correlation(golden: Path, number: int) -> None:
    name, published = _published(golden)[number]
    table = _read_session(golden, name)

    halves = split_half(table, seed=1, splits=_splits(len(table.items)))

    assert halves.median == pytest.approx(published["median_split_corr"], abs=0.05)


@pytest.mark.timeout(300)
def test_ten_sessions_have_no_finite_scores_and_are_flagged_and_ranked_all_the_same(golden: Path) -> None:
    flagged: list[str] = []
    for name, _ in _published(golden):
        table = _read_session(golden, name)
        if len(table.items) > LARGE:
            flagged += [name] if fit(table, method=Method.PUBLISHED).flags else []
            continue
        fitted = fit(table)
        if {StrengthFlag.SEPARATED, StrengthFlag.DISCONNECTED} & set(fitted.flags):
            flagged.append(name)
        assert fitted.ranks.min() == 1
        assert np.isfinite(fitted.scores).all()

    assert len(flagged) == 10


@pytest.mark.parametrize("name", ["llmfao", "simple"])
def test_strengths_with_half_wins_are_the_golden_ones(golden: Path, name: str) -> None:
    table, scores = _read_votes(golden, name)

    fitted = fit(table)

    strengths = np.exp(fitted.scores)
    assert StrengthFlag.HALF_WINS in fitted.flags
    assert strengths / strengths.sum() == pytest.approx(
        [scores["bradley_terry"][str(item)] for item in fitted.items], abs=1e-9
    )


@pytest.mark.parametrize("name", ["llmfao", "simple"])
def test_elo_in_row_order_is_the_golden_one(golden: Path, name: str) -> None:
    table, scores = _read_votes(golden, name)

    fitted = fit(table, method=Method.ELO)

    assert fitted.scores == pytest.approx([scores["elo"][str(item)] for item in fitted.items], abs=1e-9)


def _splits(items: int) -> int:
    """Correlations over few items vary much from split to split and cost nothing; over many it is the reverse."""
    if items <= 25:
        return 10_000
    if items <= 100:
        return 400
    return 12 if items <= LARGE else 4


@cache
def _published(golden: Path) -> list[tuple[str, dict[str, float]]]:
    rows = _read(golden / "cj" / "published.csv")
    return [(row.pop("judging_session"), {name: float(value) for name, value in row.items()}) for row in rows]


@cache
def _read_session(golden: Path, name: str) -> ComparisonTable:
    rows = _read(golden / "cj" / f"{name}.csv")
    return ComparisonTable.from_winners(
        [row["candidate_chosen"] for row in rows],
        [row["candidate_not_chosen"] for row in rows],
        judge=[row["judge"] for row in rows],
    )


def _read_votes(golden: Path, name: str) -> tuple[ComparisonTable, dict[str, dict[str, float]]]:
    rows = _read(golden / "llmfao" / f"{name}.csv")
    scores: dict[str, dict[str, float]] = {}
    for row in _read(golden / "llmfao" / f"{name}-golden.csv"):
        scores.setdefault(row["algorithm"], {})[row["item"]] = float(row["score"])
    columns = ([row[column] for row in rows] for column in ("left", "right", "winner"))
    return ComparisonTable.from_columns(*columns), scores


def _read(path: Path) -> list[dict[str, str]]:
    with path.open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def _in_line(published: dict[str, float]) -> float:
    return next(value for column, value in published.items() if column.startswith("prop_correct"))
