"""Limits that are shared by all workers: who is made to wait, and an end to it."""

from edison.domain import Record, Right
from edison.engine import name_limit
from edison.store import Diagnosis, Health, HeldLimit

from .access import verb
from .house import House


class Waiting(Record, frozen=True, kw_only=True):
    """A limit at which calls wait now."""

    endpoint: str
    address: str
    unit: str
    """Requests or tokens."""
    paused_s: float
    """For how long nobody may send, because the provider asked for it."""
    taken_s: float
    """For how long slots are taken by calls that were let through."""


@verb(Right.READ)
def list_limits(house: House) -> list[Waiting]:
    """Every limit at which calls wait now, by provider and model."""
    return [_told(held) for held in _held(house)]


@verb(Right.OPERATE)
def clear_limits(house: House, endpoint: str | None = None) -> int:
    """Forget the limits of an endpoint, or all of them; says how many there were.

    A process that is under way keeps the pauses it has heard of until they are over.
    """
    keys = [held.key for held in _held(house) if endpoint in (None, name_limit(held.key).endpoint)]
    house.store.retry(lambda work: work.rates.clear(keys))
    return len(keys)


@verb(Right.READ)
def examine_limits(house: House) -> list[Diagnosis]:
    """Whether a provider makes everybody wait."""
    paused = [waiting for waiting in list_limits(house) if waiting.paused_s]
    if not paused:
        sentence = "No provider makes anybody wait."
        return [Diagnosis(subject="limits", health=Health.GOOD, sentence=sentence)]
    return [
        Diagnosis(
            subject="limits",
            health=Health.WARNING,
            sentence=f"{one.endpoint} at {one.address} asked everybody to wait for another {one.paused_s:,.0f} s; "
            f"if you know better: edison limits clear {one.endpoint}",
        )
        for one in paused
    ]


def _held(house: House) -> list[HeldLimit]:
    with house.store.reading() as work:
        return work.rates.held(longest_s=house.machine.longest_pause_s)


def _told(held: HeldLimit) -> Waiting:
    name = name_limit(held.key)
    return Waiting(
        endpoint=name.endpoint,
        address=name.address,
        unit=name.unit,
        paused_s=held.paused_s,
        taken_s=held.taken_s,
    )
