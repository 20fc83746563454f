"""Whose request it is: keys in all the places where clients put them, and signatures."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

import msgspec

from .bedrock.sigv4 import Signature, read_signature, signs

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
