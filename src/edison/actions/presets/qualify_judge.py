"""qualify-judge: judges assess texts whose right answers are known, and each ends with a card."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from edison.domain import JudgeCard, JudgeSuite, PresetName, Settlement, StageName
from edison.engine import Next, Results, Story, all_cells
from edison.stages.plan import find_examined
from edison.stages.rank import CardEvidence, SeenPair, SeenVerdict, make_card

from .preset import ShownAs
from .rank_entries import deal_pairs

if TYPE_CHECKING:
    from ..house import House
    from ..runs.plan import RunPlan
    from .qualifications import QualifyRequest

SUITE = "judge_suite"
"""Under this name the suite is kept with its run."""


@dataclass(frozen=True, slots=True)
class QualifyJudge:
    """Texts are taken over and judged; then the pairs of the suite are compared, as they are listed."""

    name: str = PresetName.QUALIFY_JUDGE
    shown_as: ShownAs = ShownAs.CARDS
    takes_suites: bool = False
    tells_cells: bool = False

    def plan(self, house: "House", request: "QualifyRequest") -> "RunPlan":
        from .qualifications import plan_examination, read_qualify_request

        return plan_examination(house, read_qualify_request(request))

    def next(self, story: Story) -> Next:
        snapshot = story.run.snapshot
        if not story.waves:
            return all_cells(snapshot.grid)
        return Settlement.ALL_CELLS_DONE if snapshot.contest is None else deal_pairs(story)

    def results(self, story: Story, settlement: Settlement) -> Results:
        suite = story.document(SUITE, JudgeSuite)
        # A run of an older Edison has none with it: its cards are made when somebody hands the suite in.
        if suite is None or settlement is Settlement.CANCELLED:
            return Results()
        return Results(cards=tuple(cards_of(story, suite, made_at=story.at)))


def cards_of(story: Story, suite: JudgeSuite, *, made_at: datetime) -> list[JudgeCard]:
    """The card of every judge that was examined, from what is stored."""
    judges = story.run.snapshot.judges
    return [
        make_card(
            suite,
            evidence=_gather(story, mine),
            judges=[judges[index] for index in mine],
            run_id=story.run.id,
            made_at=made_at,
            seed=story.run.seed,
        )
        for mine in find_examined(judges)
    ]


def _gather(story: Story, mine: Collection[int]) -> CardEvidence:
    """Everything that one judge said, in whichever ways it was asked."""
    snapshot, judgment_plan = story.run.snapshot, story.run.snapshot.judgment_plan
    ids = {snapshot.judges[index].id for index in mine}
    last = max(judgment_plan.wanted or (), default=-1)
    return CardEvidence(
        pairs=[
            SeenPair(found.line.left, found.line.right, found.comparison)
            for found in story.compared_pairs()
            if found.line.judge in mine
        ],
        verdicts=[
            SeenVerdict(cell.number, judgment)
            for cell in story.cell_reports(last=last)
            for judgment in cell.judgments
            if judgment.judge_id in ids
        ],
        answered=[
            cost
            for (_, part), cost in story.answer_costs(StageName.JUDGE).items()
            if judgment_plan.slot(part).judge in mine
        ],
        may_tie=any(snapshot.judges[index].may_tie for index in mine),
    )
