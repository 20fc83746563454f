"""Money is counted in whole millionths of a dollar."""

from hypothesis import given
from hypothesis import strategies as st

from edison.domain import to_microusd, to_usd


@given(st.integers(0, 10**12))
def test_millionths_are_had_again_from_dollars(microusd: int) -> None:
    assert to_microusd(to_usd(microusd)) == microusd


def test_what_is_not_known_stays_unknown() -> None:
    assert (to_usd(None), to_microusd(None)) == (None, None)
    assert (to_usd(1_500_000), to_microusd(0.25)) == (1.5, 250_000)
