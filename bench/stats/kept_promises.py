"""Promises of comparisons on fresh seeds: repeats are no cases, plans deliver, and what skewness costs."""

import csv
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from numpy.typing import NDArray

from edison.actions.statistics import PairColumns, compare_files
from edison.stats.comparing import (
    ComparisonVerdict,
    Design,
    PowerQuestion,
    VarianceComponents,
    cases_needed,
    compare_pairs,
    decision_power,
)

from ._rates import Rate

SEED = 20_261_117
WORLDS, PLAN_WORLDS = 1_000, 4_000
CASES, REPEATS = 20, 10
PLANNED = (
    (8, 4.02, 8.0),
    (12, 2.51, 8.0),
    (15, 0.8, None),
    (30, 0.53, None),
    (100, 0.283, None),
    (500, 0.1255, None),
)
"""Cases, effect in standard deviations of the differences, and the length of the scale where it is known."""
NEAR = 0.05
SKEWED = {
    "exponential": lambda rng, cases: rng.exponential(1, cases) - 1,
    "lognormal": lambda rng, cases: rng.lognormal(0, 1, cases) - np.exp(0.5),
}


def main(scale: float = 1.0) -> bool:
    """Print every cell and say whether the bars hold in each."""
    worlds = max(40, round(scale * WORLDS))
    kept = [_repeats(way, worlds=worlds) for way in ("column", "key", "two files")]
    kept += [_plan(*planned, worlds=max(40, round(scale * PLAN_WORLDS))) for planned in PLANNED]
    for name in SKEWED:
        for cases in (15, 30, 60):
            _skewed(name, cases, worlds=max(40, round(scale * PLAN_WORLDS)))
    return all(kept)


def _repeats(way: str, *, worlds: int) -> bool:
    """Null files of 20 cases with 10 repeats each."""
    hits = 0
    with TemporaryDirectory() as folder:
        for world in range(worlds):
            rng = np.random.default_rng([SEED, world])
            new = np.repeat(rng.normal(0, 1, CASES), REPEATS) + rng.normal(0, 0.3, CASES * REPEATS)
            hits += _compared(Path(folder), new, way=way) is not ComparisonVerdict.NOT_YET_KNOWN
    rate = Rate(hits, worlds)
    holds = rate.share <= 0.05 + 3 * rate.error
    print(f"repeats, {way:9}: called different {rate}   bar 5{'' if holds else '  MISSED'}", flush=True)
    return holds


def _compared(folder: Path, new: NDArray[np.float64], *, way: str) -> ComparisonVerdict:
    rows = [(n // REPEATS, n % REPEATS, 0.0, float(value)) for n, value in enumerate(new)]
    if way == "two files":
        old_file = _write(folder / "old.csv", ("case", "repeat", "score"), [row[:3] for row in rows])
        new_file = _write(
            folder / "new.csv", ("case", "repeat", "score"), [(*row[:2], row[3]) for row in rows]
        )
        return compare_files(
            old_file, new_file, columns=PairColumns(keys=("case", "repeat"))
        ).compared.verdict
    name = "case" if way == "column" else "w"
    file = _write(folder / "both.csv", (name, "repeat", "old", "new"), rows)
    keys = () if way == "column" else ("w",)
    return compare_files(
        file, columns=PairColumns(keys=keys, baseline="old", candidate="new")
    ).compared.verdict


def _write(path: Path, header: tuple[str, ...], rows: list[tuple[float, ...]]) -> Path:
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(header)
        writer.writerows(rows)
    return path


def _plan(cases: int, effect: float, length: float | None, *, worlds: int) -> bool:
    """What a design of so many cases is promised, and what comparisons of such samples say."""
    scale = None if length is None else (0.0, length)
    question, components = PowerQuestion(effect, scale=scale), VarianceComponents(case=1.0)
    promised = decision_power(Design(cases), components, question=question)
    needed = cases_needed(components, question=question, design=Design(2))
    rng = np.random.default_rng([SEED, cases])
    told = 0
    for world in range(worlds):
        drawn = rng.normal(effect, 1, cases)
        reach = None if length is None else _around(drawn, length=length)
        baseline = np.zeros(cases)
        told += compare_pairs(baseline, drawn, scale=reach, seed=world).verdict is ComparisonVerdict.BETTER
    rate = Rate(told, worlds)
    holds = abs(rate.share - promised) <= NEAR + 3 * rate.error
    said = f"{cases:4} cases, effect {effect:g}: promised {100 * promised:5.1f} %, delivered {rate}; needed {needed}"
    print(f"{said}{'' if holds else '  MISSED'}", flush=True)
    return holds


def _around(drawn: NDArray[np.float64], *, length: float) -> tuple[float, float]:
    """A scale of this length, or of as much more as the sample needs."""
    low = min(0.0, float(drawn.min()))
    return low, max(low + length, float(drawn.max()))


def _skewed(name: str, cases: int, *, worlds: int) -> None:
    rng = np.random.default_rng([SEED, cases, len(name)])
    verdicts = [
        compare_pairs(np.zeros(cases), SKEWED[name](rng, cases), seed=world).verdict
        for world in range(worlds)
    ]
    better, worse = (
        Rate(sum(one is verdict for one in verdicts), worlds)
        for verdict in (ComparisonVerdict.BETTER, ComparisonVerdict.WORSE)
    )
    print(f"{name:12}{cases:4} cases, no difference: better {better}, worse {worse}", flush=True)
