"""contest: texts that were handed in, compared in pairs by judges, and what stays fixed meanwhile."""

from collections.abc import Sequence

from edison.domain import (
    Contest,
    Dataset,
    ExperimentId,
    Factors,
    Policy,
    PresetName,
    ProjectId,
    Rubric,
    RunDesign,
    Snapshot,
    StageName,
    SuiteJudge,
)

from ..qualifications.examined import in_both_modes
from ..units import pin_judges


def pin_contest(
    contest: Contest,
    *,
    dataset: Dataset,
    texts: int,
    rubric: Rubric,
    judges: Sequence[SuiteJudge],
    goal: str = "",
) -> Snapshot:
    """Everything that a contest depends on; its judges compare, whatever else they could do."""
    comparing = [in_both_modes(judge).of_pairs for judge in judges]
    return Snapshot(
        goal=goal,
        dataset=dataset,
        cases=texts,
        rubric=rubric,
        judges=tuple(pin_judges(comparing, rubric=rubric)),
        contest=contest,
    )


def build_contest(
    name: str,
    snapshot: Snapshot,
    *,
    policy: Policy,
    project_id: ProjectId,
    experiment_id: ExperimentId,
) -> RunDesign:
    """The question that a contest asks: which of the texts are better."""
    return RunDesign(
        id=experiment_id,
        project_id=project_id,
        name=name,
        goal=snapshot.goal,
        preset=PresetName.RANK_ENTRIES,
        factors=Factors(datasets=(snapshot.dataset.id,)),
        fixed=Factors(
            judges=tuple(judge.id for judge in snapshot.judges),
            rubrics=(snapshot.rubric.id,) if snapshot.rubric else (),
        ),
        stages=(StageName.PLAN, StageName.GENERATE, StageName.CHECK, StageName.JUDGE, StageName.RANK),
        policy=policy,
    )
