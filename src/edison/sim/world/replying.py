"""Saying a finding in the form that was asked for: schema, tool call, JSON, a last line, or prose."""

from __future__ import annotations

import re

import msgspec

from edison.sim.exchange import Finish, SimTool, SimToolCall

from .asking import shown_schema
from .content import Several, Share, Side
from .draw import Draws
from .finding import Finding
from .json_shapes import as_object, is_array, is_object, written_json
from .malforming import decorate, malform_arguments, malform_text
from .persona import Persona
from .schema_filling import SchemaFiller
from .sections import outside_sections
from .view import View


class Spoken(msgspec.Struct, frozen=True, kw_only=True):
    """A reply before limits are applied and tokens are counted."""

    text: str
    tool_calls: tuple[SimToolCall, ...] = ()
    finish: Finish = "stop"


_ASKS_JSON = re.compile(r"\bJSON\b", re.IGNORECASE)
_LAST_LINE = re.compile(
    r"\b(?P<label>(?:FINAL |OVERALL )?(?:VERDICT|WINNER|RESULT|PREFERENCE|DECISION|SCORE|RATING|CHOICE|GRADE)):"
)
_ONLY_SHORT = re.compile(
    r"\b(?:only|just|nothing but)(?: with)?(?: the| a| one)? (?:single )?"
    r"(?:letter|word|number|score|integer|verdict|label|A or B|[“\"']?A[”\"']? or [“\"']?B|PASS or FAIL)\b",
    re.IGNORECASE,
)


def say(finding: Finding, *, view: View, persona: Persona, seed: int) -> Spoken:
    """Put a finding into words or a structure."""
    draws = Draws(seed, "form", persona.id, view.noise_key)
    broken = draws.chance(finding.malformed)
    tool = form_tool(view)
    if tool is not None:
        return _as_call(finding, tool=tool, broken=broken, draws=draws)
    text = _text(finding, view=view, draws=draws)
    if broken:
        text = malform_text(text, draws=draws)
    elif draws.chance(finding.decoration):
        text = decorate(text, draws=draws)
    return Spoken(text=text)


def fill_schema(schema: dict[str, object], *, content: object, draws: Draws, about: str = "") -> str:
    """Write JSON that satisfies a schema and says the content."""
    return written_json(SchemaFiller(schema, draws, about=about).fill(content))


def form_tool(view: View) -> SimTool | None:
    """Give the tool a finding is to be said through: the one named, or the only one unless forbidden."""
    request = view.request
    if request.tool_choice == "none" or request.schema is not None:
        return None
    named = [tool for tool in request.tools if request.tool_choice == f"name:{tool.name}"]
    if named:
        return named[0]
    return request.tools[0] if len(request.tools) == 1 else None


def call_id(draws: Draws) -> str:
    """Make up an id for a tool call."""
    return "call_" + "".join(draws.choice("0123456789abcdef") for _ in range(16))


def plain_json(content: object) -> object:
    """Turn content into plain JSON values in the world's own shape."""
    if isinstance(content, Share):
        value = content.on(content.low, content.high)
        return round(value, 2) if content.high <= 1 else round(value)
    if isinstance(content, Side):
        return content.name
    if isinstance(content, Several):
        return {
            name: plain_json({key: item[key] for key in ("score", "reason") if key in item})
            for name, item in content.items
        }
    if is_array(content):
        return [plain_json(item) for item in content]
    if is_object(content):
        return {key: plain_json(value) for key, value in content.items()}
    return content


def _as_call(finding: Finding, *, tool: SimTool, broken: bool, draws: Draws) -> Spoken:
    schema = _uncounted(tool.parameters) if finding.miscounts else tool.parameters
    arguments = as_object(SchemaFiller(schema, draws).fill(finding.content))
    if broken:
        arguments = malform_arguments(arguments, draws=draws)
    call = SimToolCall(id=call_id(draws), name=tool.name, arguments=arguments)
    return Spoken(text="", tool_calls=(call,), finish="tool_calls")


def _text(finding: Finding, *, view: View, draws: Draws) -> str:
    request = view.request
    if request.schema is not None:
        schema = _uncounted(request.schema) if finding.miscounts else request.schema
        return fill_schema(schema, content=finding.content, draws=draws)
    words = outside_sections(view.prompt, "judged", "prompt", "question", "expected")
    if request.json_mode or (_ASKS_JSON.search(words) and not finding.suffix):
        return _as_json(finding, schema=shown_schema(view), draws=draws)
    return _as_prose(finding, words=words)


def _as_json(finding: Finding, *, schema: dict[str, object] | None, draws: Draws) -> str:
    if schema is not None:
        return fill_schema(schema, content=finding.content, draws=draws)
    keys = finding.keys or tuple(
        key for key in finding.content if key not in ("alternatives", "user", "system")
    )
    shown = {key: finding.content[key] for key in keys if key in finding.content}
    return written_json(plain_json(shown or finding.content))


def _as_prose(finding: Finding, *, words: str) -> str:
    if finding.suffix:
        return f"{finding.prose}\n\n{finding.suffix}"
    if not finding.short:
        return finding.prose
    label = _LAST_LINE.search(words)
    if label:
        return f"{finding.prose}\n\n{label['label']}: {finding.short}"
    if _ONLY_SHORT.search(words):
        return finding.short
    return f"{finding.prose}\n\n{finding.short_label}: {finding.short}"


def _uncounted(schema: dict[str, object]) -> dict[str, object]:
    """Drop the counts a careless writer does not keep to."""
    return {
        key: _uncounted_value(value) for key, value in schema.items() if key not in ("minItems", "maxItems")
    }


def _uncounted_value(value: object) -> object:
    if is_object(value):
        return _uncounted(value)
    return [_uncounted_value(item) for item in value] if is_array(value) else value
