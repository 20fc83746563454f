"""placed judges: how each judge of a contest decided, beside the order that all of them found."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from math import isfinite
from statistics import fmean

from edison.domain import ComparingJudge, Interval, JudgesAlike, PairLine
from edison.errors import SampleEmpty, StatisticRefused

from .meetings import ContestJudge, Meetings
from .strengths import Strengths

_MOST_ALIKE = 12
"""Judges that are held against each other."""


def place_judges(
    lines: Sequence[PairLine],
    *,
    judges: Sequence[ContestJudge],
    meetings: Meetings,
    strengths: Strengths,
) -> tuple[ComparingJudge, ...]:
    """One line for each judge, people among them."""
    missed = Counter(line.judge for line in lines if line.outcome is None)
    infits = _infits(meetings, strengths)
    return tuple(
        _place(
            judge,
            meetings=meetings.by(judge.index),
            strengths=strengths,
            missed=missed[judge.index],
            infit=infits.get(judge.index, (None, False)),
        )
        for judge in judges
    )


def agreement_of(meetings: Meetings, *, judges: Sequence[ContestJudge]) -> float | None:
    """Krippendorff's alpha over pairs that several judges saw, people among them; None where there are none."""
    from edison.stats.judges import krippendorff_alpha

    if len(judges) < 2:
        return None
    try:
        return krippendorff_alpha([said for _, said in _side_by_side(meetings, judges=judges)]).value
    except (SampleEmpty, StatisticRefused):
        return None


def find_alike(meetings: Meetings, *, judges: Sequence[ContestJudge]) -> tuple[JudgesAlike, ...]:
    """How far every two judges agree, where they saw enough of the same to tell; of very many the first."""
    from edison.stats.judges import cohen_kappa

    showings = _side_by_side(meetings, judges=judges)
    pairs, rows = [pair for pair, _ in showings], [said for _, said in showings]
    found: list[JudgesAlike] = []
    for one, other in combinations(range(min(len(judges), _MOST_ALIKE)), 2):
        first, second = [said[one] for said in rows], [said[other] for said in rows]
        try:
            kappa = cohen_kappa(first, second, cases=pairs)
        except (SampleEmpty, StatisticRefused):
            continue
        found.append(
            JudgesAlike(
                first=judges[one].name,
                second=judges[other].name,
                kappa=kappa.value,
                interval=Interval(low=kappa.low, high=kappa.high, level=kappa.level),
                pairs=kappa.judgments // 2,
            )
        )
    return tuple(found)


def _side_by_side(
    meetings: Meetings, *, judges: Sequence[ContestJudge]
) -> list[tuple[tuple[int, int], list[float]]]:
    """A row for each showing of a pair, a column for each judge; nothing where one did not see it."""
    columns = {judge.index: column for column, judge in enumerate(judges)}
    rows: dict[tuple[int, int, int], tuple[int, list[float]]] = {}
    times: Counter[tuple[int, int, int]] = Counter()
    for row in range(len(meetings)):
        left, right, outcome = meetings.left[row], meetings.right[row], meetings.outcome[row]
        low, high, column = min(left, right), max(left, right), columns[meetings.judge[row]]
        times[low, high, column] += 1
        # People saw a pair at another time and perhaps the other way round: it counts as its first judge saw it.
        place = (low, high, times[low, high, column])
        shown_first, said = rows.setdefault(place, (left, [float("nan")] * len(judges)))
        said[column] = outcome if left == shown_first else 1 - outcome
    return [((low, high), said) for (low, high, _), (_, said) in rows.items()]


def _place(
    judge: ContestJudge,
    *,
    meetings: Meetings,
    strengths: Strengths,
    missed: int,
    infit: tuple[float | None, bool],
) -> ComparingJudge:
    return ComparingJudge(
        name=judge.name,
        is_person=judge.is_person,
        comparisons=len(meetings),
        not_judged=missed,
        agreement=_in_line(meetings, strengths),
        first_chosen=fmean(meetings.outcome) if len(meetings) else None,
        flips=_flips(meetings),
        infit=infit[0],
        misfits=infit[1],
        answered_by=judge.answered_by,
        card=judge.card,
    )


def _in_line(meetings: Meetings, strengths: Strengths) -> float | None:
    from edison.stats.strengths import decisions_in_line

    if strengths.fitted is None:
        return None
    try:
        return decisions_in_line(meetings.table(), strengths.fitted).share
    except SampleEmpty:
        return None


def _flips(meetings: Meetings) -> float | None:
    """Over pairs that were shown in both orders; None where there are too few of them."""
    from edison.stats.judges import order_flips

    shown = dict(zip(zip(meetings.left, meetings.right, strict=True), meetings.outcome, strict=True))
    both = [(one, other) for one, other in shown if one < other and (other, one) in shown]
    try:
        found = order_flips(
            [shown[one, other] for one, other in both], [shown[other, one] for one, other in both]
        )
    except SampleEmpty:
        return None
    return found.rate.value


def _infits(meetings: Meetings, strengths: Strengths) -> dict[int, tuple[float | None, bool]]:
    """By the judge's index: its infit, and whether that is remarkable."""
    from edison.stats.strengths import judge_misfit

    if strengths.fitted is None:
        return {}
    misfit = judge_misfit(meetings.table(), strengths.fitted)
    rows = zip(misfit.labels, misfit.infit.tolist(), misfit.misfits.tolist(), strict=True)
    return {int(str(label)): (infit if isfinite(infit) else None, misfits) for label, infit, misfits in rows}
