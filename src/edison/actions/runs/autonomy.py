"""Who decides in a run that refines, changed while it goes on."""

from contextlib import suppress

from edison.domain import (
    AUTONOMY,
    Autonomy,
    ChosenAutonomy,
    Decision,
    EventType,
    Right,
    Run,
    RunId,
    suggestion_id,
)
from edison.engine import OpenQuestion, find_open_questions
from edison.errors import AnsweredBefore, NotRefined, RunNotMoved, SuggestionClosed
from edison.store import UnitOfWork

from ..access import verb
from ..house import House
from ..reviews import HunkWish, decide_hunks

_LEFT = "Left to the rule: {autonomy} was chosen."


@verb(Right.CHANGE)
def choose_autonomy(house: House, run_id: RunId, autonomy: Autonomy) -> Run:
    """Say who decides from now on; a run that waits for what it would no longer ask goes on by the rule.

    What was decided before stays. A change that waits is adopted where it is surely better and rejected where it is
    not, in the name of whoever chose; hunks that people decided about stay as they decided.

    Raises:
        NotRefined: the run refines nothing.
        RunNotMoved: it has ended.
    """

    def choose(work: UnitOfWork) -> list[OpenQuestion]:
        work.runs.lock(run_id)
        run = work.runs.get(run_id)
        if run.snapshot.refining is None:
            raise NotRefined(run_id)
        if run.settlement.is_end:
            raise RunNotMoved(run_id, "decided otherwise", run.settlement.value)
        chosen = ChosenAutonomy(autonomy=autonomy, by=house.actor.name, at=house.clock.now())
        before = work.documents.get(run_id, AUTONOMY, ChosenAutonomy)
        if (before.autonomy if before else run.experiment.policy.autonomy) is not autonomy:
            work.documents.put(run_id, AUTONOMY, chosen)
            about = {"autonomy": autonomy.value, "by": chosen.by}
            work.events.append(run_id, EventType.AUTONOMY_CHANGED, at=chosen.at, about=about)
        return find_open_questions(work, run_id)

    for asked in house.store.retry(choose):
        decision = _by_rule(asked, autonomy)
        if decision is not None:
            wish = HunkWish(decision, note=_LEFT.format(autonomy=autonomy.value.replace("_", " ")))
            # Somebody may have decided at this very moment.
            with suppress(AnsweredBefore, SuggestionClosed):
                decide_hunks(house, suggestion_id(run_id, asked.unit), wish)
    with house.store.reading() as work:
        return work.runs.get(run_id)


def _by_rule(asked: OpenQuestion, autonomy: Autonomy) -> Decision | None:
    """What becomes of a change that people were asked about; None where they still are."""
    change = asked.question.change
    if change is None or autonomy is Autonomy.MANUAL:
        return None
    is_better = change.proof is not None and change.proof.verdict == "better"
    if autonomy is Autonomy.APPROVE_EACH and is_better:
        return None
    return Decision.APPROVE if is_better else Decision.REJECT
