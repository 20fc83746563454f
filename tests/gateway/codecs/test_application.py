"""What applications are sent, and what is read out of their replies."""

import json

import pytest
from pydantic import JsonValue

from edison.domain import Ask, Endpoint, EndpointKind, Form, FormKind, Message, Outcome, Tool
from edison.errors import ApplicationFailed, BadRequest, OperationNotOffered, RateLimited
from edison.gateway import Application
from edison.gateway.codecs.application import ApplicationCodec
from edison.gateway.codecs.base import Dialect

APP = Endpoint(provider="http:bot", model="app", kind=EndpointKind.APPLICATION)
ASK = Ask(
    to=APP,
    messages=(
        Message.system("Be kind."),
        Message.user("Hello"),
        Message.assistant("Hi"),
        Message.user("What is 1 & 2?"),
    ),
    inputs={"question": "1 & 2", "at": {"x": [1]}},
)


def _sent(application: Application, ask: Ask = ASK) -> object:
    return json.loads(ApplicationCodec(application).encode(ask, Dialect()).body or b"null")


def test_without_a_body_everything_that_is_known_is_sent() -> None:
    form = Form(kind=FormKind.SCHEMA, json_schema={"type": "object"})
    ask = ASK.model_copy(update={"tools": (Tool(name="look"),), "form": form})

    sent = _sent(Application(), ask)

    assert isinstance(sent, dict)
    assert sent["case"] == ASK.inputs
    assert (sent["prompt"], sent["system"], sent["repeat"]) == ("What is 1 & 2?", "Be kind.", 0)
    assert [message["role"] for message in sent["messages"]] == ["system", "user", "assistant", "user"]
    assert (sent["tools"][0]["name"], sent["schema"]) == ("look", {"type": "object"})


def test_a_body_of_its_own_is_filled_from_the_case_and_the_conversation() -> None:
    body: JsonValue = {
        "q": "{{ question }}",
        "all": "{{ messages }}",
        "first": "{{ at.x.0 }}",
        "said": "-{{ prompt }}-",
    }

    sent = _sent(Application(body=body))

    assert isinstance(sent, dict)
    assert (sent["q"], sent["first"], sent["said"]) == ("1 & 2", 1, "-What is 1 & 2?-")
    assert len(sent["all"]) == 4
    assert _sent(Application(body=["{{ at }}"])) == [{"x": [1]}]
    assert ApplicationCodec(Application(body="{{ question }}")).encode(ASK, Dialect()).body == b"1 & 2"


def test_values_in_an_address_cannot_lead_anywhere_else() -> None:
    parcel = ApplicationCodec(Application(method="GET", path="/ask/{{ at.x.0 }}?q={{ question }}")).encode(
        ASK, Dialect()
    )

    assert (parcel.path, parcel.body, parcel.method) == ("/ask/1?q=1%20%26%202", None, "GET")


def test_everything_that_a_path_leads_to_is_read() -> None:
    application = Application(
        answer=("data", "0"),
        cost=("usd",),
        input_tokens=("used", "in"),
        output_tokens=("used", "out"),
        tools=("tools",),
        trace=("steps",),
    )
    body = {
        "data": ["Paris"],
        "usd": 0.0123,
        "used": {"in": 7, "out": True},
        "tools": ["look", {"function": {"name": "add", "arguments": '{"a": 1}'}}, {"no": 1}, 3],
        "steps": [
            {"tool": "look", "args": {"q": 1}, "result": {"found": 2}},
            {"name": "add", "error": "no"},
            "x",
        ],
    }

    reply = ApplicationCodec(application).decode(json.dumps(body).encode())

    assert (reply.text, reply.outcome, reply.cost_microusd) == ("Paris", Outcome.STOP, 12_300)
    assert (reply.usage.input_tokens, reply.usage.output_tokens) == (7, None)
    assert [(call.name, call.arguments) for call in reply.tool_calls] == [("look", {}), ("add", {"a": 1})]
    assert reply.trace is not None
    assert [(step.observation, step.success) for step in reply.trace.steps] == [
        ('{"found": 2}', True),
        ("no", False),
    ]


@pytest.mark.parametrize(
    ("body", "text", "outcome"),
    [
        (b"plain\n", "plain", Outcome.STOP),
        (b' {"answer": {"a": 1}, "cost": -1}', '{"a": 1}', Outcome.STOP),
        (b'{"answer": null}', "", Outcome.EMPTY),
        (b'{"other": 1}', '{"other": 1}', Outcome.STOP),
        (b"{broken", "{broken", Outcome.STOP),
        (b"[1]", "[1]", Outcome.STOP),
        (b" \n", " ", Outcome.EMPTY),
    ],
)
def test_a_reply_is_a_text_or_an_object_with_an_answer(body: bytes, text: str, outcome: Outcome) -> None:
    reply = ApplicationCodec(Application()).decode(body)

    assert (reply.text, reply.outcome, reply.cost_microusd) == (text, outcome, None)


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (b'{"other": 1}', "nothing at"),
        (b"<html>", "is no JSON"),
    ],
)
def test_a_reply_without_an_answer_where_it_should_be_says_so(body: bytes, said: str) -> None:
    with pytest.raises(ApplicationFailed, match=said):
        ApplicationCodec(Application(answer=("answer",))).decode(body)


def test_an_error_in_our_own_form_is_one() -> None:
    with pytest.raises(ApplicationFailed, match="says: no memory"):
        ApplicationCodec(Application()).decode(b'{"error": "no memory"}')


def test_failures_go_by_their_status() -> None:
    codec = ApplicationCodec(Application())

    assert isinstance(codec.read_failure(429, {}, b"slow"), RateLimited)
    assert isinstance(gone := codec.read_failure(404, {}, b"nothing here"), BadRequest)
    assert "nothing here" in gone.sentence


def test_nothing_else_is_offered() -> None:
    codec = ApplicationCodec(Application())

    for wish in (
        codec.reader,
        codec.encode_models,
        lambda: codec.decode_models(b""),
        lambda: codec.encode_embedding("app", ["a"]),
        lambda: codec.decode_embedding(b""),
    ):
        with pytest.raises(OperationNotOffered):
            wish()
