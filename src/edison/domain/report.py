"""What people read: how a cell ended, and how a run stands. All of it is derived from stored results."""

from enum import StrEnum

from pydantic import Field, FiniteFloat, JsonValue

from .check import CheckResult, Finding
from .dataset import Expectation
from .facet import Facet
from .ids import JudgeId
from .judgment import Judgment
from .money import known_microusd
from .noun import Noun
from .output import Output, OutputStatus
from .passing import CellOutcome, CellStatus, StatusReason, why_status, worst_of
from .ranking import Ranking
from .record import Record
from .rubric import Criterion
from .run import Run
from .safety import SafetyCount, SafetyScan
from .snapshot import CellPosition


class Answered(Record, frozen=True, kw_only=True):
    """What an output cost and took: the accepted answer's latency and tokens, the money of every try."""

    latency_ms: int | None = None
    tokens_in: int | None = None
    tokens_out: int | None = None
    microusd: int | None = None
    """None when no part of it is known."""
    model: str | None = None
    """As the provider reported it."""
    from_cache: bool = False
    """Whether the answer was kept from an earlier call: it took no time, and only its judgments cost something."""


class CellReport(Record, frozen=True, kw_only=True):
    """One cell with all that is known about it: one line of an export."""

    number: int
    case: str
    """The case's name."""
    arm: str
    version: int
    prompt: str = "v1"
    """What the version is called."""
    repeat: int
    outcome: CellOutcome
    output: Output | None = None
    checks: tuple[CheckResult, ...] = ()
    safety: SafetyScan | None = None
    """What was looked for in the output, and found; None where nobody looked."""
    judgments: tuple[Judgment, ...] = ()
    answered: Answered = Answered()
    """Of the answer and its judgments together."""
    tags: tuple[str, ...] = ()
    criteria: tuple[Criterion, ...] = ()
    """Of its case, where it has some of its own."""
    inputs: dict[str, JsonValue] = {}
    """What the prompt was filled with."""
    expected: Expectation | None = None

    @property
    def why(self) -> StatusReason:
        """Why it passed or did not."""
        return why_status(self.outcome, self.worst)

    @property
    def status(self) -> CellStatus:
        return self.why.status

    @property
    def worst(self) -> Finding | None:
        """The finding that decides; None where nothing was checked."""
        return worst_of(check.finding for check in self.checks)


class CellScore(Record, frozen=True, kw_only=True):
    """What the boards are made from: one answered cell, in numbers."""

    cell: int
    place: CellPosition
    """Where the cell stands: cells of later waves are numbered on."""
    status: OutputStatus
    reason: str | None = None
    passed: bool | None = None
    """Whether it passed every check; None where there was nothing to check or a check could not be made."""
    latency_s: float | None = None
    microusd: int | None = None
    """Every try of the answer; judges are not the arm's to pay."""
    qualities: tuple[tuple[int, float], ...] = ()
    """By the judge's index: its scores on the rubric, weighed and normalised to 0–1."""
    overalls: tuple[tuple[int, float], ...] = ()
    """By the judge's index: its overall impression, normalised to 0–1, where the rubric asks for one."""
    criteria: tuple[tuple[int, str, float], ...] = ()
    """Judge, criterion and its score, normalised to 0–1, for those criteria that were asked for."""
    verdicts: tuple[tuple[int, tuple[float, ...]], ...] = ()
    """By the judge's index: where the stages it named stand between 0 and 1; none of them is an abstention."""
    warnings: tuple[tuple[int, tuple[str, ...]], ...] = ()
    """By the judge's index: what it warned of; only those who did."""
    unsafe: tuple[str, ...] | None = None
    """What was found by looking through it, by kind; None where nobody looked."""
    judged: tuple[int, ...] = ()
    """The judges with a finding."""
    not_judged: tuple[int, ...] = ()
    """The judges that were asked in vain."""
    family: str | None = None
    """Of the case: cases of one family are not independent."""


