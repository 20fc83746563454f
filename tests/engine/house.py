"""A small house for engine tests: a run of capital questions, a simulator that answers, a worker in this process."""

from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field, replace
from itertools import count

from edison.actions.presets import PRESETS
from edison.domain import (
    Arm,
    Case,
    CaseTask,
    Chance,
    Check,
    Criterion,
    Dataset,
    Endpoint,
    EndpointKind,
    Factors,
    Judge,
    Mint,
    Policy,
    PromptVersion,
    Rubric,
    Run,
    RunDesign,
    RunId,
    Sampling,
    Scale,
    Snapshot,
)
from edison.engine import Control, MachineSettings, Worker, prepare, working
from edison.engine.driver.sweep import Sweeps
from edison.gateway import NO_RETRIES, Limits, Price, Provider, RetryPolicy, Secret
from edison.sim import SimProcess, default_world
from edison.store import Store
from edison.wiring import SystemClock
from tests.invariants import Evidence, gather, violations

KEY = "sk-test-key-that-opens-nothing"
NO_LIMITS = Limits()
AS_IT_LIKES = Sampling()
_NUMBERS = count(1)


@dataclass(frozen=True)
class House:
    """A prepared store and somebody to answer."""

    store: Store
    sim: SimProcess
    control: Control
    clock: SystemClock
    settings: MachineSettings = field(default_factory=lambda: MachineSettings(stale_s=2.0, beat_s=0.2))

    def providers(self, run: Run) -> Sequence[Provider]:
        return providers_of(run, self.sim.base_url("openai"))

    def start(self, run: Run, *, task: CaseTask | None = None) -> Run:
        """Store the cases, each with what it brings itself, and have the run driven."""
        cases = some_cases(run.snapshot.dataset, run.snapshot.cases)
        with self.store.work() as work:
            work.datasets.add(
                run.snapshot.dataset, (case.model_copy(update={"task": task}) for case in cases)
            )
        return self.control.start(run)

    async def work_on(
        self,
        run: Run,
        *,
        connect: Callable[[Run], Sequence[Provider]] | None = None,
        retries: RetryPolicy | None = None,
    ) -> Run:
        """Work in this process until the run has ended or stands still."""
        async with self.worker(only=run.id, connect=connect, retries=retries) as worker:
            return await worker.wait_for(run.id)

    def worker(
        self,
        *,
        only: RunId | None = None,
        connect: Callable[[Run], Sequence[Provider]] | None = None,
        retries: RetryPolicy | None = None,
    ) -> AbstractAsyncContextManager[Worker]:
        """Somebody who works in this process, on one run or on all."""
        return working(
            self.store,
            connect=connect or self.providers,
            presets=PRESETS,
            clock=self.clock,
            chance=Chance(next(_NUMBERS) * 7919),
            settings=self.settings if retries is None else replace(self.settings, retries=retries),
            only=only,
        )

    @property
    def sweeps(self) -> Sweeps:
        """What a driver does, to be done by hand."""
        mint = Mint(self.clock, Chance(next(_NUMBERS)).stream("ids"))
        return Sweeps(self.store, presets=PRESETS, now=self.clock.now, mint=mint)

    def evidence(self, run: Run) -> Evidence:
        return gather(self.store, run.id, self.sim.bill())

    def check(self, run: Run) -> Evidence:
        """All invariants, of which none may be broken."""
        evidence = self.evidence(run)
        found = violations(evidence)
        assert found == [], found
        return evidence


def providers_of(run: Run, address: str, limits: Limits = NO_LIMITS) -> list[Provider]:
    """A provider for each model that a run asks, because each has its own price."""
    refining = run.snapshot.refining
    writers = () if refining is None else (refining.refiner,)
    asked = [*run.snapshot.arms, *run.snapshot.judges, *writers]
    models = dict.fromkeys(one.endpoint.model for one in asked if one.endpoint.kind is EndpointKind.MODEL)
    models |= {} if run.snapshot.embedder is None else {run.snapshot.embedder.model: None}
    cards = {card.id: card for card in default_world(7).models()}
    return [
        Provider(
            name=model,
            kind="openai-compatible",
            base_url=address,
            key=Secret(KEY),
            price=Price(cards[model].usd_per_million_input, cards[model].usd_per_million_output),
            limits=limits,
        )
        for model in models
    ]


