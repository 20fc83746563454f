"""From a request for drafts to a plan: who writes, about what, and what that may take."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from pydantic import JsonValue

from edison.domain import (
    CASES_AT_ONCE,
    DRAFT_TASK,
    Arm,
    ArmId,
    DraftMode,
    DraftTask,
    EmbedTask,
    Endpoint,
    ExperimentId,
    Factors,
    Policy,
    Right,
    RunDesign,
    Snapshot,
    StageName,
    Technique,
    content_hash,
    to_microusd,
)
from edison.engine import improvement
from edison.stages.draft import DraftUnit, ask_draft, ask_vectors
from edison.stages.plan import CaseDigest, name_dataset
from edison.stages.refine import ask_candidate
from edison.store import LOCAL_PROJECT, CaseSpool

from ..access import verb
from ..house import House
from ..runs.plan import BOUNDARY, SHORT_ANSWER, Questions, RunPlan, asked_of
from ..runs.prepare import choose_forms
from .drafting import MOST_WAVES, PRESET
from .suites import SuiteFile


@dataclass(frozen=True, slots=True)
class DraftRequest:
    """What is to be written, by whom, and for how much."""

    task: DraftTask
    writer: Endpoint
    providers: dict[str, JsonValue]
    """As a suite writes them; what is kept or well known need not stand here."""
    technique: Technique = Technique.DIRECT
    """How whoever writes is led to it."""
    budget_microusd: int | None = None
    seed: int | None = None

    def within(self, budget_usd: float | None, *, suite: SuiteFile | None) -> "DraftRequest":
        """The same for so much; of a suite, with its providers, and its budget unless another is given."""
        budget = to_microusd(budget_usd)
        if suite is None:
            return replace(self, budget_microusd=budget)
        return replace(
            self,
            providers={**self.providers, **suite.suite.providers},
            budget_microusd=suite.suite.budget_microusd if budget is None else budget,
        )


def _embeds(task: DraftTask) -> Iterator[EmbedTask]:
    """A batch of texts as they might be, where a provider makes their vectors."""
    if task.spec is not None and task.spec.embedder is not None:
        yield EmbedTask(to=Endpoint.parse(task.spec.embedder), texts=("x" * SHORT_ANSWER,) * CASES_AT_ONCE)


@verb(Right.READ)
def plan_draft(house: House, request: DraftRequest) -> RunPlan:
    """Pin who writes; nothing is stored or paid for. Blocks; not for a loop."""
    task = request.task
    arm = Arm(id=ArmId(""), name="writer", endpoint=request.writer, technique=request.technique)
    arm = arm.model_copy(update={"id": ArmId(f"arm_{content_hash(arm)}")})
    dataset = name_dataset(PRESET, project_id=LOCAL_PROJECT, digest=CaseDigest().hexdigest())
    snapshot = Snapshot(
        goal=task.goal,
        arms=(arm,),
        dataset=dataset,
        cases=0,
        embedder=next((one.to for one in _embeds(task)), None),
        providers=choose_forms(
            house,
            [request.writer.provider, *(one.to.provider for one in _embeds(task))],
            written=request.providers,
        ),
    )
    experiment = RunDesign(
        id=ExperimentId(house.mint.new("exp")),
        project_id=task.project_id or LOCAL_PROJECT,
        name=f"{task.mode.value} {task.kind.value}",
        goal=task.goal,
        preset=PRESET,
        factors=Factors(arms=(arm.id,)),
        stages=(StageName.DRAFT,),
        policy=Policy(budget_microusd=request.budget_microusd),
    )
    is_edited = task.mode is DraftMode.IMPROVE
    ask = (
        ask_candidate(improvement(task, arm), boundary=BOUNDARY)
        if is_edited
        else ask_draft(DraftUnit(arm, task, 0), boundary=BOUNDARY)
    )
    units = task.alternatives if task.spec is None else MOST_WAVES * -(-task.spec.count // CASES_AT_ONCE)
    return RunPlan(
        experiment=experiment,
        snapshot=snapshot,
        spool=CaseSpool(stand_in=dataset.id),
        questions=(
            asked_of(arm, arm.endpoint, [ask], units=units),
            *(Questions(one.to.name, units=units, asks=[ask_vectors(one, 0)]) for one in _embeds(task)),
        ),
        seed=request.seed,
        documents={DRAFT_TASK: task},
        cells=0,
    )
