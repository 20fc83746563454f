"""Messages, tools and forms of answers, as OpenAI-shaped files write them."""

import json
import re
from collections.abc import Sequence
from typing import cast

from pydantic import JsonValue

from edison.domain import (
    CaseTool,
    Form,
    FormKind,
    Image,
    Message,
    Part,
    Role,
    Text,
    ToolCall,
    ToolChoice,
    ToolMode,
)

from ..reading.complaints import Complaints
from ..reading.nodes import Path, repeated, tell

_DATA = re.compile(r"data:(?P<type>[\w.+-]{1,40}/[\w.+-]{1,40});base64,(?P<data>.*)", re.DOTALL)
_ROLES = {"developer": Role.SYSTEM, "function": Role.TOOL, **{role.value: role for role in Role}}
_MODES = {mode.value: mode for mode in ToolMode if mode is not ToolMode.NAMED} | {"any": ToolMode.REQUIRED}
_FORM_NAME = re.compile(r"[^A-Za-z0-9_-]")


def read_messages(written: JsonValue, *, at: Path, complaints: Complaints) -> tuple[Message, ...]:
    """A whole conversation: texts, pictures, calls of tools and what they returned."""
    if not isinstance(written, list) or not written:
        complaints.add(at, f"{tell(written)} is no conversation", advice="Write a list of {role, content}.")
        return ()
    read = [_message(one, at=(*at, index), complaints=complaints) for index, one in enumerate(written)]
    return tuple(message for message in read if message is not None)


def _message(written: JsonValue, *, at: Path, complaints: Complaints) -> Message | None:
    role = _ROLES.get(str(written.get("role"))) if isinstance(written, dict) else None
    if not isinstance(written, dict) or role is None:
        advice = "Write {role: user, content: …}; roles are system, user, assistant and tool."
        complaints.add(at, f"{tell(written)} is no message", advice=advice)
        return None
    parts = _parts(written.get("content"), at=(*at, "content"), complaints=complaints)
    if parts is None:
        return None
    calls = written.get("tool_calls") if role is Role.ASSISTANT else None
    answered = written.get("tool_call_id") or written.get("name") or "call_1"
    return Message(
        role=role,
        parts=parts,
        tool_calls=tuple(map(_call, range(1, len(calls) + 1), calls)) if isinstance(calls, list) else (),
        tool_call_id=str(answered) if role is Role.TOOL else None,
    )


def _parts(content: JsonValue, *, at: Path, complaints: Complaints) -> tuple[Part, ...] | None:
    if content is None or content == "":
        return ()
    if isinstance(content, str):
        return (Text(text=content),)
    parts: list[Part] = []
    for index, one in enumerate(content if isinstance(content, list) else [None]):
        part = _part(one)
        if part is None:
            advice = "Write a text, or a list of {type: text, text} and {type: image_url, image_url: {url}}."
            complaints.add((*at, index), f"{tell(one)} cannot be sent", advice=advice)
            return None
        parts.append(part)
    return tuple(parts)


def _part(written: JsonValue) -> Part | None:
    if isinstance(written, str):
        return Text(text=written)
    if not isinstance(written, dict):
        return None
    if isinstance(written.get("text"), str):
        return Text(text=str(written["text"]))
    picture = written.get("image_url", written.get("image"))
    url = picture.get("url") if isinstance(picture, dict) else picture
    if not isinstance(url, str) or not url:
        return None
    data = _DATA.fullmatch(url)
    return Image(media_type=data["type"], base64=data["data"]) if data else Image(url=url)


def _call(number: int, written: JsonValue) -> ToolCall:
    call = written if isinstance(written, dict) else {}
    function = call.get("function", call)
    inner = function if isinstance(function, dict) else {}
    id_, name = str(call.get("id", f"call_{number}")), str(inner.get("name", ""))
    arguments = inner.get("arguments", {})
    if isinstance(arguments, str):
        try:
            arguments = cast("JsonValue", json.loads(arguments))
        except ValueError:
            return ToolCall(id=id_, name=name, unparsed=str(arguments))
    return ToolCall(id=id_, name=name, arguments=arguments if isinstance(arguments, dict) else {})


