"""Whose request it is: keys in all the places where clients put them, and AWS signatures (version 4)."""

from __future__ import annotations

import hmac
import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from typing import Protocol
from urllib.parse import quote, unquote

import msgspec

_FORM = re.compile(
    r"^AWS4-HMAC-SHA256 Credential=(?P<key>[^/,\s]+)/(?P<date>\d{8})/(?P<region>[^/,\s]+)/"
    r"(?P<service>[^/,\s]+)/aws4_request,\s*SignedHeaders=(?P<headers>[a-z0-9;-]+),\s*Signature=(?P<signature>[0-9a-f]{64})$"
)
_TOLERANCE_S = 300.0


@dataclass(frozen=True, slots=True)
class Signature:
    """A well-formed signature."""

    access_key: str
    date: str
    region: str
    service: str
    signed_headers: tuple[str, ...]
    value: str

    def is_fresh(self, headers: Mapping[str, str], now: datetime) -> bool:
        """Whether it was made just now and covers host and date."""
        moment = _moment(headers.get("x-amz-date", ""))
        if moment is None or moment.strftime("%Y%m%d") != self.date:
            return False
        covers = {"host", "x-amz-date"} <= set(self.signed_headers)
        return covers and abs((now - moment).total_seconds()) <= _TOLERANCE_S


class _Signed(Protocol):
    @property
    def method(self) -> str: ...
    @property
    def target(self) -> str: ...
    @property
    def headers(self) -> Mapping[str, str]: ...
    @property
    def body(self) -> bytes: ...
    @property
    def now(self) -> datetime: ...


def read_signature(header: str) -> Signature | None:
    """Take an Authorization header apart; None when it is not well formed."""
    found = _FORM.match(header)
    if found is None:
        return None
    return Signature(
        found["key"],
        found["date"],
        found["region"],
        found["service"],
        tuple(found["headers"].split(";")),
        found["signature"],
    )


def signs(signature: Signature, secret: str, request: _Signed) -> bool:
    """Whether the signature is fresh and is the one this secret makes for this request."""
    if not signature.is_fresh(request.headers, request.now):
        return False
    scope = f"{signature.date}/{signature.region}/{signature.service}/aws4_request"
    canonical = sha256(_canonical(signature, request).encode()).hexdigest()
    to_sign = f"AWS4-HMAC-SHA256\n{request.headers['x-amz-date']}\n{scope}\n{canonical}"
    key = f"AWS4{secret}".encode()
    for part in (signature.date, signature.region, signature.service, "aws4_request"):
        key = hmac.digest(key, part.encode(), "sha256")
    return hmac.compare_digest(hmac.digest(key, to_sign.encode(), "sha256").hex(), signature.value)


def _canonical(signature: Signature, request: _Signed) -> str:
    path, _, query = request.target.partition("?")
    headers = "".join(
        f"{name}:{' '.join(request.headers.get(name, '').split())}\n" for name in signature.signed_headers
    )
    payload = request.headers.get("x-amz-content-sha256") or sha256(request.body).hexdigest()
    # Every service but S3 encodes the path once more than it was sent.
    parts = (
        request.method,
        quote(path, safe="/-_.~"),
        _query(query),
        headers,
        ";".join(signature.signed_headers),
        payload,
    )
    return "\n".join(parts)


def _query(query: str) -> str:
    pairs = sorted(pair.partition("=")[::2] for pair in query.split("&") if pair)
    return "&".join(
        f"{quote(unquote(name), safe='-_.~')}={quote(unquote(value), safe='-_.~')}" for name, value in pairs
    )


def _moment(text: str) -> datetime | None:
    try:
        return datetime.strptime(text, "%Y%m%dT%H%M%SZ").replace(tzinfo=UTC)
    except ValueError:
        return None


_KEY_HEADERS = ("x-api-key", "api-key", "x-goog-api-key")


class Caller(msgspec.Struct, frozen=True):
    """Who asks: a key, and the signature it came with, if it was signed."""

    key: str | None
    signature: Signature | None = None


def read_caller(headers: Mapping[str, str], query: Mapping[str, str]) -> Caller:
    """Find the key, wherever it is."""
    stated = headers.get("authorization", "")
    scheme, _, value = stated.partition(" ")
    if scheme.lower() == "bearer":
        return Caller(value.strip() or None)
    if scheme.startswith("AWS4-HMAC-SHA256"):
        signature = read_signature(stated)
        return Caller(signature.access_key if signature else None, signature)
    for name in _KEY_HEADERS:
        if headers.get(name):
            return Caller(headers[name])
    return Caller(query.get("key"))


@dataclass(frozen=True, slots=True)
class KeyRing:
    """The keys a simulator knows; an empty ring lets every key in."""

    keys: frozenset[str] = frozenset()
    secrets: Mapping[str, str] | None = None
    """Secret access keys by access key id; signatures of these are checked in full."""

    def knows(self, caller: Caller) -> bool:
        """Whether this caller's key is let in, as far as its name goes."""
        return caller.key is not None and (not self.keys or caller.key in self.keys)

    def accepts(self, caller: Caller, *, request: SignedRequest) -> bool:
        """Whether a caller that signs is one of ours and, where we can tell, really is who it says."""
        if caller.key is None or caller.signature is None:
            return False
        secrets = self.secrets or {}
        if caller.key in secrets:
            return signs(caller.signature, secrets[caller.key], request)
        return caller.signature.is_fresh(request.headers, request.now) and self.knows(caller)


@dataclass(frozen=True, slots=True)
class SignedRequest:
    """Everything a signature covers."""

    method: str
    target: str
    """The path and query exactly as sent."""
    headers: Mapping[str, str]
    body: bytes
    now: datetime
