"""Which sealed cases earlier runs used already, while they refined the same prompt."""

import json
from collections.abc import Iterator, Sequence

from edison.domain import REFINEMENT, Case, Refinement, RefineTarget, Right, RunId, SuiteCase, UsedBefore
from edison.errors import RunMissing
from edison.store import UnitOfWork
from edison.text import several

from ..access import verb
from ..house import House


@verb(Right.READ)
def find_used_before(house: House, target: RefineTarget, sealed: Sequence[SuiteCase]) -> UsedBefore | None:
    """The sealed cases that the history of a prompt owes something to; None where there are none."""
    ours = {_said(case) for case in sealed}
    with house.store.reading() as work:
        prompt = work.prompts.find(target.project_id, target.prompt)
        versions = [] if prompt is None else work.prompts.versions(prompt.id)
        runs = dict.fromkeys(one.proof.run_id for one in versions if one.proof is not None)
        used = {run_id: found for run_id in runs if (found := ours & _used_in(work, run_id))}
    return UsedBefore(cases=len(set[str]().union(*used.values())), runs=tuple(used)) if used else None


def tell_used_before(used: UsedBefore | None, *, sealed: int) -> Iterator[str]:
    """What that means for the gain, before anything is paid for."""
    if used is not None:
        yield (
            f"Of {several(sealed, 'sealed case')} {used.cases} were used before for this prompt, by "
            f"{', '.join(used.runs)}: the gain that is told at the end will be less elsewhere. "
            "Add cases that no run has seen, with split: sealed."
        )


def _used_in(work: UnitOfWork, run_id: RunId) -> set[str]:
    """What a run was fitted on or decided by, and its sealed cases where it opened them."""
    try:
        snapshot = work.runs.get(run_id).snapshot
    except RunMissing:
        return set()
    refining = snapshot.refining
    if refining is None:
        return set()
    ended = work.documents.get(run_id, REFINEMENT, Refinement)
    is_opened = ended is not None and ended.gain is not None and ended.gain.is_sealed
    count = refining.development + refining.held_out + (refining.sealed if is_opened else 0)
    return {_said(case) for case in work.datasets.cases(snapshot.dataset.id, first=0, count=count)}


def _said(case: Case | SuiteCase) -> str:
    """What a case says, whatever it is called and meant for."""
    said = {
        "variables": case.variables,
        "task": None if case.task is None else case.task.model_dump(mode="json"),
        "talk": None if case.talk is None else case.talk.model_dump(mode="json"),
    }
    return json.dumps(said, sort_keys=True)
