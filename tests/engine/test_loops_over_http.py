"""Loops of tool calls over real HTTP: native calls and those that models write into their text come to the same."""

import json
from collections.abc import Callable

import pytest

from edison.domain import CellId, Endpoint, Output, OutputId
from edison.engine.calls.conversation import Conversation
from edison.stages.generate import GenerateUnit, answer_cell
from tests.factories import a_case, a_prompt_version, an_arm
from tests.gateway.chat_bodies import chat
from tests.gateway.gateways import a_gateway, a_provider
from tests.gateway.scripted import ScriptedServer, says, scripted

TASK = {
    "messages": [{"role": "user", "parts": [{"type": "text", "text": "Sort the files."}]}],
    "tools": [{"name": "file.read"}, {"name": "DONE"}],
    "loop": {
        "mocks": {
            "file.read": {'{"path": "a", "whole": true}': "by all", "a": "by one", "_default": "by default"}
        }
    },
}
CALLS = [{"path": "a", "whole": True}, {"path": "a"}, {"path": "b"}]


def _native(name: str, arguments: str) -> bytes:
    call = {"id": "c1", "type": "function", "function": {"name": name, "arguments": arguments}}
    message = {"role": "assistant", "content": "Hm.", "tool_calls": [call]}
    return chat(message=message, finish_reason="tool_calls")


def _hermes(name: str, arguments: str) -> bytes:
    return chat(f'Hm.\n<tool_call>{{"name": "{name}", "arguments": {arguments}}}</tool_call>')


def _lfm(name: str, arguments: str) -> bytes:
    try:
        given = ", ".join(f"{key}={value!r}" for key, value in json.loads(arguments).items())
    except ValueError:
        given = "response="
    return chat(f"Hm.\n<|tool_call_start|>[{name}({given})]<|tool_call_end|>")


async def _go_round(server: ScriptedServer) -> Output:
    unit = GenerateUnit(
        version=a_prompt_version(),
        arm=an_arm(endpoint=Endpoint(provider="stub", model="stub")),
        case=a_case(task=TASK),
    )
    talk = Conversation(answer_cell(unit, output_id=OutputId("out_1"), cell_id=CellId("cell_1")))
    async with a_gateway(a_provider(server.base_url)) as gateway:
        while not talk.is_over:
            for waiting in talk.waits_for:
                talk.hear(waiting.branch, await gateway.ask(waiting.ask))
    assert talk.conclusion is not None
    return talk.conclusion


@pytest.mark.parametrize("write", [_native, _hermes, _lfm])
async def test_tools_answer_in_their_order_whatever_the_dialect(write: Callable[[str, str], bytes]) -> None:
    turns = [write("file_read", json.dumps(arguments)) for arguments in CALLS]

    async with scripted(*map(says, (*turns, chat("Sorted.")))) as server:
        output = await _go_round(server)

    assert output.trace is not None
    assert [step.observation for step in output.trace.steps] == ["by all", "by one", "by default"]
    assert (output.text, output.trace.completed, output.trace.invalid) == ("Sorted.", True, 0)


@pytest.mark.parametrize("write", [_native, _hermes, _lfm])
async def test_done_with_arguments_that_cannot_be_read_ends_with_the_text(
    write: Callable[[str, str], bytes],
) -> None:
    async with scripted(says(write("DONE", '{"response": '))) as server:
        output = await _go_round(server)

    assert output.trace is not None
    assert (output.text, output.trace.completed) == ("Hm.", True)
