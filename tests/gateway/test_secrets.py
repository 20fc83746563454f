"""A key reaches the provider and nobody else."""

import copy
import io
import json
import pickle
import traceback

import pytest
import structlog

from edison.errors import ProviderBroken, ProviderTrouble
from edison.gateway import KeyStyle, MemoryLedger, Secret
from edison.telemetry import configure_logs
from tests.gateway.chat_bodies import chat, failure
from tests.gateway.gateways import KEY, a_gateway, a_provider, an_ask
from tests.gateway.scripted import says, scripted


def test_a_secret_shows_itself_in_no_way_of_printing() -> None:
    secret = Secret(KEY)

    shown = [
        repr(secret),
        str(secret),
        f"{secret}",
        f"{secret:>40}",
        f"{secret}",
        repr({"key": secret}),
        repr([secret]),
    ]

    assert not any("canary" in text for text in shown)
    assert secret.reveal() == KEY


@pytest.mark.parametrize("take", [pickle.dumps, copy.copy, copy.deepcopy])
def test_a_secret_is_never_copied(take: object) -> None:
    with pytest.raises(TypeError, match="never pickled"):
        take(Secret(KEY))  # type: ignore[operator]


def test_fingerprints_tell_keys_apart_and_tell_nothing_else() -> None:
    assert Secret(KEY).fingerprint == Secret(KEY).fingerprint
    assert Secret(KEY) == Secret(KEY)
    assert Secret(KEY) != Secret(KEY + "x")
    assert Secret(KEY).fingerprint != Secret(KEY + "x").fingerprint
    assert len({Secret(KEY), Secret(KEY)}) == 1
    assert Secret(KEY).fingerprint not in KEY


ECHOES = [
    says(failure(f"Incorrect API key provided: {KEY}.", code="invalid_api_key"), status=401),
    says(failure(f"bad request to https://host/?key={KEY}"), status=400),
    says(f"<html>Authorization: Bearer {KEY}</html>".encode(), status=502, content_type="text/html"),
    says(f"not json {KEY}".encode()),
    says(json.dumps({"error": KEY}).encode(), status=500),
    says(failure(KEY, code=KEY), status=429),
]


@pytest.mark.parametrize("scene", ECHOES)
async def test_a_provider_that_echoes_the_key_does_not_make_us_show_it(scene: object) -> None:
    ledger, log = MemoryLedger(), io.StringIO()
    configure_logs(level="debug", style="json", stream=log)
    async with scripted(scene) as server:  # type: ignore[arg-type]
        async with a_gateway(a_provider(server.base_url, key=Secret(KEY)), ledger=ledger) as gateway:
            with pytest.raises(ProviderTrouble) as caught:
                await gateway.ask(an_ask())

    trouble = caught.value
    structlog.get_logger().error("call.failed", trouble=trouble, fields=trouble.fields, exc_info=trouble)
    sinks = {
        "sentence": trouble.sentence,
        "str": str(trouble),
        "repr": repr(trouble),
        "fields": repr(trouble.fields),
        "traceback": "".join(traceback.format_exception(trouble)),
        "ledger": repr(list(ledger.entries)),
        "ledger as JSON": "".join(entry.end.to_json().decode() for entry in ledger.entries),
        "log": log.getvalue(),
        "gateway": repr(gateway) + repr(vars(gateway)),
    }
    assert [name for name, text in sinks.items() if "canary" in text] == []
    assert "call.failed" in log.getvalue()


@pytest.mark.parametrize(
    ("style", "header"),
    [
        (KeyStyle.BEARER, "Authorization"),
        (KeyStyle.API_KEY, "api-key"),
        (KeyStyle.X_API_KEY, "x-api-key"),
        (KeyStyle.X_GOOG_API_KEY, "x-goog-api-key"),
    ],
)
async def test_a_key_travels_in_the_header_of_its_style(style: KeyStyle, header: str) -> None:
    async with scripted(says(chat())) as server:
        async with a_gateway(a_provider(server.base_url, key=Secret(KEY), key_style=style)) as gateway:
            answer = await gateway.ask(an_ask())

    sent = server.requests[0].header(header)
    assert sent is not None
    assert sent.removeprefix("Bearer ") == KEY
    assert "canary" not in answer.to_json().decode()


async def test_a_key_may_travel_in_a_header_of_the_servers_own() -> None:
    async with scripted(says(chat())) as server:
        async with a_gateway(a_provider(server.base_url, key=Secret(KEY), key_header="X-Custom")) as gateway:
            await gateway.ask(an_ask())

    assert server.requests[0].header("X-Custom") == KEY
    assert server.requests[0].header("Authorization") is None


async def test_no_key_is_sent_when_the_style_is_none() -> None:
    async with scripted(says(chat())) as server:
        async with a_gateway(
            a_provider(server.base_url, key=Secret(KEY), key_style=KeyStyle.NONE)
        ) as gateway:
            await gateway.ask(an_ask())

    assert "canary" not in server.requests[0].head


async def test_a_key_that_cannot_be_sent_is_refused_and_not_told() -> None:
    broken = f"{KEY}\r\nX-Evil: 1"

    async with scripted(says(chat())) as server:
        provider = a_provider(server.base_url, key=Secret(broken), key_style=KeyStyle.BEARER)
        async with a_gateway(provider) as gateway:
            with pytest.raises(ProviderBroken, match="line break") as caught:
                await gateway.ask(an_ask())

    assert server.requests == []
    assert "canary" not in "".join(traceback.format_exception(caught.value))
