"""Tools: called when the question needs one, with arguments read off it, until it is enough."""

from __future__ import annotations

from typing import Any

import pytest

from edison.sim.exchange import SimMessage, SimReply, SimRequest, SimTool, SimToolCall
from edison.sim.world import Persona, ToolTraits, World
from tests.sim.world.asks import a_world, ask
from tests.sim.world.validation import problems

WEATHER = SimTool(
    "get_weather",
    "Get the current weather for a city",
    {
        "type": "object",
        "properties": {
            "city": {"type": "string"},
            "unit": {"type": "string", "enum": ["celsius", "fahrenheit"]},
        },
        "required": ["city"],
        "additionalProperties": False,
    },
)
FLIGHT = SimTool(
    "book_flight",
    "Book a flight",
    {
        "type": "object",
        "properties": {
            "origin": {"type": "string"},
            "destination": {"type": "string"},
            "date": {"type": "string"},
            "passengers": {"type": "integer", "minimum": 1},
        },
        "required": ["origin", "destination", "date", "passengers"],
    },
)
SUM = SimTool(
    "calculate",
    "Work out an arithmetic expression",
    {"type": "object", "properties": {"expression": {"type": "string"}}, "required": ["expression"]},
)
DONE = SimTool(
    "DONE",
    "End with the answer",
    {"type": "object", "properties": {"response": {"type": "string"}}, "required": ["response"]},
)
TOOLS = (WEATHER, FLIGHT, SUM)
SURE = Persona(id="sure", tools=ToolTraits(skip=0.0, wrong_arguments=0.0))


def sure_world() -> World:
    return a_world().with_persona(SURE)


def call(question: str, **more: Any) -> SimReply:
    return ask(question, world=sure_world(), model="sure", tools=more.pop("tools", TOOLS), **more)


def carried_on(
    question: str,
    *steps: tuple[SimToolCall, str],
    tools: tuple[SimTool, ...] = TOOLS,
    system: str = "You may use tools.",
) -> SimReply:
    messages = [SimMessage("system", system), SimMessage("user", question)]
    for made, result in steps:
        messages += [
            SimMessage("assistant", "", tool_calls=(made,)),
            SimMessage("tool", result, tool_call_id=made.id),
        ]
    return sure_world().reply(SimRequest(model="sure", messages=tuple(messages), tools=tools))


@pytest.mark.parametrize(
    ("question", "name", "arguments"),
    [
        ("What is the weather in Paris?", "get_weather", {"city": "Paris"}),
        (
            "Weather for New York in fahrenheit please",
            "get_weather",
            {"city": "New York", "unit": "fahrenheit"},
        ),
        (
            "Book a flight from Oslo to Rome on 2026-05-03 for 2 passengers",
            "book_flight",
            {"origin": "Oslo", "destination": "Rome", "date": "2026-05-03", "passengers": 2},
        ),
        ("Please calculate 12 * (3 + 4)", "calculate", {"expression": "12 * (3 + 4)"}),
    ],
)
def test_the_right_tool_is_called_with_what_the_question_says(
    question: str, name: str, arguments: dict[str, Any]
) -> None:
    reply = call(question)

    assert reply.finish == "tool_calls"
    assert [made.name for made in reply.tool_calls] == [name]
    assert reply.tool_calls[0].arguments.items() >= arguments.items()


def test_several_places_become_several_calls() -> None:
    reply = call("What is the weather in Paris and Lisbon?")

    assert [made.arguments["city"] for made in reply.tool_calls] == ["Paris", "Lisbon"]
    assert len({made.id for made in reply.tool_calls}) == 2


def test_a_question_that_needs_no_tool_gets_an_answer() -> None:
    reply = call("What is the capital of France?")

    assert (reply.tool_calls, reply.finish) == ((), "stop")
    assert "Paris" in reply.text


