"""A ranking from a file of comparisons for machines."""

from typing import Self

from edison.stats.strengths import Effect, Method, StrengthContrast

from ...statistics.ranking import FileReliability, RankedFile, RankedFileItem
from ...statistics.ranking_shown import flags_of
from ..ranking import MisfitView
from ..view import BaseView, Ends


class RankedItemView(BaseView):
    """One item; null where there is no such number."""

    id: str
    score: float | None
    se: float | None
    interval: Ends | None
    rank: int | None
    rank_interval: tuple[int, int] | None
    comparisons: int
    component: int

    @classmethod
    def of(cls, item: RankedFileItem) -> Self:
        low, high = item.rank_low, item.rank_high
        return cls(
            id=item.id,
            score=item.score,
            se=item.se,
            interval=None if item.low is None or item.high is None else (item.low, item.high),
            rank=item.rank,
            rank_interval=None if low is None or high is None else (low, high),
            comparisons=item.comparisons,
            component=item.component,
        )


class ContrastView(BaseView):
    """Two items held against each other; p by Holm over all that were asked for."""

    first: str
    second: str
    difference: float
    se: float
    interval: Ends
    chance_first_stronger: float
    p_holm: float

    @classmethod
    def of(cls, one: StrengthContrast) -> Self:
        return cls(
            first=str(one.first),
            second=str(one.second),
            difference=one.difference.value,
            se=one.difference.se,
            interval=(one.difference.low, one.difference.high),
            chance_first_stronger=one.chance_first_stronger,
            p_holm=one.p_value,
        )


class FileReliabilityView(BaseView):
    """How far the scale can be relied on; `reasons` says why a number is null."""

    ssr: float | None
    ssr_inflated: bool
    split_half: float | None
    split_half_error: float | None
    split_half_splits: int
    split_half_stepped_up: float | None
    share_in_line: float | None
    decisions: int
    circular_triads: float | None
    complete_triads: int | None
    reasons: dict[str, str]

    @classmethod
    def of(cls, found: FileReliability) -> Self:
        halves, triads, in_line = found.halves, found.triads, found.in_line
        return cls(
            ssr=None if found.separation is None else found.separation.reliability,
            ssr_inflated=found.separation is not None and found.separation.is_inflated,
            split_half=None if halves is None else halves.median,
            split_half_error=None if halves is None else halves.error,
            split_half_splits=0 if halves is None else len(halves.correlations),
            split_half_stepped_up=None if halves is None else halves.stepped_up,
            share_in_line=None if in_line is None else in_line.share,
            decisions=0 if in_line is None else in_line.decisions,
            circular_triads=None if triads is None else triads.circular,
            complete_triads=None if triads is None else triads.complete,
            reasons=dict(found.reasons),
        )


class EffectView(BaseView):
    """A parameter beside the scores, in logits."""

    value: float
    se: float
    interval: Ends

    @classmethod
    def of(cls, effect: Effect | None) -> Self | None:
        """Nothing where it was not estimated."""
        if effect is None:
            return None
        return cls(value=effect.value, se=effect.se, interval=(effect.low, effect.high))


class RankedFileView(BaseView):
    """What a file of comparisons says about its items, best first within each component."""

    file: str
    method: Method
    method_asked_for: Method
    level: float
    comparisons: int
    ties: int
    judges: int
    self_comparisons: int
    rows_without_result: int
    components: int
    items: tuple[RankedItemView, ...]
    contrasts: tuple[ContrastView, ...]
    reliability: FileReliabilityView
    dispersion: float | None
    sigma: float | None
    position_effect: EffectView | None
    length_effect: EffectView | None
    tie_effect: EffectView | None
    misfit: MisfitView
    flags: tuple[str, ...]
    remarks: dict[str, str]


def view_ranked_file(ranked: RankedFile) -> RankedFileView:
    """The whole ranking."""
    fitted, flags = ranked.fitted, flags_of(ranked)
    return RankedFileView(
        file=ranked.file,
        method=fitted.method,
        method_asked_for=ranked.asked_for,
        level=fitted.level,
        comparisons=fitted.comparisons,
        ties=ranked.ties,
        judges=ranked.judges,
        self_comparisons=fitted.self_comparisons,
        rows_without_result=ranked.without_result,
        components=len(set(fitted.components.tolist())),
        items=tuple(map(RankedItemView.of, ranked.items)),
        contrasts=tuple(map(ContrastView.of, ranked.contrasts)),
        reliability=FileReliabilityView.of(ranked.reliability),
        dispersion=fitted.dispersion,
        sigma=fitted.sigma,
        position_effect=EffectView.of(fitted.position_effect),
        length_effect=EffectView.of(fitted.length_effect),
        tie_effect=EffectView.of(fitted.tie_effect),
        misfit=MisfitView(items=ranked.misfit_items, judges=ranked.misfit_judges),
        flags=tuple(flags),
        remarks=flags,
    )
