"""Embeddings and model lists, as OpenAI and the servers that speak like it answer them."""

import base64
import json
import struct

import pytest

from edison.domain import ModelListing
from edison.errors import BadRequest, ProviderTrouble, RateLimited, Unreadable
from edison.gateway.codecs.openai_chat import OpenAIChat
from tests.gateway.codecs.sdk_openai import as_json

CODEC = OpenAIChat()


def embedded(*data: object, **fields: object) -> bytes:
    return as_json({"object": "list", "data": list(data), "model": "small", **fields})


def test_vectors_come_back_in_the_order_of_the_texts() -> None:
    read = CODEC.decode_embedding(
        embedded(
            {"index": 2, "embedding": [3]}, {"index": 0, "embedding": [1]}, {"index": 1, "embedding": [2.5]}
        )
    )

    assert read.vectors == ((1.0,), (2.5,), (3.0,))
    assert read.reported_model == "small"


def test_vectors_without_an_index_keep_their_order() -> None:
    assert CODEC.decode_embedding(embedded({"embedding": [1]}, {"embedding": [2]})).vectors == (
        (1.0,),
        (2.0,),
    )


def test_vectors_in_base64_are_read() -> None:
    packed = base64.b64encode(struct.pack("<3f", 0.5, -1.0, 2.0)).decode()

    assert CODEC.decode_embedding(embedded({"index": 0, "embedding": packed})).vectors == ((0.5, -1.0, 2.0),)


def test_dimensions_are_sent_only_when_asked_for() -> None:
    body = CODEC.encode_embedding("small", ("a",)).body

    assert json.loads(body or b"") == {"model": "small", "input": ["a"], "encoding_format": "float"}


@pytest.mark.parametrize(
    ("body", "trouble"),
    [
        (b"{}", Unreadable),
        (b"[]", Unreadable),
        (b"<html>", Unreadable),
        (embedded({"index": 0}), Unreadable),
        (embedded({"index": 0, "embedding": "no base64!"}), Unreadable),
        (embedded({"index": 0, "embedding": "AAA="}), Unreadable),
        (as_json({"error": {"code": "rate_limit_exceeded", "message": "Slow."}}), RateLimited),
        (as_json({"error": {"code": "content_filter", "message": "Filtered."}}), BadRequest),
    ],
)
def test_embeddings_that_are_none_are_a_trouble(body: bytes, trouble: type[ProviderTrouble]) -> None:
    with pytest.raises(ProviderTrouble) as caught:
        CODEC.decode_embedding(body)

    assert type(caught.value) is trouble


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ({"id": "gpt-5", "owned_by": "openai"}, ModelListing(id="gpt-5", owned_by="openai")),
        (
            {
                "id": "a/b",
                "name": "B",
                "context_length": 8192,
                "top_provider": {"max_completion_tokens": 4096},
            },
            ModelListing(id="a/b", display_name="B", context_tokens=8192, max_output_tokens=4096),
        ),
        (
            {"id": "t", "display_name": "T", "organization": "Meta", "context_length": 100},
            ModelListing(id="t", display_name="T", owned_by="Meta", context_tokens=100),
        ),
        ({"id": "v", "max_model_len": 2048}, ModelListing(id="v", context_tokens=2048)),
        ({"id": "l", "max_context_length": 512}, ModelListing(id="l", context_tokens=512)),
        ({"id": "g", "context_window": 64}, ModelListing(id="g", context_tokens=64)),
        ({"id": "c", "meta": {"n_ctx_train": 32}}, ModelListing(id="c", context_tokens=32)),
        (
            {"id": "h", "providers": [{"context_length": 10}, {"context_length": 20}, {}]},
            ModelListing(id="h", context_tokens=20),
        ),
    ],
)
def test_a_model_is_listed_with_what_its_server_tells(written: object, read: ModelListing) -> None:
    assert CODEC.decode_models(as_json({"data": [written, {}]})).models == (read,)


def test_a_bare_list_is_a_list_of_models() -> None:
    page = CODEC.decode_models(b' [{"id": "a"}, {"id": "b"}]')

    assert [model.id for model in page.models] == ["a", "b"]
    assert page.next_page is None


def test_a_list_with_more_to_come_says_where_to_go_on() -> None:
    page = CODEC.decode_models(as_json({"data": [{"id": "a"}], "has_more": True, "last_id": "a b"}))

    assert page.next_page == "a b"
    assert CODEC.encode_models(page.next_page).path == "/models?after=a%20b"


@pytest.mark.parametrize(
    ("body", "trouble"),
    [
        (b"", Unreadable),
        (b"{}", Unreadable),
        (b'{"data": {}}', Unreadable),
        (as_json({"error": "Unexpected endpoint or method. (GET /models)"}), BadRequest),
    ],
)
def test_a_list_that_is_none_is_a_trouble(body: bytes, trouble: type[ProviderTrouble]) -> None:
    with pytest.raises(ProviderTrouble) as caught:
        CODEC.decode_models(body)

    assert type(caught.value) is trouble
