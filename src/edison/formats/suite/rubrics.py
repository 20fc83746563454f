"""Criteria of a rubric: weights that are a whole, scales in the ways people write them."""

import re
from collections.abc import Sequence
from math import fsum
from pathlib import PurePath
from typing import Annotated, cast

from pydantic import Field

from edison.domain import Criterion, Rubric, Scale, ScaleLabel
from edison.errors import SuiteBroken

from ..reading.complaints import Complaints
from ..reading.documents import SUITE_BOUNDS, read_document
from ..reading.docx import read_word
from ..reading.nodes import Document, Listed, Mapped, Path, TextBroken, repeated, tell
from ..reading.plain_text import read_plain
from ..reading.shapes import MOST_ITEMS, FileForm
from .forms import CriterionForm, ScaleForm

_NUMBER = r"-?\d{1,9}(?:\.\d{1,9})?"
_RANGE = re.compile(rf"\s*({_NUMBER})\s*(?:-|–|\.\.|to)\s*({_NUMBER})\s*")

ONLY_CRITERION = "quality"
"""What the one criterion of a rubric in plain words is called."""
_DOCUMENTS = (".yaml", ".yml", ".json")


def read_criteria(forms: Sequence[CriterionForm], *, complaints: Complaints) -> tuple[Criterion, ...]:
    """The criteria of a suite's rubric; what does not fit is complained about, and left out."""
    _check_names(forms, complaints=complaints)
    weights = _weights(forms, complaints=complaints)
    scales = [
        _scale(form, at=("rubric", index, "scale"), complaints=complaints) for index, form in enumerate(forms)
    ]
    return tuple(
        Criterion(name=form.name, description=form.description or form.name, weight=weight, scale=scale)
        for form, weight, scale in zip(forms, weights, scales, strict=True)
        if scale is not None
    )


def _check_names(forms: Sequence[CriterionForm], *, complaints: Complaints) -> None:
    for index, name, _ in repeated(form.name for form in forms):
        what = f"two criteria are called {tell(name)}"
        complaints.add(("rubric", index, "name"), what, advice="Give each a name of its own.")


def _weights(forms: Sequence[CriterionForm], *, complaints: Complaints) -> list[float]:
    given = [form.weight for form in forms if form.weight is not None]
    if not given:
        return [1 / len(forms) for _ in forms]
    if len(given) < len(forms):
        bare = next(index for index, form in enumerate(forms) if form.weight is None)
        what = "this criterion has no weight and others have one"
        complaints.add(("rubric", bare), what, advice="Give every criterion a weight, or none.")
    elif not Rubric.sums_to_one(fsum(given)):
        what = f"the weights sum to {fsum(given):.6g}"
        complaints.add(("rubric",), what, advice=f"Change them so that they sum to 1{_shares(given)}.")
    return [form.weight or 0.0 for form in forms]


def _shares(given: Sequence[float]) -> str:
    total = fsum(given)
    if not total:
        return ""
    return f", such as {', '.join(f'{weight / total:.3g}' for weight in given)}"


def _scale(form: CriterionForm, *, at: Path, complaints: Complaints) -> Scale | None:
    ends = _ends(form.scale)
    if ends is None:
        what = f"{tell(form.scale)} is no scale"
        complaints.add(at, what, advice="Write 0-5, [0, 5] or {min: 0, max: 5}.")
        return None
    low, high = ends
    if low >= high:
        complaints.add(
            at, f"the scale from {low:g} to {high:g} has no room", advice="Begin with the worst value."
        )
        return None
    labels = form.scale.labels if isinstance(form.scale, ScaleForm) else {}
    scale = Scale(min=low, max=high)
    for value in labels:
        if not re.fullmatch(_NUMBER, value) or not scale.holds(float(value)):
            what = f"the label {tell(value)} is no value of the scale from {low:g} to {high:g}"
            complaints.add((*at, "labels", value), what, advice="Label values of the scale.")
            return None
    named = {float(value): text for value, text in labels.items()}
    return Scale(
        min=low, max=high, labels=tuple(ScaleLabel(value=value, text=named[value]) for value in sorted(named))
    )


def _ends(scale: str | Sequence[float] | ScaleForm) -> tuple[float, float] | None:
    if isinstance(scale, ScaleForm):
        return scale.min, scale.max
    if isinstance(scale, str):
        found = _RANGE.fullmatch(scale)
        return (float(found[1]), float(found[2])) if found else None
    return scale[0], scale[1]


class RubricForm(FileForm):
    """Criteria alone."""

    rubric: Annotated[list[CriterionForm], Field(min_length=1, max_length=MOST_ITEMS)]
    """What makes a text good."""


def read_rubric(data: bytes, *, name: str) -> tuple[Criterion, ...]:
    """The criteria of a file, or `SuiteBroken` with everything that is wrong.

    YAML and JSON hold a list of criteria, alone or under `rubric`; any other file is a text, and that text is the
    description of the one criterion `quality`.
    """
    complaints = Complaints(name)
    try:
        if PurePath(name).suffix.lower() not in _DOCUMENTS:
            return (_in_words(data, name=name),)
        document = _named(read_document(data, name=name))
    except TextBroken as broken:
        complaints.add_broken(broken)
        raise SuiteBroken(name, complaints.problems) from broken
    about = complaints.about(name, document=document)
    form = about.read(RubricForm, document.plain())
    complaints.refuse()
    criteria = read_criteria(cast(RubricForm, form).rubric, complaints=about)
    complaints.refuse()
    return criteria


def _named(document: Document) -> Document:
    """The same document where a bare list stands for the list under `rubric`, with its places."""
    if not isinstance(document.root, Listed):
        return document
    return Document(Mapped(document.root.place, entries={"rubric": (document.root.place, document.root)}))


def _in_words(data: bytes, *, name: str) -> Criterion:
    if PurePath(name).suffix.lower() == ".docx":
        text = read_word(data)
    else:
        text = read_plain(data, most_bytes=SUITE_BOUNDS.text_bytes)
    if not text.strip():
        raise TextBroken("the rubric says nothing", advice="Write what makes a text good.")
    return Criterion(name=ONLY_CRITERION, description=text, weight=1.0, scale=Scale(min=1, max=5))
