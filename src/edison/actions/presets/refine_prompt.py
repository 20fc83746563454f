"""refine-prompt: rounds of findings, suggestions, candidates and a challenge on held-out cases."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from edison.domain import (
    REFINE_TARGET,
    AdoptedVersions,
    PersonAnswer,
    PresetName,
    Refinement,
    RefineTarget,
    Settlement,
    UserId,
)
from edison.engine import Next, Results, Story

from .preset import ShownAs
from .refine_loop import RefineLoop
from .refine_review import proof_of

if TYPE_CHECKING:
    from ..house import House
    from ..runs.plan import RunPlan
    from .suites import SuiteFile

AUTOPILOT = UserId("autopilot")
"""Who adopts versions where nobody was asked."""
_DECIDED = (
    Settlement.CONVERGED,
    Settlement.GAIN_TOO_SMALL,
    Settlement.ROUNDS_DONE,
    Settlement.TOKENS_SPENT,
)


@dataclass(frozen=True, slots=True)
class RefinePrompt:
    """Each round: what is weak, what judges suggest, what a refiner writes, and whether that is surely better."""

    name: str = PresetName.REFINE_PROMPT
    shown_as: ShownAs = ShownAs.ROUNDS
    takes_suites: bool = True
    tells_cells: bool = False

    def plan(self, house: "House", request: "SuiteFile") -> "RunPlan":
        from .refine_plans import plan_refinement

        return plan_refinement(house, request)

    def next(self, story: Story) -> Next:
        return RefineLoop(story).go_on()

    def results(self, story: Story, settlement: Settlement) -> Results:
        # What ended by itself was decided: whoever wants to be asked from now on comes too late.
        loop = RefineLoop(story, asks=settlement not in _DECIDED, ends=True)
        loop.go_on()
        refinement = loop.sum_up(settlement)
        return Results(refinement=refinement, adopted=_adopted(story, refinement))


def _adopted(story: Story, refinement: Refinement) -> AdoptedVersions | None:
    target = story.document(REFINE_TARGET, RefineTarget)
    if target is None or not refinement.adopted:
        return None
    numbers = (refinement.versions[0].number, *refinement.adopted)
    reports = {one.number: one for report in refinement.rounds for one in report.candidates}
    candidates = [reports.get(number) for number in numbers]
    return AdoptedVersions(
        project_id=target.project_id,
        prompt=target.prompt,
        versions=tuple(refinement.version(number) for number in numbers),
        authors=tuple(_adopter(one and one.review) for one in candidates),
        proofs=tuple(None if one is None else proof_of(one, run=story.run) for one in candidates),
    )


def _adopter(review: PersonAnswer | None) -> UserId:
    return AUTOPILOT if review is None or review.by is None else UserId(review.by)
