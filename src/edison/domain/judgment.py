"""What a judge says about one output."""

from enum import StrEnum
from math import fsum
from typing import Self

from pydantic import Field, FiniteFloat, model_validator

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


class CriterionScore(Noun):
    """A score on the criterion's own scale, with the judge's reason."""

    criterion: str = Field(min_length=1)
    score: FiniteFloat
    reason: str = ""


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
    safety_flags: tuple[SafetyFlag, ...] = ()
    suggestions: tuple[str, ...] = ()
    """How the prompt could be improved, in the judge's words."""
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
