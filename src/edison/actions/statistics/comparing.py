"""Arms on the same cases: whether one is better than the baseline, and what would tell where nobody knows yet."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypedDict, Unpack

from edison.errors import SampleEmpty
from edison.stats.comparing import (
    ComparisonVerdict,
    Design,
    FamilyVerdict,
    Goal,
    PairedComparison,
    PowerQuestion,
    VarianceComponents,
    cases_needed,
    compare_pairs,
    decide_family,
    estimate_components,
    residual_shape,
)
from edison.stats.means import MeanFlag, read_sample

from .cases import number_within
from .columns import TableFile
from .pairs import PairColumns, ReadPairs, complete_differences, read_columns, read_files


@dataclass(frozen=True, slots=True)
class Outlook:
    """How many cases would show something, if results go on varying as they do."""

    goal: Goal
    effect: float
    """The difference that is there, or the margin within which there is none."""
    power: float
    now: int
    needed: int | None
    """None where a million would not do."""

    @property
    def more(self) -> int | None:
        return None if self.needed is None else max(0, self.needed - self.now)


@dataclass(frozen=True, slots=True)
class ComparedFiles:
    """Whether a candidate is better than a baseline."""

    baseline: str
    candidate: str
    compared: PairedComparison
    are_passes: bool
    """Whether all results are passes and failures."""
    unit: str
    """What was taken to vary independently: case or family."""
    case_column: str | None
    """What names the case; None where every row was taken for one."""
    are_rows_assumed: bool
    """Whether every row was taken for a case of its own although nobody said so."""
    outlooks: tuple[Outlook, ...]
    """What would tell; empty where it is known."""


@dataclass(frozen=True, slots=True)
class ComparedFamily:
    """Several candidates against one baseline, decided together so that many of them do not make chance findings."""

    comparisons: tuple[ComparedFiles, ...]
    verdicts: tuple[FamilyVerdict, ...]
    """One for each comparison, by Holm over all of them."""


class ComparisonOptions(TypedDict, total=False):
    """What `compare_files` may be told beside the columns."""

    margin: float | None
    scale: tuple[float, float] | None
    lower_is_better: bool
    level: float
    power: float
    seed: int


def compare_family(
    baseline: Path,
    candidates: Sequence[Path] = (),
    *,
    columns: PairColumns | None = None,
    names: Sequence[str] = (),
    **options: Unpack[ComparisonOptions],
) -> ComparedFamily:
    """Compare several candidates with one baseline, each as `compare_files` would, and decide them together.

    Args:
        baseline: The baseline's file, or the one that holds all arms.
        candidates: A file for each candidate.
        columns: Which columns say what, but for the candidates'.
        names: A column of the one file for each candidate, where they stand in there.
        **options: As of `compare_files`.
    """
    wanted = columns or PairColumns()
    if candidates and len(names) > 1:
        raise TableFile(baseline).unclear("name several files or several columns, not both")
    asked: list[tuple[Path | None, PairColumns]]
    asked = [(file, replace(wanted, candidate=names[0] if names else None)) for file in candidates]
    asked = asked or [(None, replace(wanted, candidate=name)) for name in names or (None,)]
    found = tuple(compare_files(baseline, file, columns=each, **options) for file, each in asked)
    return ComparedFamily(found, decide_family([one.compared for one in found]))


def compare_files(
    baseline: Path,
    candidate: Path | None = None,
    *,
    columns: PairColumns | None = None,
    margin: float | None = None,
    scale: tuple[float, float] | None = None,
    lower_is_better: bool = False,
    level: float = 0.95,
    power: float = 0.8,
    seed: int = 0,
) -> ComparedFiles:
    """Compare a candidate with a baseline, pair by pair on the same cases.

    Args:
        baseline: A CSV, TSV or JSONL file with the baseline's results, or with both arms' in two columns.
        candidate: A file with the candidate's results, matched by the key columns.
        columns: Which columns say what; usual names are looked for in two files when not given.
        margin: The smallest difference that matters, set before anything was measured.
        scale: The ends that a result can reach; 0 and 1 where all results are passes and failures.
        lower_is_better: For costs and times.
        level: The level of the interval.
        power: With which chance a larger sample should tell.
        seed: Of resampling and sign flips.
    """
    wanted = columns or PairColumns()
    first = TableFile(baseline)
    pairs = (
        read_columns(first, wanted) if candidate is None else read_files(first, TableFile(candidate), wanted)
    )
    scale = (0.0, 1.0) if scale is None and pairs.are_passes else scale
    compared = compare_pairs(
        pairs.baseline,
        pairs.candidate,
        scale=scale,
        cases=pairs.cases,
        families=pairs.families,
        margin=margin,
        lower_is_better=lower_is_better,
        level=level,
        seed=seed,
    )
    return ComparedFiles(
        baseline=pairs.baseline_name,
        candidate=pairs.candidate_name,
        compared=compared,
        are_passes=pairs.are_passes,
        unit="case" if pairs.families is None else "family",
        case_column=pairs.case_column,
        are_rows_assumed=pairs.case_column is None and not wanted.each_row,
        outlooks=tuple(_look_ahead(pairs, compared, power=power, scale=scale)),
    )


def _look_ahead(
    pairs: ReadPairs, compared: PairedComparison, *, power: float, scale: tuple[float, float] | None
) -> Iterator[Outlook]:
    if (
        compared.verdict is not ComparisonVerdict.NOT_YET_KNOWN
        or MeanFlag.NO_VARIATION in compared.difference.flags
    ):
        return
    found = list(complete_differences(pairs))
    repeats = Counter(unit for unit, _ in found)
    try:
        components = estimate_components(
            [difference for _, difference in found],
            cases=[unit for unit, _ in found],
            repeats=list(number_within(unit for unit, _ in found)),
        )
    except SampleEmpty:
        return
    design = Design(cases=len(repeats), repeats=max(1, round(len(found) / len(repeats))))
    means = read_sample([difference for _, difference in found], cases=[unit for unit, _ in found]).case_means
    expected = PowerQuestion(
        effect=1.0,
        power=power,
        level=compared.difference.level,
        scale=scale,
        are_passes=pairs.are_passes,
        residuals=() if pairs.are_passes else residual_shape(means),
    )
    for goal, effect in _goals(compared):
        question = replace(expected, goal=goal, effect=effect)
        yield _outlook(components, question=question, design=design)


def _goals(compared: PairedComparison) -> Iterator[tuple[Goal, float]]:
    """What is there to be shown: the difference that was seen, or with a margin what the margin was set for."""
    if compared.margin is not None:
        yield Goal.SAME, compared.margin
        yield Goal.DIFFERENCE, compared.margin
    elif compared.difference.mean != 0:
        yield Goal.DIFFERENCE, abs(compared.difference.mean)


def _outlook(components: VarianceComponents, *, question: PowerQuestion, design: Design) -> Outlook:
    needed = cases_needed(components, question=question, design=design)
    return Outlook(
        goal=question.goal,
        effect=question.effect,
        power=question.power,
        now=design.cases,
        needed=needed,
    )
