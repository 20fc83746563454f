"""Files that clients uploaded, and batches: many requests handed in at once and worked off over simulated time.

Where a batch stands is a function of the clock, so nothing needs to run for time to pass. The work itself is
done in small steps when somebody looks, in the background, or at an admin's tick.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from fnmatch import fnmatchcase
from typing import Literal

from ..clock import SimClock
from ..faults.dice import unit_of
from ..faults.plan import BatchTwist, FaultPlan
from ..wire.shapes import Format, Json


@dataclass(frozen=True, slots=True)
class StoredFile:
    """A file, whatever a format calls it."""

    id: str
    name: str
    content: bytes
    created_at: datetime
    purpose: str = ""
    mime_type: str = "application/octet-stream"
    expires_at: datetime | None = None


class FileStore:
    """All files, oldest first."""

    def __init__(self) -> None:
        self._files: dict[str, StoredFile] = {}

    def put(self, file: StoredFile) -> StoredFile:
        self._files[file.id] = file
        return file

    def find(self, id: str) -> StoredFile | None:
        return self._files.get(id)

    def remove(self, id: str) -> bool:
        """Throw a file away; says whether it was there."""
        return self._files.pop(id, None) is not None

    def newest_first(self) -> list[StoredFile]:
        return list(reversed(self._files.values()))

    def clear(self) -> None:
        self._files.clear()


WINDOW_S = 24 * 3600.0
_STEP_S = 0.02
_VALIDATING_SHARE = 0.02


class Phase(StrEnum):
    """Where a batch stands, in no provider's words."""

    VALIDATING = "validating"
    RUNNING = "running"
    FINISHING = "finishing"
    CANCELLING = "cancelling"
    COMPLETED = "completed"
    FAILED = "failed"
    EXPIRED = "expired"
    CANCELLED = "cancelled"

    @property
    def is_over(self) -> bool:
        return self in (Phase.COMPLETED, Phase.FAILED, Phase.EXPIRED, Phase.CANCELLED)


@dataclass(frozen=True, slots=True)
class Item:
    """One request of a batch. `metadata` is what Google's callers put beside it instead of a key."""

    key: str
    body: bytes
    metadata: Json | None = None


@dataclass(frozen=True, slots=True)
class ItemOutcome:
    """How an item ended."""

    kind: Literal["succeeded", "errored", "expired", "cancelled", "status_zero"]
    status: int = 0
    body: Json = field(default_factory=dict[str, object])


@dataclass(slots=True)
class Batch:
    """A batch as it was handed in, and what has become of it so far."""

    id: str
    format: Format
    items: Sequence[Item]
    created_s: float
    """Simulated time, seconds since the epoch."""
    delay_s: float
    key: str | None = None
    model: str | None = None
    operation: str = "chat"
    tags: tuple[str, ...] = ()
    details: Json = field(default_factory=dict[str, object])
    """What only its format knows: file ids, metadata, a display name."""
    faults: tuple[tuple[int, str, str], ...] = ()
    """Why it was not accepted: line, code, sentence."""
    twist: BatchTwist = field(default_factory=BatchTwist)
    skew_s: float = 0.0
    cancelled_s: float | None = None
    order: Sequence[int] = ()
    outcomes: dict[int, ItemOutcome] = field(default_factory=dict[int, ItemOutcome])


@dataclass(frozen=True, slots=True)
class BatchStanding:
    """A batch at one moment."""

    phase: Phase
    due: int
    """How many items are finished by now."""
    ended_s: float | None = None


def standing_of(batch: Batch, now_s: float) -> BatchStanding:
    """Where a batch stands at a moment; a pure function of the two."""
    at_s = now_s + batch.skew_s
    begun_s = batch.created_s + batch.delay_s * _VALIDATING_SHARE
    if batch.faults:
        return BatchStanding(Phase.FAILED if at_s >= begun_s else Phase.VALIDATING, 0, begun_s)
    end_s, end_phase = _natural_end(batch)
    if batch.cancelled_s is not None and not batch.twist.ignores_cancel and batch.cancelled_s < end_s:
        stopped_s = batch.cancelled_s + batch.twist.cancel_lag_s
        due = _due(batch, batch.cancelled_s)
        if at_s < stopped_s:
            return BatchStanding(Phase.CANCELLING, due)
        return BatchStanding(Phase.CANCELLED, due, stopped_s)
    if at_s >= end_s:
        return BatchStanding(end_phase, _due(batch, end_s), end_s)
    if at_s < begun_s:
        return BatchStanding(Phase.VALIDATING, 0)
    return BatchStanding(Phase.RUNNING, _due(batch, at_s))


def _natural_end(batch: Batch) -> tuple[float, Phase]:
    done_s = batch.created_s + batch.delay_s
    if batch.twist.expire_at is not None:
        return batch.created_s + batch.delay_s * batch.twist.expire_at, Phase.EXPIRED
    if batch.delay_s > WINDOW_S:
        return batch.created_s + WINDOW_S, Phase.EXPIRED
    return done_s, Phase.COMPLETED


def _due(batch: Batch, at_s: float) -> int:
    if batch.delay_s <= 0:
        share = 1.0 if batch.twist.expire_at is None else batch.twist.expire_at
    else:
        share = (at_s - batch.created_s) / batch.delay_s
    return int(len(batch.items) * min(max(share, 0.0), 1.0) + 1e-9)


