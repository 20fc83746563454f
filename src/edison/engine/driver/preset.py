"""What the driver asks a preset, and what it may be told: pure decisions over the story of a run.

The driver knows no preset. Whenever no unit of any wave lacks anything, it asks the run's preset what comes next:
another wave, some units once more, or the named end. Asked again about the same story, a preset says the same.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from edison.domain import (
    CELLS,
    PEOPLE,
    AdoptedVersions,
    EntryRanking,
    EventType,
    Grid,
    JudgeCard,
    PersonQuestions,
    Ranking,
    Refinement,
    Settlement,
    StageName,
    StoredDataset,
    StoredSuggestion,
    SuiteCase,
    Told,
)
from edison.store import CellFindings

from .story import Story


@dataclass(frozen=True, slots=True)
class NextWave:
    """Units to be walked now; numbered on after those that there are."""

    lane: str
    units: int
    body: str = ""
    event: EventType | None = None
    """What people are told when it is planned."""


@dataclass(frozen=True, slots=True)
class AskAgain:
    """Units that have a conclusion and are to be asked about once more: (unit, part) of a stage."""

    stage: StageName
    units: tuple[tuple[int, int], ...]


Next: TypeAlias = NextWave | AskAgain | Settlement


@dataclass(frozen=True, slots=True)
class WrittenCases:
    """Cases that a run wrote, and what stands on their cover."""

    cover: StoredDataset
    """Its number and what it is made of are filled in when it is stored."""
    cases: tuple[SuiteCase, ...]
    is_addition: bool = False
    """Whether they go behind the cases that the set has already."""


@dataclass(frozen=True, slots=True)
class Results:
    """What a run ends with; stored, and told to others, in the transaction that ends it."""

    boards: tuple[Ranking, ...] = ()
    entry_ranking: EntryRanking | None = None
    cards: tuple[JudgeCard, ...] = ()
    refinement: Refinement | None = None
    adopted: AdoptedVersions | None = None
    """Versions of a prompt that are kept in its history."""
    suggested: tuple[StoredSuggestion, ...] = ()
    """Changes that wait for a person's decision."""
    dataset: WrittenCases | None = None
    """Cases that are kept under a name."""
    findings: tuple[CellFindings, ...] = ()
    """What is found of answers now that all are there, in place of what was open."""
    told: tuple[tuple[EventType, Told], ...] = ()


class DrivenPreset(Protocol):
    """A preset as far as the driver needs to know it."""

    @property
    def name(self) -> str: ...

    def next(self, story: Story) -> Next:
        """What comes next, when no unit lacks anything."""
        ...

    def results(self, story: Story, settlement: Settlement) -> Results:
        """What a run that ends so ends with."""
        ...


Presets: TypeAlias = Mapping[str, DrivenPreset]


def ask_people(questions: PersonQuestions) -> NextWave:
    """The wave that asks people, and waits."""
    return NextWave(PEOPLE, len(questions.questions), questions.model_dump_json())


def all_cells(grid: Grid) -> NextWave:
    """The wave that answers every cell of a grid."""
    return NextWave(CELLS, grid.cells, grid.model_dump_json())
