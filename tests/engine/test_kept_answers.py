"""Answers that are taken from earlier runs instead of asking again, on both databases, over real HTTP."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import replace

from edison.domain import (
    Answer,
    Ask,
    Board,
    CellReport,
    Endpoint,
    FrozenClock,
    Run,
    Sampling,
    Settlement,
    StageName,
)
from edison.engine import ProviderVectors
from edison.gateway import Provider, Secret
from edison.stats.vectors import pack_vectors
from edison.store import KeptVectors, Store
from tests.engine.house import House, a_run_of
from tests.factories import an_answer

COLD = Sampling(temperature=0.0)
CASES = 4


def begun(house: House, **changes: object) -> Run:
    """A run; nothing that matters differs from one to the next."""
    wanted = {"sampling": COLD, "cache": True, "max_tokens": 400, **changes}
    return house.start(a_run_of(CASES, **wanted))  # pyright: ignore[reportArgumentType] (any change at all)


async def done(house: House, **changes: object) -> tuple[Run, list[CellReport]]:
    """Such a run to its end, all invariants checked."""
    run = begun(house, **changes)
    ended = await house.work_on(run)
    assert ended.settlement is Settlement.ALL_CELLS_DONE
    return ended, house.check(run).cells


def calls(house: House, run: Run, stage: StageName = StageName.GENERATE) -> int:
    return sum(attempt.stage is stage for attempt in house.evidence(run).attempts)


async def test_the_same_question_is_paid_for_once(house: House) -> None:
    first, asked = await done(house)

    second, kept = await done(house)

    assert (calls(house, first), calls(house, second)) == (CASES, 0)
    assert [cell.output and cell.output.text for cell in kept] == [
        cell.output and cell.output.text for cell in asked
    ]
    assert {cell.answered.from_cache for cell in asked} == {False}
    assert {
        (cell.answered.from_cache, cell.answered.microusd, cell.answered.latency_ms) for cell in kept
    } == {(True, 0, None)}
    assert all(cell.answered.tokens_out and cell.answered.model for cell in kept)


async def test_what_was_kept_tells_nothing_about_speed_and_cost(house: House) -> None:
    await done(house)
    run, _ = await done(house)

    with house.store.reading() as work:
        boards = {one.board: one for one in work.rankings.of_run(run.id)}

    assert boards[Board.RELIABILITY].items[0].observations == CASES
    assert not {Board.SPEED, Board.COST} & boards.keys()


async def test_judges_are_asked_every_time(house: House) -> None:
    await done(house)

    run, cells = await done(house, judges=("edison-judge-fair",))

    assert calls(house, run) == 0
    assert calls(house, run, StageName.JUDGE) >= CASES
    assert all(cell.answered.microusd for cell in cells)


ANOTHER: tuple[dict[str, object], ...] = (
    {"cache": False},
    {"sampling": Sampling(temperature=0.7)},
    {"sampling": Sampling(temperature=0.0, seed=1)},
    {"max_tokens": 401},
    {"repeats": 2},
    {"prompt": "Question {{ i }}: what is the capital of Italy?"},
)


async def test_another_question_is_asked(house: House) -> None:
    await done(house)

    others = [begun(house, **changes) for changes in ANOTHER]
    async with house.worker() as worker:
        ended = [await worker.wait_for(run.id) for run in others]

    assert {run.settlement for run in ended} == {Settlement.ALL_CELLS_DONE}
    found = [house.check(run).cells for run in others]
    assert [calls(house, run) for run in others] == list(map(len, found))
    assert not any(cell.answered.from_cache for cells in found for cell in cells)


async def test_another_key_has_no_part_in_it(house: House) -> None:
    await done(house)
    run = house.start(a_run_of(CASES, sampling=COLD, cache=True, max_tokens=400))

    def connect(run: Run) -> list[Provider]:
        return [replace(one, key=Secret("sk-another")) for one in house.providers(run)]

    await house.work_on(run, connect=connect)

    assert calls(house, run) == CASES


async def test_what_was_cut_short_is_asked_for_again(house: House) -> None:
    first, cells = await done(house, max_tokens=2)
    assert {cell.outcome.value for cell in cells} == {"truncated"}

    second, _ = await done(house, max_tokens=2)

    assert (calls(house, first), calls(house, second)) == (CASES, CASES)


async def test_vectors_are_kept_before_their_call_counts_as_answered(store: Store) -> None:
    made, asked = [(1.0, 0.0)], list[str]()

    async def scope() -> str:
        return "mine"

    def vectors() -> ProviderVectors:
        to = Endpoint.parse("sim/edison-embed-small")
        return ProviderVectors(to, kept=KeptVectors(store, clock=FrozenClock()), scope=scope)

    @asynccontextmanager
    async def hear(ask: Ask) -> AsyncGenerator[Answer]:
        asked.append(ask.fingerprint)
        yield an_answer(text=pack_vectors(made))
        if len(asked) == 1:
            # Whoever dies here and takes the work up again has all that was paid for.
            assert await vectors().asking(hear).embed(["one"]) == made

    assert await vectors().asking(hear).embed(["one"]) == made
    assert len(asked) == 1
