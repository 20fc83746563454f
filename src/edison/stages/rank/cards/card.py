"""card: what is known about a judge as an instrument, from what it said about a suite."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import datetime

from edison.domain import (
    ASSISTANT_STYLE,
    Answered,
    CardMeasure,
    CardThresholds,
    Chance,
    Comparison,
    Judge,
    JudgeCard,
    JudgeProfile,
    JudgeSuite,
    Judgment,
    Reading,
    RunId,
    content_hash,
    to_usd,
)

from ..boards.measures import percentile
from .accuracy import measure_accuracy, measure_steadiness
from .biases import find_biases, measure_leanings
from .measures import mean, median, share
from .people import measure_anchors, measure_people
from .rows import CardEvidence, PairAnswer, VerdictAnswer, pair_rows, verdict_rows
from .standing import CardFindings, remark_on, stand_by

PARSED, JUDGED, COST, LATENCY, SLOWEST = "parse_rate", "judged_rate", "cost_usd", "latency_s", "latency_p95_s"
_MILLI = 1_000


def make_card(
    suite: JudgeSuite,
    *,
    evidence: CardEvidence,
    judges: Sequence[Judge],
    run_id: RunId,
    made_at: datetime,
    seed: int = 0,
    thresholds: CardThresholds | None = None,
    own_styles: Collection[str] | None = None,
) -> JudgeCard:
    """The card of a judge.

    Args:
        suite: What it was examined with.
        evidence: What it said, in the cells of the suite.
        judges: The version that is examined, as it was asked: once for each mode, the one it is known by first.
        run_id: Where it was.
        made_at: When.
        seed: Of resampled intervals; equal seeds give equal numbers.
        thresholds: What it is held against; the usual ones when not given.
        own_styles: Which voices are its own: its family's and that of all assistants when not given.
    """
    limits, judge = thresholds or CardThresholds(), judges[0]
    own = (judge.votes_with, ASSISTANT_STYLE) if own_styles is None else own_styles
    pairs, verdicts = pair_rows(suite, evidence.pairs), verdict_rows(suite, evidence.verdicts)
    drawn = Chance(seed).stream("judge card").seed
    leanings = measure_leanings(pairs, verdicts, own_styles=own, seed=drawn)
    biases = find_biases(leanings.found, level=limits.level)
    named = (
        *measure_accuracy(pairs, verdicts, may_tie=evidence.may_tie, seed=drawn),
        *measure_steadiness(pairs, verdicts),
        *(named for leaning in leanings.found for named in leaning.measures),
        *measure_people(pairs),
        *measure_anchors(suite, pairs, seed=drawn),
        *_measure_replies(evidence, seed=drawn),
        *_measure_expense(evidence.answered, seed=drawn),
    )
    measures = dict(_known(named))
    cases, undecided = _cases(pairs, verdicts), _reasons_undecided(evidence)
    found = CardFindings(measures, leanings.found, biases, cases=cases, undecided=undecided)
    remarks = remark_on(found, thresholds=limits)
    return JudgeCard(
        judge_id=judge.id,
        judge_name=judge.name,
        profiles=tuple(map(_profile, judges)),
        rubric_id=judge.rubric_id,
        run_id=run_id,
        suite_digest=_digest(suite),
        measures=measures,
        biases=biases,
        not_known=leanings.not_known,
        standing=stand_by(remarks),
        reasons=tuple(remark.sentence for remark in remarks),
        made_at=made_at,
    )


def _profile(judge: Judge) -> JudgeProfile:
    return JudgeProfile.model_validate({name: getattr(judge, name) for name in JudgeProfile.model_fields})


def _digest(suite: JudgeSuite) -> str:
    """What people chose is no part of it: a judge that was held against more of them faced the same suite."""
    pairs = tuple(pair.model_copy(update={"people": ()}) for pair in suite.pairs)
    return content_hash(suite.model_copy(update={"pairs": pairs}))


def _known(named: Collection[tuple[str, CardMeasure | None]]) -> Iterator[tuple[str, CardMeasure]]:
    return ((name, measure) for name, measure in named if measure is not None)


def _cases(pairs: Collection[PairAnswer], verdicts: Collection[VerdictAnswer]) -> int:
    return len({row.match.family for row in pairs} | {row.family for row in verdicts})


def _measure_replies(evidence: CardEvidence, *, seed: int) -> Iterator[tuple[str, CardMeasure | None]]:
    """The share of replies that could be read, and of questions that were decided in the end.

    A call that failed brought no reply: that is its provider's fault, and counts among what was not judged.
    """
    found = _asked(evidence)
    yield PARSED, share(_readable(found), seed=seed, each_counts=True)
    judged = ((one.id, float(one.not_judged is None)) for one in found)
    yield JUDGED, share(judged, seed=seed)


def _reasons_undecided(evidence: CardEvidence) -> tuple[str, ...]:
    """Why questions were not decided, one reason for each."""
    return tuple(one.not_judged for one in _asked(evidence) if one.not_judged is not None)


def _measure_expense(answered: Sequence[Answered], *, seed: int) -> Iterator[tuple[str, CardMeasure | None]]:
    """The mean cost of a judgment in dollars, and its latency: the middle one and the 95th percentile."""
    costs = [to_usd(one.microusd) for one in answered if one.microusd is not None]
    yield COST, mean(costs, seed=seed)
    latencies = [one.latency_ms / _MILLI for one in answered if one.latency_ms is not None]
    yield LATENCY, median(latencies, seed=seed)
    if latencies:
        yield SLOWEST, CardMeasure(value=percentile(sorted(latencies), 0.95), n=len(latencies))


def _readable(found: Iterable[Comparison | Judgment]) -> Iterator[tuple[str, float]]:
    for one in found:
        for reading in one.readings:
            if reading is not Reading.ABSENT:
                yield one.id, float(reading is not Reading.UNREADABLE)


def _asked(evidence: CardEvidence) -> list[Comparison | Judgment]:
    return [
        *(one.comparison for one in evidence.pairs),
        *(one.judgment for one in evidence.verdicts),
    ]
