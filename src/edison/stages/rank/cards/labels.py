"""card labels: how a judge stands beside people who said of single outputs how good they are."""

from collections.abc import Iterable, Mapping, Sequence
from statistics import fmean
from typing import TYPE_CHECKING

from edison.domain import CardMeasure, CellReport, JudgeCard, JudgeId, OutputReview, Snapshot

from .matching import find_card
from .measures import from_measured, if_known

if TYPE_CHECKING:
    from edison.stats.judges import EnsembleWeights

LABELS = "agreement_with_labels"
PASSES = 0.5
"""The middle of every scale: from here on an output is good enough."""

Labelled = Sequence[tuple[OutputReview, CellReport]]
"""What people said about outputs of a run, each with its cell."""
Beside = Sequence[tuple[float, float]]
"""Case by case, what a judge thinks and what people think, from 0 to 1."""


def is_current(review: OutputReview, cell: CellReport) -> bool:
    """Whether what was looked at is what the cell holds."""
    return cell.output is not None and cell.output.id == review.output_id


def set_beside(labelled: Labelled, *, snapshot: Snapshot) -> Mapping[JudgeId, Beside]:
    """By judge: what it and what people think of each case; a case is one observation, however many its outputs."""
    people: dict[int, list[float]] = {}
    for review, cell in labelled:
        if review.quality is not None and is_current(review, cell):
            people.setdefault(cell.number, []).append(review.quality)
    found: dict[JudgeId, dict[str, list[tuple[float, float]]]] = {}
    for number, cell in {cell.number: cell for _, cell in labelled}.items():
        for judge, quality in _qualities(cell, snapshot=snapshot).items():
            by_case = found.setdefault(judge, {})
            if number in people:
                by_case.setdefault(cell.case, []).append((quality, fmean(people[number])))
    return {
        judge: [
            (fmean(mine for mine, _ in pairs), fmean(theirs for _, theirs in pairs))
            for pairs in by_case.values()
        ]
        for judge, by_case in found.items()
    }


def _qualities(cell: CellReport, *, snapshot: Snapshot) -> dict[JudgeId, float]:
    """What each judge thinks of an output, its repeats averaged."""
    if snapshot.rubric is None:
        return {}
    rubric = snapshot.rubric.of_case(cell.criteria)
    found: dict[JudgeId, list[float]] = {}
    for judgment in cell.judgments:
        quality = judgment.quality(rubric)
        if quality is not None:
            found.setdefault(judgment.judge_id, []).append(quality)
    return {judge: fmean(qualities) for judge, qualities in found.items()}


def measure_labels(beside: Beside) -> CardMeasure | None:
    """How often a judge and people agree whether an output is good enough; None of fewer than two cases."""
    from edison.stats.judges import agreement_with_people

    if not beside:
        return None
    mine, theirs = ([float(side >= PASSES) for side in sides] for sides in zip(*beside, strict=True))
    return if_known(lambda: from_measured(agreement_with_people(mine, [[one] for one in theirs]).with_people))


def weigh_by_labels(
    measured: Sequence[CardMeasure | None], *, families: Sequence[str]
) -> tuple["EnsembleWeights", str] | None:
    """The weights of judges by their agreement with people, and what is said of them; None of too few labels."""
    from edison.stats.judges import WeightBasis, accuracy_weights

    known = [one for one in measured if one is not None]
    if not known or len(known) < len(measured):
        return None
    counts = [one.n for one in known]
    weighed = accuracy_weights([one.value for one in known], labelled=counts, families=families)
    if weighed.basis is not WeightBasis.ACCURACIES:
        return None
    return weighed, f"agreement with people on {min(counts)} labelled cases or more"


def add_labels(card: JudgeCard, said: Iterable[tuple[Snapshot, Mapping[JudgeId, Beside]]]) -> JudgeCard:
    """A card with what people said of outputs that its judge, or one asked alike, judged anywhere."""
    beside = [
        pair
        for snapshot, by_judge in said
        for judge in snapshot.judges
        if judge.id in by_judge and (seen := find_card(judge, (card,))) is not None and seen.match.is_evidence
        for pair in by_judge[judge.id]
    ]
    measure = measure_labels(beside)
    return (
        card if measure is None else card.model_copy(update={"measures": {**card.measures, LABELS: measure}})
    )
