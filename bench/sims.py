"""Simulators in processes of their own, a house that asks them over HTTP, and many runs worked off in it."""

import asyncio
import multiprocessing
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from typing import TypeVar

from pydantic import JsonValue

from edison.actions.house import House
from edison.actions.runs.drive import serve_runs
from edison.domain import RunId
from edison.settings import load_settings
from edison.sim import SimProcess, SimSettings
from edison.sim.world import Persona
from edison.wiring import open_house

T = TypeVar("T")

SEED = 7
WORKERS = 2
"""Processes that ask; what they take is several times what the simulators do."""


@contextmanager
def simulators(*worlds: Sequence[Persona]) -> Iterator[list[SimProcess]]:
    """One process for each group of personas; all have the same seed, so that equals reply alike in all of them."""
    with ExitStack() as stack:
        sims = [stack.enter_context(SimProcess(SimSettings(seed=SEED))) for _ in worlds]
        for sim, personas in zip(sims, worlds, strict=True):
            for persona in personas:
                sim.admin.set_persona(persona)
        yield sims


def provider_of(place: int) -> str:
    """What the simulator at this place is called."""
    return f"sim{place}"


def forms_of(sims: Iterable[SimProcess]) -> dict[str, JsonValue]:
    """How the simulators are reached, by their names; nothing costs anything."""
    return {
        provider_of(place): {
            "kind": "openai-compatible",
            "base_url": sim.base_url("openai-compatible"),
            "price": 0,
        }
        for place, sim in enumerate(sims)
    }


@contextmanager
def fresh_house(forms: Mapping[str, JsonValue]) -> Iterator[House]:
    """A house with an archive of its own that is thrown away afterwards."""
    with tempfile.TemporaryDirectory() as folder:
        settings = replace(load_settings(), database_url=f"sqlite:///{folder}/edison.db")
        with open_house(settings, providers=forms) as house:
            yield house


def work_off(house: House, runs: Iterable[RunId]) -> None:
    """Work on everything that was started until it has ended."""

    async def serve() -> None:
        await serve_runs(house, stop=asyncio.Event(), until_idle=True)

    asyncio.run(serve())
    with house.store.reading() as work:
        for run in runs:
            settlement = work.runs.get(run).settlement
            if not settlement.is_end:
                raise SystemExit(f"{run} has not ended: {settlement}")


def asked(sims: Iterable[SimProcess]) -> int:
    """How many requests came in, by the simulators' own bills."""
    return sum(sim.totals().requests for sim in sims)


def in_batches(work: Callable[[Sequence[int]], T], worlds: Sequence[int], *, size: int) -> Iterator[T]:
    """Do some work for batches of worlds, two of them at a time, each in a process of its own."""
    batches = [worlds[first : first + size] for first in range(0, len(worlds), size)]
    if len(batches) == 1:
        yield work(batches[0])
        return
    # Begun anew rather than forked: nothing of this process, above all no lock, is to be in there.
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(WORKERS, mp_context=context) as pool:
        yield from pool.map(work, batches)
