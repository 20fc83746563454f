"""Whatever a provider sends, the caller gets an Answer or one of our troubles, in time, with the evidence kept."""

import asyncio
import json

import pytest

from edison.domain import AttemptState, Outcome
from edison.errors import (
    AuthRefused,
    BadRequest,
    BrokenStream,
    ModelMissing,
    ProviderTrouble,
    QuotaGone,
    RateLimited,
    TimedOut,
    TooLong,
    Unavailable,
    UnknownOutcome,
    Unreadable,
)
from edison.gateway import MemoryLedger, Provider
from tests.gateway.chat_bodies import chat, chat_stream, failure
from tests.gateway.gateways import QUICK, a_gateway, a_provider, an_ask
from tests.gateway.scripted import Scene, drips, hangs_up, says, scripted, stalls, streams, writes

HTML = b"<!DOCTYPE html><html><head><title>502 Bad Gateway</title></head><body>nginx</body></html>"
DEEP = b'{"choices":' + b"[" * 200_000 + b"]" * 200_000 + b"}"
LONG_NUMBER = b'{"choices":[],"created":' + b"9" * 5000 + b"}"

TROUBLES: dict[str, tuple[Scene, type[ProviderTrouble]]] = {
    "html with 200": (says(HTML, content_type="text/html"), Unreadable),
    "html with 502": (says(HTML, status=502, content_type="text/html"), Unavailable),
    "html with 403": (says(HTML, status=403, content_type="text/html"), AuthRefused),
    "empty 200": (says(b""), Unreadable),
    "white space": (says(b"  \n "), Unreadable),
    "null": (says(b"null"), Unreadable),
    "a bare string": (says(b'"hello"'), Unreadable),
    "a bare number": (says(b"42"), Unreadable),
    "an array": (says(b"[]"), Unreadable),
    "an empty object": (says(b"{}"), Unreadable),
    "no choices": (says(b'{"choices": []}'), Unreadable),
    "choices of the wrong type": (says(b'{"choices": "no"}'), Unreadable),
    "message of the wrong type": (says(b'{"choices": [{"message": 7}]}'), Unreadable),
    "plain text": (says(b"upstream connect error", content_type="text/plain"), Unreadable),
    "200,000 deep": (says(DEEP), Unreadable),
    "a number of 5,000 digits": (says(LONG_NUMBER), Unreadable),
    "invalid UTF-8": (says(b"\xff\xfe\xfd"), Unreadable),
    "an error object with 200": (says(failure("overloaded", kind="server_error")), Unavailable),
    "an error object with a 429 code in 200": (
        says(failure("slow", code="rate_limit_exceeded")),
        RateLimited,
    ),
    "429": (says(failure("slow down", code="rate_limit_exceeded"), status=429), RateLimited),
    "429 without a body": (says(b"", status=429), RateLimited),
    "quota": (
        says(failure("You exceeded your current quota", code="insufficient_quota"), status=429),
        QuotaGone,
    ),
    "payment required": (says(b"", status=402), QuotaGone),
    "wrong key": (says(failure("Incorrect API key", code="invalid_api_key"), status=401), AuthRefused),
    "model gone": (says(failure("no such model", code="model_not_found"), status=404), ModelMissing),
    "too long": (
        says(failure("maximum context length", code="context_length_exceeded"), status=400),
        TooLong,
    ),
    "bad request": (says(failure("bad value"), status=400), BadRequest),
    "unprocessable": (says(b'{"detail": [{"msg": "field required"}]}', status=422), BadRequest),
    "too large": (says(b"", status=413), TooLong),
    "408": (says(b"", status=408), TimedOut),
    "409": (says(b"", status=409), Unavailable),
    "500": (says(failure("boom", kind="server_error"), status=500), Unavailable),
    "503 plain": (says(b"no healthy upstream", status=503, content_type="text/plain"), Unavailable),
    "524": (says(b"", status=524), TimedOut),
    "529": (says(b"", status=529), Unavailable),
    "599": (says(b"", status=599), Unavailable),
    "a redirect": (says(b"", status=302, Location="http://127.0.0.1:9/"), BadRequest),
    "418": (says(b"", status=418), BadRequest),
    "hangs up": (hangs_up(), UnknownOutcome),
    "half a status line": (writes(b"HTTP/1.1 2", then_close=True), UnknownOutcome),
    "not HTTP": (writes(b"SSH-2.0-OpenSSH_9.6\r\n\r\n", then_close=True), Unreadable),
    "a header without end": (writes(b"HTTP/1.1 200 OK\r\nX: " + b"a" * 200_000, then_close=True), Unreadable),
    "shorter than announced": (
        writes(b"HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n{}", then_close=True),
        BrokenStream,
    ),
    "chunked and cut": (
        writes(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n10\r\n{", then_close=True),
        BrokenStream,
    ),
    "nonsense chunks": (
        writes(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n", then_close=True),
        ProviderTrouble,
    ),
    "a false content encoding": (says(chat(), Content_Encoding="gzip"), ProviderTrouble),
    "headers, then silence": (writes(b"HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n"), TimedOut),
    "silence": (stalls(30), TimedOut),
    "a drip": (
        drips(b"HTTP/1.1 200 OK\r\nContent-Length: 9999\r\n\r\n" + b" " * 9999, every_s=0.02),
        TimedOut,
    ),
}
TROUBLES |= {
    f"truncated at {cut}": (says(chat()[:cut]), Unreadable)
    for cut in range(1, len(chat()) - 1, len(chat()) // 12)
}


@pytest.mark.parametrize("name", TROUBLES)
async def test_a_hostile_body_is_a_typed_trouble_with_its_evidence_kept(name: str) -> None:
    scene, expected = TROUBLES[name]
    ledger = MemoryLedger()

    async with scripted(scene) as server, a_gateway(_hasty(server.base_url), ledger=ledger) as gateway:
        async with asyncio.timeout(QUICK.total_s + 1.5):
            with pytest.raises(expected) as caught:
                await gateway.ask(an_ask())

    [entry] = ledger.entries
    assert entry.end.trouble == caught.value.code
    assert entry.end.state is (
        AttemptState.OUTCOME_UNKNOWN if caught.value.may_be_billed else AttemptState.FAILED
    )
    assert not ledger.open_attempts


ODD_TEXTS = {
    "NUL": "a\x00b",
    "a lone surrogate": "a\ud800b",
    "escapes": "\x1b[31mred\x1b[0m",
    "right-to-left override": "\u202egnp.exe",
    "emoji": "👩\u200d👩\u200d👧",
}


@pytest.mark.parametrize("text", ODD_TEXTS.values(), ids=ODD_TEXTS.keys())
async def test_odd_text_arrives_unchanged(text: str) -> None:
    async with scripted(says(chat(text))) as server, a_gateway(_hasty(server.base_url)) as gateway:
        answer = await gateway.ask(an_ask())

    assert answer.text == text
    assert answer.outcome is Outcome.STOP
    assert json.loads(answer.raw.response)["choices"][0]["message"]["content"] == text


async def test_an_answer_of_50_megabytes_is_capped_while_it_is_read() -> None:
    head = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 50000000\r\n\r\n"
    ledger = MemoryLedger()

    async with scripted(writes(head + b'{"choices": "' + b"x" * 50_000_000)) as server:
        provider = a_provider(server.base_url)
        async with a_gateway(provider, ledger=ledger) as gateway:
            with pytest.raises(Unreadable, match="longer than 16 MiB"):
                await gateway.ask(an_ask())

    [entry] = ledger.entries
    assert entry.end.raw.truncated
    assert len(entry.end.raw.response) <= 256 * 1024


STREAM = chat_stream("The ", "capital ", "is ", "Paris.")
END = STREAM.index(b'"finish_reason": "stop"')


@pytest.mark.parametrize("twentieth", range(20))
async def test_a_stream_cut_anywhere_keeps_its_text_and_its_cost_is_not_zero(twentieth: int) -> None:
    cut = END * twentieth // 20
    ledger = MemoryLedger()

    async with scripted(streams(STREAM, cut_at=cut)) as server:
        async with a_gateway(_hasty(server.base_url), ledger=ledger) as gateway:
            seen = ""
            with pytest.raises(ProviderTrouble) as caught:
                async with gateway.stream(an_ask()) as deltas:
                    async for delta in deltas:
                        seen += delta.text

    [entry] = ledger.entries
    assert caught.value.may_be_billed
    assert (entry.end.partial_text or "") == seen
    assert entry.end.state is AttemptState.OUTCOME_UNKNOWN
    assert entry.end.cost.microusd is not None
    assert ledger.held_microusd > 0


HOSTILE_STREAMS: dict[str, bytes] = {
    "an error event": b'event: error\ndata: {"error": {"message": "overloaded", "type": "server_error"}}\n\n',
    "an error chunk": STREAM[:END] + b'\n\ndata: {"error": {"message": "boom", "type": "server_error"}}\n\n',
    "html": HTML,
    "not JSON": b"data: {nope\n\n",
    "deep JSON": b"data: " + DEEP + b"\n\n",
    "nothing": b"",
    "only comments": b": keep-alive\n\n" * 50,
    "invalid UTF-8": b"data: \xff\xff\n\n",
}


@pytest.mark.parametrize("body", HOSTILE_STREAMS.values(), ids=HOSTILE_STREAMS.keys())
async def test_a_hostile_stream_is_a_typed_trouble(body: bytes) -> None:
    async with scripted(streams(body)) as server, a_gateway(_hasty(server.base_url)) as gateway:
        async with asyncio.timeout(QUICK.total_s + 1.5):
            with pytest.raises(ProviderTrouble):
                async with gateway.stream(an_ask()) as deltas:
                    async for _ in deltas:
                        pass


async def test_a_stream_that_stalls_ends_at_the_deadline() -> None:
    async def first_words_then_silence(writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n" + STREAM[: END // 2])
        await writer.drain()
        await asyncio.sleep(30)

    async with scripted(first_words_then_silence) as server, a_gateway(_hasty(server.base_url)) as gateway:
        async with asyncio.timeout(QUICK.total_s + 1.5):
            with pytest.raises(TimedOut):
                async with gateway.stream(an_ask()) as deltas:
                    async for _ in deltas:
                        pass


def _hasty(base_url: str) -> Provider:
    return a_provider(base_url, patience=QUICK)
