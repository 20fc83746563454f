"""Chats as Markdown for people, JSON for programs, and batteries that can be run again."""

import json
from collections.abc import Iterator
from typing import Any

from edison.domain import Chat, ChatAnswer, ChatState, Image, Message, Part, Text, ToolCall

from ..reading.visible import visible_on_a_page
from .markdown import code_span
from .written_tasks import written_form


def write_chat_markdown(chat: Chat) -> Iterator[bytes]:
    """Turn by turn, model by model; what models wrote stands in fences, where it can do nothing."""
    yield _line(f"# {code_span(chat.name)}")
    for number, question in enumerate(chat.questions):
        yield _line(f"\n## Turn {number + 1}\n")
        yield _fenced(question.text)
        if question.images:
            yield _line(f"\nWith {len(question.images)} image(s).")
        for name, result in question.tool_results.items():
            yield _line(f"\n{code_span(name)} returned {code_span(result)}")
        for place, column in enumerate(chat.columns):
            answer = chat.answer(number, place)
            if answer is not None:
                yield _line(f"\n### {code_span(column.name)}\n")
                yield from _answer(answer)


def write_chat_json(chat: Chat) -> Iterator[bytes]:
    """Everything that is known of it."""
    yield (json.dumps(chat.model_dump(mode="json"), indent=2) + "\n").encode()


def write_chat_battery(chat: Chat, *, is_one: bool = False, expected: int | None = None) -> Iterator[bytes]:
    """A case for each turn that somebody answered, or one with all that was said; answers are kept beside.

    Args:
        chat: The chat.
        is_one: One case with the whole conversation up to its last question.
        expected: The model whose history is taken and whose answers are the expected ones; without it the first
            model's history is, and nothing is expected.
    """
    column = expected or 0
    answered = sorted({one.question for one in chat.answers if one.state is ChatState.ANSWERED})
    chosen = answered[-1:] if is_one else answered
    cases = [_case(chat, number, column=column, expected=expected) for number in chosen]
    battery = {"test_suite": chat.name, "prompts": cases}
    yield (json.dumps(battery, indent=2) + "\n").encode()


def _case(chat: Chat, number: int, *, column: int, expected: int | None) -> dict[str, Any]:
    question, messages = chat.questions[number], list(chat.history(number, column))
    user = question.text if question.text.strip() else "What do you say to this?"
    answers = {
        chat.columns[one.column].name: one.text
        for one in chat.answers
        if one.question == number and one.state is ChatState.ANSWERED
    }
    case: dict[str, Any] = {"id": f"turn-{number + 1}", "user": user, "category": "chat", "answers": answers}
    if messages[-1].parts == (Text(text=user),) and len(messages) == 1 + _is_told(chat, column):
        case["system"] = chat.columns[column].system
    else:
        case["messages"] = [_message(message) for message in messages]
    if chat.tools:
        case["tools"] = [tool.model_dump(mode="json") for tool in chat.tools]
    asked = chat.ask(number, column)
    if asked.tool_choice is not None:
        case["tool_choice"] = asked.tool_choice.name or asked.tool_choice.mode.value
    if (form := written_form(chat.form)) is not None:
        case["response_format"] = form
    told = None if expected is None else answers.get(chat.columns[expected].name)
    if told:
        case["expected_response"] = told
    return case


def _is_told(chat: Chat, column: int) -> bool:
    """Whether a model has a system text."""
    return bool(chat.columns[column].system.strip())


def _message(message: Message) -> dict[str, Any]:
    written: dict[str, Any] = {"role": message.role.value, "content": [_part(part) for part in message.parts]}
    if not any(isinstance(part, Image) for part in message.parts):
        written["content"] = message.text
    if message.tool_calls:
        written["tool_calls"] = [_call(call) for call in message.tool_calls]
    if message.tool_call_id is not None:
        written["tool_call_id"] = message.tool_call_id
    return written


def _part(part: Part) -> dict[str, Any]:
    if not isinstance(part, Image):
        return {"type": "text", "text": part.text}
    url = part.url if part.base64 is None else f"data:{part.media_type};base64,{part.base64}"
    return {"type": "image_url", "image_url": {"url": url}}


def _call(call: ToolCall) -> dict[str, Any]:
    arguments = json.dumps(call.arguments) if call.unparsed is None else call.unparsed
    return {"id": call.id, "type": "function", "function": {"name": call.name, "arguments": arguments}}


def _answer(answer: ChatAnswer) -> Iterator[bytes]:
    if answer.text or answer.state is ChatState.ANSWERED:
        yield _fenced(answer.text)
    for call in answer.tool_calls:
        yield _line(f"\nCalls {code_span(call.name)} with {code_span(json.dumps(call.arguments))}")
    if answer.state is not ChatState.ANSWERED:
        yield _line(f"\n*{answer.state.value}*: {code_span(answer.sentence or 'before its end')}")


def _fenced(text: str) -> bytes:
    """A text between fences that are longer than any in it."""
    shown, fence = visible_on_a_page(text), "```"
    while fence in shown:
        fence += "`"
    return _line(f"{fence}text\n{shown}\n{fence}")


def _line(text: str) -> bytes:
    return f"{text}\n".encode("utf-8", "replace")
