"""Findings: weak criteria, cases that lag, and answers that show it. Development cases only."""

from collections.abc import Iterable, Mapping, Sequence
from math import fsum

from edison.domain import (
    CellReport,
    Check,
    Exemplar,
    FacetKind,
    Findings,
    Interval,
    JudgeId,
    LaggingFacet,
    OutputStatus,
    Rubric,
    WeakCriterion,
)
from edison.stats.means import mean_interval

from .failing import count_failing, failures_of, refused_as_asked

MOST_FAILING, MOST_PASSING, MOST_FACETS = 5, 2, 3
_LEAST_FACET = 3
"""Fewer cases than so say nothing about their kind."""
_LAG = 0.1
_PASSES = 0.5
"""The middle of every scale."""
_SHORT = 1_200
_LEAST_WEIGHT = 1e-9
"""Who counts for nothing beside others counts where nobody else said anything."""


def find_weaknesses(
    cells: Iterable[CellReport],
    *,
    inputs: Mapping[str, str],
    rubric: Rubric,
    kinds: Mapping[str, Sequence[tuple[FacetKind, str]]],
    weights: Mapping[JudgeId, float] | None = None,
    checks: Sequence[Check] = (),
) -> Findings:
    """What answers to development cases say about the version that they were given by.

    A refusal or an empty answer is the version's own doing and worth nothing; trouble on the way is not.

    Args:
        cells: Of one version, with their judgments.
        inputs: What each case was about, by its name, as refiners are shown it.
        rubric: What judges went by.
        kinds: What each case is like, by its name.
        weights: How much each judge's word counts, by its id; all alike where nothing is given.
        checks: Of the run: those that say the same of every case may be told as they are written.
    """
    judged = [_Judged(cell, rubric, weights or {}, checks) for cell in cells if cell.output is not None]
    scored = [one for one in judged if one.quality is not None]
    qualities = [one.quality or 0.0 for one in scored]
    return Findings(
        quality=fsum(qualities) / len(qualities) if qualities else 0.0,
        cases=len({one.cell.case for one in scored}),
        weak=tuple(_weak_criteria(scored, rubric)),
        fails=tuple(count_failing([one.cell for one in judged], checks)),
        lagging=tuple(_lagging(scored, kinds)),
        failing=tuple(_spread(scored, inputs=inputs, rubric=rubric)),
        passing=tuple(
            one.exemplar(inputs)
            for one in sorted(scored, key=lambda one: -one.worth)[:MOST_PASSING]
            if one.worth > _PASSES and not one.fails
        ),
    )


class _Judged:
    """One answer with what all its judges said, brought to 0–1, and with what is wrong whatever they say."""

    def __init__(
        self, cell: CellReport, rubric: Rubric, weights: Mapping[JudgeId, float], checks: Sequence[Check]
    ) -> None:
        self.cell = cell
        self.fails = failures_of(cell, checks)
        self.by_criterion: dict[str, list[float]] = {}
        scales = {criterion.name: criterion.scale for criterion in rubric.of_case(cell.criteria).criteria}
        for judgment in cell.judgments:
            for score in judgment.scores:
                scale = scales.get(score.criterion)
                if scale is not None and scale.holds(score.score):
                    self.by_criterion.setdefault(score.criterion, []).append(scale.normalise(score.score))
        given = [
            (weights.get(judgment.judge_id, 1.0), judgment.quality(rubric.of_case(cell.criteria)))
            for judgment in cell.judgments
        ]
        known = [(weight or _LEAST_WEIGHT, quality) for weight, quality in given if quality is not None]
        total = fsum(weight for weight, _ in known)
        self.quality = fsum(weight * quality for weight, quality in known) / total if known else None
        if cell.output is not None and cell.output.status is OutputStatus.SEMANTIC_FAILURE:
            self.quality = float(refused_as_asked(cell))

    @property
    def worth(self) -> float:
        """Its quality, of which as much counts as checks pass."""
        scores = [score for one in self.cell.checks if (score := one.score) is not None]
        return (self.quality or 0.0) * (fsum(scores) / len(scores) if scores else 1.0)

    @property
    def worst(self) -> str:
        """Its way to fail: no answer, the first check, or the criterion on which it does worst."""
        if self.fails:
            return self.fails[0]
        means = {name: fsum(scores) / len(scores) for name, scores in self.by_criterion.items()}
        return min(means, key=lambda name: means[name], default="")

    def exemplar(self, inputs: Mapping[str, str]) -> Exemplar:
        judgments = [one for one in self.cell.judgments if one.not_judged is None]
        reasons = [
            f"{score.criterion}: {score.reason}"
            for judgment in judgments
            for score in judgment.scores
            if score.reason
        ]
        return Exemplar(
            case=self.cell.case,
            tags=self.cell.tags,
            input=_shorten(inputs.get(self.cell.case, "")),
            answer=_shorten(self.cell.output.text if self.cell.output else ""),
            quality=self.quality or 0.0,
            reasons=tuple(map(_shorten, reasons)),
            fails=self.fails,
            advice=tuple(_shorten(one.text) for judgment in judgments for one in judgment.suggestions),
            judgments=tuple(judgment.id for judgment in judgments),
        )


