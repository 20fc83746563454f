"""json: one object by a schema, with the reason of each score before the score."""

from typing import cast

from pydantic import JsonValue

from edison.domain import Answer, Criterion, Form, FormKind, Rubric, SafetyFlag
from edison.text import JsonValue as TextJson
from edison.text import Unreadable, WhyUnreadable, read_json

from .findings import Findings, keys_of, read_findings
from .form import Request, WrittenForm

_Schema = dict[str, JsonValue]


def ask_for_json(rubric: Rubric) -> Request:
    """Ask for an object, by its schema."""
    return Request(
        words="Score the answer. Reply with the JSON object that was asked for and nothing else.",
        form=Form(kind=FormKind.SCHEMA, name="judgment", json_schema=schema_of(rubric)),
    )


def read_object(text: str, *, rubric: Rubric) -> Findings | Unreadable:
    """Read the object: the whole text, in a fence or in prose, mended where it is broken but not cut short."""
    read = read_json(text, want=dict, keys=("scores", *keys_of(rubric)))
    if isinstance(read, Unreadable):
        return read
    if read.truncated:
        detail = "It breaks off before its end."
        return Unreadable(reason=WhyUnreadable.BROKEN_JSON, excerpt="", detail=detail)
    return read_findings(cast(dict[str, TextJson], read.value), rubric=rubric)


def schema_of(rubric: Rubric) -> _Schema:
    """The object's schema: strict, and without bounds on numbers, which some providers refuse to take."""
    scores: _Schema = {key: _score(criterion) for key, criterion in keys_of(rubric).items()}
    flags: _Schema = {flag.value: {"type": "boolean"} for flag in SafetyFlag}
    return _object(
        {
            "scores": _object(scores),
            "safety": _object(flags),
            "suggestions": {"type": "array", "items": {"type": "string"}},
        }
    )


def _score(criterion: Criterion) -> _Schema:
    scale = f"{criterion.name}: from {criterion.scale.min:g} to {criterion.scale.max:g}."
    return _object(
        {
            "reason": {"type": "string", "description": "One or two sentences."},
            "score": {"type": "number", "description": scale},
        }
    )


def _object(properties: _Schema) -> _Schema:
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def _read(answer: Answer, rubric: Rubric) -> Findings | Unreadable:
    return read_object(answer.text, rubric=rubric)


JSON_FORM = WrittenForm(request=ask_for_json, read=_read)
