import pytest
from pydantic import JsonValue, ValidationError

from edison.domain import (
    CacheMark,
    Form,
    FormKind,
    Image,
    Message,
    Role,
    Text,
    Tool,
    ToolCall,
    ToolChoice,
    ToolMode,
)
from tests.factories import an_ask, an_endpoint

CALL = ToolCall(id="call_1", name="price", arguments={"of": "fish"})
PRICE = Tool(name="price")


def test_a_message_is_read_without_its_pictures() -> None:
    message = Message.user("What is this?", Image(url="https://example.org/fish.png"))

    assert message.text == "What is this?"
    assert message.role is Role.USER


def test_each_speaker_has_a_short_way_to_speak() -> None:
    assert Message.system("Be brief.", cache=CacheMark.LONG).parts == (
        Text(text="Be brief.", cache=CacheMark.LONG),
    )
    assert Message.assistant("", CALL) == Message(role=Role.ASSISTANT, tool_calls=(CALL,))
    assert Message.assistant("Four.").text == "Four."
    assert Message.tool("4", call_id="call_1").tool_call_id == "call_1"


@pytest.mark.parametrize("source", [{}, {"base64": "aGk=", "url": "https://example.org/fish.png"}])
def test_a_picture_has_exactly_one_source(source: dict[str, str]) -> None:
    with pytest.raises(ValidationError, match="either base64 data or a url"):
        Image.model_validate(source)


@pytest.mark.parametrize(
    ("message", "complaint"),
    [
        ({"role": "user", "tool_calls": (CALL,)}, "only the assistant calls tools"),
        ({"role": "tool"}, "names the call it answers"),
        ({"role": "user", "tool_call_id": "call_1"}, "names the call it answers"),
    ],
)
def test_a_message_that_does_not_fit_its_role_is_refused(message: dict[str, object], complaint: str) -> None:
    with pytest.raises(ValidationError, match=complaint):
        Message.model_validate(message)


@pytest.mark.parametrize("choice", [{"mode": "named"}, {"mode": "auto", "name": "price"}])
def test_only_a_named_tool_choice_carries_a_name(choice: dict[str, str]) -> None:
    with pytest.raises(ValidationError, match="carries a name"):
        ToolChoice.model_validate(choice)


@pytest.mark.parametrize("form", [{"kind": "schema"}, {"kind": "json", "json_schema": {}}])
def test_only_the_schema_form_carries_a_schema(form: dict[str, object]) -> None:
    with pytest.raises(ValidationError, match="carries a schema"):
        Form.model_validate(form)


def test_a_schema_form_keeps_its_schema() -> None:
    assert Form(kind=FormKind.SCHEMA, json_schema={"type": "object"}).json_schema == {"type": "object"}


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"messages": ()}, "at least 1 item"),
        ({"tools": (PRICE, PRICE)}, "the same name"),
        ({"tool_choice": ToolChoice()}, "needs tools"),
        (
            {"tools": (PRICE,), "tool_choice": ToolChoice(mode=ToolMode.NAMED, name="weigh")},
            "'weigh' is not offered",
        ),
    ],
)
def test_an_ask_that_cannot_be_sent_is_refused(changes: dict[str, object], complaint: str) -> None:
    with pytest.raises(ValidationError, match=complaint):
        an_ask(**changes)


@pytest.mark.parametrize("choice", [ToolChoice(), ToolChoice(mode=ToolMode.NAMED, name="price")])
def test_a_choice_among_offered_tools_is_taken(choice: ToolChoice) -> None:
    assert an_ask(tools=(PRICE,), tool_choice=choice).tool_choice == choice


def test_equal_asks_have_equal_fingerprints() -> None:
    assert an_ask().fingerprint == an_ask().fingerprint


@pytest.mark.parametrize(
    "changes",
    [
        {"to": an_endpoint(model="other")},
        {"messages": (Message.user("How much are the chips?"),)},
        {"tools": (PRICE,)},
        {"sampling": {"seed": 1}},
        {"form": {"kind": "json"}},
        {"extra": {"top_a": 1}},
        {"purpose": "judge"},
        {"repeat": 1},
    ],
)
def test_whatever_is_asked_differently_has_another_fingerprint(changes: dict[str, object]) -> None:
    assert an_ask(**changes).fingerprint != an_ask().fingerprint


def test_a_changed_question_has_a_fingerprint_of_its_own() -> None:
    ask = an_ask()
    known = ask.fingerprint

    changed = ask.model_copy(update={"repeat": 1})

    assert changed.fingerprint != known
    assert changed.model_copy(update={"repeat": 0}).fingerprint == known


def test_bounds_are_sent_where_they_are_taken() -> None:
    plain: dict[str, JsonValue] = {"type": "string"}
    bounded: dict[str, JsonValue] = {"type": "string", "maxLength": 5}
    form = Form(kind=FormKind.SCHEMA, json_schema=plain, bounded=bounded)

    assert (form.schema_for(bounds=True), form.schema_for(bounds=False)) == (bounded, plain)
    assert Form(kind=FormKind.SCHEMA, json_schema=plain).schema_for(bounds=True) == plain


def test_bounds_stand_beside_a_schema() -> None:
    with pytest.raises(ValidationError, match="beside the same without bounds"):
        Form(kind=FormKind.JSON, bounded={})