def _weak_criteria(judged: Sequence[_Judged], rubric: Rubric) -> list[WeakCriterion]:
    """Every criterion that counts, the weakest first, with an interval over cases."""
    found: list[WeakCriterion] = []
    for criterion in rubric.criteria:
        rows = [
            (one.cell.case, score) for one in judged for score in one.by_criterion.get(criterion.name, ())
        ]
        if not rows or not criterion.weight:
            continue
        estimate = mean_interval(
            [score for _, score in rows], cases=[case for case, _ in rows], scale=(0.0, 1.0)
        )
        found.append(
            WeakCriterion(
                name=criterion.name,
                mean=estimate.mean,
                interval=Interval(low=estimate.low, high=estimate.high),
                judgments=len(rows),
            )
        )
    return sorted(found, key=lambda one: one.mean)


def _lagging(
    judged: Sequence[_Judged], kinds: Mapping[str, Sequence[tuple[FacetKind, str]]]
) -> list[LaggingFacet]:
    found: list[LaggingFacet] = []
    for kind, name in sorted({one for cell in judged for one in kinds.get(cell.cell.case, ())}):
        inside = [one for one in judged if (kind, name) in kinds.get(one.cell.case, ())]
        outside = [one for one in judged if (kind, name) not in kinds.get(one.cell.case, ())]
        cases = len({one.cell.case for one in inside})
        if cases < _LEAST_FACET or not outside:
            continue
        mean, others = _mean(inside), _mean(outside)
        if others - mean >= _LAG:
            found.append(LaggingFacet(kind=kind, name=name, mean=mean, others=others, cases=cases))
    return sorted(found, key=lambda one: one.mean)[:MOST_FACETS]


def _spread(judged: Sequence[_Judged], *, inputs: Mapping[str, str], rubric: Rubric) -> list[Exemplar]:
    """The worst answers, but never two of a kind while there are others: other tags, other ways to fail."""
    weighed = {criterion.name for criterion in rubric.criteria if criterion.weight}
    worst = sorted(judged, key=lambda one: (one.worth, one.cell.number))
    seen: set[tuple[str, tuple[str, ...]]] = set()
    first, rest = list[_Judged](), list[_Judged]()
    for one in worst:
        kind = (one.worst, one.cell.tags)
        is_new = kind not in seen and (bool(one.fails) or one.worst in weighed or not weighed)
        (first if is_new else rest).append(one)
        seen.add(kind)
    return [one.exemplar(inputs) for one in (*first, *rest)[:MOST_FAILING]]


def _mean(judged: Sequence[_Judged]) -> float:
    return fsum(one.quality or 0.0 for one in judged) / len(judged)


def _shorten(text: str) -> str:
    return text if len(text) <= _SHORT else f"{text[:_SHORT]} …"
