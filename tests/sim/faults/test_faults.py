"""Everything that can go wrong on the wire, each by name, in every format."""

import http.client
import re
import socket
import time
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

import orjson
import pytest

from edison.sim import FaultPlan, Match, Rule, Simulator
from edison.sim.faults import (
    Action,
    Disconnect,
    Drip,
    Empty,
    Fail,
    Huge,
    Ids,
    Mangle,
    Mangling,
    Page,
    Reply,
    Retype,
    Stall,
    StreamCut,
    StreamError,
    Truncate,
    Usage,
    Where,
)
from tests.sim.asking import DOORS, ask, knock

FORMATS = list(DOORS)


def always(sim: Simulator, action: Action, **match: Any) -> None:
    sim.admin.set_plan(FaultPlan(rules=(Rule(action=action, match=Match(**match), name="planned"),)))


@pytest.mark.parametrize("format", FORMATS)
def test_a_failure_has_the_providers_own_form(sim: Simulator, format: str) -> None:
    for status in (400, 401, 403, 404, 408, 409, 429, 500, 502, 503, 524, 529):
        always(sim, Fail(status=status, sentence="Planned."))

        answer = knock(sim, format)

        said = answer.json.get("error", answer.json)
        assert answer.status == status
        assert said["message"] == "Planned."
    assert sim.totals().microusd == 0


