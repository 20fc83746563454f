"""Batch APIs, items and provider-shaped rows for tests: valid by default, override what matters."""

from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from dataclasses import replace

from edison.domain import (
    Ask,
    BatchHandle,
    BatchItem,
    BatchResult,
    Certainty,
    Cost,
    Endpoint,
    FrozenClock,
    Message,
    Sampling,
    Usage,
)
from edison.gateway.batches import BatchApi, BatchWire, batch_api_for
from edison.gateway.batches.anthropic import mark_of
from edison.gateway.codecs import codec_for
from edison.gateway.codecs.base import Dialect
from edison.gateway.kinds import complete
from edison.gateway.provider import Provider, WireFormat
from edison.gateway.secret import Secret
from edison.gateway.wire import Wire

from .office import Office

KEY = "sk-canary-0123456789abcdef"
TAG = "run_1-wave_2"

BASE_PATHS = {"openai": "/v1", "azure": "/openai/v1", "anthropic": "", "google": "/v1beta"}
MODELS = {"openai": "gpt-mini", "azure": "deployed", "anthropic": "claude-small", "google": "gemini-flash"}


def half_price(model: str, usage: Usage) -> Cost:
    """One millionth of a dollar per input token and two per output token: made up, easy to add."""
    tokens = (usage.input_tokens or 0) + 2 * (usage.output_tokens or 0)
    return Cost(microusd=tokens, certainty=Certainty.EXACT)


def a_provider(kind: str, address: str, **changes: object) -> Provider:
    plain = Provider(name="api", kind=kind, key=Secret(KEY), base_url=address + BASE_PATHS[kind])
    return complete(replace(plain, **changes))  # pyright: ignore[reportArgumentType]


def an_api_on(wire: BatchWire, provider: Provider) -> BatchApi:
    codec = codec_for(provider.wire or WireFormat.OPENAI_CHAT)
    return batch_api_for(
        provider,
        codec=codec,
        encode=lambda ask: codec.encode(ask, Dialect()),
        wire=wire,
        price=half_price,
    )


@asynccontextmanager
async def an_api(kind: str, office: Office, **changes: object) -> AsyncIterator[BatchApi]:
    """A api on the real wire."""
    async with Wire(FrozenClock()) as wire:
        yield an_api_on(wire, a_provider(kind, office.address, **changes))


def an_item(key: str = "a", text: str = "How many?", *, model: str = "gpt-mini") -> BatchItem:
    ask = Ask(
        to=Endpoint(provider="api", model=model),
        messages=(Message.user(text),),
        sampling=Sampling(max_tokens=9),
    )
    return BatchItem(key=key, ask=ask)


def items_for(kind: str, *keys: str) -> list[BatchItem]:
    return [an_item(key, model=MODELS[kind]) for key in keys]


def a_handle(kind: str, batch_id: str = "b1", *, items: int = 2) -> BatchHandle:
    name = f"batches/{batch_id}" if kind == "google" else batch_id
    return BatchHandle(provider="api", id=name, tag=TAG, model=MODELS[kind], items=items)


async def all_of(results: AsyncIterator[BatchResult]) -> list[BatchResult]:
    return [result async for result in results]


def summary(results: Iterable[BatchResult]) -> dict[str, str]:
    """What became of each key: the answer's text, or the trouble's code."""
    return {result.key: result.answer.text if result.answer else str(result.trouble) for result in results}


def completion(text: str = "Four.") -> dict[str, object]:
    return {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "model": "gpt-mini-2026",
        "choices": [{"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": text}}],
        "usage": {"prompt_tokens": 10, "completion_tokens": 2, "total_tokens": 12},
    }


def message(text: str = "Four.") -> dict[str, object]:
    return {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": "claude-small-2026",
        "content": [{"type": "text", "text": text}],
        "stop_reason": "end_turn",
        "usage": {"input_tokens": 10, "output_tokens": 2},
    }


def generated(text: str = "Four.") -> dict[str, object]:
    return {
        "candidates": [{"content": {"role": "model", "parts": [{"text": text}]}, "finishReason": "STOP"}],
        "usageMetadata": {"promptTokenCount": 10, "candidatesTokenCount": 2, "totalTokenCount": 12},
        "modelVersion": "gemini-flash-2026",
        "responseId": "r1",
    }


def answered(kind: str, key: str, text: str = "Four.") -> dict[str, object]:
    """A row of results that holds an answer, in the provider's own form."""
    match kind:
        case "anthropic":
            return {
                "custom_id": mark_of(TAG) + key,
                "result": {"type": "succeeded", "message": message(text)},
            }
        case "google":
            return {"key": key, "response": generated(text)}
        case _:
            return openai_row(key, body=completion(text))


def openai_row(key: str, *, status: int = 200, body: object = None) -> dict[str, object]:
    response = {"status_code": status, "request_id": "req_1", "body": body}
    return {"id": f"batch_req_{key}", "custom_id": key, "response": response, "error": None}


def openai_error_row(key: str, code: str, text: str = "It did not work.") -> dict[str, object]:
    return {
        "id": f"batch_req_{key}",
        "custom_id": key,
        "response": None,
        "error": {"code": code, "message": text},
    }


def openai_batch(status: str = "completed", **changes: object) -> dict[str, object]:
    return {
        "id": "b1",
        "object": "batch",
        "endpoint": "/v1/chat/completions",
        "input_file_id": "file-in",
        "completion_window": "24h",
        "status": status,
        "created_at": 1_767_225_600,
        "request_counts": {"total": 2, "completed": 2, "failed": 0},
        "metadata": {"edison_tag": TAG, "edison_model": "gpt-mini", "edison_items": "2"},
        **changes,
    }


def anthropic_batch(status: str = "ended", **counts: int) -> dict[str, object]:
    plain = {"processing": 0, "succeeded": 0, "errored": 0, "canceled": 0, "expired": 0}
    return {
        "id": "b1",
        "type": "message_batch",
        "processing_status": status,
        "created_at": "2026-01-01T00:00:00Z",
        "expires_at": "2026-01-02T00:00:00Z",
        "request_counts": {**plain, **counts},
        "results_url": "https://elsewhere.example/v1/messages/batches/b1/results"
        if status == "ended"
        else None,
    }


def google_batch(state: str = "BATCH_STATE_SUCCEEDED", **changes: object) -> dict[str, object]:
    about = {
        "@type": "type.googleapis.com/google.ai.generativelanguage.v1main.GenerateContentBatch",
        "name": "batches/b1",
        "model": "models/gemini-flash",
        "displayName": TAG,
        "state": state,
        "createTime": "2026-01-01T00:00:00.123456789Z",
        "batchStats": {"requestCount": "2", "successfulRequestCount": "2"},
    }
    return {"name": "batches/b1", "metadata": about, **changes}
