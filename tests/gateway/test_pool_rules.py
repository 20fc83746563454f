"""Whatever happens in whatever order, the pool keeps its rules."""

import asyncio
from collections import Counter
from collections.abc import Sequence

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from edison.domain import FrozenClock
from edison.errors import EdisonError
from edison.gateway.pool import Lease, ServerPool, ServerState
from tests.gateway.virtual_time import rest

SERVERS = ("a", "b", "c")
MODELS = ("x", "y", "z")
LONG_S = 32.0
model_lists = st.lists(st.sampled_from(MODELS), unique=True)


class Pool(RuleBasedStateMachine):
    """Calls arrive, end, fail and are cancelled; servers change their models and fall silent."""

    def __init__(self) -> None:
        super().__init__()
        self.runner = asyncio.Runner()
        self.clock = FrozenClock()
        self.lists: dict[str, Sequence[str] | None] = {}
        self.waiting: list[tuple[str, asyncio.Task[Lease]]] = []
        self.since: dict[asyncio.Task[Lease], float] = {}
        self.held: list[Lease] = []

    @initialize(lists=st.tuples(*[model_lists] * len(SERVERS)), max_concurrent=st.integers(1, 3))
    def open_the_pool(self, lists: tuple[Sequence[str], ...], max_concurrent: int) -> None:
        self.lists = dict(zip(SERVERS, lists, strict=True))
        self.pool = ServerPool(
            SERVERS,
            clock=self.clock,
            refresh=self.models_of,
            max_concurrent=max_concurrent,
            linger_s=0.0,
        )

    async def models_of(self, address: str) -> Sequence[str]:
        await asyncio.sleep(0)
        listed = self.lists[address]
        if listed is None:
            raise ConnectionRefusedError(address)
        return listed

    @rule(model=st.sampled_from(MODELS))
    def a_call_arrives(self, model: str) -> None:
        async def start() -> None:
            task = asyncio.create_task(self.pool.acquire(model, patience_s=1e6))
            self.waiting.append((model, task))
            self.since[task] = self.clock.monotonic()

        self.runner.run(start())
        self.come_to_rest()

    @rule(which=st.integers(0, 99), failed=st.booleans())
    def a_call_ends(self, which: int, failed: bool) -> None:
        if self.held:
            self.in_loop(self.held.pop(which % len(self.held)), failed=failed)

    @rule(which=st.integers(0, 99))
    def a_call_is_cancelled(self, which: int) -> None:
        if self.waiting:
            self.waiting[which % len(self.waiting)][1].cancel()
            self.come_to_rest()

    @rule(which=st.integers(0, 99), cancel_first=st.booleans(), failed=st.booleans())
    def a_call_is_cancelled_just_as_another_ends(self, which: int, cancel_first: bool, failed: bool) -> None:
        if not self.waiting or not self.held:
            return
        task = self.waiting[which % len(self.waiting)][1]
        if cancel_first:
            task.cancel()
        self.in_loop(self.held.pop(), failed=failed, then_cancel=task)

    @rule(server=st.sampled_from(SERVERS), models=st.one_of(st.none(), model_lists))
    def a_server_changes(self, server: str, models: Sequence[str] | None) -> None:
        self.lists[server] = models

    @rule()
    def time_passes(self) -> None:
        self.clock.advance(10)

    def in_loop(self, lease: Lease, *, failed: bool, then_cancel: asyncio.Task[Lease] | None = None) -> None:
        async def end() -> None:
            self.pool.release(lease, failed=failed)
            if then_cancel is not None:
                then_cancel.cancel()

        self.runner.run(end())
        self.come_to_rest()

    def come_to_rest(self) -> None:
        self.runner.run(rest())
        done = [task for _, task in self.waiting if task.done()]
        self.waiting = [(model, task) for model, task in self.waiting if not task.done()]
        for task in done:
            if task.cancelled():
                continue
            if task.exception() is None:
                self.held.append(task.result())
            else:
                assert isinstance(task.exception(), EdisonError)

    @invariant()
    def no_slot_is_lost_or_invented(self) -> None:
        held = Counter(lease.server for lease in self.held)
        assert {view.address: view.active for view in self.views} == {s: held[s] for s in SERVERS}

    @invariant()
    def no_server_is_above_its_limit_or_busy_with_two_models(self) -> None:
        for view in self.views:
            models = {lease.model for lease in self.held if lease.server == view.address}
            assert view.active <= view.max_concurrent
            assert models <= {view.current_model}

    @invariant()
    def nobody_waits_who_could_run_or_who_never_can(self) -> None:
        for model, _ in self.waiting:
            offering = [view for view in self.views if view.models is not None and model in view.models]
            assert offering
            able = [view for view in offering if may_take(view, model)]
            assert len(able) <= len(self.models_that_waited_long() - {model})

    def models_that_waited_long(self) -> set[str]:
        """For each of them one server is drained."""
        now = self.clock.monotonic()
        return {model for model, task in self.waiting if now - self.since[task] >= LONG_S}

    @property
    def views(self) -> tuple[ServerState, ...]:
        return self.pool.servers if hasattr(self, "pool") else ()

    def teardown(self) -> None:
        self.runner.close()


def may_take(view: ServerState, model: str) -> bool:
    return view.active < view.max_concurrent and view.current_model in (None, model)


Pool.TestCase.settings = settings(max_examples=80, stateful_step_count=40)
TestPoolKeepsItsRules = Pool.TestCase
