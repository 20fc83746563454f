"""Asks for codec tests."""

import base64

from edison.domain import (
    Ask,
    Endpoint,
    Form,
    FormKind,
    Image,
    Message,
    Sampling,
    Tool,
    ToolCall,
    ToolChoice,
    ToolMode,
)

PIXEL = base64.b64encode(
    base64.b64decode(
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
    )
).decode()

MODEL = "steady-1"

WEATHER = Tool(
    name="get_weather",
    description="The weather in a city.",
    parameters={"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]},
)
CLOCK = Tool(name="get_time")

VERDICT = {
    "type": "object",
    "properties": {"score": {"type": "integer"}},
    "required": ["score"],
    "additionalProperties": False,
}

PICTURE = Image(media_type="image/png", base64=PIXEL)
WEB_PICTURE = Image(media_type="image/jpeg", url="https://example.org/cat.jpg")

TOOL_TALK = (
    Message.user("Weather and time in Paris?"),
    Message.assistant(
        "Let me look.",
        ToolCall(id="call_a", name="get_weather", arguments={"city": "Paris"}),
        ToolCall(id="call_b", name="get_time"),
    ),
    Message.tool("Sunny", call_id="call_a"),
    Message.tool("Noon", call_id="call_b"),
)


def ask(*messages: Message | str, **fields: object) -> Ask:
    """An Ask; texts are what the user says."""
    said = tuple(Message.user(message) if isinstance(message, str) else message for message in messages)
    values = {
        "to": Endpoint(provider="p", model=MODEL),
        "messages": said or (Message.user("Hello"),),
        **fields,
    }
    return Ask.model_validate(values)


def sampled(**sampling: object) -> Ask:
    """An Ask that says hello and wishes something about sampling."""
    return ask(sampling=Sampling.model_validate(sampling))


def choosing(mode: ToolMode, name: str | None = None) -> Ask:
    """An Ask with two tools and a wish about them."""
    return ask("Weather?", tools=(WEATHER, CLOCK), tool_choice=ToolChoice(mode=mode, name=name))


def formed(kind: FormKind) -> Ask:
    """An Ask for an answer of a form."""
    schema = VERDICT if kind is FormKind.SCHEMA else None
    return ask("Judge.", form=Form(kind=kind, name="verdict", json_schema=schema))