def open_house(store: Store, sim: SimProcess) -> House:
    """A house on a database of its own."""
    prepare(store)
    clock = SystemClock()
    mint = Mint(clock, Chance(11).stream("ids"))
    return House(store, sim, Control(store, presets=PRESETS, now=clock.now, mint=mint), clock)


def some_cases(dataset: Dataset, number: int) -> Iterable[Case]:
    return (
        Case(id=f"case_{index}", dataset_id=dataset.id, name=f"case-{index}", variables={"i": index})  # pyright: ignore[reportArgumentType] (ids are plain strings)
        for index in range(number)
    )


def a_run_of(
    cases: int,
    *,
    arms: Sequence[str] = ("edison-sim-large",),
    judges: Sequence[str] = (),
    repeats: int = 1,
    parallel: int = 16,
    budget_microusd: int | None = None,
    checks: Sequence[Check] = (Check(kind="empty", negated=True),),
    max_tokens: int = 60,
    prompt: str = "Question {{ i }}: what is the capital of France?",
    sampling: Sampling = AS_IT_LIKES,
    cache: bool = False,
    embedder: Endpoint | None = None,
) -> Run:
    """A run that asks every arm about every case."""
    number = next(_NUMBERS)
    rubric = Rubric(
        id="rub_1",  # pyright: ignore[reportArgumentType]
        project_id="local",  # pyright: ignore[reportArgumentType]
        name="Good answers",
        criteria=(
            Criterion(name="correct", description="Is it right?", weight=1.0, scale=Scale(min=1, max=5)),
        ),
    )
    version = PromptVersion.model_validate({"id": "ver_1", "prompt_id": "prm_1", "number": 1, "user": prompt})
    snapshot = Snapshot(
        goal="Answer questions about capitals.",
        versions=(version,),
        arms=tuple(_an_arm(name, sampling.model_copy(update={"max_tokens": max_tokens})) for name in arms),
        dataset=Dataset.model_validate({"id": f"set_{number}", "project_id": "local", "name": "capitals"}),
        cases=cases,
        repeats=repeats,
        checks=tuple(checks),
        rubric=rubric if judges else None,
        judges=tuple(_a_judge(name) for name in judges),
        embedder=embedder,
    )
    experiment = RunDesign.model_validate(
        {
            "id": f"exp_{number}",
            "project_id": "local",
            "name": "capitals",
            "preset": "battery",
            "factors": Factors(arms=tuple(arm.id for arm in snapshot.arms)),
            "stages": ("plan", "generate", "check", "judge", "rank"),
            "policy": Policy(
                parallel=parallel, repeats=repeats, budget_microusd=budget_microusd, cache=cache
            ),
        }
    )
    return Run(
        id=RunId(f"run_{Chance(number).stream('id').bits(128):032x}"),
        experiment=experiment,
        snapshot=snapshot,
        seed=number,
        began_at=SystemClock().now(),
    )


def _an_arm(model: str, sampling: Sampling) -> Arm:
    return Arm.model_validate(
        {
            "id": f"arm_{model}",
            "name": model,
            "endpoint": Endpoint(provider=model, model=model),
            "sampling": sampling,
        }
    )


def _a_judge(model: str) -> Judge:
    return Judge.model_validate(
        {
            "id": f"jdg_{model}",
            "project_id": "local",
            "name": model,
            "endpoint": Endpoint(provider=model, model=model),
            "sampling": Sampling(temperature=0.0, max_tokens=400),
            "rubric_id": "rub_1",
        }
    )


__all__ = ["KEY", "NO_RETRIES", "House", "a_run_of", "open_house", "providers_of", "some_cases"]
