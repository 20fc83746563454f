"""Deterministic findings about outputs."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Literal, Self

from pydantic import Field, FiniteFloat, JsonValue, model_validator

from .answer import Answer
from .ids import OutputId
from .money import to_usd
from .noun import Noun
from .record import Record
from .words import Words


class Check(Noun):
    """One thing that is to be found true of an output, without asking anyone."""

    kind: str = Field(pattern=r"^[a-z][a-z0-9_]*$")
    """The name of a kind of check, such as `contains`."""
    negated: bool = False
    """Whether the opposite must hold."""
    value: JsonValue = None
    """What the kind needs: a text, a pattern, a schema, limits. Placeholders in it are filled from the case."""

    @property
    def name(self) -> str:
        """As it is written in a file, the word *not* included."""
        return f"not_{self.kind}" if self.negated else self.kind


class Finding(StrEnum):
    """What a check found; one that could not be made has failed nobody and passed nobody."""

    PASSED = "passed"
    FAILED = "failed"
    NOT_CHECKED = "not_checked"


SCORED_KINDS = frozenset(
    {
        *("similar", "similarity", "bleu", "gleu", "rouge_n"),
        *("tool_f1", "perplexity_score", "snippet", "weighted"),
    }
)
"""Kinds whose number is a share itself: so much counts, and not all or nothing."""


class CheckResult(Noun):
    """What one check says about one output."""

    output_id: OutputId
    check: str = Field(min_length=1)
    """The check's name."""
    finding: Finding
    reason: Words | None = None
    value: str | None = None
    """What the check went by on this case, placeholders filled; cut where it is long. None where it takes nothing."""
    measured: FiniteFloat | None = None
    """The number behind the finding, such as a distance: a threshold can be moved without a new call."""
    embedder: str | None = Field(default=None, min_length=1)
    """Whose vectors the number comes from; numbers of different embedders have nothing to do with each other."""
    z: FiniteFloat | None = None
    """The number in standard deviations of unrelated texts under that embedder, below zero where it is closer."""

    @model_validator(mode="after")
    def _says_why_not(self) -> Self:
        if self.finding is not Finding.PASSED and self.reason is None:
            raise ValueError("a check that did not pass says why")
        return self

    @property
    def score(self) -> float | None:
        """What it counts, from nothing to all; None where it could not be made."""
        if self.finding is Finding.NOT_CHECKED:
            return None
        bare = self.check.removeprefix("not_")
        if bare in SCORED_KINDS and self.measured is not None:
            return self.measured if bare == self.check else 1 - self.measured
        return float(self.finding is Finding.PASSED)


class EmbeddedTexts(Record, frozen=True, kw_only=True):
    """What checks by meaning asked for: vectors of texts by one embedder, or why there are none."""

    embedder: str
    vectors: Mapping[str, tuple[float, ...]] = {}
    """By the text; each of length one."""
    trouble: str | None = None
    """In a sentence."""
    unrelated: tuple[float, float] | None = None
    """Mean and deviation of the distances of unrelated texts; None where nobody asked for them."""


class AnswerFacts(Record, frozen=True, kw_only=True):
    """How an answer came, for checks of that; None where it is not known."""

    latency_ms: float | None = None
    """What the provider took, waiting for a slot aside."""
    cost_usd: float | None = None
    mean_logprob: float | None = None
    """Over all tokens of the answer, where the provider tells log-probabilities."""
    outcome: str | None = None

    @classmethod
    def of(cls, answer: Answer | None) -> Self:
        """What is known of an answer; nothing where there is none at hand, or it was kept from before."""
        if answer is None:
            return cls()
        chances = answer.logprobs or ()
        cost = answer.cost.microusd
        return cls(
            latency_ms=None if answer.from_cache else answer.timing.latency_s * 1000,
            cost_usd=to_usd(cost),
            mean_logprob=sum(one.logprob for one in chances) / len(chances) if chances else None,
            outcome=answer.outcome.value,
        )


class Snippet(Record, frozen=True, kw_only=True):
    """A few lines of code, or a function in a file of its own."""

    language: Literal["python", "javascript"]
    source: str = ""
    """An expression, or the body of a function of `output` and `context`."""
    file: str = ""
    """`path`, or `path:function`, beside the file of tests; empty where there is a source."""

    @property
    def name(self) -> str:
        """In a few words."""
        return self.file or f"{self.language} {' '.join(self.source.split())[:60]!r}"


class CheckCall(Record, frozen=True, kw_only=True):
    """What a check in code asks for: a function, a script or a snippet of the user's, and what it is given."""

    function: str = ""
    """`module:function`; empty for anything else."""
    command: tuple[str, ...] = ()
    snippet: Snippet | None = None
    given: bytes
    """JSON."""
    timeout_s: float = 60.0

    @property
    def name(self) -> str:
        """As people write it."""
        return self.snippet.name if self.snippet else self.function or " ".join(self.command)

    def about(self, given: bytes) -> "CheckCall":
        """The same code with something to look at."""
        return self.changed(given=given)


class CheckReply(Record, frozen=True, kw_only=True):
    """What came of it."""

    said: bytes = b""
    """What it gave back: JSON, or any text."""
    exit_code: int = 0
    """How a script ended that did not end well; then `said` is the end of its standard error."""
    trouble: str | None = None
    """Why nothing came of it, in a sentence."""
