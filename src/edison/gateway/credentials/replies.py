"""What token addresses say, read with care: a refusal becomes a trouble that names the address and the next step."""

import re
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from html import unescape
from typing import NoReturn, cast
from urllib.parse import urlsplit

import msgspec

from edison.errors import AuthRefused, ProviderTrouble, Unavailable, Unreadable

from ..secret import Secret
from .renewing import KeyReply, KeyRequest, Lease, Post

_LONGEST_CAUSE = 300
_XML_CAUSE = re.compile(r"<(?:Code|Message)>([^<]+)</")

Fields = Mapping[str, object]


async def ask(post: Post, request: KeyRequest, *, advice: str) -> bytes:
    """The body of a good answer; else a trouble that names who refused and what to do."""
    where = urlsplit(request.url).netloc
    try:
        reply = await post(request)
    except ProviderTrouble as trouble:
        trouble.advise(f"It was {where}, asked for a key.")
        raise
    if reply.status != 200:
        _refuse(reply, where=where, advice=advice)
    return reply.body


async def ask_json(post: Post, request: KeyRequest, *, advice: str) -> Fields:
    """The same, as an object of JSON."""
    return read_object(await ask(post, request, advice=advice), where=urlsplit(request.url).netloc)


def read_object(body: bytes, *, where: str) -> Fields:
    """An object of JSON that somebody says holds a key; what it is instead is not shown, for it may hold one."""
    try:
        told: object = msgspec.json.decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError):
        told = None
    if not isinstance(told, dict):
        raise Unreadable(
            f"{where} was asked for a key and answered with something that is no object of JSON."
        )
    return cast("Fields", told)


def word(fields: Fields, name: str, *, where: str) -> str:
    """A field that must be there."""
    value = fields.get(name)
    if not isinstance(value, str) or not value:
        raise Unreadable(f"{where} was asked for a key, and its answer has no {name}.")
    return value


def read_token(fields: Fields, *, where: str, now: datetime) -> Lease:
    """A token as OAuth answers: for some seconds, or until a second since 1970."""
    token = Secret(word(fields, "access_token", where=where))
    lasts, until = _number(fields.get("expires_in")), _number(fields.get("expires_on"))
    if until is not None:
        return Lease(token, datetime.fromtimestamp(until, UTC))
    return Lease(token, now + timedelta(seconds=3600 if lasts is None else lasts))


def read_moment(written: object) -> datetime | None:
    """A moment as vendors write it; None for what is none."""
    if not isinstance(written, str):
        return None
    try:
        moment = datetime.fromisoformat(written.replace("UTC", "Z"))
    except ValueError:
        return None
    return moment if moment.tzinfo is not None else moment.replace(tzinfo=UTC)


def _number(written: object) -> float | None:
    if isinstance(written, bool) or not isinstance(written, int | float | str):
        return None
    try:
        return float(written)
    except ValueError:
        return None


def _refuse(reply: KeyReply, *, where: str, advice: str) -> NoReturn:
    status = reply.status
    if status >= 500 or status in (408, 429):
        raise Unavailable(f"{where} was asked for a key and is not ready (HTTP {status}).", status=status)
    cause = _cause(reply.body)
    said = f"HTTP {status}, {cause}" if cause else f"HTTP {status}"
    raise AuthRefused(f"{where} gave no key ({said}); {advice}.", status=status)


def _cause(body: bytes) -> str:
    """Why, in a vendor's own words: a code, and the first line about it."""
    if body.lstrip().startswith(b"<"):
        found = _XML_CAUSE.findall(body.decode("utf-8", "replace"))
        return ": ".join(unescape(said.strip()) for said in found).rstrip(".")[:_LONGEST_CAUSE]
    try:
        told: object = msgspec.json.decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return ""
    if not isinstance(told, dict):
        return ""
    fields = cast("Fields", told)
    inner = fields.get("error") or fields.get("Error")
    if isinstance(inner, dict):
        fields, inner = {**fields, **cast("Fields", inner)}, None
    names = ("code", "Code", "error_description", "message", "Message")
    found = [inner, *(fields.get(name) for name in names)]
    lines = [said.strip().splitlines()[0] for said in found if isinstance(said, str) and said.strip()]
    return ": ".join(dict.fromkeys(lines)).rstrip(".")[:_LONGEST_CAUSE]
