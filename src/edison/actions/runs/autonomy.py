"""Who decides in a run that refines, changed while it goes on."""

from edison.domain import (
    AUTONOMY,
    Autonomy,
    ChosenAutonomy,
    Decision,
    EventType,
    PersonAnswer,
    Right,
    Run,
    RunId,
    suggestion_id,
)
from edison.engine import OpenQuestion, find_open_questions
from edison.errors import NotRefined, RunNotMoved
from edison.store import UnitOfWork

from ..access import verb
from ..house import House
from ..reviews import HunkRequest, decide_within

_LEFT = "Left to the rule: {autonomy} was chosen."


@verb(Right.CHANGE)
def choose_autonomy(house: House, run_id: RunId, autonomy: Autonomy) -> Run:
    """Say who decides from now on; a run that waits for what it would no longer ask goes on by the rule.

    What was decided before stays. A change that waits is adopted where it is surely better and rejected where it is
    not, in the name of whoever chose; hunks that people decided about stay as they decided. All of it is kept, or
    nothing: where what people decided cannot be applied, they decide as before.

    Raises:
        NotRefined: the run refines nothing.
        RunNotMoved: it has ended.
        HunkRefused: what people decided about hunks that wait cannot be applied.
    """

    def choose(work: UnitOfWork) -> list[PersonAnswer]:
        run = work.runs.get(run_id)
        if run.snapshot.refining is None:
            raise NotRefined(run_id)
        if run.settlement.is_end:
            raise RunNotMoved(run_id, "decided otherwise", run.settlement.value)
        _keep(house, work, run, autonomy)
        return [
            answer
            for asked in find_open_questions(work, run_id)
            for answer in (_decide(house, work, run_id, asked, autonomy=autonomy),)
            if answer is not None
        ]

    house.control.answer_within(run_id, choose)
    with house.store.reading() as work:
        return work.runs.get(run_id)


def _keep(house: House, work: UnitOfWork, run: Run, autonomy: Autonomy) -> None:
    before = work.documents.get(run.id, AUTONOMY, ChosenAutonomy)
    if (before.autonomy if before else run.experiment.policy.autonomy) is autonomy:
        return
    chosen = ChosenAutonomy(autonomy=autonomy, by=house.actor.name, at=house.clock.now())
    work.documents.put(run.id, AUTONOMY, chosen)
    about = {"autonomy": autonomy.value, "by": chosen.by}
    work.events.append(run.id, EventType.AUTONOMY_CHANGED, at=chosen.at, about=about)


def _decide(
    house: House, work: UnitOfWork, run_id: RunId, asked: OpenQuestion, *, autonomy: Autonomy
) -> PersonAnswer | None:
    """What the run is told in place of people; None where they are still asked."""
    decision = _by_rule(asked, autonomy)
    if decision is None:
        return None
    request = HunkRequest(decision, note=_LEFT.format(autonomy=autonomy.value.replace("_", " ")))
    return decide_within(house, work, work.suggestions.get(suggestion_id(run_id, asked.unit)), request).answer


def _by_rule(asked: OpenQuestion, autonomy: Autonomy) -> Decision | None:
    """What becomes of a change that people were asked about; None where they still are."""
    change = asked.question.change
    if change is None or autonomy is Autonomy.MANUAL:
        return None
    is_better = change.proof is not None and change.proof.verdict == "better"
    if autonomy is Autonomy.APPROVE_EACH and is_better:
        return None
    return Decision.APPROVE if is_better else Decision.REJECT
