"""A run against its baseline, for machines."""

from typing import TYPE_CHECKING

from edison.stats.comparing import ComparisonVerdict

from .view import BaseView

if TYPE_CHECKING:
    from ..results.baselines import BaselineComparison, MeanChange


class CellNameView(BaseView):
    """By what two runs are matched cell by cell, and what its prompt is called in the newer one."""

    case: str
    arm: str
    version: int
    prompt: str
    repeat: int


class ChangeView(BaseView):
    """How the judged quality of one arm moved, or the share of its answers that passed every check."""

    arm: str
    before: float
    after: float
    pairs: int
    verdict: ComparisonVerdict


class TagChangeView(BaseView):
    """How quality moved on the cases with one tag, or where nobody judged the share that passed."""

    tag: str
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
    changed_cases: tuple[str, ...]
    """Called as before, and saying or expecting something else; not known of a baseline from a file."""
    allow_flips: int | None
    """None where single flips count only of arms that do not draw their answers."""
    passes: tuple[ChangeView, ...]
    """Of arms that draw their answers: tested in pairs."""
    qualities: tuple[ChangeView, ...]
    tags: tuple[TagChangeView, ...]
    regressed: bool


def view_comparison(comparison: "BaselineComparison") -> BaselineView:
    """What a run lost and won."""
    return BaselineView(
        id=comparison.baseline,
        matched=comparison.matched,
        broken=comparison.broken_count,
        mended=comparison.mended_count,
        first_broken=tuple(
            CellNameView(**one.name._asdict(), prompt=one.prompt) for one in comparison.broken
        ),
        changed_cases=comparison.changed_cases,
        allow_flips=comparison.allow_flips,
        passes=tuple(map(_view_change, comparison.passes)),
        qualities=tuple(map(_view_change, comparison.qualities)),
        tags=tuple(
            TagChangeView(
                tag=one.name, before=one.before, after=one.after, pairs=one.pairs, verdict=one.verdict
            )
            for one in comparison.tags
        ),
        regressed=comparison.has_regressed,
    )


def _view_change(one: "MeanChange") -> ChangeView:
    return ChangeView(arm=one.name, before=one.before, after=one.after, pairs=one.pairs, verdict=one.verdict)
