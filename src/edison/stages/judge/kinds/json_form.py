"""json: one object by a schema."""

from functools import lru_cache
from typing import TypeVar, cast

from edison.domain import Answer, Form, FormKind, Reading
from edison.text import Extracted, Found, Unreadable, WhyUnreadable, read_json

from .form import Read, Request, Sheet, Written

F = TypeVar("F")


@lru_cache(maxsize=64)
def ask_for_json(sheet: Sheet[F]) -> Request:
    """Ask for an object, by its schema."""
    return Request(
        words=f"{sheet.task}. Reply with the JSON object that was asked for and nothing else.",
        form=Form(kind=FormKind.SCHEMA, name=sheet.name, json_schema=sheet.schema, bounded=sheet.bounded),
    )


def read_json_reply(answer: Answer, sheet: Sheet[F]) -> Read[F] | Unreadable:
    """Read the object that a reply is, or holds."""
    return read_text_object(answer.text, sheet=sheet)


def read_text_object(text: str, *, sheet: Sheet[F]) -> Read[F] | Unreadable:
    """Read an object: the whole text, in a fence or in prose, mended where it is broken but not cut short."""
    read = read_json(text, want=dict, keys=sheet.keys)
    if isinstance(read, Unreadable):
        return read
    if read.truncated:
        return cut_short()
    finding = sheet.read_object(cast(Written, read.value))
    return finding if isinstance(finding, Unreadable) else Read(finding, _reading(read))


def cut_short() -> Unreadable:
    """What to say where the end is missing: the last number may have lost digits."""
    return Unreadable(reason=WhyUnreadable.BROKEN_JSON, excerpt="", detail="It breaks off before its end.")


def _reading(read: Extracted) -> Reading:
    if read.repaired:
        return Reading.MENDED
    return Reading.STRICT if read.found is Found.WHOLE else Reading.TOLERANT
