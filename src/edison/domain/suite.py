"""What people write in a file: who answers what, how it is checked and judged, and how far it may go."""

from typing import Self

from pydantic import Field, FiniteFloat, JsonValue, model_validator

from .ask import Form, Sampling, Tool, ToolChoice
from .check import Check
from .dataset import Expectation, Split
from .endpoint import Endpoint
from .judge import JudgeProfile, staged_criterion
from .noun import Noun
from .policy import MOST_UNREADABLE, Autonomy, QualityFloor
from .prompt import FewShot
from .refinement import MOST_LOOKS, ChallengeBy, RefineStrategy
from .rubric import Criterion
from .safety import Safety
from .talk import CaseTalk
from .task import CaseTask
from .technique import Answerer


class SuiteArm(Answerer):
    """Who answers; without a name it is called by its endpoint."""

    name: str | None = Field(default=None, min_length=1, max_length=200)
    endpoint: Endpoint
    sampling: Sampling = Sampling()
    extra: dict[str, JsonValue] = {}
    """Fields of the provider's own, merged into the body as they are."""


class SuitePrompt(Noun):
    """One version of the prompt; several of them are compared."""

    name: str | None = Field(default=None, min_length=1, max_length=200)
    system: str = ""
    user: str = ""
    few_shots: tuple[FewShot, ...] = ()
    tools: tuple[Tool, ...] = ()
    tool_choice: ToolChoice | None = None
    form: Form = Form()

    @model_validator(mode="after")
    def _says_something(self) -> Self:
        if not self.system.strip() and not self.user.strip():
            raise ValueError("a prompt needs a system or a user text")
        return self


class SuiteJudge(JudgeProfile):
    """Who assesses; without a name it is called by its endpoint."""

    name: str | None = Field(default=None, min_length=1, max_length=200)


class SuiteCase(Noun):
    """One input as its file states it."""

    name: str = Field(min_length=1)
    """The file's `id`, or its place: `case-1`, `case-2` …"""
    variables: dict[str, JsonValue] = {}
    expectation: Expectation | None = None
    split: Split = Split.DEVELOPMENT
    tags: tuple[str, ...] = ()
    difficulty: int = Field(default=3, ge=1, le=5)
    checks: tuple[Check, ...] = ()
    criteria: tuple[Criterion, ...] = ()
    """What judges go by on this case, in place of the suite's."""
    family: str | None = Field(default=None, min_length=1)
    anchor_grade: str | None = Field(default=None, min_length=1)
    """What people graded it; None where nobody did."""
    metadata: dict[str, JsonValue] = {}
    """What else is known about it; neither sent nor shown to a judge."""
    task: CaseTask | None = None
    """What is sent in place of the prompt, where the case brings that itself."""
    talk: CaseTalk | None = None
    """Where it is a conversation of several turns."""


class AssertionTally(Noun):
    """How many assertions of a type a file holds, each counted where it is written, and how many are evaluated."""

    type: str
    sort: str
    """What it goes by: the answer, a measurement, meaning, a judge, code, traces, or somebody else."""
    found: int = Field(ge=0)
    evaluated: int = Field(ge=0)


class Battery(Noun):
    """Cases that each bring what is sent and what is expected, from a file of whichever form."""

    name: str = Field(min_length=1, max_length=200)
    form: str = Field(min_length=1)
    """How the file is written, such as `battery`, `bfcl` or `promptfoo`."""
    cases: tuple[SuiteCase, ...] = Field(min_length=1)
    arms: tuple[SuiteArm, ...] = ()
    """Who answers unless others are named, where the file says that."""
    unhonoured: tuple[str, ...] = ()
    """Everything in the file that will not be done, each in a sentence."""
    evaluated: int = Field(default=0, ge=0)
    """Assertions that are evaluated."""
    assertions: int = Field(default=0, ge=0)
    """All that the file holds."""
    tallies: tuple[AssertionTally, ...] = ()
    """The same by type, for files whose assertions have types."""

    @property
    def categories(self) -> int:
        """How many there are."""
        return len({tag for case in self.cases for tag in case.tags})

    @property
    def judged(self) -> int:
        """How many of the cases bring criteria for a judge."""
        return sum(bool(case.criteria) for case in self.cases)


