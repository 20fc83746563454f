"""What a call cost, and what it may cost at most, in whole millionths of a dollar."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from importlib.metadata import version
from typing import TYPE_CHECKING

from msgspec.structs import replace

from edison.domain import CacheMark, Certainty, Clock, Cost, Usage

from .kinds import kind_of
from .provider import Price, Provider
from .rates import SCALE, Rates, rates_of_model, rates_of_price

if TYPE_CHECKING:
    from genai_prices.types import ModelInfo

_TABLE = "genai-prices"
_SNAPSHOTS: Mapping[str, date] = {"0.2.1": date(2026, 10, 20)}
"""From when the prices in a release of the table are: its last change that was in force."""

_FREE = Cost(microusd=0, certainty=Certainty.EXACT)
_UNKNOWN = Cost()
_MODEL_PREFIXES = ("publishers/google/models/", "publishers/anthropic/models/", "models/", "google/")


class PriceList:
    """Prices by provider and model: the user's own word first, nothing for local servers, then the table.

    Without a clock, prices are those of the table's own day. A model that the table does not have costs an
    unknown amount, never zero.
    """

    def __init__(self, clock: Clock | None = None) -> None:
        self._clock = clock
        self._stated: dict[Provider, Rates] = {}
        self._rates: dict[tuple[str, str | None, str, bool, date], Rates | None] = {}

    @property
    def snapshot_date(self) -> date:
        """From when the table is."""
        return _SNAPSHOTS.get(version(_TABLE)) or max(_SNAPSHOTS.values())

    @property
    def snapshot(self) -> str:
        """Which table it is, to be kept with what was computed from it."""
        return f"{_TABLE} {version(_TABLE)} of {self.snapshot_date}"

    def cost(
        self,
        provider: Provider,
        model: str,
        usage: Usage,
        *,
        batch: bool = False,
        at: date | None = None,
        cache: CacheMark = CacheMark.SHORT,
        estimate: Usage | None = None,
    ) -> Cost:
        """What a call cost; `cache` says for how long its prompt was to be remembered.

        Tokens the provider did not count are taken from the estimate, if there is one: then the cost is an
        estimate too.
        """
        rates = self._rates_of(provider, model, batch=batch, at=at)
        if rates is None:
            return _UNKNOWN
        if rates.is_free:
            return _FREE
        if provider.price is not None and provider.price.per_call:
            return Cost(microusd=_rounded(rates.per_request), certainty=Certainty.EXACT)
        if rates.is_flat and not batch and _is_plain(usage):
            charge = rates.charge(usage, cache=cache)
            return Cost(microusd=(charge + SCALE // 2) // SCALE, certainty=Certainty.EXACT)
        counted = usage if estimate is None else _filled(usage, estimate)
        if counted.input_tokens is None or (counted.output_tokens is None and rates.output is not None):
            return _UNKNOWN
        is_stated = not rates.varies_by_hour and (rates.knows_batch or not batch)
        is_exact = is_stated and counted is usage and _adds_up(usage)
        certainty = Certainty.EXACT if is_exact else Certainty.ESTIMATED
        return Cost(microusd=_rounded(rates.charge(counted, cache=cache)), certainty=certainty)

    def worst_case(
        self,
        provider: Provider,
        model: str,
        *,
        input_tokens: int,
        max_output_tokens: int,
        cache: CacheMark = CacheMark.SHORT,
    ) -> int | None:
        """What a call may cost at most, rounded up; None when the price is unknown."""
        rates = self._rates_of(provider, model, batch=False, at=None)
        if rates is None:
            return None
        most = rates.charge_at_most(input_tokens=input_tokens, output_tokens=max_output_tokens, cache=cache)
        return -(-most // SCALE)

    def _rates_of(self, provider: Provider, model: str, *, batch: bool, at: date | None) -> Rates | None:
        if provider.price is not None:
            stated = self._stated.get(provider)
            if stated is None:
                stated = self._stated[provider] = rates_of_price(provider.price)
            return stated
        day = at or (self._clock.now().date() if self._clock else self.snapshot_date)
        key = (provider.kind, provider.base_url, model, batch, day)
        if key not in self._rates:
            self._rates[key] = self._look_up(provider, model, batch=batch, day=day)
        return self._rates[key]

    def _look_up(self, provider: Provider, model: str, *, batch: bool, day: date) -> Rates | None:
        kind = kind_of(provider)
        if kind.is_local:
            return _NO_CHARGE
        entry = find_entry(kind.prices_as, model, base_url=provider.base_url)
        if entry is None:
            return None
        at = datetime.combine(day, time(), UTC)
        return rates_of_model(entry.model, at=at, batch=batch and entry.is_own)


_NO_CHARGE = rates_of_price(Price())


@dataclass(frozen=True, slots=True)
class Entry:
    """A model in the price table."""

    model: "ModelInfo"
    is_own: bool
    """Whether the provider itself lists it; else its maker's standard price is taken."""


def find_entry(prices_as: str | None, model: str, *, base_url: str | None = None) -> Entry | None:
    """The model in the table, by the provider's id there or, where it has none, by its address."""
    # Imported here: the table takes a quarter of a second, and not everybody asks for a price.
    from genai_prices.data_snapshot import get_snapshot

    if prices_as is None and base_url is None:
        return None
    provider_id, name = _as_the_table_says(prices_as, model)
    try:
        owner, found = get_snapshot().find_provider_model(
            name, None, provider_id, None if provider_id else base_url
        )
    except LookupError:
        return None
    return Entry(found, is_own=any(found is listed for listed in owner.models))


def _as_the_table_says(prices_as: str | None, model: str) -> tuple[str | None, str]:
    if prices_as == "huggingface":
        # The router's price is that of the host named behind the colon; without one it is anybody's.
        name, _, host = model.partition(":")
        return f"huggingface_{host or 'unnamed'}", name
    if prices_as == "google":
        for prefix in _MODEL_PREFIXES:
            model = model.removeprefix(prefix)
    return prices_as, model


def _filled(usage: Usage, estimate: Usage) -> Usage:
    if usage.input_tokens is not None and usage.output_tokens is not None:
        return usage
    return replace(
        usage,
        input_tokens=estimate.input_tokens if usage.input_tokens is None else usage.input_tokens,
        output_tokens=estimate.output_tokens if usage.output_tokens is None else usage.output_tokens,
    )


def _is_plain(usage: Usage) -> bool:
    """Whether all was counted, and nothing but plain input and output."""
    return not (
        usage.input_tokens is None
        or usage.output_tokens is None
        or usage.cached_tokens
        or usage.cache_write_tokens
        or usage.reasoning_tokens
    )


def _adds_up(usage: Usage) -> bool:
    """Whether the parts fit into the wholes; where they do not, the provider's numbers are only a hint."""
    cached = (usage.cached_tokens or 0) + (usage.cache_write_tokens or 0)
    return cached <= (usage.input_tokens or 0) and (usage.reasoning_tokens or 0) <= (usage.output_tokens or 0)


def _rounded(charge: int) -> int:
    return (charge + SCALE // 2) // SCALE
