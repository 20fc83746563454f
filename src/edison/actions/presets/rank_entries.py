"""rank-entries: handed-in texts are compared in waves of pairs until their order stands, or by a named reason not."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from edison.domain import (
    PAIRS,
    AnsweredBy,
    EndpointKind,
    EntryRanking,
    EventType,
    PresetName,
    Settlement,
    StageName,
)
from edison.engine import AskAgain, Next, NextWave, Results, Story, all_cells, is_resampling, write_pairs
from edison.stages.plan import deal_next
from edison.stages.rank import ContestEntry, ContestJudge, find_card, rank_entries
from edison.store import AnswerOrigin

from .grid import MOST_JUDGINGS
from .preset import ShownAs
from .ranking_events import tell_end_of

if TYPE_CHECKING:
    from ..house import House
    from ..runs.plan import RunPlan
    from .rank_requests import RankRequest

_TOO_MANY_FAILED = "too many failed"


def deal_pairs(story: Story) -> Next:
    """The next pairs of a contest, those without a finding once more, or why it ends."""
    failed = story.failed_comparisons(asked_below=MOST_JUDGINGS)
    if failed:
        return AskAgain(StageName.JUDGE, failed)
    run = story.run
    contest = run.snapshot.contest
    assert contest is not None, "only a run with a contest deals pairs"
    dealt = deal_next(
        contest,
        entries=story.answered_cells,
        lines=story.comparisons,
        policy=run.experiment.policy,
        judges=len(run.snapshot.pair_judges),
        passes=sum(is_resampling(wave) for wave in story.waves_of(PAIRS)),
        chance=story.chance,
    )
    if dealt.settlement.is_end:
        return dealt.settlement
    body = write_pairs(dealt.pairs, is_resampling=dealt.is_resampling)
    return NextWave(PAIRS, len(dealt.pairs), body, event=EventType.RANKING_MOVED)


@dataclass(frozen=True, slots=True)
class RankEntries:
    """Texts are taken over as they are; then wave after wave of pairs is dealt from what is known."""

    name: str = PresetName.RANK_ENTRIES
    shown_as: ShownAs = ShownAs.ENTRIES
    takes_suites: bool = False
    tells_cells: bool = False

    def plan(self, house: "House", request: "RankRequest") -> "RunPlan":
        from ..assignments import find_assignment
        from .rank_requests import read_rank_request
        from .rankings import plan_ranking

        found = None if request.assignment is None else find_assignment(house, request.assignment)
        return plan_ranking(house, read_rank_request(request, assignment=found, web=house.web_texts))

    def next(self, story: Story) -> Next:
        return deal_pairs(story) if story.waves else all_cells(story.run.snapshot.grid)

    def results(self, story: Story, settlement: Settlement) -> Results:
        ranking = None if settlement is Settlement.CANCELLED else _rank(story, settlement)
        return Results(entry_ranking=ranking, told=tuple(tell_end_of(story, settlement, ranking)))


def _rank(story: Story, settlement: Settlement) -> EntryRanking:
    """Where the entries stand; without an order where too much failed to publish one."""
    contest = story.run.snapshot.contest
    assert contest is not None, "entries are ranked by a contest"
    names = story.entry_names()
    entries = [
        ContestEntry(cell=cell, name=names[cell][0], anchor_grade=names[cell][1])
        for cell in story.answered_cells
    ]
    ranking = rank_entries(
        entries,
        story.comparisons,
        contest=contest,
        judges=_judges(story),
        seed=story.chance.stream("placing").seed,
    )
    if settlement is Settlement.BUDGET_SPENT:
        return ranking.model_copy(update={"is_enough": _is_enough(story, ranking)})
    if settlement is not Settlement.GATE_FAILED:
        return ranking
    # How the judges did is what one needs to know now; an order would be taken for a result.
    return EntryRanking(
        unplaced=tuple(entry.name for entry in entries),
        flags=(_TOO_MANY_FAILED,),
        judges=ranking.judges,
        without_grades="Too many comparisons failed.",
    )


def _is_enough(story: Story, ranking: EntryRanking) -> bool:
    """Whether an order may be published although there was no money for more."""
    policy = story.run.experiment.policy
    is_connected = bool(ranking.items) and not ranking.is_in_parts and not ranking.unplaced
    is_least = story.comparison_counts.compared >= policy.stop.least_comparisons
    return policy.publish_unfinished and is_connected and is_least


def _judges(story: Story) -> list[ContestJudge]:
    answered, cards = story.answered_by(StageName.JUDGE), story.cards()
    contest = story.run.snapshot.contest
    weights = () if contest is None else contest.weights
    return [
        ContestJudge(
            index=index,
            name=judge.name,
            is_person=judge.endpoint.kind is EndpointKind.PEOPLE,
            answered_by=_answered_by(answered, judge=index),
            card=find_card(judge, cards),
            weight=weights[index] if weights else 1.0,
        )
        for index, judge in enumerate(story.run.snapshot.judges)
        if judge.compares
    ]


def _answered_by(answered: Mapping[AnswerOrigin, int], *, judge: int) -> tuple[AnsweredBy, ...]:
    """Who answered in the name of a judge, most answers first."""
    own = [(by, answers) for by, answers in answered.items() if by.part == judge]
    own.sort(key=lambda one: (-one[1], one[0].endpoint, one[0].model or ""))
    return tuple(AnsweredBy(endpoint=by.endpoint, model=by.model, answers=answers) for by, answers in own)
