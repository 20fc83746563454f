"""Saying a finding in the form that was asked for: schema, tool call, JSON, a last line, or prose; or badly."""

from __future__ import annotations

import re

import msgspec

from ...exchange import Finish, SimTool, SimToolCall
from ..draw import Draws
from ..filling.content import PreferredSide, ScaleShare, Several
from ..filling.schema import SchemaFiller
from ..persona import Persona
from ..reading.json_values import as_object, is_array, is_object, written_json
from ..reading.sections import outside_sections
from ..reading.view import ReadRequest
from ..reading.work import shown_schema


class Conclusion(msgspec.Struct, frozen=True, kw_only=True):
    """A conclusion: as content for a structured reply, and as prose with an optional last line."""

    content: dict[str, object]
    prose: str
    suffix: str = ""
    """A machine-readable ending such as `VERDICT: A`."""
    short: str = ""
    """The conclusion in one word or number, for those who want nothing else."""
    short_label: str = "Verdict"
    """What stands before it when nobody said what should."""
    keys: tuple[str, ...] = ()
    """What goes into a JSON reply when JSON is wanted but no form is shown."""
    malformed: float = 0.0
    """Share of replies of this kind that come out unreadable."""
    decoration: float = 0.0
    miscounts: bool = False
    """Whether the number of items is wrong on purpose, so that the form's own count is not to be kept."""


_CHATTER = (
    "Both have their merits, and it is really hard to say. It depends on what one is looking for.",
    "I would need to know more about the context before I commit myself here.",
    "This is an interesting piece of work that raises a number of questions.",
)
_THOUGHT = "<think>\nLet me go through this point by point before I decide.\n</think>\n"


def malform_text(text: str, *, draws: Draws) -> str:
    """Spoil a reply in one of the ways models do."""
    ways = (_chatter, _cut, _renamed, _emptied, _unknown_token)
    return draws.choice(ways)(text, draws)


def malform_arguments(arguments: dict[str, object], *, draws: Draws) -> dict[str, object]:
    """Spoil the arguments of a tool call: leave one out, or wrap them in a key nobody asked for."""
    if draws.chance(0.5) and arguments:
        dropped = draws.choice(list(arguments))
        return {name: value for name, value in arguments.items() if name != dropped}
    return {"result": arguments}


def decorate(text: str, *, draws: Draws) -> str:
    """Dress a reply up: fence, thinking block, bold last line or bullet; what it says stays."""
    stripped = text.strip()
    if stripped.startswith("{"):
        fenced = f"```json\n{stripped}\n```"
        return draws.choice((fenced, f"{_THOUGHT}{stripped}", f"Here is my assessment:\n\n{fenced}"))
    body, _, last = stripped.rpartition("\n")
    label, colon, rest = last.partition(":")
    dressed = draws.choice(
        (f"**{label}:** {rest.strip()}", f"- {last}", f"**{last}**", f"{label}: `{rest.strip()}`.")
    )
    if not colon:
        return f"{_THOUGHT}{stripped}"
    return f"{body}\n{dressed}" if draws.chance(0.7) else f"{_THOUGHT}{body}\n{last}"


def _chatter(text: str, draws: Draws) -> str:
    del text
    return draws.choice(_CHATTER)


def _cut(text: str, draws: Draws) -> str:
    """Break off early enough that what matters is not said."""
    return text[: max(1, int(len(text) * (0.1 + 0.2 * draws.unit())))].rstrip('}" \n')


def _renamed(text: str, draws: Draws) -> str:
    """Use keys nobody asked for, or drop the label of the last line."""
    del draws
    if text.lstrip().startswith("{"):
        return re.sub(r'"(\w+)":', r'"my_\1":', text)
    return re.sub(r"^[A-Z_ ]+: *\S+ *$", "That is my view.", text, flags=re.MULTILINE).replace(
        "Verdict:", "View"
    )


def _emptied(text: str, draws: Draws) -> str:
    del text, draws
    return ""


def _unknown_token(text: str, draws: Draws) -> str:
    """Name something that was not on offer."""
    del draws
    if text.lstrip().startswith("{"):
        return text.replace("{", "{,", 1).replace(":", " is ")
    head, colon, _ = text.rpartition(":")
    return f"{head}: somewhere in between" if colon else "somewhere in between"


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


def say(finding: Conclusion, *, view: ReadRequest, persona: Persona, seed: int) -> Spoken:
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


def form_tool(view: ReadRequest) -> SimTool | None:
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
    if isinstance(content, ScaleShare):
        value = content.on(content.low, content.high)
        return round(value, 2) if content.high <= 1 else round(value)
    if isinstance(content, PreferredSide):
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


def _as_call(finding: Conclusion, *, tool: SimTool, broken: bool, draws: Draws) -> Spoken:
    schema = _uncounted(tool.parameters) if finding.miscounts else tool.parameters
    arguments = as_object(SchemaFiller(schema, draws).fill(finding.content))
    if broken:
        arguments = malform_arguments(arguments, draws=draws)
    call = SimToolCall(id=call_id(draws), name=tool.name, arguments=arguments)
    return Spoken(text="", tool_calls=(call,), finish="tool_calls")


def _text(finding: Conclusion, *, view: ReadRequest, draws: Draws) -> str:
    request = view.request
    if request.schema is not None:
        schema = _uncounted(request.schema) if finding.miscounts else request.schema
        return fill_schema(schema, content=finding.content, draws=draws)
    words = outside_sections(view.prompt, "judged", "prompt", "question", "expected")
    if request.json_mode or (_ASKS_JSON.search(words) and not finding.suffix):
        return _as_json(finding, schema=shown_schema(view), draws=draws)
    return _as_prose(finding, words=words)


def _as_json(finding: Conclusion, *, schema: dict[str, object] | None, draws: Draws) -> str:
    if schema is not None:
        return fill_schema(schema, content=finding.content, draws=draws)
    keys = finding.keys or tuple(
        key for key in finding.content if key not in ("alternatives", "user", "system")
    )
    shown = {key: finding.content[key] for key in keys if key in finding.content}
    return written_json(plain_json(shown or finding.content))


def _as_prose(finding: Conclusion, *, words: str) -> str:
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
