"""A file of checks: the same list as under `checks` in a suite."""

from collections.abc import Collection

from pydantic import Field

from edison.domain import Check
from edison.errors import SuiteBroken

from ..reading.complaints import Complaints
from ..reading.documents import read_document
from ..reading.nodes import Document, Listed, Mapped, TextBroken
from ..reading.shapes import MOST_ITEMS, FileForm
from .case_forms import CheckEntry
from .case_reading import check_kinds, read_checks

_KEY = "checks"


class CheckListForm(FileForm):
    """Checks that answers must pass."""

    checks: list[CheckEntry] = Field(min_length=1, max_length=MOST_ITEMS)
    """At least one."""


def read_check_list(text: bytes, *, name: str, known_checks: Collection[str] = ()) -> tuple[Check, ...]:
    """The checks of a file that holds a list of them, alone or under `checks`; or `SuiteBroken` with all problems.

    Args:
        text: The file's bytes; JSON where its name ends so, YAML otherwise.
        name: What the file is called.
        known_checks: The kinds of checks there are; empty to take any.
    """
    complaints = Complaints(name)
    try:
        document = _under_its_key(read_document(text, name=name))
    except TextBroken as broken:
        complaints.add_broken(broken)
        raise SuiteBroken(name, complaints.problems) from broken
    about = complaints.about(name, document=document)
    form = about.read(CheckListForm, document.plain())
    checks = () if form is None else read_checks(form.checks)
    check_kinds(checks, known=known_checks, at=(_KEY,), complaints=about)
    about.refuse()
    return checks


def _under_its_key(document: Document) -> Document:
    root = document.root
    if not isinstance(root, Listed):
        return document
    return Document(Mapped(root.place, entries={_KEY: (root.place, root)}))
