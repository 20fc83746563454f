"""What is told of the end of a contest: that it ended, and its result where there is one."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from edison.domain import (
    AnsweredBy,
    ComparingJudge,
    ContestCompleted,
    ContestFailed,
    ContestResult,
    EndSummary,
    EndTrouble,
    EntryRanking,
    EventType,
    RankedEntry,
    ResultGrades,
    ResultItem,
    ResultJudge,
    Run,
    Settlement,
    Told,
    is_published,
    normalise,
)
from edison.engine import Story
from edison.formats.pages.ranking.worth import tell_worth
from edison.formats.words.wording import tell_end
from edison.text import printable

NO_GRADE = "U"
"""Stands for the grade of a text that has none."""
LOW_SUCCESS_RATE = "low_success_rate"
_BY_ANCHORS = "anchors"
_NOBODY = AnsweredBy(endpoint="", model=None, answers=1)


@dataclass(frozen=True, slots=True)
class _End:
    """The end of a contest, with the numbers that are told of it."""

    run: Run
    settlement: Settlement
    at: datetime
    entry_ranking: EntryRanking
    compared: int
    not_judged: int
    spent_microusd: int

    @property
    def seconds(self) -> float:
        # A clock that was set back meanwhile must not keep a run from ending.
        return max(0.0, (self.at - self.run.began_at).total_seconds())


def tell_end_of(
    story: Story, settlement: Settlement, ranking: EntryRanking | None
) -> Iterator[tuple[EventType, Told]]:
    """What others are told when a ranking of texts ends."""
    counts = story.comparison_counts
    end = _End(
        run=story.run,
        settlement=settlement,
        at=story.at,
        entry_ranking=ranking or _nothing_ranked(story),
        compared=counts.compared,
        not_judged=counts.not_judged,
        spent_microusd=story.spent_microusd,
    )
    if is_published(end.entry_ranking, settlement):
        yield EventType.CONTEST_PUBLISHED, tell_result(end)
        yield EventType.CONTEST_COMPLETED, _completed(end)
    else:
        yield EventType.CONTEST_FAILED, _failed(end)


def tell_result(end: _End) -> ContestResult:
    """All that a ranking of texts says, with who said it."""
    run, entry_ranking = end.run, end.entry_ranking
    judges = tuple(_judge(judge, end) for judge in entry_ranking.judges)
    first = _first(judges)
    provider, _, model = first.endpoint.partition("/")
    return ContestResult(
        sentence=tell_worth(entry_ranking, end.settlement),
        worth=entry_ranking.worth,
        run_id=run.id,
        experiment_id=run.experiment.id,
        assignment=run.experiment.name,
        goal=run.snapshot.goal,
        method=entry_ranking.method,
        provider=provider or None,
        model=model or None,
        model_version=first.model,
        temperature=next((one.temperature for one in judges if first in one.answered_by), None),
        items=tuple(_item(item, end) for item in entry_ranking.items),
        unplaced=entry_ranking.unplaced,
        judges=judges,
        grades=_grades(end),
        flags=(*entry_ranking.flags, *entry_ranking.reliability.cautions),
        comparisons=end.compared,
        spent_microusd=end.spent_microusd,
        seconds=end.seconds,
        assessed_at=end.at,
    )


def _completed(end: _End) -> ContestCompleted:
    return ContestCompleted(
        sentence=tell_worth(end.entry_ranking, end.settlement),
        worth=end.entry_ranking.worth,
        run_id=end.run.id,
        experiment_id=end.run.experiment.id,
        status=end.settlement,
        summary=_summary(end),
    )


def _failed(end: _End) -> ContestFailed:
    asked = end.compared + end.not_judged
    is_gate = end.settlement is Settlement.GATE_FAILED
    return ContestFailed(
        run_id=end.run.id,
        experiment_id=end.run.experiment.id,
        status=end.settlement,
        summary=_summary(end),
        error=EndTrouble(
            code=LOW_SUCCESS_RATE if is_gate else end.settlement.value,
            sentence=tell_end(end.settlement),
            compared=end.compared,
            not_judged=end.not_judged,
            success_rate=end.compared / asked if asked else None,
        ),
    )


def _summary(end: _End) -> EndSummary:
    placed = tuple(item.name for item in end.entry_ranking.items)
    unplaced = end.entry_ranking.unplaced
    return EndSummary(
        total=len(placed) + len(unplaced),
        successful=len(placed),
        failed=len(unplaced),
        successful_ids=placed,
        failed_ids=unplaced,
        seconds=end.seconds,
    )


def _item(item: RankedEntry, end: _End) -> ResultItem:
    contest, projected = end.run.snapshot.contest, item.projected
    scale = None if contest is None else contest.scale
    grade = item.anchor_grade or (None if projected is None else projected.grade)
    return ResultItem(
        id=item.name,
        display_name=printable(item.name, keep_newlines=False),
        rank=item.rank,
        score=item.score,
        se=item.se,
        is_anchor=item.anchor_grade is not None,
        letter_grade=grade or NO_GRADE,
        fine_grade=None if projected is None else projected.fine,
        normalised_score=(
            scale.height(item.anchor_grade)
            if scale is not None and projected is not None and item.anchor_grade is not None
            else normalise(item, scale=scale)
        ),
        confidence=None if projected is None else projected.confidence,
        certainty=None if projected is None else projected.certainty,
        probabilities=None if projected is None else projected.probabilities,
    )


def _grades(end: _End) -> ResultGrades:
    contest, entry_ranking = end.run.snapshot.contest, end.entry_ranking
    available = any(item.projected is not None for item in entry_ranking.items)
    return ResultGrades(
        available=available,
        reason=entry_ranking.without_grades,
        scale=None if contest is None else contest.scale,
        anchors_used=sum(item.anchor_grade is not None for item in entry_ranking.items),
        calibration=_BY_ANCHORS if available else None,
        centres=entry_ranking.grade_means,
        boundaries=entry_ranking.boundaries,
    )


def _judge(judge: ComparingJudge, end: _End) -> ResultJudge:
    asked = (one for one in end.run.snapshot.judges if one.name == judge.name and not judge.is_person)
    return ResultJudge(
        name=judge.name,
        is_person=judge.is_person,
        comparisons=judge.comparisons,
        not_judged=judge.not_judged,
        temperature=next((one.sampling.temperature for one in asked), None),
        answered_by=judge.answered_by,
    )


def _first(judges: tuple[ResultJudge, ...]) -> AnsweredBy:
    """Whoever gave most of the answers; the first named of several."""
    return max(_origins(judges), key=lambda one: one.answers, default=_NOBODY)


def _origins(judges: tuple[ResultJudge, ...]) -> Iterator[AnsweredBy]:
    for judge in judges:
        yield from judge.answered_by


def _nothing_ranked(story: Story) -> EntryRanking:
    return EntryRanking(unplaced=tuple(name for name, _ in story.entry_names()))
