"""compare-models, battery: every cell of a grid is answered, checked and judged; outputs may be compared in pairs."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from edison.domain import (
    PAIRS,
    CellScore,
    EventType,
    PresetName,
    RankingId,
    Settlement,
    StageName,
    outcome_of,
    passed_checks,
    worst_of,
)
from edison.engine import AskAgain, Next, NextWave, Results, Story, all_cells, write_pairs
from edison.stages.plan import deal_best_pairs, deal_output_pairs
from edison.stages.rank import rank_arms
from edison.store import CellFindings

from ..people import measure_judges
from ..results.best import find_best
from .preset import ShownAs

if TYPE_CHECKING:
    from ..house import House
    from ..runs.plan import RunPlan
    from .suites import SuiteFile

MOST_JUDGINGS = 3
"""So often a judge is asked about a pair before it counts as failed."""


@dataclass(frozen=True, slots=True)
class GridPreset:
    """One wave of cells; then, where judges compare, waves of pairs until there is nothing more to learn."""

    name: str
    shown_as: ShownAs = ShownAs.BOARDS
    takes_suites: bool = True
    tells_cells: bool = False

    def plan(self, house: "House", request: "SuiteFile") -> "RunPlan":
        from .suite_plans import plan_suite

        return plan_suite(house, request)

    def next(self, story: Story) -> Next:
        snapshot = story.run.snapshot
        if not story.waves:
            return all_cells(snapshot.grid)
        if not snapshot.pair_judges:
            return Settlement.ALL_CELLS_DONE
        failed = story.failed_comparisons(asked_below=MOST_JUDGINGS)
        if failed:
            return AskAgain(StageName.JUDGE, failed)
        if snapshot.picks_best:
            pairs = deal_best_pairs(
                story.cases, snapshot.grid, answered=story.answered_cells, lines=story.comparisons
            )
            return NextWave(PAIRS, len(pairs), write_pairs(pairs)) if pairs else Settlement.ALL_CELLS_DONE
        dealt = deal_output_pairs(
            snapshot,
            answered=story.answered_cells,
            lines=story.comparisons,
            policy=story.run.experiment.policy,
            chance=story.chance,
            wave=len(story.waves_of(PAIRS)) + 1,
        )
        if dealt.settlement.is_end:
            return dealt.settlement
        return NextWave(PAIRS, len(dealt.pairs), write_pairs(dealt.pairs), event=EventType.RANKING_MOVED)

    def results(self, story: Story, settlement: Settlement) -> Results:
        snapshot = story.run.snapshot
        if settlement is Settlement.CANCELLED or not snapshot.arms:
            return Results()
        best = find_best(story) if snapshot.picks_best else ()
        boards = rank_arms(
            _scores(story, best),
            snapshot=snapshot,
            run_id=story.run.id,
            mint=lambda: RankingId(story.new_id("rnk")),
            seed=story.run.seed,
            policy=story.run.experiment.policy,
            cards=story.cards() if snapshot.judges else (),
            people=measure_judges(story.labels()) if snapshot.cell_judges else {},
            comparisons=story.comparisons if snapshot.pair_judges and not snapshot.picks_best else (),
            layout=story.layout,
        )
        return Results(boards=boards, findings=tuple(best))


def _scores(story: Story, best: Sequence[CellFindings]) -> Iterator[CellScore]:
    """Every answered cell in numbers, as it stands now that the best answers are known."""
    found = {one.cell: worst_of(result.finding for result in one.results) for one in best}
    for score in story.scores():
        if score.cell in found:
            passed = passed_checks(outcome_of(score.status, score.reason), found[score.cell])
            yield score.changed(passed=passed)
        else:
            yield score


COMPARE_MODELS = GridPreset(PresetName.COMPARE_MODELS)
BATTERY = GridPreset(PresetName.BATTERY, tells_cells=True)
