"""One finding of several samples, and no finding where they do not amount to one.

Scores: the median of each criterion, with the reason of the sample that comes closest; flags that anyone raised,
because a false alarm costs a look and a missed one more; the suggestions of all. Pairs: the side with the most votes;
where two have equally many, a tie if ties may be called, and otherwise nothing. Verdicts: the stages that more than
half of the samples name, an abstention where more than half abstain, and otherwise nothing.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from statistics import median
from typing import TypeVar

from edison.domain import CriterionScore, SafetyFlag, Verdict, Winner

from .findings import PairFinding, ScoreFinding, StageFinding
from .form import NotJudged
from .scores import MOST_SUGGESTIONS

T = TypeVar("T")


def combine_scores(samples: Sequence[ScoreFinding]) -> ScoreFinding:
    """The median of each criterion; every sample has scored the same criteria in the same order."""
    flags = {flag for sample in samples for flag in sample.safety_flags}
    suggestions = {advice.text: advice for sample in samples for advice in sample.suggestions}
    return ScoreFinding(
        scores=tuple(map(_median, zip(*(sample.scores for sample in samples), strict=True))),
        safety_flags=tuple(flag for flag in SafetyFlag if flag in flags),
        suggestions=tuple(suggestions.values())[:MOST_SUGGESTIONS],
    )


def combine_preferences(samples: Sequence[PairFinding], *, may_tie: bool) -> PairFinding | NotJudged:
    """The winner with the most votes."""
    winner = _most_frequent(sample.winner for sample in samples)
    if winner is None and not may_tie:
        return NotJudged("The samples do not agree on a winner.")
    if winner is None:
        return PairFinding(Winner.TIE, reason="The samples do not agree on a winner.")
    voices = [sample for sample in samples if sample.winner is winner]
    stated = [voice.confidence for voice in voices if voice.confidence is not None]
    return PairFinding(winner, confidence=median(stated) if stated else None, reason=voices[0].reason)


def combine_stages(samples: Sequence[StageFinding]) -> StageFinding | NotJudged:
    """The stages that more than half of the samples name."""
    votes = Counter(stage for sample in samples for stage in sample.verdict.stages)
    stages = tuple(sorted(stage for stage, count in votes.items() if 2 * count > len(samples)))
    abstentions = sum(not sample.verdict.stages for sample in samples)
    if not stages and 2 * abstentions <= len(samples):
        return NotJudged("The samples do not agree on a stage.")
    verdict = Verdict(scale_size=samples[0].verdict.scale_size, stages=stages)
    voice = next((sample for sample in samples if sample.verdict == verdict), samples[0])
    return StageFinding(verdict, reason=voice.reason)


def _median(scores: Sequence[CriterionScore]) -> CriterionScore:
    samples = tuple(score.score for score in scores)
    middle = median(samples)
    closest = min(scores, key=lambda score: abs(score.score - middle))
    return closest.model_copy(update={"score": middle, "samples": samples})


def _most_frequent(votes: Iterable[T]) -> T | None:
    ranked = Counter(votes).most_common(2)
    if len(ranked) == 2 and ranked[0][1] == ranked[1][1]:
        return None
    return ranked[0][0]
