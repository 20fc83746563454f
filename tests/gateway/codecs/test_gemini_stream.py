from typing import Any

import orjson
import pytest

from edison.domain import Outcome, TokenLogprob, Usage
from edison.errors import RateLimited, Unavailable, Unreadable
from edison.gateway.codecs.base import Delta, StreamEvent
from edison.gateway.codecs.gemini import Gemini
from edison.gateway.codecs.gemini_answer import GeminiReader
from tests.gateway.codecs.gemini_bodies import CHUNKS, candidate


def event(chunk: object) -> StreamEvent:
    return StreamEvent("", orjson.dumps(chunk))


def fed(*chunks: dict[str, Any]) -> GeminiReader:
    reader = Gemini().reader()
    for chunk in chunks:
        reader.feed(event(chunk))
    return reader


def test_deltas_come_as_they_are_said() -> None:
    reader = Gemini().reader()

    deltas = [reader.feed(event(chunk)) for chunk in CHUNKS]

    assert deltas == [
        Delta(reasoning="Hm."),
        Delta(text="Let me "),
        Delta(text="check."),
        Delta(tool_name="get_weather"),
        None,
    ]


def test_the_whole_is_put_together() -> None:
    reply = fed(*CHUNKS).finish()

    assert (reply.text, reply.reasoning, reply.outcome) == ("Let me check.", "Hm.", Outcome.TOOL_CALLS)
    assert [(call.id, call.arguments) for call in reply.tool_calls] == [("resp_2-0", {"city": "Paris"})]
    assert reply.usage == Usage(input_tokens=9, output_tokens=9, reasoning_tokens=2)
    assert (reply.reported_model, reply.provider_id) == ("gemini-steady-1-001", "resp_2")


def test_it_is_over_when_a_reason_to_finish_has_come() -> None:
    assert not fed(*CHUNKS[:-1]).is_over
    assert fed(*CHUNKS).is_over


def test_a_blocked_prompt_is_over_at_once() -> None:
    reader = fed({"promptFeedback": {"blockReason": "SAFETY"}, "usageMetadata": {"promptTokenCount": 4}})

    assert reader.is_over
    assert reader.finish().outcome is Outcome.CONTENT_FILTER


def test_usage_that_comes_after_the_end_is_taken() -> None:
    reader = fed({"candidates": [candidate({"text": "Hi"}, finishReason="STOP")]})

    reader.feed(event({"usageMetadata": {"promptTokenCount": 2, "candidatesTokenCount": 1}}))

    assert reader.finish().usage == Usage(input_tokens=2, output_tokens=1)


def test_log_probabilities_of_all_chunks_are_joined() -> None:
    def chunk(token: str) -> dict[str, Any]:
        result = {"chosenCandidates": [{"token": token, "logProbability": -1.0}]}
        return {"candidates": [candidate({"text": token}, logprobsResult=result)]}

    reply = fed(chunk("a"), chunk("b")).finish()

    assert reply.logprobs == (TokenLogprob(token="a", logprob=-1.0), TokenLogprob(token="b", logprob=-1.0))


def test_what_came_before_a_cut_can_be_seen() -> None:
    assert fed(*CHUNKS[:3]).partial_text == "Let me check."


@pytest.mark.parametrize(
    ("error", "trouble"),
    [
        ({"code": 503, "message": "The model is overloaded.", "status": "UNAVAILABLE"}, Unavailable),
        ({"status": "RESOURCE_EXHAUSTED", "message": "Slow down"}, RateLimited),
        ({"message": "?"}, Unavailable),
    ],
)
@pytest.mark.parametrize("listed", [False, True])
def test_an_error_in_a_chunk_is_raised_as_what_it_is_and_may_be_billed(
    error: dict[str, Any], trouble: type[Unavailable], listed: bool
) -> None:
    reader = fed(*CHUNKS[:2])

    with pytest.raises(trouble) as caught:
        reader.feed(event([{"error": error}] if listed else {"error": error}))

    assert caught.value.may_be_billed


@pytest.mark.parametrize("data", [b'{"candidates":[', b"nothing", b'{"candidates":"x"}'])
def test_a_damaged_chunk_is_unreadable(data: bytes) -> None:
    with pytest.raises(Unreadable):
        Gemini().reader().feed(StreamEvent("", data))


def test_an_empty_chunk_is_passed_over() -> None:
    assert Gemini().reader().feed(StreamEvent("", b" ")) is None
