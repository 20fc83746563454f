"""Everything a run depends on, as it was when the run began."""

from bisect import bisect_right
from collections.abc import Callable, Iterable
from typing import NamedTuple, Self

from pydantic import AliasChoices, Field, JsonValue, model_validator

from .arm import Arm
from .check import Check
from .contest import Contest
from .dataset import Dataset
from .endpoint import Endpoint, EndpointKind
from .judge import Judge
from .judgment_plan import JudgeAssignment, JudgmentPlan
from .noun import Noun
from .prompt import PromptVersion
from .refinement import Refining
from .rubric import Rubric
from .safety import Safety
from .work import CELLS, Wave


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
    safety: Safety | None = None
    """What every output is looked through for; None: nothing."""
    rubric: Rubric | None = None
    judges: tuple[Judge, ...] = ()
    assignments: tuple[JudgeAssignment, ...] | None = Field(
        default=None, validation_alias=AliasChoices("assignments", "sittings")
    )
    """Who assesses which cells, and how often; None: every judge of single outputs assesses every cell once."""
    judge_decides: bool = False
    """Whether a judge is asked only about answers that passed every check, and then decides whether they pass."""
    picks_best: bool = False
    """Whether answers to one test are held against each other, and only the best of them passes."""
    contest: Contest | None = None
    """How outputs are compared in pairs; None where they are not."""
    refining: Refining | None = None
    """How the first version is refined in rounds; None where it is not."""
    providers: dict[str, JsonValue] = {}
    """How each provider is reached, as it was written; keys never stand here."""
    timeout_s: float | None = Field(default=None, gt=0)
    """How long one call may take; None: as each provider has it."""
    runs_code: bool = False
    """Whether scripts or functions of the user's are run for it, which whoever works on it has to allow."""
    folder: str | None = None
    """Where those lie: the folder of the suite."""
    users: tuple[Endpoint, ...] = ()
    """Models that play users in its cases."""
    embedder: Endpoint | None = None
    """Who makes the vectors that its checks by meaning go by; None: whatever is installed on the machine."""

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
        for assignment in self.assignments or ():
            places = {(cell, judge) for cell in assignment.cells for judge in assignment.judges}
            if not known.issuperset(assignment.judges):
                raise ValueError("an assignment names judges of single outputs")
            if seated & places or len(places) < len(assignment.cells) * len(assignment.judges):
                raise ValueError("a judge is assigned to a cell once, as many times as that assignment says")
            seated |= places
        return self

    @property
    def judgment_plan(self) -> JudgmentPlan:
        """Who is asked about which cell; made anew each time, so keep it."""
        return JudgmentPlan(judges=len(self.judges), everybody=self.cell_judges, assignments=self.assignments)

    @property
    def judgments_per_cell(self) -> float:
        """How many judgments a cell calls for on the average, if all are answered."""
        if self.assignments is None:
            return float(len(self.cell_judges))
        asked = sum(len(one.cells) * len(one.judges) * one.times for one in self.assignments)
        return asked / self.grid.cells if asked else 0.0

    def wants_advice(self, case: int) -> bool:
        """Whether judges say how the prompt could be improved: where it is refined, on cases that refiners see."""
        return self.refining is not None and case < self.refining.development

    @property
    def cell_judges(self) -> tuple[int, ...]:
        """The judges that assess single outputs, by index."""
        return self._asked(lambda judge: not judge.compares)

    @property
    def pair_judges(self) -> tuple[int, ...]:
        """The judges that compare, by index; people are not asked here."""
        return self._asked(lambda judge: judge.compares)

    def akin_to(self, judge: Judge) -> tuple[str, ...]:
        """The arms of a judge's own family, whose answers it may prefer because they are like its own."""
        return tuple(arm.name for arm in self.arms if judge.is_akin_to(arm.endpoint))

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

    def place(self, number: int) -> "CellPosition":
        """Where the cell of this number stands."""
        case, rest = divmod(number, self.per_case)
        version, rest = divmod(rest, self.arms * self.repeats)
        arm, replicate = divmod(rest, self.repeats)
        return CellPosition(case, version, arm, replicate)

    def number(self, place: "CellPosition") -> int:
        """The number of the cell that stands there."""
        return (
            (place.case * self.versions + place.version) * self.arms + place.arm
        ) * self.repeats + place.replicate


class CellPosition(NamedTuple):
    """Indices into the cases, versions and arms of a snapshot, and which repeat."""

    case: int
    version: int
    arm: int
    replicate: int


class CellBlock(Grid):
    """The cells of one wave: some cases, versions, arms and repeats of the run, beginning with these."""

    first_case: int = Field(default=0, ge=0)
    first_version: int = Field(default=0, ge=0)
    first_arm: int = Field(default=0, ge=0)
    first_replicate: int = Field(default=0, ge=0)

    added: tuple[PromptVersion, ...] = ()
    """Versions that came with this wave; they stand after all that there were before."""

    def holds(self, version: int, arm: int) -> bool:
        """Whether cells of this version and arm are among them."""
        is_version = self.first_version <= version < self.first_version + self.versions
        return is_version and self.first_arm <= arm < self.first_arm + self.arms

    def place(self, number: int) -> "CellPosition":
        """Where the cell of this number, counted within the wave, stands in the whole run."""
        case, version, arm, replicate = super().place(number)
        return CellPosition(
            case + self.first_case,
            version + self.first_version,
            arm + self.first_arm,
            replicate + self.first_replicate,
        )


class CellLayout:
    """Where the cells of all waves of a run stand: the grid belongs to the wave, not to the run."""

    def __init__(self, waves: Iterable[Wave]) -> None:
        cells = sorted((wave for wave in waves if wave.lane == CELLS), key=lambda wave: wave.first_unit)
        self._begins = [wave.first_unit for wave in cells]
        self.blocks = [CellBlock.model_validate_json(wave.body) for wave in cells]
        self.added = tuple(version for block in self.blocks for version in block.added)
        """Versions that came with waves, in their order, after those of the snapshot."""

    def planned(self, *, version: int, arm: int) -> int:
        """How many cells of one version and arm there are."""
        return sum(block.cases * block.repeats for block in self.blocks if block.holds(version, arm))

    def place(self, number: int) -> "CellPosition":
        """Where the cell of this number stands."""
        at = bisect_right(self._begins, number) - 1
        return self.blocks[at].place(number - self._begins[at])

    def cells_of(self, first_case: int, last_case: int) -> list[range]:
        """The numbers of all cells of the cases in [first_case, last_case), wave by wave."""
        return [
            range(begin + low * block.per_case, begin + high * block.per_case)
            for begin, block in zip(self._begins, self.blocks, strict=True)
            for low, high in [
                (max(first_case - block.first_case, 0), min(last_case - block.first_case, block.cases))
            ]
            if low < high
        ]
