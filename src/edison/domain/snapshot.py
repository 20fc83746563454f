"""Everything a run depends on, as it was when the run began."""

from collections.abc import Callable
from typing import NamedTuple, Self

from pydantic import Field, JsonValue, model_validator

from .arm import Arm
from .check import Check
from .contest import Contest
from .dataset import Dataset
from .docket import Docket, Sitting
from .endpoint import EndpointKind
from .judge import Judge, JudgeMode
from .noun import Noun
from .prompt import PromptVersion
from .rubric import Rubric


class Snapshot(Noun):
    """The pinned parts of a run; ids are made from contents, so equal parts have equal ids in every run."""

    goal: str = ""
    versions: tuple[PromptVersion, ...] = ()
    arms: tuple[Arm, ...] = ()
    dataset: Dataset
    """Its id is a digest of all cases; they are stored once, however many runs use them."""
    cases: int = Field(ge=0)
    repeats: int = Field(default=1, ge=1)
    checks: tuple[Check, ...] = ()
    rubric: Rubric | None = None
    judges: tuple[Judge, ...] = ()
    sittings: tuple[Sitting, ...] | None = None
    """Who assesses which cells, and how often; None: every judge of single outputs assesses every cell once."""
    contest: Contest | None = None
    """How outputs are compared in pairs; None where they are not."""
    providers: dict[str, JsonValue] = {}
    """How each provider is reached, as it was written; keys never stand here."""

    @model_validator(mode="after")
    def _judges_by_its_rubric(self) -> Self:
        if self.judges and self.rubric is None:
            raise ValueError("judges need a rubric")
        names = [arm.name for arm in self.arms]
        if len(set(names)) != len(names):
            raise ValueError("two arms have the same name")
        return self

    @model_validator(mode="after")
    def _seats_judges_of_its_own_once(self) -> Self:
        known, seated = set(self.cell_judges), set[tuple[int, int]]()
        for sitting in self.sittings or ():
            places = {(cell, judge) for cell in sitting.cells for judge in sitting.judges}
            if not known.issuperset(sitting.judges):
                raise ValueError("a sitting names judges of single outputs")
            if seated & places or len(places) < len(sitting.cells) * len(sitting.judges):
                raise ValueError("a judge sits over a cell once, as many times as that sitting says")
            seated |= places
        return self

    @property
    def docket(self) -> Docket:
        """Who is asked about which cell; made anew each time, so keep it."""
        return Docket(judges=len(self.judges), everybody=self.cell_judges, sittings=self.sittings)

    @property
    def judgments_per_cell(self) -> float:
        """How many judgments a cell calls for on the average, if all are answered."""
        if self.sittings is None:
            return float(len(self.cell_judges))
        asked = sum(len(one.cells) * len(one.judges) * one.times for one in self.sittings)
        return asked / self.grid.cells if asked else 0.0

    @property
    def cell_judges(self) -> tuple[int, ...]:
        """The judges that assess single outputs, by index."""
        return self._asked(lambda judge: judge.mode is not JudgeMode.PAIRWISE)

    @property
    def pair_judges(self) -> tuple[int, ...]:
        """The judges that compare, by index; people are not asked here."""
        return self._asked(lambda judge: judge.mode is JudgeMode.PAIRWISE)

    def _asked(self, wanted: Callable[[Judge], bool]) -> tuple[int, ...]:
        return tuple(
            index
            for index, judge in enumerate(self.judges)
            if wanted(judge) and judge.endpoint.kind is EndpointKind.MODEL
        )

    @property
    def grid(self) -> "Grid":
        """All cells: cases × versions × arms × repeats."""
        return Grid(
            cases=self.cases,
            versions=max(len(self.versions), 1),
            arms=max(len(self.arms), 1),
            repeats=self.repeats,
        )


class Grid(Noun):
    """Cells by number: the arms and repeats of one case stand side by side. Nothing is stored for each of them."""

    cases: int = Field(ge=0)
    versions: int = Field(ge=1)
    arms: int = Field(ge=1)
    repeats: int = Field(ge=1)

    @property
    def per_case(self) -> int:
        """How many cells a case has."""
        return self.versions * self.arms * self.repeats

    @property
    def cells(self) -> int:
        """How many there are in all."""
        return self.cases * self.per_case

    def place(self, number: int) -> "Place":
        """Where the cell of this number stands."""
        case, rest = divmod(number, self.per_case)
        version, rest = divmod(rest, self.arms * self.repeats)
        arm, replicate = divmod(rest, self.repeats)
        return Place(case, version, arm, replicate)

    def number(self, place: "Place") -> int:
        """The number of the cell that stands there."""
        return (
            (place.case * self.versions + place.version) * self.arms + place.arm
        ) * self.repeats + place.replicate


class Place(NamedTuple):
    """Indices into the cases, versions and arms of a snapshot, and which repeat."""

    case: int
    version: int
    arm: int
    replicate: int
