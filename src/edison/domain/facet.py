"""How results differ with what the cases are like."""

from enum import StrEnum

from pydantic import Field, FiniteFloat

from .interval import Interval
from .noun import Noun
from .ranking import ItemId


class FacetKind(StrEnum):
    """What cases are grouped by."""

    TAG = "tag"
    DIFFICULTY = "difficulty"
    LENGTH = "length"
    """Of the question as it is sent: short, medium or long among the cases of the run, a third each."""
    LANGUAGE = "language"
    """As the case says, or else by the script of what it holds."""
    ENTITY = "entity"
    """A name or a number of something that stands in what the case holds."""
    CLUSTER = "cluster"
    """What is about the same, as embeddings tell; called by the words that set it apart."""
    CROSSED = "crossed"
    """Tag, difficulty, length and language together."""


class FacetMean(Noun):
    """A mean over some cases, with its interval and what it rests on."""

    value: FiniteFloat
    interval: Interval | None = None
    """None where there is too little to say how sure it is."""
    observations: int = Field(ge=1)
    cases: int = Field(ge=1)


class FacetResult(Noun):
    """What one contender, or all of them together, achieved on some cases."""

    item_id: ItemId | None = None
    """None: all together."""
    name: str
    quality: FacetMean | None = None
    """From 0 to 1, judges weighed as on the board; None where nobody judged."""
    passing: FacetMean | None = None
    """The share that passed every check; None where nothing was checked."""


class Facet(Noun):
    """Cases that have something in common."""

    kind: FacetKind
    name: str
    """The tag, the difficulty, the length or the language."""
    cases: int = Field(ge=1)
    rows: tuple[FacetResult, ...] = Field(min_length=1)
    """All contenders together first, then each in the order of the plan."""


class FacetSize(Noun):
    """How many cases are of one kind."""

    kind: FacetKind
    name: str
    cases: int = Field(ge=1)


class FailingSpot(Noun):
    """Cases with something in common that fail more often than the others."""

    kind: FacetKind
    name: str
    cases: int = Field(ge=1)
    """With a result."""
    failing: int = Field(ge=1)
    share: FiniteFloat
    """Of them that fail."""
    others: FiniteFloat
    """Of all others."""
    p: FiniteFloat
    """The chance that so many fail there, were failures spread by chance alone (Fisher's exact test, one-sided)."""
    exemplars: tuple[str, ...] = ()
    """Failing cases of it, by name."""

    @property
    def handle(self) -> str:
        """How people point at it."""
        return f"{self.kind.value}:{self.name}"


class CoverageCell(Noun):
    """How many cases are of several kinds at once; empty where a case says nothing of that kind."""

    tag: str
    difficulty: int
    length: str
    language: str
    cases: int = Field(ge=1)


class Coverage(Noun):
    """What the cases of a set are spread over, and where there are too few."""

    cases: int
    sizes: tuple[FacetSize, ...] = ()
    cells: tuple[CoverageCell, ...] = ()
    thin: tuple[str, ...] = ()
    """In words."""
