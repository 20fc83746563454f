"""What people say about the outputs of a run, and how far its judges agree with them."""

from edison.domain import CellReport, OutputReview
from edison.stages.rank import is_current

from .view import BaseView, Ends, Moment


class LabelView(BaseView):
    """What one person says about one output; the latest that this person said."""

    cell: int
    case: str
    arm: str
    prompt: str
    repeat: int
    by: str
    at: Moment
    revision: int
    label: str | None
    score: float | None
    correction: str | None
    note: str
    is_current: bool
    """False where the cell was asked again since: it tells of an output that is gone, and counts no more."""


class JudgePeopleView(BaseView):
    """A judge beside people, case by case; numbers from 0 to 1."""

    judge: str
    cases: int
    """Judged by it and by people."""
    lean: float | None
    """Judge minus people: above zero the judge is the more generous."""
    lean_interval: Ends | None
    error: float | None
    """Mean absolute difference."""
    pearson: float | None
    pearson_interval: Ends | None
    spearman: float | None
    spearman_interval: Ends | None
    why_not: str | None
    """Why there are no numbers, where there are none."""


class RunLabelsView(BaseView):
    """All labels of a run."""

    run: str
    labels: tuple[LabelView, ...]
    judges: tuple[JudgePeopleView, ...]


def view_label(review: OutputReview, cell: CellReport, *, arm: str) -> LabelView:
    """A label for whoever asks."""
    return LabelView(
        cell=review.cell,
        case=cell.case,
        arm=arm,
        prompt=cell.prompt,
        repeat=cell.repeat,
        by=review.reviewer,
        at=review.at,
        revision=review.revision,
        label=review.label,
        score=review.score,
        correction=review.correction,
        note=review.note,
        is_current=is_current(review, cell),
    )
