"""What a run's numbers rest on, so that they can be made again: data, seed, profile, versions, thresholds."""

from edison.domain import Judge, Run, Snapshot, to_usd
from edison.text import several

from ..words.wording import share


def write_provenance(run: Run) -> dict[str, object]:
    """For machines. Ids of datasets, rubrics, judges and prompt versions are digests of what they name."""
    snapshot, policy = run.snapshot, run.experiment.policy
    rubric = snapshot.rubric
    return {
        "preset": run.experiment.preset,
        "seed": run.seed,
        "dataset": {
            "id": snapshot.dataset.id,
            "name": snapshot.dataset.name,
            "version": snapshot.dataset.version,
            "cases": snapshot.cases,
        },
        "rubric": {"id": rubric.id, "name": rubric.name, "version": rubric.version} if rubric else None,
        "judges": [_profile(judge) for judge in snapshot.judges],
        "prompt_versions": [version.id for version in snapshot.versions],
        "arms": [arm.id for arm in snapshot.arms],
        "policy": {
            "success_rate": policy.success_rate,
            "most_unreadable": policy.most_unreadable,
            "fail_under": policy.fail_under,
            "safety": None if snapshot.safety is None else snapshot.safety.model_dump(mode="json"),
            "min_quality": [floor.model_dump(mode="json") for floor in policy.min_quality],
            "repeats": snapshot.repeats,
            "budget_usd": to_usd(policy.budget_microusd),
        },
    }


def tell_provenance(run: Run) -> str:
    """For people, in a line or two."""
    snapshot, policy = run.snapshot, run.experiment.policy
    told = [
        f"Dataset {snapshot.dataset.id} with {several(snapshot.cases, 'case')}",
        f"seed {run.seed}",
        *_judged_by(snapshot),
        f"at least {share(policy.success_rate)} of the cells have to be answered",
    ]
    return f"{', '.join(told)}."


def _judged_by(snapshot: Snapshot) -> list[str]:
    if snapshot.rubric is None or not snapshot.judges:
        return []
    judges = ", ".join(f"{judge.id} (version {judge.version})" for judge in snapshot.judges)
    return [f"rubric {snapshot.rubric.id} (version {snapshot.rubric.version})", f"judged blindly by {judges}"]


def _profile(judge: Judge) -> dict[str, object]:
    """The frozen profile, all of it."""
    written = judge.model_dump(mode="json", exclude={"project_id", "endpoint"})
    return {**written, "model": judge.endpoint.name, "votes_with": judge.votes_with}