@pytest.mark.parametrize(
    "question", ["What is the weather in Paris?", "Good morning, how are you doing these days?"]
)
def test_none_never_calls(question: str) -> None:
    assert all(
        not ask(question, model=card.id, tools=TOOLS, tool_choice="none").tool_calls
        for card in a_world().models()
        if card.kind == "chat"
    )


@pytest.mark.parametrize("choice", ["required", "name:calculate", "name:book_flight"])
def test_a_forced_tool_is_called_whatever_is_asked(choice: str) -> None:
    reply = call("Tell me something about tulips.", tool_choice=choice)

    assert reply.finish == "tool_calls"
    assert choice in ("required", f"name:{reply.tool_calls[0].name}")
    schema = next(tool.parameters for tool in TOOLS if tool.name == reply.tool_calls[0].name)
    assert problems(reply.tool_calls[0].arguments, schema) == []


def test_what_the_tool_said_is_in_the_answer() -> None:
    made = SimToolCall("call_1", "get_weather", {"city": "Paris", "unit": "celsius"})

    reply = carried_on("What is the weather in Paris, in celsius?", (made, "18 degrees and sunny"))

    assert reply.finish == "stop"
    assert "18 degrees and sunny" in reply.text


def test_done_ends_the_loop_with_the_answer() -> None:
    made = SimToolCall("call_1", "get_weather", {"city": "Paris", "unit": "celsius"})

    reply = carried_on(
        "What is the weather in Paris, in celsius?", (made, "18 degrees"), tools=(*TOOLS, DONE)
    )

    assert [each.name for each in reply.tool_calls] == ["DONE"]
    assert "18 degrees" in str(reply.tool_calls[0].arguments["response"])


def test_one_call_at_a_time_walks_through_the_places() -> None:
    question, system = "What is the weather in Paris and Lisbon?", "One tool call at a time."
    cities: list[object] = []
    steps: list[tuple[SimToolCall, str]] = []
    for _ in range(5):
        reply = carried_on(question, *steps, system=system)
        if not reply.tool_calls:
            break
        cities.append(reply.tool_calls[0].arguments["city"])
        steps.append((reply.tool_calls[0], "mild"))

    assert cities == ["Paris", "Lisbon"]


def test_a_cycling_persona_repeats_the_same_call() -> None:
    world = a_world().with_persona(Persona(id="cycles", tools=ToolTraits(cycle=1.0, skip=0.0)))
    made = SimToolCall("call_1", "get_weather", {"city": "Paris", "unit": "celsius"})
    messages = [SimMessage("user", "What is the weather in Paris?")]
    for _ in range(6):
        messages += [
            SimMessage("assistant", "", tool_calls=(made,)),
            SimMessage("tool", "mild", tool_call_id=made.id),
        ]
        reply = world.reply(SimRequest(model="cycles", messages=tuple(messages), tools=TOOLS))

        assert [(each.name, each.arguments) for each in reply.tool_calls] == [(made.name, made.arguments)]


@pytest.mark.parametrize(
    ("traits", "share"),
    [(ToolTraits(skip=0.3, wrong_arguments=0.0), 0.3), (ToolTraits(skip=0.0, wrong_arguments=0.3), 0.3)],
)
def test_tools_are_skipped_or_misused_at_set_rates(traits: ToolTraits, share: float) -> None:
    world = a_world().with_persona(Persona(id="careless", tools=traits))
    replies = [
        ask("What is the weather in Paris?", world=world, model="careless", tools=(WEATHER,), seed=seed)
        for seed in range(300)
    ]

    wrong = [
        not reply.tool_calls or bool(problems(reply.tool_calls[0].arguments, WEATHER.parameters))
        for reply in replies
    ]

    # Leaving out the optional unit is no mistake, so that misuse shows in three of four cases only.
    expected = share if traits.skip else 0.75 * share
    assert sum(wrong) / len(wrong) == pytest.approx(expected, abs=0.08)
