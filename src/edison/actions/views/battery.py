"""Batteries as they go out: what a file holds, and how far answers drifted."""

from edison.domain import AssertionTally

from .view import BaseView


class BatterySampleView(BaseView):
    """A battery that comes with Edison."""

    name: str
    about: str
    tests: int
    drifts: int
    judged: int


class BatteryView(BaseView):
    """What a file of tests holds, and what of it will not be done."""

    name: str
    form: str
    tests: int
    categories: int
    assertions: int
    evaluated: int
    unhonoured: tuple[str, ...]
    """Everything that will not be done, each in a sentence."""
    tallies: tuple[AssertionTally, ...]
    models: tuple[str, ...]
    """Who is asked unless others are named, where the file says that."""
    judged: int
    """Tests that bring criteria for a judge."""
    drifts: int
    """Tests that are held against an expected answer by their meaning."""


class CheckedFileView(BaseView):
    """What a file of tests of any form holds, and what of it will not be done."""

    form: str
    tests: int
    categories: int
    unhonoured: tuple[str, ...]
    assertions: int
    evaluated: int
    judged: int
    """Tests that bring criteria for a judge."""
    tallies: tuple[AssertionTally, ...]


class FolderFileView(BaseView):
    """One file of a folder: what it holds, or why it cannot be used."""

    name: str
    checked: CheckedFileView | None
    trouble: str | None


class CheckedFolderView(BaseView):
    """Every file of tests in a folder, and which share of them can be used."""

    files: tuple[FolderFileView, ...]
    loaded: int
    evaluated: int
    assertions: int


class DriftCellView(BaseView):
    """How far one answer drifted."""

    cell: int
    case: str
    drift: float
    passes: bool
    """Whether that is within the threshold that was last held against it."""
    passes_else: bool
    """Whether it passes all other checks."""


class DriftView(BaseView):
    """All drifts that were measured in a run."""

    run: str
    cells: tuple[DriftCellView, ...]
