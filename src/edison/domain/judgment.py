"""What a judge says about one output."""

from enum import StrEnum
from math import fsum
from typing import Annotated, Self

from pydantic import BeforeValidator, Field, FiniteFloat, model_validator

from .ids import JudgeId, JudgmentId, OutputId
from .noun import Noun
from .rubric import Rubric
from .verdict import Verdict
from .words import Words


class SafetyFlag(StrEnum):
    """What a judge warns of, whatever the scores."""

    POLICY_VIOLATION = "policy_violation"
    PII_DETECTED = "pii_detected"
    TOXIC_CONTENT = "toxic_content"
    JAILBREAK_ATTEMPT = "jailbreak_attempt"


class Reading(StrEnum):
    """What it took to read one reply of a judge."""

    STRICT = "strict"
    """It was exactly in the form that was asked for."""
    TOLERANT = "tolerant"
    """The form stood in a fence, in prose, under bold type or the like."""
    MENDED = "mended"
    """Its JSON was broken and had to be repaired: what was read is a reconstruction."""
    UNREADABLE = "unreadable"
    ABSENT = "absent"
    """There was nothing to read: the call failed, or the judge declined."""


class CriterionScore(Noun):
    """A score on the criterion's own scale, with the judge's reason."""

    criterion: str = Field(min_length=1)
    score: FiniteFloat
    reason: str = ""
    samples: tuple[FiniteFloat, ...] = ()
    """What each sample gave, where several were combined; they need not agree."""


class Advice(Noun):
    """How the prompt could be improved, in the judge's words."""

    text: Words
    because: str = ""
    """What in the answer called for it."""


def _as_advice(given: object) -> object:
    return Advice(text=given) if isinstance(given, str) else given


class Judgment(Noun):
    """Scores and reasons of one judge for one output, or *not judged* and why.

    A criterion that was not scored is absent. Nothing here stands for a missing score, least of all a zero.
    """

    id: JudgmentId
    output_id: OutputId
    judge_id: JudgeId
    repeat: int = Field(default=0, ge=0)
    """Which of several independent judgments by the same judge this is."""
    scores: tuple[CriterionScore, ...] = ()
    verdict: Verdict | None = None
    reason: str = ""
    """Why this verdict; scores have reasons of their own."""
    samples: tuple[Verdict, ...] = ()
    """The verdict of each sample, where several were combined; they need not agree."""
    shown: dict[str, str] = {}
    """The stages as the judge saw them, in that order: the name shown, and the number of the stage it stood for."""
    safety_flags: tuple[SafetyFlag, ...] = ()
    suggestions: tuple[Annotated[Advice, BeforeValidator(_as_advice)], ...] = ()
    """For the prompt; a bare text is advice without its cause."""
    mended: bool = False
    """Whether a reply it rests on had to be repaired before it could be read."""
    readings: tuple[Reading, ...] = ()
    """What became of each reply that was to hold a finding, in the order in which they were asked for."""
    not_judged: Words | None = None
    """Why there is no finding; None when there is one."""

    @model_validator(mode="after")
    def _finds_or_says_why_not(self) -> Self:
        finds = bool(self.scores) or self.verdict is not None
        if finds == (self.not_judged is not None):
            raise ValueError("a judgment has scores or a verdict, or it says why it was not judged")
        names = [score.criterion for score in self.scores]
        if len(set(names)) != len(names):
            raise ValueError("a judgment scores a criterion once")
        return self

    def quality(self, rubric: Rubric) -> float | None:
        """The scores, each brought to 0–1 on its own scale and weighed; None unless every criterion has one."""
        scores = {score.criterion: score.score for score in self.scores}
        shares: list[float] = []
        for criterion in rubric.criteria:
            score = scores.get(criterion.name)
            if score is None or not criterion.scale.holds(score):
                return None
            shares.append(criterion.weight * criterion.scale.normalise(score))
        # Weights may miss their sum by rounding, and a quality is never above 1.
        return min(1.0, fsum(shares) / fsum(criterion.weight for criterion in rubric.criteria))
