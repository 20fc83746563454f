"""What we make of replies: suggestions, edits, or why not."""

from collections.abc import Iterator, Mapping, Sequence
from typing import cast

from pydantic import JsonValue

from edison.domain import (
    Answer,
    Edit,
    Failure,
    JudgmentId,
    PromptPart,
    PromptVersion,
    Proposal,
    Reply,
    Suggestion,
)
from edison.text import Unreadable, WhyUnreadable, excerpt_of, read_json

from .edits.applying import EditsRefused, apply_edits
from .edits.diffs import DiffRefused, apply_diff

_MOST = 12
_PARTS = {part.value: part for part in PromptPart}


def read_suggestions(reply: Reply, *, shown: Mapping[str, Sequence[JudgmentId]]) -> Proposal | Unreadable:
    """What a judge suggests; it rests on the judgments of the answers that it names, else of all that it was shown.

    Args:
        reply: Its words.
        shown: The answers that go wrong, as they were called, with their judgments.
    """
    if isinstance(reply, Failure):
        return Proposal(not_proposed=reply.sentence)
    written = _read(reply, "suggestions")
    if isinstance(written, Unreadable):
        return written
    found = [
        Suggestion(
            text=text,
            criteria=tuple(_names(row, "criterion")),
            because=_text(row, "reason"),
            judgments=_judgments(row, shown),
        )
        for row in _rows(written, "suggestions")
        if (text := _text(row, "suggestion"))
    ]
    if not found:
        return Proposal(not_proposed="The judge suggests nothing.")
    return Proposal(suggestions=tuple(found[:_MOST]))


def read_edits(reply: Reply, *, version: PromptVersion) -> Proposal | Unreadable:
    """The edits that a refiner wrote, which must apply to the version; a unified diff will do as well."""
    if isinstance(reply, Failure):
        return Proposal(not_proposed=reply.sentence)
    written = _read(reply, "edits")
    if isinstance(written, Unreadable):
        by_diff = _read_diff(reply.text, version=version)
        return written if by_diff is None else by_diff
    edits = tuple(_edits(_rows(written, "edits")))
    if not edits:
        return Proposal(not_proposed="The refiner changes nothing.")
    applied = apply_edits(version, edits)
    if isinstance(applied, EditsRefused):
        return _unusable(reply, applied.sentence)
    note, conflicts = _text(written, "note"), tuple(_sentences(written, "conflicts"))
    return Proposal(edits=edits, note=note, conflicts=conflicts)


def read_rewrite(reply: Reply, *, version: PromptVersion) -> Proposal | Unreadable:
    """The texts that a refiner wrote anew, as edits of all that stood there; a part left empty stays as it is."""
    if isinstance(reply, Failure):
        return Proposal(not_proposed=reply.sentence)
    read = read_json(reply.text, want=dict, keys=("system", "user"))
    if isinstance(read, Unreadable):
        return read
    written = cast("Mapping[str, JsonValue]", read.value)
    edits = tuple(
        Edit(
            part=part,
            find=old,
            replace=new,
            reason=_text(written, "reason"),
            criteria=tuple(_names(written, "target")),
            sources=tuple(_names(written, "sources")),
        )
        for part, old in ((PromptPart.SYSTEM, version.system), (PromptPart.USER, version.user))
        if (new := _text(written, part.value)) and new != old.strip()
    )
    if not edits:
        return Proposal(not_proposed="The refiner changes nothing.")
    note, conflicts = _text(written, "note"), tuple(_sentences(written, "conflicts"))
    return Proposal(edits=edits, note=note, conflicts=conflicts)


def _edits(rows: Sequence[Mapping[str, JsonValue]]) -> Iterator[Edit]:
    for row in rows[:_MOST]:
        find, replace = _text(row, "search", strip=False), _text(row, "replace", strip=False)
        if find == replace:
            continue
        yield Edit(
            part=_PARTS.get(_text(row, "part"), PromptPart.SYSTEM),
            find=find,
            replace=replace,
            reason=_text(row, "reason"),
            criteria=tuple(_names(row, "target")),
            sources=tuple(_names(row, "sources")),
        )


def _read_diff(text: str, *, version: PromptVersion) -> Proposal | Unreadable | None:
    """A diff of the system text or, where there is none or it does not fit, of the user text."""
    if "@@" not in text and "<diff>" not in text.lower():
        return None
    why = ""
    for part, old in ((PromptPart.SYSTEM, version.system), (PromptPart.USER, version.user)):
        new = apply_diff(old, text) if old else DiffRefused("There is no such text.")
        if isinstance(new, str):
            edit = Edit(part=part, find=old, replace=new, reason="As the diff says.")
            return Proposal(edits=(edit,))
        why = why or new.sentence
    return Unreadable(reason=WhyUnreadable.WRONG_SHAPE, excerpt=excerpt_of(text), detail=why)


def _judgments(
    row: Mapping[str, JsonValue], shown: Mapping[str, Sequence[JudgmentId]]
) -> tuple[JudgmentId, ...]:
    named = [name for name in (one.upper() for one in _names(row, "seen_in")) if name in shown]
    return tuple(dict.fromkeys(one for name in named or shown for one in shown[name]))


def _read(reply: Answer, key: str) -> Mapping[str, JsonValue] | Unreadable:
    """The object that a reply holds, with a list under its key."""
    read = read_json(reply.text, want=dict, keys=(key,))
    if isinstance(read, Unreadable):
        return read
    written = cast("Mapping[str, JsonValue]", read.value)
    return written if isinstance(written.get(key), list) else _unusable(reply, f"It has no list of {key}.")


def _rows(written: Mapping[str, JsonValue], key: str) -> list[Mapping[str, JsonValue]]:
    return [row for row in cast("list[JsonValue]", written[key]) if isinstance(row, dict)]


def _unusable(reply: Answer, detail: str) -> Unreadable:
    return Unreadable(reason=WhyUnreadable.WRONG_SHAPE, excerpt=excerpt_of(reply.text), detail=detail)


def _text(row: Mapping[str, JsonValue], key: str, *, strip: bool = True) -> str:
    value = row.get(key)
    if not isinstance(value, str):
        return ""
    return value.strip() if strip else value


def _sentences(row: Mapping[str, JsonValue], key: str) -> list[str]:
    value = row.get(key)
    said = value if isinstance(value, list) else [value]
    return [one.strip() for one in said if isinstance(one, str) and one.strip()][:_MOST]


def _names(row: Mapping[str, JsonValue], key: str) -> list[str]:
    value = row.get(key)
    if isinstance(value, str):
        value = value.split(",")
    if not isinstance(value, list):
        return []
    return [name.strip() for name in value if isinstance(name, str) and name.strip()]
