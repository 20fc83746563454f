"""Runs about what is stored already: no case is answered, and nobody is asked."""

from collections.abc import Mapping

from edison.domain import (
    ExperimentId,
    Factors,
    Noun,
    Policy,
    ProjectId,
    RunDesign,
    Safety,
    Snapshot,
    StageName,
)
from edison.stages.plan import CaseDigest, name_dataset
from edison.store import LOCAL_PROJECT, CaseSpool

from ..runs.plan import RunPlan


def plan_about_stored(
    preset: str,
    *,
    id: ExperimentId,
    name: str,
    project_id: ProjectId,
    stage: StageName,
    documents: Mapping[str, Noun],
    factors: Factors | None = None,
    safety: Safety | None = None,
) -> RunPlan:
    """What is done, the documents say; there are no cases, and no money goes."""
    dataset = name_dataset(preset, project_id=LOCAL_PROJECT, digest=CaseDigest().hexdigest())
    return RunPlan(
        experiment=RunDesign(
            id=id,
            project_id=project_id,
            name=name[:200],
            preset=preset,
            factors=factors or Factors(datasets=(dataset.id,)),
            stages=(stage,),
            policy=Policy(),
        ),
        snapshot=Snapshot(dataset=dataset, cases=0, safety=safety),
        spool=CaseSpool(stand_in=dataset.id),
        questions=(),
        documents=documents,
        cells=0,
    )
