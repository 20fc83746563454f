"""Money: counted in millionths of a dollar, so that sums are exact; told and taken in dollars."""

from typing import overload

_MICRO = 1_000_000


@overload
def to_usd(microusd: None) -> None: ...
@overload
def to_usd(microusd: float) -> float: ...
@overload
def to_usd(microusd: float | None) -> float | None: ...
def to_usd(microusd: float | None) -> float | None:
    """Millionths as dollars, the nearest float, which is written with at most six decimals; unknown stays unknown."""
    return None if microusd is None else microusd / _MICRO


@overload
def to_microusd(usd: None) -> None: ...
@overload
def to_microusd(usd: float) -> int: ...
@overload
def to_microusd(usd: float | None) -> int | None: ...
def to_microusd(usd: float | None) -> int | None:
    """Dollars as millionths, to the nearest; what is not given stays so."""
    return None if usd is None else round(usd * _MICRO)


def known_microusd(microusd: int, *, unpriced: int) -> int | None:
    """What was spent at least; None where no part of it is known, for calls without a price are not free."""
    return None if unpriced and not microusd else microusd
