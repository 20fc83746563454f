"""A simulator, reset for every test, and the official clients pointed at it."""

import asyncio
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from queue import SimpleQueue

import anthropic
import msgspec
import openai
import pytest
from botocore.client import BaseClient
from botocore.config import Config
from botocore.session import Session
from google import genai
from google.genai import types as google_types

from edison.sim import Ready, SimSettings, Simulator, serve

from .asking import KEY, SIGNED_ID, SIGNED_SECRET


@pytest.fixture(scope="session")
def _running() -> Iterator[Simulator]:
    """Answers from a thread of this process, so that the tests of this room cover what they reach."""
    settings = SimSettings(models=("gpt-4o-mini",), secrets={SIGNED_ID: SIGNED_SECRET})
    started: SimpleQueue[tuple[str, asyncio.AbstractEventLoop, asyncio.Event]] = SimpleQueue()

    async def run() -> None:
        loop, stop = asyncio.get_running_loop(), asyncio.Event()
        await serve(settings, say=lambda line: started.put((line, loop, stop)), until=stop)

    with ThreadPoolExecutor(1) as thread:
        running = thread.submit(asyncio.run, run())
        line, loop, stop = started.get(timeout=60)
        yield Simulator(msgspec.json.decode(line, type=Ready))
        loop.call_soon_threadsafe(stop.set)
        running.result()


@pytest.fixture
def sim(_running: Simulator) -> Simulator:
    """A simulator with an empty bill and nothing planned."""
    _running.admin.reset()
    return _running


@pytest.fixture(scope="session")
def _openai_client(_running: Simulator) -> Iterator[openai.OpenAI]:
    with openai.OpenAI(api_key=KEY, base_url=_running.base_url("openai"), max_retries=0) as client:
        yield client


@pytest.fixture(scope="session")
def _anthropic_client(_running: Simulator) -> Iterator[anthropic.Anthropic]:
    with anthropic.Anthropic(api_key=KEY, base_url=_running.base_url("anthropic"), max_retries=0) as client:
        yield client


@pytest.fixture(scope="session")
def _google_client(_running: Simulator) -> Iterator[genai.Client]:
    options = google_types.HttpOptions(
        base_url=f"{_running.address}/google", retry_options=google_types.HttpRetryOptions(attempts=1)
    )
    client = genai.Client(api_key=KEY, http_options=options)
    yield client
    client.close()


@pytest.fixture(scope="session")
def _bedrock_client(_running: Simulator) -> Iterator[BaseClient]:
    client = a_bedrock_client(_running, secret=SIGNED_SECRET)
    yield client
    client.close()


@pytest.fixture
def openai_client(_openai_client: openai.OpenAI, sim: Simulator) -> openai.OpenAI:
    return _openai_client


@pytest.fixture
def anthropic_client(_anthropic_client: anthropic.Anthropic, sim: Simulator) -> anthropic.Anthropic:
    return _anthropic_client


@pytest.fixture
def google_client(_google_client: genai.Client, sim: Simulator) -> genai.Client:
    return _google_client


@pytest.fixture
def bedrock_client(_bedrock_client: BaseClient, sim: Simulator) -> BaseClient:
    return _bedrock_client


def a_bedrock_client(sim: Simulator, *, secret: str) -> BaseClient:
    return Session().create_client(
        "bedrock-runtime",
        region_name="us-east-1",
        endpoint_url=sim.base_url("bedrock"),
        aws_access_key_id=SIGNED_ID,
        aws_secret_access_key=secret,
        config=Config(retries={"total_max_attempts": 1}),
    )
