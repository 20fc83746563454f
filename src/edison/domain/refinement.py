"""Refining a prompt in rounds: what is planned, what was found, and what came of it."""

from enum import StrEnum
from typing import Self

from pydantic import AliasChoices, Field, FiniteFloat, model_validator

from .arm import Arm
from .facet import FacetKind
from .ids import JudgmentId, ProjectId, RunId, UserId
from .interval import Interval
from .noun import Noun
from .person import PersonAnswer
from .prompt import PromptVersion, VersionProof
from .suggestion import Edit, Suggestion

LEAST_CANDIDATES, MOST_CANDIDATES = 1, 8
MOST_LOOKS = 5


class RefineStrategy(StrEnum):
    """How candidates come about; whatever writes them, they pass the same guards and the same challenge."""

    ENSEMBLE = "ensemble"
    """Judges suggest, and a refiner weighs that and writes small edits."""
    REWRITE = "rewrite"
    """Judges suggest, and a refiner writes the whole text anew."""
    GEPA = "gepa"
    """The library gepa evolves the text on development cases; the refiner reflects for it."""

    @property
    def most_changed(self) -> float:
        """The largest share of the text that a candidate may change unless somebody says otherwise."""
        return _MOST_CHANGED[self]


_MOST_CHANGED = {RefineStrategy.ENSEMBLE: 0.3, RefineStrategy.REWRITE: 0.9, RefineStrategy.GEPA: 0.9}


class ChallengeBy(StrEnum):
    """What a candidate is held against its parent by."""

    SCORES = "scores"
    """What judges think of each single answer."""
    PAIRWISE = "pairwise"
    """Which of the two answers to a case judges of pairs prefer."""


class JudgeTrust(Noun):
    """How much the word of a judge counts, as it was known when the run was planned."""

    judge: int
    """An index into the judges of the run."""
    name: str
    weight: FiniteFloat = Field(ge=0, le=1)
    """All together are one."""
    basis: str
    """What that rests on."""


class UsedBefore(Noun):
    """Sealed cases that earlier runs saw, decided by or opened, while they refined the same prompt."""

    cases: int = Field(ge=1)
    runs: tuple[RunId, ...] = Field(min_length=1)


class Refining(Noun):
    """How a run refines its first version: who writes, how many candidates, and which cases are for what.

    The cases of the run stand in this order: development, held-out, sealed.
    """

    refiner: Arm
    """Who writes the next version."""
    strategy: RefineStrategy = RefineStrategy.ENSEMBLE
    candidates: int = Field(default=2, ge=LEAST_CANDIDATES, le=MOST_CANDIDATES)
    """How many are written and tried in each round."""
    most_changed: FiniteFloat = Field(default=0.3, gt=0, le=1)
    """The largest share of the text that a candidate may change."""
    development: int = Field(ge=1)
    """Cases that refiners see."""
    held_out: int = Field(ge=1)
    """Cases that candidates are decided by."""
    sealed: int = Field(default=0, ge=0)
    """Cases that are opened once, at the end, for the gain that is reported."""
    used_before: UsedBefore | None = None
    """Those of the sealed cases that the history of the prompt owes something to already."""
    error: FiniteFloat = Field(default=0.05, gt=0, lt=1)
    """The chance of adopting anything that is not better, over all candidates and rounds together."""
    challenge: ChallengeBy = ChallengeBy.SCORES
    looks: int = Field(default=1, ge=1, le=MOST_LOOKS)
    """In how many steps held-out cases are answered; it ends at the first at which a candidate is decided about."""
    trust: tuple[JudgeTrust, ...] = ()
    """Of the judges that score single answers; all count alike where nothing stands here."""


class WeakCriterion(Noun):
    """A criterion on which answers do badly, from 0 to 1."""

    name: str
    mean: FiniteFloat
    interval: Interval
    judgments: int


class LaggingFacet(Noun):
    """Cases that have something in common and do worse than the others."""

    kind: FacetKind = FacetKind.TAG
    name: str = Field(validation_alias=AliasChoices("name", "tag"))
    """The tag, the difficulty, the length or the language; called `tag` as long as there were only those."""
    mean: FiniteFloat
    others: FiniteFloat
    cases: int


class FailingAnswers(Noun):
    """How many answers fail in one way that no judge has to tell: they are none, or fail a check."""

    what: str
    failed: int
    answers: int
    """Of how many."""


class Exemplar(Noun):
    """An answer that shows what goes wrong, or what must stay as it is."""

    case: str
    tags: tuple[str, ...] = ()
    input: str
    answer: str
    quality: FiniteFloat
    reasons: tuple[str, ...] = ()
    """What judges said, with the criterion."""
    fails: tuple[str, ...] = ()
    """What is wrong with it whatever judges say: it is no answer, or fails checks."""
    advice: tuple[str, ...] = ()
    """What judges said of the prompt."""
    judgments: tuple[JudgmentId, ...] = ()


class Findings(Noun):
    """What the development cases say about a version."""

    quality: FiniteFloat
    cases: int
    weak: tuple[WeakCriterion, ...] = ()
    """The weakest first."""
    fails: tuple[FailingAnswers, ...] = ()
    """In what ways answers fail that no judge has to tell, the most frequent first."""
    lagging: tuple[LaggingFacet, ...] = ()
    failing: tuple[Exemplar, ...] = ()
    passing: tuple[Exemplar, ...] = ()


