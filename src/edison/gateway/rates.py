"""What tokens cost: one model's rates, read once out of the price table, and exact whole-number sums."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from decimal import ROUND_HALF_EVEN, Context, Decimal
from functools import cached_property
from typing import TYPE_CHECKING

from edison.domain import CacheMark, Usage

from .provider import Price

if TYPE_CHECKING:
    from genai_prices.types import ModelInfo, ModelPrice, TieredPrices

SCALE = 10**18
"""A dollar per million tokens is a millionth of a dollar per token; rates are kept in this fraction of it."""

_EXACT = Context(prec=60, rounding=ROUND_HALF_EVEN)
_BATCH = {"processing": "batch"}


@dataclass(frozen=True, slots=True)
class Rate:
    """What one token costs; in some tables a long prompt makes all its tokens dearer."""

    base: int
    tiers: tuple[tuple[int, int], ...] = ()
    """(more input tokens than this, then this rate), the highest first."""

    def at(self, input_tokens: int) -> int:
        for start, rate in self.tiers:
            if input_tokens > start:
                return rate
        return self.base


@dataclass(frozen=True)
class Rates:
    """All rates of a model; what has none of its own is paid as plain input or output."""

    input: Rate
    output: Rate | None = None
    """None for a model that puts out no tokens."""
    cache_read: Rate | None = None
    cache_write: Rate | None = None
    cache_write_long: Rate | None = None
    reasoning: Rate | None = None
    per_request: int = 0
    knows_batch: bool = False
    """Whether these are rates for batches that the table states as such."""
    varies_by_hour: bool = False
    """Whether the table has other rates for other hours of the day."""
    is_free: bool = False
    """Whether it costs nothing, however much is used."""

    @cached_property
    def is_flat(self) -> bool:
        """Whether every token costs the same, however many there are and whenever they are used."""
        return not (
            self.per_request or self.varies_by_hour or self.input.tiers or (self.output and self.output.tiers)
        )

    @cached_property
    def is_plain(self) -> bool:
        """Whether it is flat, and no token is of a dearer kind."""
        return self.is_flat and not (self.cache_write or self.cache_write_long or self.reasoning)

    def charge(self, usage: Usage, *, cache: CacheMark) -> int:
        """The cost in 1/SCALE millionths of a dollar; tokens that were not counted are none."""
        whole, out = usage.input_tokens or 0, usage.output_tokens or 0
        if self.is_flat and not (usage.cached_tokens or usage.cache_write_tokens or usage.reasoning_tokens):
            return whole * self.input.base + (out * self.output.base if self.output else 0)
        plain_in, plain_out = self.input.at(whole), self.output.at(whole) if self.output else 0
        read, written = usage.cached_tokens or 0, usage.cache_write_tokens or 0
        total = self.per_request + max(whole - read - written, 0) * plain_in
        if read:
            total += read * (self.cache_read.at(whole) if self.cache_read else plain_in)
        if written:
            write = self._write_rate(cache)
            total += written * (write.at(whole) if write else plain_in)
        if self.reasoning and usage.reasoning_tokens:
            out -= usage.reasoning_tokens
            total += usage.reasoning_tokens * self.reasoning.at(whole)
        return total + max(out, 0) * plain_out

    def charge_at_most(self, *, input_tokens: int, output_tokens: int, cache: CacheMark) -> int:
        """The most it can cost: all input at its dearest rate, all output at its dearest."""
        if self.is_plain:
            return input_tokens * self.input.base + (output_tokens * self.output.base if self.output else 0)
        dearest_in = self.input.at(input_tokens)
        write = self._write_rate(cache)
        if write:
            dearest_in = max(dearest_in, write.at(input_tokens))
        dearest_out = self.output.at(input_tokens) if self.output else 0
        if self.reasoning:
            dearest_out = max(dearest_out, self.reasoning.at(input_tokens))
        return self.per_request + input_tokens * dearest_in + output_tokens * dearest_out

    def _write_rate(self, cache: CacheMark) -> Rate | None:
        return (self.cache_write_long if cache is CacheMark.LONG else None) or self.cache_write


_NOTHING = Rates(input=Rate(0), output=Rate(0), is_free=True)


def rates_of_price(price: Price) -> Rates:
    """The rates a user stated."""
    cached = price.cached_per_million
    if price.per_call:
        fee = _scaled(Decimal(str(price.per_call))) * 1_000_000
        return Rates(input=Rate(0), output=None, per_request=fee)
    if not (price.input_per_million or price.output_per_million or cached):
        return _NOTHING
    return Rates(
        input=Rate(_scaled(Decimal(str(price.input_per_million)))),
        output=Rate(_scaled(Decimal(str(price.output_per_million)))),
        cache_read=None if cached is None else Rate(_scaled(Decimal(str(cached)))),
    )


def rates_of_model(model: "ModelInfo", *, at: datetime, batch: bool) -> Rates | None:
    """The rates of the price table on a day; None where it has none for tokens."""
    standard = model.get_prices(at)
    resolved = model.get_prices(at, _BATCH) if batch else standard
    stated = _stated(resolved)
    if not stated:
        # An empty entry means free only where the name says so; elsewhere nobody knows.
        return _NOTHING if ":free" in model.id else None
    if "input_mtok" not in stated:
        return None
    return Rates(
        input=_rate(stated["input_mtok"]),
        output=_optional(stated, "output_mtok"),
        cache_read=_optional(stated, "cache_read_mtok"),
        cache_write=_optional(stated, "cache_write_5m_mtok") or _optional(stated, "cache_write_mtok"),
        cache_write_long=_optional(stated, "cache_write_1h_mtok"),
        reasoning=_optional(stated, "output_reasoning_mtok"),
        per_request=_per_request(stated),
        knows_batch=batch and stated != _stated(standard),
        varies_by_hour=_varies_by_hour(model),
    )


Stated = Mapping[str, "Decimal | TieredPrices"]


def _varies_by_hour(model: "ModelInfo") -> bool:
    conditional = model.prices if isinstance(model.prices, list) else []
    return any(hasattr(price.constraint, "start_time") for price in conditional)


def _stated(price: "ModelPrice") -> Stated:
    return {key: value for key, value in vars(price).items() if value is not None}


def _optional(stated: Stated, key: str) -> Rate | None:
    return _rate(stated[key]) if key in stated else None


def _rate(price: "Decimal | TieredPrices") -> Rate:
    if isinstance(price, Decimal):
        return Rate(_scaled(price))
    tiers = tuple((tier.start, _scaled(tier.price)) for tier in reversed(price.tiers))
    return Rate(_scaled(price.base), tiers)


def _per_request(stated: Stated) -> int:
    """The fee for a request, which the table states in dollars per thousand."""
    fee = stated.get("requests_kcount")
    return _scaled(fee) * 1000 if isinstance(fee, Decimal) else 0


def _scaled(dollars_per_million: Decimal) -> int:
    return int(_EXACT.multiply(dollars_per_million, Decimal(SCALE)))