def read_tools(written: JsonValue, *, at: Path, complaints: Complaints) -> tuple[CaseTool, ...]:
    """Tools, bare or as `{type: function, function: {…}}`."""
    if written is None:
        return ()
    if not isinstance(written, list):
        complaints.add(at, f"{tell(written)} is no list of tools", advice="Write [{name, parameters}].")
        return ()
    tools: list[CaseTool] = []
    for index, one in enumerate(written):
        tool = _tool(one)
        if tool is None:
            advice = "Write {name: …, parameters: {…}}, or that under function."
            complaints.add((*at, index), f"{tell(one)} is no tool", advice=advice)
        else:
            tools.append(tool)
    for index, name, _ in repeated(tool.name for tool in tools):
        complaints.add(
            (*at, index), f"two tools are called {tell(name)}", advice="Give each a name of its own."
        )
    return tuple(tools)


def _tool(written: JsonValue) -> CaseTool | None:
    inner = written.get("function", written) if isinstance(written, dict) else None
    if not isinstance(inner, dict):
        return None
    name, parameters = inner.get("name"), inner.get("parameters", inner.get("input_schema"))
    if not isinstance(name, str) or not name.strip() or not isinstance(parameters, dict | None):
        return None
    return CaseTool(
        name=name.strip(),
        description=str(inner.get("description") or ""),
        parameters=parameters or {"type": "object", "properties": {}},
    )


def read_choice(
    written: JsonValue, *, tools: Sequence[CaseTool], at: Path, complaints: Complaints
) -> ToolChoice | None:
    """auto, required, none, or a tool: by its name, or as OpenAI names it."""
    if written is None:
        return None
    function = written.get("function", written) if isinstance(written, dict) else None
    name = function.get("name") if isinstance(function, dict) else written
    if isinstance(name, str) and name in _MODES:
        return ToolChoice(mode=_MODES[name])
    if isinstance(name, str) and name in {tool.name for tool in tools}:
        return ToolChoice(mode=ToolMode.NAMED, name=name)
    known = ", ".join((*_MODES, *(tool.name for tool in tools)))
    complaints.add(at, f"{tell(name)} is no choice of a tool", advice=f"Known are {known}.")
    return None


def read_form(written: JsonValue) -> Form | None:
    """The form of an answer as OpenAI writes it; None where it is none that can be asked for."""
    if not isinstance(written, dict):
        return None
    kind = written.get("type")
    if kind == "text":
        return Form()
    if kind == "json_object":
        return Form(kind=FormKind.JSON)
    inner = written.get("json_schema", written)
    schema = inner.get("schema") if isinstance(inner, dict) else None
    if kind != "json_schema" or not isinstance(inner, dict) or not isinstance(schema, dict):
        return None
    name = _FORM_NAME.sub("_", str(inner.get("name") or "answer"))[:64]
    return Form(kind=FormKind.SCHEMA, name=name, json_schema=schema, strict=inner.get("strict") is True)


def tell_task(messages: Sequence[Message]) -> str:
    """The conversation as a judge reads it: whoever speaks is named where that is not plain."""
    told = [(message.role, _told(message)) for message in messages]
    if [role for role, _ in told] in ([Role.USER], [Role.SYSTEM, Role.USER]):
        return "\n\n".join(text for _, text in told if text)
    return "\n\n".join(f"[{role.value}]\n{text}" for role, text in told)


def _told(message: Message) -> str:
    calls = [f"calls {call.name} with {json.dumps(call.arguments)}" for call in message.tool_calls]
    pictures = ["(a picture)" for part in message.parts if isinstance(part, Image)]
    return "\n".join(filter(None, (message.text, *pictures, *calls)))
