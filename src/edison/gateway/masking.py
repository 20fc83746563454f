"""Keys that a provider echoes, taken out of its answers before they leave this room, however they are encoded."""

import re
from collections.abc import Iterable, Mapping
from typing import cast

from msgspec.structs import replace
from pydantic import JsonValue

from edison.domain import LoopTrace, ModelListing, Raw, ToolCall
from edison.text import MASK, Redactor, redact

from .codecs.base import Delta, Reply
from .provider import Provider

_SURE_CHARS = 20
_LEAST_CHARS = 8
_DEEPEST = 40


def keys_of(provider: Provider) -> frozenset[str]:
    """The credentials of a provider that are no words: a stand-in such as `lm-studio` may well be said in an answer."""
    key = provider.key.reveal() if provider.key else ""
    telling = (
        value for name, value in provider.headers.items() if redact(f"{name}: {value}") != f"{name}: {value}"
    )
    lent = () if provider.renewed is None else provider.renewed.secrets
    servers = (one.reveal() for one in provider.server_keys.values())
    keys = (part for secret in (key, *lent, *servers) for part in (secret, *secret.split(":")))
    known = (*keys, *telling, *provider.network.secrets)
    return frozenset(secret for secret in known if len(secret) >= _LEAST_CHARS and _is_no_word(secret))


class DeltaMask:
    """Takes the keys out of one stream as it is shown, also where they come in pieces.

    What may be the beginning of a key is kept back until it is known to be none.
    """

    def __init__(self, redactor: Redactor) -> None:
        self._redactor = redactor
        self._text = self._reasoning = ""

    def feed(self, delta: Delta) -> Delta | None:
        """What can be shown now; None if that is nothing."""
        text, self._text = self._cut(self._text + delta.text)
        reasoning, self._reasoning = self._cut(self._reasoning + delta.reasoning)
        name = delta.tool_name and self._redactor.mask_known(delta.tool_name)
        return Delta(text, reasoning, name) if text or reasoning or name else None

    def rest(self) -> Delta | None:
        """What was kept back, when nothing more comes."""
        if not self._text and not self._reasoning:
            return None
        return Delta(self._redactor.mask_known(self._text), self._redactor.mask_known(self._reasoning))

    def _cut(self, said: str) -> tuple[str, str]:
        if not said:
            return "", ""
        cut = self._redactor.may_go_on_from(said)
        return self._redactor.mask_known(said[:cut]), said[cut:]


class KeyMask:
    """Knows the keys of some providers, and shows none of them."""

    def __init__(self, secrets: Iterable[str]) -> None:
        self._secrets: frozenset[str] = frozenset()
        self.learn(secrets)

    def learn(self, secrets: Iterable[str]) -> None:
        """Know some more."""
        self._secrets |= frozenset(secrets)
        self._redactor = Redactor(self._secrets)
        self._probes = self._redactor.probes
        self._byte_probes = tuple(probe.encode("utf-8", "surrogatepass") for probe in self._probes)

    def __repr__(self) -> str:
        return "KeyMask(…)"

    def text(self, said: str) -> str:
        """A text without the keys."""
        for probe in self._probes:
            if probe in said:
                return self._redactor.mask_known(said)
        return said

    def deltas(self) -> DeltaMask:
        """The same for one stream."""
        return DeltaMask(self._redactor)

    def body(self, said: bytes) -> bytes:
        """A body without the keys."""
        for probe in self._byte_probes:
            if probe in said:
                masked = self._redactor.mask_known(said.decode("utf-8", "surrogateescape"))
                return masked.encode("utf-8", "surrogateescape")
        return said

    def reply(self, reply: Reply) -> Reply:
        """A reply without the keys; the same one where it holds none."""
        # One look at everything at once: nearly every reply holds none, and there are many of them.
        more = (
            reply.reported_model,
            reply.provider_id,
            reply.reasoning,
            reply.tool_calls,
            reply.details,
            reply.trace,
        )
        said = f"{reply.text}\n{more}"
        if not any(probe in said for probe in self._probes):
            return reply
        text, reasoning = self.text(reply.text), self._optional(reply.reasoning)
        masked = replace(
            reply,
            text=text,
            reasoning=reasoning,
            tool_calls=tuple(map(self._call, reply.tool_calls)),
            # Its tokens, put together, are the text.
            logprobs=reply.logprobs if text == reply.text else None,
            reported_model=self._optional(reply.reported_model),
            provider_id=self._optional(reply.provider_id),
            trace=None if reply.trace is None else self._trace(reply.trace),
            details=cast("Mapping[str, JsonValue]", self._json(dict(reply.details))),
        )
        return reply if masked == reply else masked

    def raw(self, raw: Raw, *, echoed: bool) -> Raw:
        """What is kept of an exchange; a body that spells a key in a way of its own is not kept at all."""
        response = self.body(raw.response)
        if echoed and MASK.encode() not in response:
            response = MASK.encode()
        return raw if response == raw.response else replace(raw, response=response)

    def listing(self, listing: ModelListing) -> ModelListing:
        """A model as it is listed, without the keys."""
        return replace(
            listing,
            id=self.text(listing.id),
            display_name=self._optional(listing.display_name),
            owned_by=self._optional(listing.owned_by),
        )

    def _optional(self, said: str | None) -> str | None:
        return None if said is None else self.text(said)

    def _call(self, call: ToolCall) -> ToolCall:
        masked = {
            "id": self.text(call.id),
            "name": self.text(call.name),
            "arguments": self._json(call.arguments),
            "unparsed": self._optional(call.unparsed),
        }
        return (
            call
            if masked == {name: getattr(call, name) for name in masked}
            else call.model_copy(update=masked)
        )

    def _trace(self, trace: LoopTrace) -> LoopTrace:
        return LoopTrace.model_validate(self._json(trace.model_dump(mode="json")))

    def _json(self, value: object, depth: int = 0) -> object:
        if isinstance(value, str):
            return self.text(value)
        if depth > _DEEPEST:
            return value if not isinstance(value, dict | list) else MASK
        if isinstance(value, dict):
            items = cast("dict[str, object]", value).items()
            return {self.text(key): self._json(inner, depth + 1) for key, inner in items}
        if isinstance(value, list | tuple):
            return [self._json(inner, depth + 1) for inner in cast("list[object]", value)]
        return value


def _is_no_word(secret: str) -> bool:
    return len(secret) >= _SURE_CHARS or re.search(r"\d|[a-z][A-Z]", secret) is not None
