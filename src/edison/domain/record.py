"""What happened in one call. Made several times for every call, so made quickly (decision 0017)."""

import json
from typing import Self, cast

import msgspec
from msgspec.structs import replace
from pydantic import BaseModel


class Record(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A noun of the hot path: typed and immutable like the others, checked when it is read, not when it is made."""

    def changed(self, **changes: object) -> Self:
        """The same with some fields that are others."""
        return replace(self, **changes)

    def to_json(self) -> bytes:
        """All of it as JSON, bytes in base64; text that is no UTF-8 is escaped rather than lost."""
        try:
            return msgspec.json.encode(self, enc_hook=_plain)
        except UnicodeEncodeError:
            return json.dumps(msgspec.to_builtins(self, enc_hook=_plain), separators=(",", ":")).encode()

    @classmethod
    def from_json(cls, written: bytes) -> Self:
        """Read back what `to_json` wrote, checked field by field."""
        return msgspec.convert(json.loads(written), type=cls, strict=False, dec_hook=_noun)


def _plain(noun: object) -> object:
    if isinstance(noun, BaseModel):
        return noun.model_dump(mode="json")
    raise NotImplementedError(f"a record holds no {type(noun).__name__}")


def _noun(kind: type, written: object) -> object:
    if kind is object:
        return written
    return cast("type[BaseModel]", kind).model_validate(written)
