"""A run against its baseline, for machines."""

from typing import TYPE_CHECKING

from edison.stats.comparing import ComparisonVerdict

from .view import BaseView

if TYPE_CHECKING:
    from ..results.baselines import BaselineComparison


class CellNameView(BaseView):
    """By what two runs are matched cell by cell."""

    case: str
    arm: str
    version: int
    repeat: int


class QualityChangeView(BaseView):
    """How the judged quality of one arm moved."""

    arm: str
    before: float
    after: float
    pairs: int
    verdict: ComparisonVerdict


class BaselineView(BaseView):
    """What a run lost and won against an earlier one."""

    id: str
    matched: int
    broken: int
    mended: int
    first_broken: tuple[CellNameView, ...]
    qualities: tuple[QualityChangeView, ...]


def view_comparison(comparison: "BaselineComparison") -> BaselineView:
    """What a run lost and won."""
    return BaselineView(
        id=comparison.baseline.id,
        matched=comparison.matched,
        broken=comparison.broken_count,
        mended=comparison.mended_count,
        first_broken=tuple(CellNameView(**name._asdict()) for name in comparison.broken),
        qualities=tuple(
            QualityChangeView(
                arm=one.arm, before=one.before, after=one.after, pairs=one.pairs, verdict=one.verdict
            )
            for one in comparison.qualities
        ),
    )
