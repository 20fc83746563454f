"""Runs that an agent starts: each may spend what the agent says, and never more than is left of its budget."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeAlias

from edison.domain import Right, Run, to_microusd, to_usd
from edison.errors import BudgetSpent

from ..access import verb
from ..house import House
from ..presets.qualifications import QualifyRequest, plan_examination, read_qualify_request
from ..presets.rank_requests import RankRequest, read_rank_request
from ..presets.rankings import plan_ranking
from ..presets.refine_plans import plan_refinement
from ..runs.plan import RunPlan
from ..runs.prepare import prepare_run
from ..runs.sent_batteries import SentBattery, plan_sent_battery
from ..runs.start import start_run
from ..runs.uploads import UploadedSuite
from .session import AgentSession

Started: TypeAlias = tuple[Run, Sequence[str]]
"""A run, and what is to be said of it before anybody believes it."""


@verb(Right.SPEND)
def start_battery_text(house: House, session: AgentSession, sent: SentBattery) -> Started:
    """Store a battery as a run that waits for a worker. Blocks; not for a loop."""
    cap = _cap(session, sent.budget_usd)
    return _start(house, session, plan_sent_battery(house, replace(sent, budget_usd=to_usd(cap))), cap=cap)


@verb(Right.SPEND)
def start_ranking(house: House, session: AgentSession, request: RankRequest) -> Started:
    """Store a ranking of texts that were sent along. Blocks; not for a loop."""
    cap = _cap(session, request.budget_usd)
    capped = replace(request, budget_usd=to_usd(cap))
    return _start(house, session, plan_ranking(house, read_rank_request(capped)), cap=cap)


@verb(Right.SPEND)
def start_examination(house: House, session: AgentSession, request: QualifyRequest) -> Started:
    """Store an examination of judges by the suite that comes with Edison. Blocks; not for a loop."""
    cap = _cap(session, request.budget_usd)
    capped = replace(request, budget_usd=to_usd(cap))
    return _start(house, session, plan_examination(house, read_qualify_request(capped)), cap=cap)


@verb(Right.SPEND)
def start_refinement(house: House, session: AgentSession, upload: UploadedSuite) -> Started:
    """Store a refinement of the prompt of a suite that was sent along. Blocks; not for a loop."""
    cap = _cap(session, upload.budget_usd)
    capped = replace(upload, budget_usd=to_usd(cap))
    return _start(house, session, plan_refinement(house, capped.read(house)), cap=cap)


def _start(house: House, session: AgentSession, plan: RunPlan, *, cap: int | None) -> Started:
    """Start it with no more than it can need: the rest stays in its budget."""
    with plan.spool.closed_on_failure():
        prepared = prepare_run(house, plan)
        most = prepared.estimate.most_microusd
        if cap is not None and most is not None:
            cap = min(cap, most)
            policy = plan.experiment.policy.model_copy(update={"budget_microusd": cap})
            experiment = plan.experiment.model_copy(update={"policy": policy})
            prepared = replace(prepared, plan=replace(plan, experiment=experiment))
        if cap is not None:
            # Before it starts: nobody else may spend it meanwhile.
            session.ledger.give_away(cap)
        return start_run(house, prepared), plan.notes


def _cap(session: AgentSession, wished_usd: float | None) -> int | None:
    """What a run may cost: what was wished, and no more than what is left; None where nobody set a limit."""
    left = session.ledger.left_microusd
    if left is not None and left <= 0:
        raise BudgetSpent(needed_microusd=1, left_microusd=0)
    limits = [left, to_microusd(wished_usd)]
    return min((limit for limit in limits if limit is not None), default=None)
