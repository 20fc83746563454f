"""What we make of a reply that should be variants, or a draft."""

import json
from collections.abc import Iterator, Mapping
from math import fsum
from typing import NamedTuple, cast

from edison.domain import DraftKind, DraftMode, DraftTask, Failure, Reply
from edison.errors import EdisonError
from edison.text import JsonValue, Template, Unreadable, WhyUnreadable, excerpt_of, read_json

from .units import BASELINE, VariantRequest


def read_variants(reply: Reply, *, request: VariantRequest) -> dict[str, str] | Unreadable:
    """The variants by their forms, the instruction itself among them; anything but an object of texts is no answer."""
    if isinstance(reply, Failure):
        return Unreadable(reason=WhyUnreadable.EMPTY, excerpt="", detail=reply.sentence)
    read = read_json(reply.text, want=dict)
    if isinstance(read, Unreadable):
        return read
    written = cast("dict[str, JsonValue]", read.value)
    variants = {
        form: text.strip() for form, text in written.items() if isinstance(text, str) and text.strip()
    }
    if not variants or len(variants) < len(written):
        detail = "It is not an object whose values are all texts."
        return Unreadable(reason=WhyUnreadable.WRONG_SHAPE, excerpt=excerpt_of(reply.text), detail=detail)
    return {**variants, BASELINE: request.baseline}


def read_draft(reply: Reply, *, task: DraftTask) -> str | Unreadable:
    """A draft as it is kept: a text, or JSON as it stands in a suite."""
    if isinstance(reply, Failure):
        return Unreadable(reason=WhyUnreadable.EMPTY, excerpt="", detail=reply.sentence)
    read = read_json(reply.text, want=dict)
    if isinstance(read, Unreadable):
        return read
    written = cast("Mapping[str, JsonValue]", read.value)
    drafted = _READERS[task.kind](written, task)
    if drafted.problem:
        return Unreadable(
            reason=WhyUnreadable.WRONG_SHAPE, excerpt=excerpt_of(reply.text), detail=drafted.problem
        )
    return drafted.text


class _Drafted(NamedTuple):
    text: str
    problem: str = ""


def _goal(written: Mapping[str, JsonValue], task: DraftTask) -> _Drafted:
    return _plain(_text(written, "objective"), task)


def _judge(written: Mapping[str, JsonValue], task: DraftTask) -> _Drafted:
    return _plain(_text(written, "instructions"), task)


def _plain(text: str, task: DraftTask) -> _Drafted:
    return _Drafted(text, _why_not_kept(text, task) if text else "It is empty.")


def _prompt(written: Mapping[str, JsonValue], task: DraftTask) -> _Drafted:
    system, user = _text(written, "system"), _text(written, "user")
    try:
        used = {name for text in (system, user) for name in Template.parse(text).names}
    except EdisonError as error:
        return _Drafted("", error.sentence)
    lost = [name for name in task.variables if name not in used]
    if lost or not (system or user):
        return _Drafted("", f"It lacks {', '.join(lost) or 'any text'}.")
    drafted = json.dumps({"system": system, "user": user}, ensure_ascii=False)
    return _Drafted(drafted, _why_not_kept(f"{system}\n{user}", task))


def _rubric(written: Mapping[str, JsonValue], task: DraftTask) -> _Drafted:
    rows = [
        {"name": name, "description": _text(row, "description"), "weight": weight}
        for row in _rows(written, "criteria")
        if (name := _text(row, "criterion")) and (weight := _weight(row)) > 0
    ]
    if not rows:
        return _Drafted("", "It has no criterion with a name and a weight.")
    total = fsum(cast("float", row["weight"]) for row in rows)
    weighed = [
        {**row, "weight": round(cast("float", row["weight"]) / total, 4), "scale": "1-5"} for row in rows
    ]
    return _Drafted(json.dumps(weighed, ensure_ascii=False))


def _cases(written: Mapping[str, JsonValue], task: DraftTask) -> _Drafted:
    cases = [_case(row, task) for row in _rows(written, "cases")]
    whole = [case for case in cases if case]
    if not whole:
        return _Drafted("", f"It has no case with {', '.join(task.variables)}.")
    return _Drafted(json.dumps(whole, ensure_ascii=False))


def _case(row: Mapping[str, JsonValue], task: DraftTask) -> dict[str, JsonValue]:
    """One case as a file has it; nothing where an input is missing."""
    inputs = {name: _text(row, name) for name in task.variables}
    if not all(inputs.values()):
        return {}
    said: dict[str, JsonValue] = {**inputs}
    expected, reason = _text(row, "expected"), _text(row, "reason")
    if expected:
        said["expect"] = {"answer": expected, **({"must": reason} if reason else {})}
    tags = row.get("tags")
    if isinstance(tags, list):
        said["tags"] = list(
            dict.fromkeys(tag.strip() for tag in tags if isinstance(tag, str) and tag.strip())
        )
    difficulty = row.get("difficulty")
    if isinstance(difficulty, int) and 1 <= difficulty <= 5:
        said["difficulty"] = difficulty
    return said


def _why_not_kept(text: str, task: DraftTask) -> str:
    """Whoever completes goes on from what is there, word by word."""
    there = task.text.split()
    if task.mode is DraftMode.COMPLETE and text.split()[: len(there)] != there:
        return "It does not begin with what is there."
    return ""


def _rows(written: Mapping[str, JsonValue], name: str) -> Iterator[Mapping[str, JsonValue]]:
    rows = written.get(name)
    yield from (row for row in rows if isinstance(row, dict)) if isinstance(rows, list) else ()


def _text(row: Mapping[str, JsonValue], name: str) -> str:
    value = row.get(name)
    return value.strip() if isinstance(value, str) else ""


def _weight(row: Mapping[str, JsonValue]) -> float:
    value = row.get("weight")
    return float(value) if isinstance(value, int | float) else 0.0


_READERS = {
    DraftKind.GOAL: _goal,
    DraftKind.RUBRIC: _rubric,
    DraftKind.PROMPT: _prompt,
    DraftKind.CASES: _cases,
    DraftKind.JUDGE: _judge,
}
