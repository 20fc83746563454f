"""What can be found out before anything is paid for: keys, addresses, parameters, prices, and what it may cost."""

import asyncio
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from pydantic import JsonValue

from edison.domain import Right, Snapshot, StageName, to_usd
from edison.errors import CheckBroken, EdisonError, ExtraNotPriced, PriceUnknown
from edison.gateway import CheckRunner, Gateway, Quote
from edison.stages.check import code_of_checks

from ..access import verb
from ..house import House
from ..project_limits import left_of_cap
from ..providers.connecting import pick_forms, refuse_written_keys
from .plan import Questions, RunPlan

_LONGEST_ANSWER = 400_000
_CHARS_PER_TOKEN = 4
_USUAL_ANSWER, _USUAL_JUDGMENT = 250.0, 350.0
"""Tokens of an answer and of a judgment by models that nobody has asked here yet."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """What a run will ask for, and what that may cost; None when a price is not known."""

    cells: int
    judgments: int
    """At most: only answers are judged."""
    calls: int
    """At most, if nothing has to be asked again: a technique may take several for each of them."""
    least_microusd: int | None
    """If every answer is very short."""
    likely_microusd: int | None
    """If answers are as long as those of these models were of late; of others, of a usual length."""
    most_microusd: int | None
    """If every answer is as long as it may be."""


@dataclass(frozen=True, slots=True)
class PreparedRun:
    """A run that passed every check that can be made before it starts; nothing of it is stored yet."""

    plan: RunPlan
    estimate: Estimate

    @property
    def notes(self) -> tuple[str, ...]:
        """What whoever starts it should know first."""
        return (*self.plan.notes, *tell_shortfall(self.plan, self.estimate))


def tell_shortfall(plan: RunPlan, estimate: Estimate) -> Iterator[str]:
    """That a budget is not likely to reach for the rounds that were asked for, and how far it may."""
    budget, likely = plan.experiment.policy.budget_microusd, estimate.likely_microusd
    if plan.snapshot.refining is None or budget is None or likely is None or budget >= likely:
        return
    rounds = plan.experiment.policy.stop.rounds
    reached = budget * rounds // likely
    until = f"in round {reached + 1} of {rounds}{'' if reached else ', with nothing proven'}"
    yield (
        f"A budget of ${to_usd(budget):.4f} is likely to be spent {until}: all of it takes about "
        f"${to_usd(likely):.4f}. Raise the budget, or ask for fewer rounds, candidates or cases."
    )


@verb(Right.SPEND)
def prepare_run(house: House, plan: RunPlan) -> PreparedRun:
    """Refuse whatever could only fail, and say what the rest may cost. Nothing that is paid for is sent.

    Blocks, with a loop of its own: not to be called on one.

    Raises:
        EndpointNotAllowed, KeyMissing, ProviderBroken, ParametersNotTaken, ExtraRefused, ExtraNotPriced,
        PriceUnknown, ProviderUnreachable: by name.
    """
    with plan.spool.closed_on_failure():
        plan = _within_cap(house, plan)
    project_id = plan.experiment.project_id

    async def check() -> Estimate:
        providers = house.providers_of(plan.snapshot, project_id=project_id)
        async with Gateway(
            providers,
            clock=house.clock,
            chance=house.chance.child("preflight"),
            program_environment=house.machine.program_environment,
        ) as gateway:
            with house.store.reading() as work:
                usual = work.ledger.usual_tokens()
            estimate = _estimate(gateway, plan, usual=usual)
            await _reach(gateway, plan.snapshot.providers)
            await _refuse_broken_code(gateway, plan.snapshot)
            return estimate

    with plan.spool.closed_on_failure():
        return PreparedRun(plan, asyncio.run(check()))


def _within_cap(house: House, plan: RunPlan) -> RunPlan:
    """The same, with no more to spend than its project has left."""
    left, policy = left_of_cap(house, plan.experiment.project_id), plan.experiment.policy
    if left is None or not plan.questions or (policy.budget_microusd or left + 1) <= left:
        return plan
    within = policy.model_copy(update={"budget_microusd": left})
    note = f"The cap of its project leaves ${to_usd(left):.4f}, which is the budget of this run."
    experiment = plan.experiment.model_copy(update={"policy": within})
    return replace(plan, experiment=experiment, notes=(*plan.notes, note))


@verb(Right.READ)
def choose_forms(
    house: House, names: Sequence[str], *, written: Mapping[str, JsonValue] | None = None
) -> dict[str, JsonValue]:
    """The form of each of these providers: from the file given, what was written, the archive, or well known."""
    layers: list[Mapping[str, JsonValue]] = [house.given, written or {}]
    if not all(any(name in layer for layer in layers) for name in names):
        with house.store.reading() as work:
            layers += [{record.name: record.form for record in work.providers.all()}, house.around]
    forms = pick_forms(names, layers)
    for name, form in forms.items():
        refuse_written_keys(name, form)
    return forms


async def _reach(gateway: Gateway, names: Iterable[str]) -> None:
    async with asyncio.TaskGroup() as group:
        tries = [group.create_task(_silence(gateway, name)) for name in names]
    for tried in tries:
        if (silence := tried.result()) is not None:
            raise silence


async def _refuse_broken_code(gateway: Gateway, snapshot: Snapshot) -> None:
    """Find out before anything is paid for that the code of a check cannot be run."""
    runner = CheckRunner(gateway.programs, folder=snapshot.folder)
    for check in snapshot.checks:
        for call in code_of_checks([check]):
            fault = await runner.find_fault(call)
            if fault is not None:
                raise CheckBroken(check.name, field="value", problem=f"cannot be run: {fault}")


async def _silence(gateway: Gateway, name: str) -> EdisonError | None:
    """Why a provider cannot be asked, as a value: raised in a group, it would come out as a group of errors."""
    try:
        await gateway.reach(name)
    except EdisonError as error:
        return error
    return None


UsualTokens = Mapping[tuple[str, StageName], float]


def _estimate(gateway: Gateway, plan: RunPlan, *, usual: UsualTokens) -> Estimate:
    """Quote every kind of question that the run will ask."""
    quoted = [(asked, [gateway.quote(ask) for ask in asked.asks]) for asked in plan.questions]
    tokens = [
        quote.max_output_tokens for asked, quotes in quoted if not asked.are_judgments for quote in quotes
    ]
    longest = min(max(tokens, default=0) * _CHARS_PER_TOKEN, _LONGEST_ANSWER)
    answers = [_usual(asked, usual) for asked in plan.questions if asked.are_answers]
    middling = min(round(max(answers, default=0) * _CHARS_PER_TOKEN), longest)
    bills = [
        _bill(
            asked,
            low=quotes,
            likely=_quotes_about(gateway, asked, middling) or quotes,
            high=_quotes_about(gateway, asked, longest) or quotes,
            tokens=_usual(asked, usual),
        )
        for asked, quotes in quoted
    ]
    return _sum_up(
        bills,
        cells=plan.snapshot.grid.cells if plan.cells is None else plan.cells,
        judgments=sum(asked.units for asked in plan.questions if asked.are_judgments),
        calls=sum(asked.units * asked.calls_each for asked in plan.questions),
        has_budget=plan.experiment.policy.budget_microusd is not None,
    )


def _quotes_about(gateway: Gateway, asked: Questions, chars: int) -> list[Quote]:
    return [] if asked.about_answers is None else [gateway.quote(ask) for ask in asked.about_answers(chars)]


def _sum_up(
    bills: "Sequence[_Bill]", *, cells: int, judgments: int, calls: int, has_budget: bool
) -> Estimate:
    unknown = next((bill for bill in bills if bill.most is None), None)
    if has_budget and unknown is not None:
        if unknown.unpriced:
            raise ExtraNotPriced(unknown.endpoint, unknown.unpriced)
        raise PriceUnknown(unknown.endpoint)
    return Estimate(
        cells=cells,
        judgments=judgments,
        calls=calls,
        least_microusd=_sum(bill.least for bill in bills),
        likely_microusd=_sum(bill.likely for bill in bills),
        most_microusd=_sum(bill.most for bill in bills),
    )


@dataclass(frozen=True, slots=True)
class _Bill:
    """What all calls to an endpoint cost at least, in all likelihood and at most."""

    endpoint: str
    least: int | None
    likely: int | None
    most: int | None
    unpriced: tuple[str, ...] = ()


def _usual(asked: Questions, usual: UsualTokens) -> float:
    """How long answers to such a question are, in tokens."""
    stage, guess = (
        (StageName.JUDGE, _USUAL_JUDGMENT) if asked.are_judgments else (StageName.GENERATE, _USUAL_ANSWER)
    )
    return usual.get((asked.endpoint, stage), guess)


def _likely(quote: Quote, *, tokens: float) -> int | None:
    """Between a very short answer and the longest, as far along as it has tokens."""
    if quote.least_microusd is None or quote.worst_case_microusd is None:
        return None
    share = min(tokens / max(quote.max_output_tokens, 1), 1.0)
    return round(quote.least_microusd + (quote.worst_case_microusd - quote.least_microusd) * share)


def _bill(
    asked: Questions,
    *,
    low: Sequence[Quote],
    likely: Sequence[Quote],
    high: Sequence[Quote],
    tokens: float,
) -> _Bill:
    calls = asked.units * asked.calls_each
    least, middle, most = (
        _sum(quote.least_microusd for quote in low),
        _sum(_likely(quote, tokens=tokens) for quote in likely),
        _sum(quote.worst_case_microusd for quote in high),
    )
    return _Bill(
        asked.endpoint,
        least=None if least is None else least * calls // len(low),
        likely=None if middle is None else middle * asked.likely_calls // len(likely),
        most=None if most is None else -(-most * asked.most_calls // len(high)),
        unpriced=high[0].unpriced,
    )


def _sum(costs: Iterable[int | None]) -> int | None:
    """The sum, unknown as soon as a part of it is."""
    total = 0
    for cost in costs:
        if cost is None:
            return None
        total += cost
    return total
