"""withholding: why there are no grades: nothing to project them from, or nothing that carries them."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from edison.domain import LEAST_FIT, LEAST_RELIABILITY, GradeSteps
from edison.text import decimals_for, write_number

from .meetings import ContestEntry
from .strengths import Strengths

if TYPE_CHECKING:
    from edison.stats.grades import GradeScale


def why_no_grades(
    entries: Sequence[ContestEntry], strengths: Strengths, *, scale: GradeSteps | None
) -> str | None:
    """The reason in words; None where grades can be projected."""
    given = {entry.anchor_grade for entry in entries if entry.anchor_grade is not None}
    if not given:
        return "There are no anchors: texts whose grade is known."
    if scale is None:
        return "The grades of the anchors are on no scale that is known."
    distinct = {entries[place].anchor_grade for place in anchors_of(entries, strengths)}
    if not distinct:
        return "No anchor was compared with another text, so that nothing tells which score is which grade."
    if len(distinct) < 2:
        who = "All anchors have" if given == distinct else "Of the anchors only those were compared that have"
        return f"{who} the grade {distinct.pop()}; at least two different grades are needed."
    if len({text.component for text in strengths.of(strengths.known)}) > 1:
        return "No comparison connects all texts, so that their scores do not share one scale."
    return None


def why_withheld(reliability: float | None, *, tau: float) -> str | None:
    """Why nobody should be given a grade from this order, in words; None where it carries grades."""
    if reliability is None:
        return "How dependable the order is cannot be told, and so it carries no grades."
    if reliability < LEAST_RELIABILITY:
        return (
            "The order is not dependable enough to carry grades: its reliability is "
            f"{_near(reliability, LEAST_RELIABILITY)}, and {LEAST_RELIABILITY} is needed."
        )
    if tau < LEAST_FIT:
        return (
            "The judges' order does not fit the grades that people gave: Kendall's tau is "
            f"{_near(tau, LEAST_FIT)}, and {LEAST_FIT} is needed."
        )
    return None


def _near(value: float, limit: float) -> str:
    """With so many digits that it is seen to lie below."""
    return write_number(value, decimals=decimals_for(value, limit))


def fit_of(
    entries: Sequence[ContestEntry], strengths: Strengths, *, anchors: list[int], scale: "GradeScale"
) -> float:
    """Kendall's tau between grades and strengths of all anchors, whether they met or not."""
    from edison.stats.grades import fit_of_anchors

    return fit_of_anchors(
        [scale.position(entries[place].anchor_grade or "") for place in anchors],
        [text.score for text in strengths.of(anchors)],
    )


def anchors_of(entries: Sequence[ContestEntry], strengths: Strengths) -> list[int]:
    """The places of anchors that some finding is about."""
    return [place for place in strengths.known if entries[place].anchor_grade is not None]
