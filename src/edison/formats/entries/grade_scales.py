"""Scales of grades, as files define them."""

from collections.abc import Sequence
from math import fsum
from pathlib import PurePath
from typing import cast

from pydantic import Field

from edison.domain import GradeSteps
from edison.errors import SuiteBroken

from ..reading.complaints import Complaints, nearest
from ..reading.documents import read_document
from ..reading.nodes import Path, TextBroken, repeated, tell
from ..reading.shapes import MOST_ITEMS, FileForm, ShortName
from .identities import GivenIdentity, StatedIdentity

_TOLERANCE = 1e-6
_LONGEST_NAME = 100


class GradeScaleForm(FileForm):
    """A scale of grades."""

    name: ShortName | None = None
    """What it is called; the file's name unless it is given."""
    grades: list[StatedIdentity] = Field(min_length=2, max_length=MOST_ITEMS)
    """From the lowest to the highest."""
    shares: list[float] = Field(default=[], max_length=MOST_ITEMS)
    """How often each grade occurs in the population, in the order of the grades; all alike unless given."""
    minus: list[StatedIdentity] = Field(default=[], max_length=MOST_ITEMS)
    """Grades that are given with a minus in the lowest quarter of their band."""
    plus: list[StatedIdentity] = Field(default=[], max_length=MOST_ITEMS)
    """Grades that are given with a plus in the highest quarter of their band."""
    below: GivenIdentity = None
    """What lies under the lowest grade, where there is such a thing."""


def read_grade_scale(data: bytes, *, name: str) -> GradeSteps:
    """The scale that a file holds, JSON where its name ends so, YAML otherwise; or `SuiteBroken`."""
    complaints = Complaints(name)
    try:
        document = read_document(data, name=name)
    except TextBroken as broken:
        complaints.add_broken(broken)
        raise SuiteBroken(name, complaints.problems) from broken
    about = complaints.about(name, document=document)
    form = about.read(GradeScaleForm, document.plain())
    complaints.refuse()
    checked = cast(GradeScaleForm, form)
    _check(checked, complaints=about)
    complaints.refuse()
    return GradeSteps(
        name=checked.name or PurePath(name).stem[:_LONGEST_NAME],
        grades=tuple(checked.grades),
        shares=tuple(checked.shares),
        minus=tuple(checked.minus),
        plus=tuple(checked.plus),
        below=checked.below,
    )


def check_grade(grade: str, *, scale: GradeSteps, at: Path, complaints: Complaints) -> None:
    """Complain about a grade that is not on the scale."""
    if grade not in scale.grades:
        what = f"{tell(grade)} is no grade of the scale {tell(scale.name)}"
        complaints.add(at, what, advice=nearest(grade, known=scale.grades))


def _check(form: GradeScaleForm, *, complaints: Complaints) -> None:
    for index, grade, _ in repeated(form.grades):
        what = f"the grade {tell(grade)} stands twice"
        complaints.add(("grades", index), what, advice="Write each grade once, the lowest first.")
    _check_shares(form.shares, grades=len(form.grades), complaints=complaints)
    for key, fine in (("minus", form.minus), ("plus", form.plus)):
        for index, grade in enumerate(fine):
            if grade not in form.grades:
                what = f"{tell(grade)} is none of the grades"
                advice = nearest(grade, known=tuple(form.grades))
                complaints.add((key, index), what, advice=advice)
    if form.below in form.grades:
        what = f"{tell(form.below)} is one of the grades and cannot lie below them"
        complaints.add(("below",), what, advice="Take it out of grades, or leave below out.")


def _check_shares(shares: Sequence[float], *, grades: int, complaints: Complaints) -> None:
    if not shares:
        return
    if len(shares) != grades:
        what = f"there are {len(shares)} shares for {grades} grades"
        complaints.add(("shares",), what, advice="Write one for each grade, or none at all.")
    elif any(share <= 0 for share in shares):
        complaints.add(("shares",), "a share is not above zero", advice="Write shares such as 0.25.")
    elif abs(fsum(shares) - 1) > _TOLERANCE:
        what = f"the shares sum to {fsum(shares):.6g}"
        complaints.add(("shares",), what, advice="Change them so that they sum to 1.")
