"""What every noun has in common: frozen, exact, valid or not constructed."""

import json
from hashlib import blake2b
from typing import ClassVar

from pydantic import BaseModel, ConfigDict


class Noun(BaseModel):
    """A thing of the domain: typed, immutable, and refusing what it does not know."""

    model_config: ClassVar[ConfigDict] = ConfigDict(
        frozen=True,
        extra="forbid",
        # Most commands need few of them: each is made ready when it is first met.
        defer_build=True,
        ser_json_bytes="base64",
        val_json_bytes="base64",
        ser_json_inf_nan="strings",
    )


def content_hash(noun: BaseModel) -> str:
    """A digest of everything the noun says, the same in every process.

    What has its default is left out, so that a field added later does not change the hash of older nouns.
    """
    return blake2b(_canonical(noun), digest_size=16).hexdigest()


def _canonical(noun: BaseModel) -> bytes:
    try:
        return noun.model_dump_json(exclude_defaults=True).encode()
    except ValueError:
        # Lone surrogates are no UTF-8; Python's own writer escapes them.
        return json.dumps(noun.model_dump(mode="json", exclude_defaults=True), separators=(",", ":")).encode()
