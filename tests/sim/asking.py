"""Asking a simulator over plain HTTP, the way no client library would."""

import http.client
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

import orjson

from edison.sim import Simulator

Client = Any
"""An official client: their types forbid much of what one must be able to send to see it refused."""

KEY = "sk-test-one"
SIGNED_ID = "AKIDEXAMPLE"
SIGNED_SECRET = "wJalrXUtnFEMI"

MODEL = "edison-sim-medium"
CASE = "I ordered the wrong garden hose by mistake. Can I cancel?"


@dataclass(frozen=True)
class Raw:
    """An answer as it came."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return orjson.loads(self.body)


def ask(
    sim: Simulator,
    path: str,
    body: object = None,
    *,
    method: str = "POST",
    headers: Mapping[str, str] | None = None,
    timeout: float = 10.0,
) -> Raw:
    """One request on a connection of its own."""
    address = urlsplit(sim.address)
    line = http.client.HTTPConnection(address.hostname or "", address.port, timeout=timeout)
    try:
        data = body if isinstance(body, bytes) else orjson.dumps(body) if body is not None else None
        line.request(method, path, body=data, headers={"Authorization": f"Bearer {KEY}", **(headers or {})})
        response = line.getresponse()
        return Raw(
            response.status, {name.lower(): value for name, value in response.getheaders()}, response.read()
        )
    finally:
        line.close()


def a_chat(text: str = CASE, **fields: Any) -> dict[str, object]:
    """The body of an OpenAI chat request."""
    return {"model": MODEL, "messages": [{"role": "user", "content": text}], **fields}


def a_message(text: str = CASE, **fields: Any) -> dict[str, object]:
    """The body of an Anthropic messages request."""
    return {"model": MODEL, "max_tokens": 500, "messages": [{"role": "user", "content": text}], **fields}


def a_content(text: str = CASE, **fields: Any) -> dict[str, object]:
    """The body of a Gemini generateContent request."""
    return {"contents": [{"role": "user", "parts": [{"text": text}]}], **fields}


def a_conversation(text: str = CASE, **fields: Any) -> dict[str, object]:
    """The body of a Bedrock converse request."""
    return {"messages": [{"role": "user", "content": [{"text": text}]}], **fields}


@dataclass(frozen=True)
class Door:
    """Where one format is asked, and how."""

    path: str
    stream_path: str
    body: dict[str, object]
    stream_body: dict[str, object]
    headers: Mapping[str, str]


DOORS = {
    "openai-chat": Door("/v1/chat/completions", "/v1/chat/completions", a_chat(), a_chat(stream=True), {}),
    "openai-responses": Door(
        "/v1/responses",
        "/v1/responses",
        {"model": MODEL, "input": CASE},
        {"model": MODEL, "input": CASE, "stream": True},
        {},
    ),
    "anthropic-messages": Door(
        "/anthropic/v1/messages",
        "/anthropic/v1/messages",
        a_message(),
        a_message(stream=True),
        {"anthropic-version": "2023-06-01"},
    ),
    "gemini": Door(
        f"/google/v1beta/models/{MODEL}:generateContent",
        f"/google/v1beta/models/{MODEL}:streamGenerateContent?alt=sse",
        a_content(),
        a_content(),
        {},
    ),
    "bedrock-converse": Door(
        f"/bedrock/model/{MODEL}/converse",
        f"/bedrock/model/{MODEL}/converse-stream",
        a_conversation(),
        a_conversation(),
        {},
    ),
}


def knock(sim: Simulator, format: str, *, stream: bool = False, timeout: float = 10.0) -> Raw:
    """Ask the standard question in one format."""
    door = DOORS[format]
    path, body = (door.stream_path, door.stream_body) if stream else (door.path, door.body)
    return ask(sim, path, body, headers=door.headers, timeout=timeout)
