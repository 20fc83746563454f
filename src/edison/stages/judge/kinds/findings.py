"""What judges find, by what they were asked: scores, a winner, stages, whether it passes."""

from dataclasses import dataclass

from edison.domain import Advice, CriterionScore, SafetyFlag, Verdict, Winner


@dataclass(frozen=True, slots=True)
class ScoreFinding:
    """Scores for every criterion of the rubric, and what else the judge had to say."""

    scores: tuple[CriterionScore, ...]
    safety_flags: tuple[SafetyFlag, ...] = ()
    suggestions: tuple[Advice, ...] = ()


@dataclass(frozen=True, slots=True)
class PairFinding:
    """The better of two texts, the left one having been shown first."""

    winner: Winner
    confidence: float | None = None
    """From 0 to 1; None where the judge did not say."""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class StageFinding:
    """Where a text stands on a scale."""

    verdict: Verdict
    reason: str = ""


@dataclass(frozen=True, slots=True)
class PassFinding:
    """Whether an answer meets criteria."""

    passed: bool
    score: float | None = None
    """From 0 to 10; None where the judge gave none on that scale."""
    reason: str = ""
