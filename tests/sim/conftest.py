"""A simulator in a process of its own, reset for every test, and the official clients pointed at it."""

from collections.abc import Iterator

import anthropic
import openai
import pytest
from botocore.client import BaseClient
from botocore.config import Config
from botocore.session import Session
from google import genai
from google.genai import types as google_types

from edison.sim import SimProcess, SimSettings

from .asking import KEY, SIGNED_ID, SIGNED_SECRET


@pytest.fixture(scope="session")
def _running() -> Iterator[SimProcess]:
    settings = SimSettings(models=("gpt-4o-mini",), secrets={SIGNED_ID: SIGNED_SECRET})
    with SimProcess(settings) as process:
        yield process


@pytest.fixture
def sim(_running: SimProcess) -> SimProcess:
    """A simulator with an empty bill and nothing planned."""
    _running.admin.reset()
    return _running


@pytest.fixture(scope="session")
def _openai_client(_running: SimProcess) -> Iterator[openai.OpenAI]:
    with openai.OpenAI(api_key=KEY, base_url=_running.base_url("openai"), max_retries=0) as client:
        yield client


@pytest.fixture(scope="session")
def _anthropic_client(_running: SimProcess) -> Iterator[anthropic.Anthropic]:
    with anthropic.Anthropic(api_key=KEY, base_url=_running.base_url("anthropic"), max_retries=0) as client:
        yield client


@pytest.fixture(scope="session")
def _google_client(_running: SimProcess) -> Iterator[genai.Client]:
    options = google_types.HttpOptions(
        base_url=f"{_running.address}/google", retry_options=google_types.HttpRetryOptions(attempts=1)
    )
    client = genai.Client(api_key=KEY, http_options=options)
    yield client
    client.close()


@pytest.fixture(scope="session")
def _bedrock_client(_running: SimProcess) -> Iterator[BaseClient]:
    client = a_bedrock_client(_running, secret=SIGNED_SECRET)
    yield client
    client.close()


@pytest.fixture
def openai_client(_openai_client: openai.OpenAI, sim: SimProcess) -> openai.OpenAI:
    return _openai_client


@pytest.fixture
def anthropic_client(_anthropic_client: anthropic.Anthropic, sim: SimProcess) -> anthropic.Anthropic:
    return _anthropic_client


@pytest.fixture
def google_client(_google_client: genai.Client, sim: SimProcess) -> genai.Client:
    return _google_client


@pytest.fixture
def bedrock_client(_bedrock_client: BaseClient, sim: SimProcess) -> BaseClient:
    return _bedrock_client


def a_bedrock_client(sim: SimProcess, *, secret: str) -> BaseClient:
    return Session().create_client(
        "bedrock-runtime",
        region_name="us-east-1",
        endpoint_url=sim.base_url("bedrock"),
        aws_access_key_id=SIGNED_ID,
        aws_secret_access_key=secret,
        config=Config(retries={"total_max_attempts": 1}),
    )
