"""The quick way and the long way read the same out of the same bytes."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edison.gateway.codecs.openai_chat import OpenAIChat
from edison.gateway.codecs.openai_chat_answers import read_any_chat
from edison.gateway.codecs.openai_chat_plain import read_plain_chat

PLAIN: dict[str, Any] = {
    "id": "chatcmpl-1",
    "object": "chat.completion",
    "created": 1,
    "model": "gpt-4o-mini-2024-07-18",
    "choices": [
        {
            "index": 0,
            "message": {"role": "assistant", "content": "Paris.", "refusal": None},
            "logprobs": None,
            "finish_reason": "stop",
        }
    ],
    "usage": {
        "prompt_tokens": 10,
        "completion_tokens": 2,
        "total_tokens": 12,
        "prompt_tokens_details": {"cached_tokens": 4, "audio_tokens": 0},
        "completion_tokens_details": {"reasoning_tokens": 1},
    },
    "service_tier": "default",
    "system_fingerprint": "fp_1",
}
ODDITIES: dict[str, dict[str, Any]] = {
    "a tool call": {
        "tool_calls": [{"id": "c", "type": "function", "function": {"name": "f", "arguments": "{}"}}]
    },
    "a refusal": {"refusal": "No.", "content": None},
    "reasoning": {"reasoning_content": "Hm."},
    "no content": {"content": None},
    "parts": {"content": [{"type": "text", "text": "Paris."}]},
    "white space": {"content": "  "},
    "an old function call": {"function_call": {"name": "f", "arguments": "{}"}},
}


def with_message(**changes: Any) -> bytes:
    choice = {**PLAIN["choices"][0], "message": {**PLAIN["choices"][0]["message"], **changes}}
    return json.dumps({**PLAIN, "choices": [choice]}).encode()


def test_an_ordinary_answer_is_read_the_quick_way() -> None:
    body = json.dumps(PLAIN).encode()

    assert read_plain_chat(body) == read_any_chat(body)
    assert read_plain_chat(body) is not None


@pytest.mark.parametrize("changes", ODDITIES.values(), ids=ODDITIES.keys())
def test_an_answer_with_more_than_text_takes_the_long_way(changes: dict[str, Any]) -> None:
    body = with_message(**changes)

    assert read_plain_chat(body) is None
    assert OpenAIChat().decode(body) == read_any_chat(body)


@pytest.mark.parametrize("lost", ["id", "model", "choices", "usage"])
def test_an_answer_that_lacks_something_takes_the_long_way(lost: str) -> None:
    body = json.dumps({name: value for name, value in PLAIN.items() if name != lost}).encode()

    assert read_plain_chat(body) is None


@given(
    text=st.text(st.characters(exclude_categories=("Cs",)), max_size=30),
    finish=st.sampled_from(["stop", "length", "content_filter", "tool_calls", None, "eos"]),
    taken=st.integers(-3, 10**7) | st.none() | st.floats(0, 100),
    tier=st.none() | st.text(max_size=3),
)
def test_both_ways_agree_on_whatever_both_can_read(
    text: str, finish: str | None, taken: float | None, tier: str | None
) -> None:
    choice = {
        **PLAIN["choices"][0],
        "finish_reason": finish,
        "message": {"role": "assistant", "content": text},
    }
    usage = {**PLAIN["usage"], "prompt_tokens": taken}
    body = json.dumps({**PLAIN, "choices": [choice], "usage": usage, "service_tier": tier}).encode()

    quick = read_plain_chat(body)

    assert quick is None or quick == read_any_chat(body)
