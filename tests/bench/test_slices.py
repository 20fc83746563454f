"""Short slices of the benchmarks and the demo, so that they cannot rot.

The figures proper come from `make bench`; here coverage slows us down and nobody else.
"""

import re
import subprocess
import sys

import pytest

from bench.__main__ import against
from bench.stub import running_stub


@pytest.mark.parametrize(("rival", "least"), [("bare aiohttp", 0.2), ("openai SDK", 2.0)])
def test_the_gateway_keeps_up_with_its_rivals(rival: str, least: float) -> None:
    with running_stub() as base_url:
        assert against(rival, base_url, in_flight=32, calls=200) >= least


def test_streams_keep_up_too() -> None:
    with running_stub() as base_url:
        assert against("bare aiohttp", base_url, in_flight=16, calls=50, stream=True) >= 0.2


@pytest.mark.timeout(180)
def test_the_demo_shows_three_models_and_a_bill_that_agrees_with_the_ledger() -> None:
    shown = subprocess.run(
        [sys.executable, "-m", "bench.demo"], capture_output=True, text=True, timeout=150, check=True
    ).stdout

    assert all(name in shown for name in ("sim-large", "sim-small", "sim-terse"))
    spent, billed = re.findall(r"(\d+\.\d{6}) USD", shown)
    assert spent == billed
