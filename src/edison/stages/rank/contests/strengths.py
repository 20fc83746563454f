"""strengths: how strong each text is, by a full fit, or by a quick one where there are very many."""

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from edison.errors import StatisticRefused

from .meetings import Meetings

if TYPE_CHECKING:
    from edison.stats.strengths import ComparisonTable, StrengthFit

MOST_FITTED = 1_000
"""Of more texts, the joint covariance would not fit in memory."""

APPROXIMATE = "approximate errors"


@dataclass(frozen=True, slots=True)
class Strength:
    """One text that some finding is about."""

    score: float
    se: float
    low: float
    high: float
    rank: int
    component: int = 0


@dataclass(frozen=True, slots=True)
class Strengths:
    """All texts, in the order of the entries; None where no finding is about one."""

    texts: tuple[Strength | None, ...]
    method: str
    flags: tuple[str, ...]
    first_position: float | None = None
    fitted: "StrengthFit | None" = None
    """None where there are too many texts for one."""

    @property
    def known(self) -> list[int]:
        """The places of texts that some finding is about."""
        return [place for place, text in enumerate(self.texts) if text is not None]

    def of(self, places: list[int]) -> list[Strength]:
        """Those of some texts that are known."""
        return [text for place in places if (text := self.texts[place]) is not None]


def estimate_strengths(meetings: Meetings) -> Strengths:
    """Fit them all together; what being shown first is worth is part of the model wherever it can be told."""
    if meetings.texts > MOST_FITTED:
        return _estimate_quickly(meetings)
    fitted = _fit(meetings.table(), adaptive=meetings.is_adaptive)
    effect = fitted.position_effect
    columns = (fitted.scores, fitted.se, fitted.low, fitted.high, fitted.ranks, fitted.components)
    return Strengths(
        texts=tuple(
            Strength(*row) if row[4] else None
            for row in zip(*(column.tolist() for column in columns), strict=True)
        ),
        method=fitted.method.value,
        flags=tuple(flag.value for flag in fitted.flags),
        first_position=None if effect is None else effect.value,
        fitted=fitted,
    )


def _fit(table: "ComparisonTable", *, adaptive: bool) -> "StrengthFit":
    """One estimator, however the pairs were chosen: with few comparisons a text it errs least."""
    from edison.stats.strengths import Method, fit

    fitted = partial(fit, table, method=Method.HIERARCHICAL, adaptive=adaptive)
    try:
        return fitted(position=True)
    except StatisticRefused:
        return fitted()


def _estimate_quickly(meetings: Meetings) -> Strengths:
    from edison.stats.strengths import Method, StrengthFlag, quick_fit

    found = quick_fit(meetings.history(), meetings.outcome)
    columns = (found.scores, found.se, found.low, found.high, found.ranks, found.components)
    holds = {
        StrengthFlag.DISCONNECTED: found.components.max() > 0,
        StrengthFlag.ISOLATED: not found.compared.all(),
        StrengthFlag.HALF_WINS: 0.5 in meetings.outcome,
    }
    return Strengths(
        texts=tuple(
            Strength(*row) if row[4] else None
            for row in zip(*(column.tolist() for column in columns), strict=True)
        ),
        method=Method.HIERARCHICAL.value,
        flags=(APPROXIMATE, *(flag.value for flag, is_so in holds.items() if is_so)),
    )
