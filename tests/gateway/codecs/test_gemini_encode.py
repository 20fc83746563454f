from typing import Any

import orjson
import pytest

from edison.domain import Ask, Effort, Endpoint, Message, Role, Text, ToolCall
from edison.errors import ParametersNotTaken
from edison.gateway.codecs.base import Codec, Dialect
from edison.gateway.codecs.gemini import Gemini
from tests.gateway.codecs.asks import PICTURE, TOOL_TALK, WEB_PICTURE, ask, sampled

CODEC: Codec = Gemini()


def body_of(question: Ask, dialect: Dialect | None = None) -> dict[str, Any]:
    return orjson.loads(CODEC.encode(question, dialect or Dialect()).body or b"")


@pytest.mark.parametrize(
    ("model", "path"),
    [
        ("gemini-a", "/models/gemini-a:generateContent"),
        ("models/gemini-a", "/models/gemini-a:generateContent"),
        ("tunedModels/mine", "/tunedModels/mine:generateContent"),
        ("odd model?x#y", "/models/odd%20model%3Fx%23y:generateContent"),
    ],
)
def test_the_model_stands_in_the_path(model: str, path: str) -> None:
    question = ask(to=Endpoint(provider="p", model=model))

    assert CODEC.encode(question, Dialect()).path == path


def test_a_stream_is_asked_for_in_the_path() -> None:
    parcel = CODEC.encode(ask(), Dialect(), stream=True)

    assert parcel.path.endswith(":streamGenerateContent?alt=sse")
    assert orjson.loads(parcel.body or b"") == body_of(ask())


def test_system_messages_are_gathered_wherever_they_stand() -> None:
    body = body_of(ask(Message.system("Be brief."), "Hello", Message.system("Be kind."), "Again"))

    assert [part["text"] for part in body["systemInstruction"]["parts"]] == ["Be brief.", "Be kind."]
    assert [turn["parts"][0]["text"] for turn in body["contents"]] == ["Hello", "Again"]


def test_a_result_names_the_tool_of_its_own_round() -> None:
    again = Message.assistant("", ToolCall(id="call_a", name="get_time"))

    contents = body_of(ask(*TOOL_TALK, again, Message.tool("Noon", call_id="call_a")))["contents"]

    names = [[part["functionResponse"]["name"] for part in contents[turn]["parts"]] for turn in (2, 4)]
    assert names == [["get_weather", "get_time"], ["get_time"]]


def test_a_result_without_its_call_is_refused_by_name() -> None:
    with pytest.raises(ParametersNotTaken, match="call_z"):
        body_of(ask("Hello", Message.tool("Sunny", call_id="call_z")))


def test_pictures_in_a_result_travel_beside_its_text() -> None:
    result = Message(role=Role.TOOL, parts=(Text(text="See"), PICTURE, WEB_PICTURE), tool_call_id="call_a")

    response = body_of(ask(*TOOL_TALK[:2], result))["contents"][2]["parts"][0]["functionResponse"]

    assert response["response"] == {"output": "See"}
    assert response["parts"] == [
        {"inlineData": {"data": PICTURE.base64, "mimeType": "image/png"}},
        {"fileData": {"fileUri": WEB_PICTURE.url, "mimeType": "image/jpeg"}},
    ]


def test_a_model_that_thinks_by_level_gets_a_signature_for_each_rounds_first_call() -> None:
    parts = body_of(ask(*TOOL_TALK), Dialect(thinking="level"))["contents"][1]["parts"]

    assert [part.get("thoughtSignature") for part in parts] == [
        None,
        "skip_thought_signature_validator",
        None,
    ]


def test_other_models_get_no_signature() -> None:
    parts = body_of(ask(*TOOL_TALK), Dialect(thinking="budget"))["contents"][1]["parts"]

    assert [part.get("thoughtSignature") for part in parts] == [None, None, None]


@pytest.mark.parametrize(
    ("effort", "budget"),
    [(Effort.MINIMAL, 1024), (Effort.LOW, 1024), (Effort.MEDIUM, 8192), (Effort.HIGH, 24576)],
)
def test_an_effort_has_the_budget_that_google_publishes(effort: Effort, budget: int) -> None:
    body = body_of(sampled(effort=effort), Dialect(thinking="budget"))

    assert body["generationConfig"] == {"thinkingConfig": {"thinkingBudget": budget}}


def test_a_repeat_penalty_is_refused_by_name() -> None:
    with pytest.raises(ParametersNotTaken, match="repeat_penalty"):
        body_of(sampled(repeat_penalty=1.1))


def test_extra_is_laid_over_the_generation_config() -> None:
    question = ask(
        sampling={"temperature": 0.5, "effort": "high"},
        extra={"generationConfig": {"thinkingConfig": {"includeThoughts": True}}, "safetySettings": []},
    )

    body = body_of(question, Dialect(thinking="level"))

    assert body["generationConfig"] == {
        "temperature": 0.5,
        "thinkingConfig": {"thinkingLevel": "HIGH", "includeThoughts": True},
    }
    assert body["safetySettings"] == []


def test_the_first_page_of_models_names_no_token() -> None:
    parcel = CODEC.encode_models()

    assert (parcel.method, parcel.path, parcel.body) == ("GET", "/models?pageSize=1000", None)


def test_an_empty_page_of_models_is_the_last() -> None:
    page = CODEC.decode_models(b"{}")

    assert (page.models, page.next_page) == ((), None)


def test_what_an_embedding_used_is_read() -> None:
    reply = CODEC.decode_embedding(b'{"embeddings":[{"values":[1]}],"usageMetadata":{"promptTokenCount":4}}')

    assert (reply.vectors, reply.usage.input_tokens) == (((1.0,),), 4)