WorkKind = Callable[[Batch, Item], ItemOutcome]


class BatchStore:
    """All batches of all formats."""

    def __init__(self, clock: SimClock, *, work: WorkKind, delay_s: float, seed: int) -> None:
        self._clock = clock
        self._work = work
        self._delay_s = delay_s
        self._seed = seed
        self._batches: dict[str, Batch] = {}
        self.plan = FaultPlan()

    def now(self) -> datetime:
        return self._clock.now()

    def now_s(self) -> float:
        return self._clock.now().timestamp()

    def open(self, batch: Batch) -> Batch:
        """Take a batch in."""
        batch.twist = next((twist for twist in self.plan.batches if _concerns(twist, batch)), BatchTwist())
        batch.delay_s = self._delay_s if batch.twist.delay_s is None else batch.twist.delay_s
        drawn = sorted(range(len(batch.items)), key=lambda place: unit_of(self._seed, batch.id, str(place)))
        batch.order = range(len(batch.items)) if batch.twist.in_order else drawn
        self._batches[batch.id] = batch
        return batch

    def find(self, id: str, format: Format) -> Batch | None:
        batch = self._batches.get(id)
        return batch if batch is not None and batch.format is format else None

    def newest_first(self, format: Format) -> list[Batch]:
        return [batch for batch in reversed(self._batches.values()) if batch.format is format]

    def cancel(self, batch: Batch) -> None:
        """Ask for an end; what is finished stays."""
        if batch.cancelled_s is None and not self.standing(batch).phase.is_over:
            batch.cancelled_s = self.now_s() + batch.skew_s

    def remove(self, batch: Batch) -> None:
        self._batches.pop(batch.id, None)

    def clear(self) -> None:
        self._batches.clear()

    def standing(self, batch: Batch) -> BatchStanding:
        """Where a batch stands, as far as the work is done: nothing is over before its items are."""
        standing = standing_of(batch, self.now_s())
        if len(batch.outcomes) < standing.due and standing.phase.is_over:
            return BatchStanding(Phase.FINISHING, len(batch.outcomes))
        return standing

    async def tick(self, batch: Batch, *, fraction: float = 1.0) -> None:
        """Move a batch on to this fraction of its time at once, and do all the work that is due."""
        target_s = batch.created_s + batch.delay_s * fraction + batch.twist.cancel_lag_s
        batch.skew_s = max(batch.skew_s, target_s - self.now_s())
        await self.catch_up(batch, patience_s=None)

    async def catch_up(self, batch: Batch, *, patience_s: float | None = 0.2) -> None:
        """Do work that is due, giving way to others now and then; not for longer than `patience_s`."""
        wall = self._clock.wall
        began = paused = wall.monotonic()
        due = standing_of(batch, self.now_s()).due
        while len(batch.outcomes) < due:
            place = batch.order[len(batch.outcomes)]
            batch.outcomes[place] = self._outcome(batch, batch.items[place])
            moment = wall.monotonic()
            if patience_s is not None and moment - began > patience_s:
                return
            if moment - paused > _STEP_S:
                await asyncio.sleep(0)
                paused = wall.monotonic()

    async def catch_up_all(self) -> None:
        """Do a little of all work that is due."""
        for batch in list(self._batches.values()):
            await self.catch_up(batch, patience_s=_STEP_S)

    async def tick_all(self) -> int:
        """Bring every batch to its end; says how many there were."""
        batches = list(self._batches.values())
        for batch in batches:
            await self.tick(batch)
        return len(batches)

    def results(self, batch: Batch) -> Iterator[tuple[Item, ItemOutcome]]:
        """What is handed out at the end, with all the oddities of its twist; never in the order handed in."""
        twist = batch.twist
        for place, outcome in [*batch.outcomes.items(), *self._unfinished(batch)]:
            item = batch.items[place]
            if self._happens(batch, "lost", item, twist.lost):
                continue
            yield item, outcome
            if self._happens(batch, "duplicated", item, twist.duplicated):
                yield item, outcome
        for number, (item, outcome) in enumerate(self._models_for_strangers(batch)):
            yield Item(f"stranger-{number}", item.body), outcome

    def _models_for_strangers(self, batch: Batch) -> list[tuple[Item, ItemOutcome]]:
        finished = [(batch.items[place], outcome) for place, outcome in batch.outcomes.items()]
        return (finished * batch.twist.strangers)[: batch.twist.strangers]

    def _unfinished(self, batch: Batch) -> list[tuple[int, ItemOutcome]]:
        kind = "cancelled" if self.standing(batch).phase is Phase.CANCELLED else "expired"
        return [(place, ItemOutcome(kind)) for place in batch.order if place not in batch.outcomes]

    def _outcome(self, batch: Batch, item: Item) -> ItemOutcome:
        if self._happens(batch, "status_zero", item, batch.twist.status_zero):
            return ItemOutcome("status_zero")
        if self._happens(batch, "failing", item, batch.twist.failing):
            return ItemOutcome("errored", status=500)
        return self._work(batch, item)

    def _happens(self, batch: Batch, what: str, item: Item, share: float) -> bool:
        return share > 0 and unit_of(self._seed, what, item.key) < share


def _concerns(twist: BatchTwist, batch: Batch) -> bool:
    if twist.format is not None and twist.format != batch.format:
        return False
    return twist.tag is None or any(fnmatchcase(tag, twist.tag) for tag in batch.tags)
