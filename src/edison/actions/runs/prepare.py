"""What can be found out before anything is paid for: keys, addresses, parameters, prices, and what it may cost."""

import asyncio
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from pydantic import JsonValue

from edison.domain import (
    Arm,
    Ask,
    Case,
    CellId,
    Judge,
    Output,
    OutputId,
    OutputStatus,
    Snapshot,
    Suite,
)
from edison.errors import ExtraNotPriced, PriceUnknown, ProviderUnreachable
from edison.gateway import Gateway, Quote
from edison.stages.generate import GenerateUnit, ask_for_answer
from edison.stages.judge import JudgeUnit, ask_judgment, rubric_for

from ..house import House
from ..providers.connecting import pick_forms, refuse_written_keys

_SHORT_ANSWER, _LONGEST_ANSWER = 80, 400_000
_CHARS_PER_TOKEN = 4
_JUDGED = 2
BOUNDARY = "preflightpreflightpr"
"""Around texts in questions that are made ready and never sent."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """What a run will ask for, and what that may cost; None when a price is not known."""

    cells: int
    judgments: int
    """At most: only answers are judged."""
    least_microusd: int | None
    """If every answer is very short."""
    most_microusd: int | None
    """If every answer is as long as it may be."""


def choose_providers(house: House, suite: Suite) -> dict[str, JsonValue]:
    """The form of each provider that a suite asks: from the file given, the suite, the archive, or well known."""
    names = [one.endpoint.provider for one in (*suite.arms, *suite.judges)]
    return choose_forms(house, names, written=suite.providers)


def choose_forms(
    house: House, names: Sequence[str], *, written: Mapping[str, JsonValue] | None = None
) -> dict[str, JsonValue]:
    """The form of each of these providers: from the file given, what was written, the archive, or well known."""
    layers: list[Mapping[str, JsonValue]] = [house.given, written or {}]
    if not all(any(name in layer for layer in layers) for name in names):
        with house.store.reading() as work:
            layers.append({record.name: record.form for record in work.providers.all()})
    forms = pick_forms(names, layers)
    for name, form in forms.items():
        refuse_written_keys(name, form)
    return forms


def check_snapshot(
    house: House, snapshot: Snapshot, *, sample: Sequence[Case], budget_microusd: int | None
) -> Estimate:
    """Refuse whatever could only fail, and say what the rest may cost. Nothing that is paid for is sent.

    Blocks, with a loop of its own: not to be called on one.

    Raises:
        EndpointNotAllowed, KeyMissing, ProviderBroken, ParametersNotTaken, ExtraRefused, ExtraNotPriced,
        PriceUnknown, ProviderUnreachable: by name.
    """
    providers = house.providers_of(snapshot)

    async def check() -> Estimate:
        async with Gateway(providers, clock=house.clock, chance=house.chance.child("preflight")) as gateway:
            estimate = _estimate(gateway, snapshot, sample=sample, has_budget=budget_microusd is not None)
            await _reach(gateway, snapshot.providers)
            return estimate

    return asyncio.run(check())


@dataclass(frozen=True, slots=True)
class Questions:
    """Some of the questions that an endpoint will be asked, and how many there will be."""

    endpoint: str
    asks: Sequence[Ask]
    calls: int


def check_questions(
    house: House, snapshot: Snapshot, *, questions: Iterable[Questions], has_budget: bool
) -> Estimate:
    """As `check_snapshot`, for a run whose questions the caller makes ready."""
    providers = house.providers_of(snapshot)
    wanted = list(questions)
    judgments = sum(asked.calls for asked in wanted)

    async def check() -> Estimate:
        async with Gateway(providers, clock=house.clock, chance=house.chance.child("preflight")) as gateway:
            bills = [_bill_of(gateway, asked) for asked in wanted]
            estimate = _sum_up(bills, cells=snapshot.grid.cells, judgments=judgments, has_budget=has_budget)
            await _reach(gateway, snapshot.providers)
            return estimate

    return asyncio.run(check())


def _bill_of(gateway: Gateway, asked: Questions) -> "_Bill":
    quotes = [gateway.quote(ask) for ask in asked.asks]
    return _bill(quotes, quotes, calls=asked.calls, endpoint=asked.endpoint)


async def _reach(gateway: Gateway, names: Iterable[str]) -> None:
    async with asyncio.TaskGroup() as group:
        tries = [group.create_task(_silence(gateway, name)) for name in names]
    for tried in tries:
        if (silence := tried.result()) is not None:
            raise silence


async def _silence(gateway: Gateway, name: str) -> ProviderUnreachable | None:
    try:
        await gateway.reach(name)
    except ProviderUnreachable as unreachable:
        return unreachable
    return None


def _estimate(gateway: Gateway, snapshot: Snapshot, *, sample: Sequence[Case], has_budget: bool) -> Estimate:
    """Make every kind of question that the run will ask ready, and send none."""
    cells, share = snapshot.grid.cells, snapshot.grid.cells // max(len(snapshot.arms), 1)
    bills: list[_Bill] = []
    longest = 0
    for arm in snapshot.arms:
        quotes = [gateway.quote(ask) for ask in _questions(arm, snapshot, sample)]
        longest = max(longest, *(quote.max_output_tokens for quote in quotes))
        bills.append(_bill(quotes, quotes, calls=share, endpoint=arm.endpoint.name))
    for judge in snapshot.judges:
        short, long = (
            [gateway.quote(ask) for ask in _judgings(judge, snapshot, sample[:_JUDGED], chars=chars)]
            for chars in (_SHORT_ANSWER, min(longest * _CHARS_PER_TOKEN, _LONGEST_ANSWER))
        )
        bills.append(_bill(short, long, calls=cells * judge.calls, endpoint=judge.endpoint.name))
    return _sum_up(bills, cells=cells, judgments=cells * len(snapshot.judges), has_budget=has_budget)


def _sum_up(bills: "Sequence[_Bill]", *, cells: int, judgments: int, has_budget: bool) -> Estimate:
    unknown = next((bill for bill in bills if bill.most is None), None)
    if has_budget and unknown is not None:
        if unknown.unpriced:
            raise ExtraNotPriced(unknown.endpoint, unknown.unpriced)
        raise PriceUnknown(unknown.endpoint)
    return Estimate(
        cells=cells,
        judgments=judgments,
        least_microusd=_sum(bill.least for bill in bills),
        most_microusd=_sum(bill.most for bill in bills),
    )


def _questions(arm: Arm, snapshot: Snapshot, sample: Sequence[Case]) -> Iterator[Ask]:
    for version in snapshot.versions:
        for case in sample:
            yield ask_for_answer(GenerateUnit(version=version, arm=arm, case=case))


def _judgings(judge: Judge, snapshot: Snapshot, sample: Sequence[Case], *, chars: int) -> Iterator[Ask]:
    """What a judge is asked first about an answer of so many characters."""
    answer = Output(
        id=OutputId("preflight"), cell_id=CellId("preflight"), status=OutputStatus.OK, text="x" * chars
    )
    for case in sample:
        unit = JudgeUnit(
            judge=judge,
            rubric=rubric_for(snapshot, case, judge=judge),
            goal=snapshot.goal,
            version=snapshot.versions[0],
            case=case,
            output=answer,
        )
        yield ask_judgment(unit, boundary=BOUNDARY)


@dataclass(frozen=True, slots=True)
class _Bill:
    """What all calls to an endpoint cost at least and at most."""

    endpoint: str
    least: int | None
    most: int | None
    unpriced: tuple[str, ...] = ()


def _bill(low: Sequence[Quote], high: Sequence[Quote], *, calls: int, endpoint: str) -> _Bill:
    least, most = (
        _sum(quote.least_microusd for quote in low),
        _sum(quote.worst_case_microusd for quote in high),
    )
    return _Bill(
        endpoint,
        least=None if least is None else least * calls // len(low),
        most=None if most is None else -(-most * calls // len(high)),
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