@pytest.mark.parametrize(
    ("value", "form"),
    [
        ("5", r"5"),
        ("{http_date+5}", r"\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT"),
        ("{iso_date+5}", r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ"),
        ("{epoch+5}", r"\d{10}"),
        ("{epoch_ms+5}", r"\d{13}"),
        ("-1", r"-1"),
        ("1e309", r"1e309"),
    ],
)
def test_a_failure_carries_any_form_of_retry_after(sim: Simulator, value: str, form: str) -> None:
    always(sim, Fail(status=429, headers={"Retry-After": value}))

    answer = knock(sim, "openai-chat")

    assert re.fullmatch(form, answer.headers["retry-after"])


def test_a_failure_may_bring_any_body(sim: Simulator) -> None:
    always(sim, Fail(status=418, body="I am a teapot", content_type="text/plain"))

    answer = knock(sim, "openai-chat")

    assert (answer.status, answer.body, answer.headers["content-type"]) == (
        418,
        b"I am a teapot",
        "text/plain",
    )


def test_a_proxy_answers_with_a_page(sim: Simulator) -> None:
    always(sim, Page(status=502))

    answer = knock(sim, "openai-chat")

    assert answer.headers["content-type"] == "text/html"
    assert answer.body.startswith(b"<html>")


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("stream", [False, True])
def test_a_truncated_answer_is_the_beginning_of_the_whole(sim: Simulator, format: str, stream: bool) -> None:
    whole = knock(sim, format, stream=stream).body
    always(sim, Truncate(at_byte=7))

    answer = knock(sim, format, stream=stream)

    assert (answer.status, answer.body) == (200, whole[:7])
    assert sim.bill()[-1].microusd == sim.bill()[0].microusd > 0


HOSTILE: tuple[tuple[Action, bytes], ...] = (
    (Mangle(how="malformed"), b'"}{'),
    (Mangle(how="deep", size=1000), b"[" * 1000),
    (Mangle(how="huge_number", size=5000), b"9" * 5000),
    (Mangle(how="nan"), b":NaN"),
    (Mangle(how="nul"), b"\\u0000"),
    (Mangle(how="lone_surrogate"), b"\\ud800"),
    (Mangle(how="invalid_utf8"), b"\xff\xfe\x80"),
    (Mangle(how="not_an_object"), b"[{"),
    (Mangle(how="wrong_shape"), b'{"hello":"world"}'),
    (Huge(megabytes=2), b"x" * 1024 * 1024 * 2),
)


@pytest.mark.parametrize("format", FORMATS)
def test_a_hostile_body_is_sent_as_planned(sim: Simulator, format: str) -> None:
    for action, sign in HOSTILE:
        always(sim, action)

        answer = knock(sim, format)

        assert answer.status == 200
        assert sign in answer.body, action


@pytest.mark.parametrize("how", ["nul", "lone_surrogate", "invalid_utf8"])
def test_hostile_characters_stand_in_a_stream_too(sim: Simulator, how: Mangling) -> None:
    always(sim, Mangle(how=how))

    body = knock(sim, "openai-chat", stream=True).body

    assert {"nul": b"\\u0000", "lone_surrogate": b"\\ud800", "invalid_utf8": b"\xff\xfe\x80"}[how] in body
    assert b"SIMMARK" not in body


def test_a_dripping_answer_takes_its_time(sim: Simulator) -> None:
    whole = knock(sim, "openai-chat").body
    always(sim, Drip(bytes_per_s=len(whole) / 0.2))

    began = time.monotonic()
    answer = knock(sim, "openai-chat")

    assert len(answer.body) == len(whole)
    assert time.monotonic() - began > 0.15


@pytest.mark.parametrize("where", ["before_headers", "after_headers", "mid_body"])
@pytest.mark.parametrize("stream", [False, True])
def test_a_stalled_answer_goes_on_after_a_while(sim: Simulator, where: Where, stream: bool) -> None:
    whole = knock(sim, "openai-chat", stream=stream).body
    always(sim, Stall(seconds=0.1, where=where))

    began = time.monotonic()
    answer = knock(sim, "openai-chat", stream=stream)

    assert len(answer.body) == len(whole)
    assert time.monotonic() - began > 0.1


@pytest.mark.parametrize("where", ["before_headers", "after_headers", "mid_body"])
@pytest.mark.parametrize("stream", [False, True])
def test_a_torn_connection_is_billed_and_noted(sim: Simulator, where: Where, stream: bool) -> None:
    always(sim, Disconnect(where=where))

    with pytest.raises((ConnectionError, http.client.HTTPException)):
        knock(sim, "openai-chat", stream=stream)

    record = sim.bill()[0]
    assert record.microusd > 0
    assert not record.fully_sent
    assert record.rule == "planned"


@pytest.mark.parametrize(
    ("where", "form"),
    [
        ("before_headers", rb""),
        ("after_headers", rb"HTTP/1.1 200 OK\r\n.*\r\n\r\n"),
        ("mid_body", rb"HTTP/1.1 200 OK\r\n.*\r\n\r\n\{.+"),
    ],
)
def test_a_connection_is_torn_where_it_was_planned(sim: Simulator, where: Where, form: bytes) -> None:
    always(sim, Disconnect(where=where))

    assert re.fullmatch(form, read_all(sim), re.DOTALL)


def read_all(sim: Simulator) -> bytes:
    """Whatever comes before the line goes dead."""
    address = urlsplit(sim.address)
    body = orjson.dumps(DOORS["openai-chat"].body)
    head = f"POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer x\r\nContent-Length: {len(body)}"
    came = b""
    with socket.create_connection((address.hostname, address.port), timeout=10) as line:
        line.sendall(f"{head}\r\n\r\n".encode() + body)
        with suppress(ConnectionError):
            while piece := line.recv(65536):
                came += piece
    return came


def test_a_torn_connection_may_cost_nothing(sim: Simulator) -> None:
    always(sim, Disconnect(where="before_headers", billed=False))

    with pytest.raises((ConnectionError, http.client.HTTPException)):
        knock(sim, "openai-chat")

    assert sim.totals().microusd == 0


@pytest.mark.parametrize("fraction", [0.1, 0.5, 0.9])
def test_half_a_body_arrives_before_the_line_goes_dead(sim: Simulator, fraction: float) -> None:
    whole = len(knock(sim, "openai-chat").body)
    always(sim, Disconnect(where="mid_body", fraction=fraction))

    with pytest.raises(http.client.IncompleteRead) as caught:
        knock(sim, "openai-chat")

    assert len(caught.value.partial) == int(whole * fraction)


@pytest.mark.parametrize(
    ("format", "sign"),
    [
        ("openai-chat", b'data: {"error":{"message":"Overloaded"'),
        ("openai-responses", b"event: error\n"),
        ("anthropic-messages", b'event: error\ndata: {"type":"error","error":{"type":"overloaded_error"'),
        ("gemini", b'data: {"error":{"code":503'),
        ("bedrock-converse", b"modelStreamErrorException"),
    ],
)
def test_a_stream_breaks_off_with_the_providers_own_event(sim: Simulator, format: str, sign: bytes) -> None:
    always(sim, StreamError(fraction=0.5))

    answer = knock(sim, format, stream=True)

    assert answer.status == 200
    assert sign in answer.body


@pytest.mark.parametrize("format", FORMATS)
def test_a_cut_stream_lacks_nothing_but_its_end(sim: Simulator, format: str) -> None:
    whole = knock(sim, format, stream=True).body
    always(sim, StreamCut(fraction=0.5))

    cut = knock(sim, format, stream=True).body

    assert 0 < len(cut) < len(whole)
    assert b"[DONE]" not in cut


def test_the_content_type_lies(sim: Simulator) -> None:
    always(sim, Retype(content_type="text/html"))

    answer = knock(sim, "openai-chat")

    assert answer.headers["content-type"] == "text/html"
    assert answer.json["choices"]


@pytest.mark.parametrize("stream", [False, True])
def test_an_answer_may_be_empty(sim: Simulator, stream: bool) -> None:
    always(sim, Empty())

    answer = knock(sim, "openai-chat", stream=stream)

    assert (answer.status, answer.body) == (200, b"")


@pytest.mark.parametrize(
    ("how", "expected"), [("same", "same-for-all"), ("null", None), ("empty", ""), ("missing", "gone")]
)
def test_ids_are_spoiled(sim: Simulator, how: Any, expected: object) -> None:
    always(sim, Ids(how=how))

    answers = [knock(sim, "openai-chat").json.get("id", "gone") for _ in range(2)]

    assert answers == [expected, expected]


@pytest.mark.parametrize(("how", "expected"), [("missing", "gone"), ("null", None), ("zero", 0)])
def test_usage_is_spoiled_but_billed(sim: Simulator, how: Any, expected: object) -> None:
    always(sim, Usage(how=how))

    usage = knock(sim, "openai-chat").json.get("usage", "gone")

    assert (usage["total_tokens"] if isinstance(usage, dict) else usage) == expected
    assert sim.totals().microusd > 0


def test_usage_is_spoiled_in_a_stream_too(sim: Simulator) -> None:
    always(sim, Usage(how="missing"))

    body = knock(sim, "anthropic-messages", stream=True).body

    assert b'"usage"' not in body


@pytest.mark.parametrize(
    ("finish", "ends"),
    [
        ("length", ("length", "max_tokens", "MAX_TOKENS", "max_tokens")),
        ("content_filter", ("content_filter", "refusal", "SAFETY", "content_filtered")),
        ("refusal", ("stop", "refusal", "STOP", "content_filtered")),
        ("stop", ("stop", "end_turn", "STOP", "end_turn")),
    ],
)
def test_an_answer_ends_as_planned(sim: Simulator, finish: Any, ends: tuple[str, ...]) -> None:
    always(sim, Reply(finish=finish, text="No."))

    openai = knock(sim, "openai-chat").json["choices"][0]
    anthropic = knock(sim, "anthropic-messages").json
    gemini = knock(sim, "gemini").json["candidates"][0]
    bedrock = knock(sim, "bedrock-converse").json

    found = (openai["finish_reason"], anthropic["stop_reason"], gemini["finishReason"], bedrock["stopReason"])
    assert found == ends
    assert (openai["message"]["refusal"] == "No.") == (finish == "refusal")


def test_faults_befall_other_operations_too(sim: Simulator) -> None:
    always(sim, Truncate(at_byte=3), operation="models.list")

    assert ask(sim, "/v1/models", method="GET").body == b'{"o'
    assert orjson.loads(knock(sim, "openai-chat").body)
