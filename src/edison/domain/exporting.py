"""Writing the results of a run, or a project as a bundle, page by page, as a run of its own."""

from pydantic import Field

from .ids import ProjectId, RunId
from .noun import Noun

EXPORT = "export"
"""The preset and its lane."""
EXPORT_TASK = "export_task"
"""The name of the document that says what a run writes."""
BUNDLE = "bundle"
"""The format of a whole project."""
WRITTEN_AT_ONCE = 200


class ExportTask(Noun):
    """What is written, and in which format."""

    project_id: ProjectId
    format: str
    run_id: RunId | None = None
    """Whose results; None where it is a bundle."""
    runs: tuple[RunId, ...] | None = None
    """Those that go into a bundle; None for all of the project."""
    at_once: int = Field(default=WRITTEN_AT_ONCE, ge=1)
    """Cells on one page."""
    file: str = ""
    """Where whoever asked for it wants it; workers never write there."""

    @property
    def is_bundle(self) -> bool:
        return self.format == BUNDLE


class ExportPage(Noun):
    """A page as it is kept until the file is made: compressed, in letters."""

    body: str


class PageMark(Noun):
    """What is said about a page that was written."""

    size: int = Field(ge=0)
    """In bytes."""
    sha256: str
    more: int = Field(default=0, ge=0)
    """Pages that follow it and that nobody knew of before."""


PAGES = "page-"
"""How the names of all documents begin that hold pages."""


def page_name(unit: int) -> str:
    """The name of the document that holds a page."""
    return f"{PAGES}{unit:08}"
