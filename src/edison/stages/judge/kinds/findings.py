"""What judges find, by what they were asked: scores, a winner, stages."""

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