class RefineTask(Noun):
    """What a wave of suggestions or of candidates is about; stands with the wave."""

    round: int = Field(ge=1)
    version: PromptVersion
    findings: Findings
    suggestions: tuple[Suggestion, ...] = ()
    """Of all judges, those that count most first; empty where it is they who are asked."""
    conflicts: tuple[str, ...] = ()
    """Suggestions that pull in opposite directions, a sentence each."""
    tried: tuple[str, ...] = ()
    """What earlier rounds proposed and did not adopt."""
    reflection: str = ""
    """What an optimiser from outside asks the refiner, word by word; empty where we ask ourselves."""
    in_vain: int = Field(default=0, ge=0)
    """How many rounds in a row adopted nothing: the next one begins elsewhere."""


class CheckedBeside(Noun):
    """How many answers of a candidate and of its parent fail a check, of those to the same questions."""

    answers: int
    parent_failed: int
    failed: int

    @property
    def more(self) -> int:
        """How many more than the parent's fail."""
        return max(0, self.failed - self.parent_failed)


class CandidateReport(Noun):
    """One candidate: what it changes, and what became of it."""

    number: int | None = None
    """Of the version; None where the guards refused it."""
    edits: tuple[Edit, ...] = ()
    note: str = ""
    conflicts: tuple[str, ...] = ()
    """Contradictions among the suggestions, and whose side the refiner took."""
    diff: str = ""
    """From its parent, recomputed from the texts."""
    refused: str | None = None
    """Why it was not even tried."""
    verdict: str | None = None
    reason: str = ""
    parent_quality: FiniteFloat | None = None
    parent_quality_interval: Interval | None = None
    quality: FiniteFloat | None = None
    quality_interval: Interval | None = None
    difference: FiniteFloat | None = None
    interval: Interval | None = None
    """Of the difference, which is far surer than either score: each case is held against itself."""
    cases: int = 0
    """On how many held-out cases that was seen."""
    parent_microusd: FiniteFloat | None = None
    microusd: FiniteFloat | None = None
    """What an answer costs, on the average."""
    parent_latency_s: FiniteFloat | None = None
    latency_s: FiniteFloat | None = None
    """How long an answer takes, on the average."""
    regressions: tuple[str, ...] = ()
    """Cases that the parent passes and it does not."""
    warnings: int = 0
    """More cells than the parent's on which judges warn."""
    unsafe: int | None = None
    """More answers than the parent's in which something was found that must not stand there; None: nobody looked."""
    checked: CheckedBeside | None = None
    """None where nothing was checked."""
    review: PersonAnswer | None = None
    """What a person said about it, where one was asked."""

    @model_validator(mode="after")
    def _was_tried_or_refused(self) -> Self:
        if (self.number is None) != (self.refused is not None):
            raise ValueError("a candidate is a version, or was refused and says why")
        return self


class RoundReport(Noun):
    """One round: what was weak, what was proposed and tried, and what was adopted."""

    round: int
    parent: int
    """The number of the version that it began with."""
    findings: Findings
    suggestions: tuple[Suggestion, ...] = ()
    conflicts: tuple[str, ...] = ()
    """Suggestions that pull in opposite directions."""
    candidates: tuple[CandidateReport, ...] = ()
    adopted: int | None = None
    is_broken_off: bool = False
    """Whether the run ended in the middle of it: what is told was seen, and nothing was decided by it."""


class Gain(Noun):
    """What the last version gains over the first."""

    difference: FiniteFloat
    interval: Interval
    first_quality: FiniteFloat
    first_interval: Interval | None = None
    last_quality: FiniteFloat
    last_interval: Interval | None = None
    cases: int
    is_sealed: bool
    """Whether it was seen on cases that nothing was decided by; if not, elsewhere it will be less."""
    used_before: UsedBefore | None = None
    """Those of the cases that earlier runs used for the same prompt."""


class Refinement(Noun):
    """What a run that refines ends with."""

    versions: tuple[PromptVersion, ...]
    """Every version that was tried, the first one first."""
    rounds: tuple[RoundReport, ...] = ()
    champion: int
    """The number of the version that is best by all that was proven."""
    gain: Gain | None = None
    """None where nothing was adopted."""
    spent_microusd: int = 0
    unpriced: int = 0
    """Answered calls without a known price: with any of them, more was spent than that."""
    summary: tuple[str, ...] = ()
    """What was tried, what helped, what it cost and what to do next, a sentence each."""

    @property
    def adopted(self) -> tuple[int, ...]:
        """The versions that were adopted, in order."""
        return tuple(one.adopted for one in self.rounds if one.adopted is not None)

    def version(self, number: int) -> PromptVersion:
        """A version by its number."""
        return next(version for version in self.versions if version.number == number)


class AdoptedVersions(Noun):
    """Versions that go into the history of a prompt, each made from the one before it."""

    project_id: ProjectId
    prompt: str = Field(min_length=1, max_length=200)
    versions: tuple[PromptVersion, ...]
    """The first one is what the run began with; kept only where the prompt does not have that text yet."""
    authors: tuple[UserId, ...]
    """Who adopted each of them."""
    proofs: tuple[VersionProof | None, ...]
    """What was measured of each of them."""


REFINEMENT, REFINE_TARGET = "refinement", "refine_target"
"""The names of documents that stand with a run: what it ended with, and the prompt whose history it goes on."""


class RefineTarget(Noun):
    """The prompt whose history a run goes on."""

    project_id: ProjectId
    prompt: str = Field(min_length=1, max_length=200)