class JudgeCount(Noun):
    """How often a judge was asked, and how often in vain."""

    judge_id: JudgeId
    name: str
    asked: int = Field(ge=0)
    not_judged: int = Field(ge=0)

    @property
    def unreadable(self) -> float:
        """The share of what it was asked that brought no finding; 0 where it was asked nothing."""
        return self.not_judged / self.asked if self.asked else 0.0


class DisagreementKind(StrEnum):
    """In what judges of one output contradict each other."""

    SCORES = "scores"
    VERDICTS = "verdicts"
    WARNINGS = "warnings"
    """Some warn of what others do not mention."""


class Disagreement(Noun):
    """One output on which judges disagree: for a person to look at."""

    number: int = Field(ge=0)
    """Of the cell."""
    case: str = ""
    """The case's name."""
    arm: str
    version: int
    prompt: str = "v1"
    """What the version is called."""
    repeat: int
    spread: FiniteFloat = Field(ge=0, le=1)
    """How far apart they are, from 0 to 1; a warning that others do not share counts as 1."""
    kinds: tuple[DisagreementKind, ...] = Field(min_length=1)
    reasons: tuple[str, ...] = Field(min_length=1)
    """In sentences."""


class Disagreements(Noun):
    """Where judges disagree beyond a limit, the widest first; the list is bounded, the counts are not."""

    beyond: FiniteFloat = Field(ge=0, le=1)
    """Scores and verdicts count as contradicting when they lie further apart than this."""
    compared: int = Field(ge=0)
    """Outputs with findings of two judges or more."""
    count: int = Field(ge=0)
    cells: tuple[Disagreement, ...] = ()


class RunReport(Noun):
    """How a run stands, in counts; pending and cancelled cells are counted, never left out."""

    run: Run
    planned: int = Field(ge=0)
    outcomes: dict[CellOutcome, int]
    """Only those that occur; together they are the planned cells."""
    checks_passed: int = Field(default=0, ge=0)
    """Outputs that passed every check."""
    checks_failed: int = Field(default=0, ge=0)
    """Outputs that failed at least one; trouble is none of them."""
    not_checked: int = Field(default=0, ge=0)
    """Outputs that failed none, but of which a check could not be made: they have not passed."""
    no_answer: int = Field(default=0, ge=0)
    """Cells in which nothing was checked and what came is no answer: they have not passed."""
    pages: int = Field(default=0, ge=0)
    """Of a scan or an export, those that are planned."""
    pages_done: int = Field(default=0, ge=0)
    judged: int = Field(default=0, ge=0)
    not_judged: int = Field(default=0, ge=0)
    judgments_planned: int = Field(default=0, ge=0)
    judges: tuple[JudgeCount, ...] = ()
    """What was judged and what not, judge by judge."""
    disagreements: Disagreements | None = None
    """None where nobody has looked, or where there are no two judges."""
    facets: tuple[Facet, ...] | None = None
    """Means by what cases are like; None where nobody has looked, or where there are too many cases for it."""
    safety: tuple[SafetyCount, ...] | None = None
    """What was found in outputs, and what judges warned of; None where nobody has looked."""
    spent_microusd: int = Field(default=0, ge=0)
    """What is known to have been spent."""
    unpriced: int = Field(default=0, ge=0)
    """Answered calls whose price is not known: with any of them, more was spent than what is known."""
    held_microusd: int = Field(default=0, ge=0)
    """Reserved for tries under way, and for those of which it is unknown whether they were billed."""
    budget_microusd: int | None = Field(default=None, ge=0)
    """What the run may spend in all, as it was last set; None sets no limit."""
    attempts: int = Field(default=0, ge=0)
    boards: tuple[Ranking, ...] = ()

    @property
    def done(self) -> int:
        """Cells that will not change any more."""
        return self.planned - self.outcomes.get(CellOutcome.PENDING, 0)

    @property
    def known_microusd(self) -> int | None:
        """What was spent at least; None where no part of it is known."""
        return known_microusd(self.spent_microusd, unpriced=self.unpriced)

    @property
    def judgments_expected(self) -> int:
        """Judgments planned, and those that pending cells will call for if they are answered."""
        pending = self.planned - self.done
        return self.judgments_planned + round(pending * self.run.snapshot.judgments_per_cell)
