"""A rubric in a file of its own: criteria as under `rubric` in a suite, or one text that says what good means."""

from pathlib import PurePath
from typing import Annotated, cast

from pydantic import Field

from edison.domain import Criterion, Scale
from edison.errors import SuiteBroken

from ..reading.complaints import Complaints
from ..reading.documents import SUITE_BOUNDS, read_document
from ..reading.docx import read_word
from ..reading.nodes import Document, Listed, Mapped, TextBroken
from ..reading.plain_text import read_plain
from ..reading.shapes import MOST_ITEMS, FileForm
from .forms import CriterionForm
from .rubrics import read_criteria

ONLY_CRITERION = "quality"
"""What the one criterion of a rubric in plain words is called."""

_DOCUMENTS = (".yaml", ".yml", ".json")


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
