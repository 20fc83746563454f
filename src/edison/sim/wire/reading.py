"""Reading request bodies into typed shapes, and saying precisely what does not fit."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TypeVar

import msgspec

from .shapes import BodyMisfit, Refuser

T = TypeVar("T")

_PLACE = re.compile(r"^(?P<what>.*?)(?: - at `(?P<where>.*)`)?$", re.DOTALL)
_FIELD = re.compile(r"field `(?P<field>[^`]*)`")
_EXPECTED = re.compile(r"Expected `(?P<expected>[^`]*)`(?:, got `(?P<found>[^`]*)`)?(?P<bound>.*)", re.DOTALL)


class Body(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A shape that refuses fields it does not know, as providers do."""


def read_body(body: bytes, shape: type[T], refuser: Refuser) -> T:
    """Decode a body, or raise the provider's own refusal."""
    try:
        return msgspec.json.decode(body, type=shape)
    except msgspec.ValidationError as cause:
        raise refuser.refuse_body(misfit_of(str(cause))) from cause
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as cause:
        raise refuser.refuse_body(BodyMisfit("malformed", found=str(cause))) from cause


def convert_body(value: object, shape: type[T], refuser: Refuser, *, at: str = "") -> T:
    """The same for a value that is already parsed; `at` says where it stood."""
    try:
        return msgspec.convert(value, type=shape)
    except msgspec.ValidationError as cause:
        misfit = misfit_of(str(cause))
        raise refuser.refuse_body(replace(misfit, path=".".join(filter(None, (at, misfit.path))))) from cause


class _Named(msgspec.Struct):
    model: str | None = None


def model_in(body: bytes) -> str | None:
    """The model a body names, whatever else is wrong with it."""
    try:
        return msgspec.json.decode(body, type=_Named).model
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None


def misfit_of(message: str) -> BodyMisfit:
    """Take the decoder's sentence apart."""
    place = _PLACE.match(message)
    what = place["what"] if place else message
    where = ((place["where"] or "") if place else "").removeprefix("$").removeprefix(".")
    named = _FIELD.search(what)
    if named:
        how = "unknown" if "unknown" in what else "missing"
        return BodyMisfit(how, f"{where}.{named['field']}".lstrip("."))
    if what.startswith("Invalid"):
        return BodyMisfit("value", where, found=what.partition("'")[2].rpartition("'")[0])
    expected = _EXPECTED.match(what)
    if expected is None:
        return BodyMisfit("value", where, found=what)
    if expected["found"] is None:
        return BodyMisfit("range", where, expected=expected["bound"].strip(), found=expected["expected"])
    return BodyMisfit("type", where, expected=expected["expected"], found=expected["found"])
