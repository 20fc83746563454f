"""Short slices of the benchmarks, so that they cannot rot.

The figures proper come from `make bench`; here others may want the same cores.
"""

import pytest

from bench.__main__ import against
from bench.stub import running_stub


@pytest.mark.parametrize(("rival", "calls", "least"), [("bare aiohttp", 200, 0.2), ("openai SDK", 16, 1.0)])
def test_the_gateway_keeps_up_with_its_rivals(rival: str, calls: int, least: float) -> None:
    with running_stub() as base_url:
        assert against(rival, base_url, in_flight=8, calls=calls) >= least


def test_streams_keep_up_too() -> None:
    with running_stub() as base_url:
        assert against("bare aiohttp", base_url, in_flight=16, calls=50, stream=True) >= 0.2