class SuiteRefine(Answerer):
    """How the prompt of a suite is refined; the technique is that of whoever writes."""

    refiner: Endpoint | None = None
    """Who writes the next version; the first judge's model unless given."""
    sampling: Sampling = Sampling()
    prompt: str | None = Field(default=None, min_length=1, max_length=200)
    """The prompt whose history adopted versions go on; the suite's name unless given."""
    autonomy: Autonomy = Autonomy.AUTOPILOT
    """What is adopted without a person."""
    strategy: RefineStrategy = RefineStrategy.ENSEMBLE
    challenge: ChallengeBy = ChallengeBy.SCORES
    looks: int = Field(default=3, ge=1, le=MOST_LOOKS)
    rounds: int = Field(default=5, ge=1, le=100)
    candidates: int = Field(default=2, ge=1, le=8)
    gain: FiniteFloat = Field(default=0.02, ge=0, le=1)
    window: int = Field(default=2, ge=2)
    most_changed: FiniteFloat | None = Field(default=None, gt=0, le=1)
    """The largest share of the text that a change may touch; the strategy's own unless given."""
    tokens: int | None = Field(default=None, ge=1)


class Suite(Noun):
    """A whole run as one file: nothing in it was looked up, sent or stored yet."""

    name: str = Field(min_length=1, max_length=200)
    goal: str = ""
    preset: str | None = Field(default=None, pattern=r"^[a-z][a-z0-9-]{0,63}$")
    """What is done with all this; None: every cell is answered, checked and judged."""
    providers: dict[str, JsonValue] = {}
    """How providers are reached, as it was written; keys never stand here."""
    arms: tuple[SuiteArm, ...] = Field(min_length=1)
    prompts: tuple[SuitePrompt, ...] = Field(min_length=1)
    cases: tuple[SuiteCase, ...] | None = None
    cases_file: str | None = Field(default=None, min_length=1)
    """Relative to the suite; read by whoever has the disk, because it may be of any size."""
    checks: tuple[Check, ...] = ()
    embedder: Endpoint | None = None
    """Who makes the vectors that checks by meaning go by; None: whatever is installed on this machine."""
    safety: Safety | None = None
    """What every output is looked through for; None: as the preset has it, which is nothing unless it refines."""
    criteria: tuple[Criterion, ...] = ()
    judges: tuple[SuiteJudge, ...] = ()
    refine: SuiteRefine = SuiteRefine()
    repeats: int = Field(default=1, ge=1)
    budget_microusd: int | None = Field(default=None, ge=0)
    concurrency: int = Field(default=64, ge=1)
    """Calls in flight per endpoint, for the whole run, all workers together."""
    seed: int | None = None
    """None: one is drawn, and stored with the run."""
    fail_under: FiniteFloat | None = Field(default=None, ge=0, le=1)
    """The least share of cells that must pass for the run to pass."""
    min_quality: tuple[QualityFloor, ...] = ()
    """What judges have to think of every contender for the run to pass."""
    most_unreadable: FiniteFloat = Field(default=MOST_UNREADABLE, ge=0, le=1)
    """The largest share of what a judge is asked that may bring no finding for the run to be trustworthy."""
    cache: bool = False
    """Whether answers to deterministic questions are kept, and taken instead of asking the same again."""
    cache_s: int | None = Field(default=None, gt=0)
    """How old a kept answer may be to be taken; None takes one of any age."""

    @model_validator(mode="after")
    def _is_whole(self) -> Self:
        if (self.cases is None) == (self.cases_file is None):
            raise ValueError("a suite has its cases in it or names their file")
        bare = next((case.name for case in self.cases or () if not case.criteria and case.task is None), None)
        if self.judges and not self.criteria and bare is not None:
            raise ValueError(f"judges need a rubric, or criteria in every case: {bare} has none")
        names_stages = any(judge.names_stages for judge in self.judges)
        if names_stages and staged_criterion(self.criteria) is None:
            raise ValueError("a judge that names stages needs a criterion with labels")
        return self
