"""A key that a provider echoes in an answer is stored and shown nowhere, however it is encoded."""

import base64
import json
from typing import Any
from urllib.parse import quote

import pytest

from edison.domain import Outcome, Raw, TokenLogprob, ToolCall
from edison.gateway import MemoryLedger, Secret
from edison.gateway.codecs.base import Delta, Reply
from edison.gateway.masking import KeyMask, keys_of
from tests.gateway.chat_bodies import chat, chat_stream
from tests.gateway.gateways import a_gateway, a_provider, an_ask
from tests.gateway.scripted import says, scripted, streams

KEY = "sk/Canary+0123456789=abcdef"
ENCODED = {
    "as it is": KEY,
    "percent": quote(KEY, safe=""),
    "hex": KEY.encode().hex(),
    "HEX": KEY.encode().hex().upper(),
    **{
        f"base64 after {count} bytes": base64.b64encode(b"x" * count + KEY.encode() + b"tail").decode()
        for count in range(3)
    },
    "base64 for addresses": base64.urlsafe_b64encode(KEY.encode()).decode().rstrip("="),
}


def is_shown(*sinks: object) -> bool:
    """Whether a piece of the key that nobody could miss is left, in any of its forms."""
    told = " ".join(
        sink.decode("utf-8", "replace") if isinstance(sink, bytes) else repr(sink) for sink in sinks
    )
    return any(form[4:20] in told for form in ENCODED.values())


def tool_body(said: str) -> bytes:
    call = {
        "id": said,
        "type": "function",
        "function": {"name": "f", "arguments": json.dumps({said: [said]})},
    }
    return json.dumps(
        {
            "id": said,
            "model": said,
            "system_fingerprint": said,
            "choices": [
                {
                    "finish_reason": "tool_calls",
                    "message": {"content": said, "reasoning_content": said, "tool_calls": [call]},
                }
            ],
        }
    ).encode()


@pytest.mark.parametrize("form", ENCODED)
async def test_an_echoed_key_is_masked_in_every_part_of_an_answer(form: str) -> None:
    ledger = MemoryLedger()
    async with scripted(says(tool_body(ENCODED[form]))) as server:
        async with a_gateway(a_provider(server.base_url, key=Secret(KEY)), ledger=ledger) as gateway:
            answer = await gateway.ask(an_ask())

    assert "[redacted]" in answer.text
    assert answer.tool_calls[0].arguments
    assert not is_shown(answer, *ledger.entries, *(entry.end.raw.response for entry in ledger.entries))


async def test_a_key_spelled_in_a_way_of_its_own_leaves_no_body() -> None:
    spelled = "".join(f"\\u{ord(letter):04x}" for letter in KEY)
    body = chat("PLACE").replace(b"PLACE", spelled.encode())
    async with scripted(says(body)) as server:
        async with a_gateway(a_provider(server.base_url, key=Secret(KEY))) as gateway:
            answer = await gateway.ask(an_ask())

    assert (answer.text, answer.raw.response) == ("[redacted]", b"[redacted]")


@pytest.mark.parametrize("pieces", [(KEY[:9], KEY[9:]), (*KEY,), (f"{KEY[:5]}", f"{KEY[5:]} s")])
async def test_a_key_that_comes_in_pieces_is_neither_shown_nor_kept(pieces: tuple[str, ...]) -> None:
    ledger, shown = MemoryLedger(), list[str]()
    async with scripted(streams(chat_stream("It is ", *pieces, "sk"))) as server:
        async with a_gateway(a_provider(server.base_url, key=Secret(KEY)), ledger=ledger) as gateway:
            async with gateway.stream(an_ask()) as deltas:
                shown.extend([delta.text async for delta in deltas])

    assert shown[0] == "It is "
    assert (
        "".join(shown) == deltas.answer.text == "".join(("It is ", *pieces, "sk")).replace(KEY, "[redacted]")
    )
    assert not is_shown(deltas.answer, deltas.answer.raw.response, *ledger.entries)


def test_thoughts_and_names_of_tools_are_shown_without_keys() -> None:
    mask = KeyMask([KEY]).deltas()

    assert mask.feed(Delta(reasoning=KEY[:15])) is None
    assert mask.feed(Delta(reasoning=KEY[15:], tool_name=f"f {KEY}")) == Delta(
        reasoning="[redacted]", tool_name="f [redacted]"
    )
    assert mask.rest() is None


async def test_another_providers_key_is_masked_too() -> None:
    async with scripted(says(chat(f"psst: {KEY}"))) as server:
        other = a_provider("http://127.0.0.1:9/v1", name="other", key=Secret(KEY))
        async with a_gateway(a_provider(server.base_url), other) as gateway:
            answer = await gateway.ask(an_ask())

    assert answer.text == "psst: [redacted]"


async def test_models_are_listed_without_keys() -> None:
    body = json.dumps({"data": [{"id": f"model-{KEY}", "owned_by": KEY}]}).encode()
    async with scripted(says(body)) as server:
        async with a_gateway(a_provider(server.base_url, key=Secret(KEY))) as gateway:
            [listed] = await gateway.list_models("stub")

    assert (listed.id, listed.owned_by) == ("model-[redacted]", "[redacted]")


@pytest.mark.parametrize("word", ["lm-studio", "EMPTY", "password", "not-needed"])
def test_a_stand_in_for_a_key_is_a_word_like_any_other(word: str) -> None:
    assert keys_of(a_provider("http://127.0.0.1:9/v1", key=Secret(word))) == frozenset()


def test_only_headers_that_hold_a_key_count() -> None:
    headers = {"X-Secret-Key": "0123456789abcdef0123", "HTTP-Referer": "https://www.example.com/2026"}

    assert keys_of(a_provider("http://127.0.0.1:9/v1", headers=headers)) == {"0123456789abcdef0123"}


def test_an_answer_without_a_key_is_passed_on_as_it_is() -> None:
    reply = Reply(
        outcome=Outcome.STOP, text="sk-learn", tool_calls=(ToolCall(id="1", name="f"),), details={"a": [1]}
    )
    raw = Raw(response=b"sk-learn")
    mask = KeyMask([KEY])

    assert mask.reply(reply) is reply
    assert mask.raw(raw, echoed=False) is raw
    assert "Canary" not in repr(mask)


def test_tokens_that_spell_a_masked_text_are_not_kept() -> None:
    deep: Any = KEY
    for _ in range(60):
        deep = [deep]
    reply = Reply(
        outcome=Outcome.STOP,
        text=KEY,
        logprobs=(TokenLogprob(token=KEY[:9], logprob=-1.0), TokenLogprob(token=KEY[9:], logprob=-1.0)),
        details={"deep": deep},
    )

    masked = KeyMask([KEY]).reply(reply)

    assert masked.logprobs is None
    assert "Canary" not in repr(masked)
