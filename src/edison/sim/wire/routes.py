"""Which format and operation a path means. Several servers share one port, told apart by prefix or header."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal
from urllib.parse import unquote

from .shapes import Format

Hint = Literal["anthropic", "google", "plain"]


@dataclass(frozen=True, slots=True)
class WireRoute:
    """What a request is for."""

    format: Format
    operation: str
    model: str | None = None
    name: str | None = None
    dialect: str = "openai"

    @property
    def needs_key(self) -> bool:
        """Whether the server asks for a key; local ones do not."""
        return self.dialect not in LOCAL_DIALECTS


LOCAL_DIALECTS = ("ollama", "lmstudio", "vllm", "llamacpp", "compatible")

BASES: dict[str, str] = {
    "openai": "/v1",
    "azure": "/openai/v1",
    "anthropic": "/anthropic",
    "google": "/google/v1beta",
    "vertex": "/vertex/v1/projects/sim/locations/global/publishers/google",
    "bedrock": "/bedrock",
    "openrouter": "/api/v1",
    "together": "/together/v1",
    "huggingface": "/huggingface/v1",
    "ollama": "/ollama/v1",
    "lmstudio": "/lmstudio/v1",
    "vllm": "/vllm/v1",
    "llamacpp": "/llamacpp/v1",
    "openai-compatible": "/compatible/v1",
}
"""The path of each kind of provider: what a client is given as its base address, less the host."""

_OPENAI_PREFIX = re.compile(
    r"^(?:/(?P<dialect>openai|api|together|huggingface|ollama|lmstudio|vllm|llamacpp|compatible))?/v1(?P<rest>/.*)$"
)
_DIALECTS = {"openai": "azure", "api": "openrouter"}
_GOOGLE_PREFIX = re.compile(
    r"^(?:/google|/vertex)?(?:/upload|/download)?/v1(?:beta\d?|alpha)?(?:/projects/[^/]+/locations/[^/]+)?"
    r"(?:/publishers/[^/]+)?(?P<rest>/.*)$"
)

_GOOGLE_VERB = re.compile(r"^/v1/.*/[^/]+:[a-zA-Z]+$")
_SHARED = ("/v1/models", "/v1/files", "/v1/batches")
_BY_HINT: dict[Hint, Format] = {
    "anthropic": Format.ANTHROPIC,
    "google": Format.GEMINI,
    "plain": Format.OPENAI,
}

_Table = list[tuple[str, re.Pattern[str], str]]


def _table(*rows: tuple[str, str, str]) -> _Table:
    return [(method, re.compile(f"^{pattern}$"), operation) for method, pattern, operation in rows]


_OPENAI: _Table = _table(
    ("POST", "/chat/completions", "chat"),
    ("POST", "/responses", "responses"),
    ("POST", "/embeddings", "embeddings"),
    ("GET", "/models", "models.list"),
    ("GET", "/models/(?P<name>.+)", "models.get"),
    ("POST", "/files", "files.create"),
    ("GET", "/files", "files.list"),
    ("GET", "/files/(?P<name>[^/]+)", "files.get"),
    ("DELETE", "/files/(?P<name>[^/]+)", "files.delete"),
    ("GET", "/files/(?P<name>[^/]+)/content", "files.content"),
    ("POST", "/batches", "batches.create"),
    ("GET", "/batches", "batches.list"),
    ("GET", "/batches/(?P<name>[^/]+)", "batches.get"),
    ("POST", "/batches/(?P<name>[^/]+)/cancel", "batches.cancel"),
)
_ANTHROPIC: _Table = _table(
    ("POST", "/v1/messages", "chat"),
    ("POST", "/v1/messages/count_tokens", "count_tokens"),
    ("POST", "/v1/messages/batches", "batches.create"),
    ("GET", "/v1/messages/batches", "batches.list"),
    ("GET", "/v1/messages/batches/(?P<name>[^/]+)", "batches.get"),
    ("DELETE", "/v1/messages/batches/(?P<name>[^/]+)", "batches.delete"),
    ("POST", "/v1/messages/batches/(?P<name>[^/]+)/cancel", "batches.cancel"),
    ("GET", "/v1/messages/batches/(?P<name>[^/]+)/results", "batches.results"),
    ("GET", "/v1/models", "models.list"),
    ("GET", "/v1/models/(?P<name>.+)", "models.get"),
)
_GOOGLE: _Table = _table(
    ("POST", "/models/(?P<model>.+):(?:stream)?[gG]enerateContent", "chat"),
    ("POST", "/models/(?P<model>.+):countTokens", "count_tokens"),
    ("POST", "/models/(?P<model>.+):embedContent", "embeddings.one"),
    ("POST", "/models/(?P<model>.+):batchEmbedContents", "embeddings"),
    ("POST", "/models/(?P<model>.+):batchGenerateContent", "batches.create"),
    ("GET", "/models", "models.list"),
    ("GET", "/models/(?P<name>.+)", "models.get"),
    ("GET", "/batches", "batches.list"),
    ("GET", "/batches/(?P<name>[^/:]+)", "batches.get"),
    ("DELETE", "/batches/(?P<name>[^/:]+)", "batches.delete"),
    ("POST", "/batches/(?P<name>[^/:]+):cancel", "batches.cancel"),
    ("POST", "/files", "files.create"),
    ("GET", "/files", "files.list"),
    ("GET", "/files/(?P<name>[^/:]+)", "files.get"),
    ("DELETE", "/files/(?P<name>[^/:]+)", "files.delete"),
    ("GET", "/files/(?P<name>[^/:]+):download", "files.content"),
)
_BEDROCK: _Table = _table(("POST", "/model/(?P<model>[^/]+)/converse(?:-stream)?", "chat"))


@lru_cache(maxsize=4096)
def resolve(method: str, path: str, hint: Hint) -> WireRoute | None:
    """Find out what a request is for; None when no provider has such a path."""
    match format_of(path, hint):
        case Format.BEDROCK:
            base = WireRoute(Format.BEDROCK, "", dialect="bedrock")
            return _find(_BEDROCK, method, path.removeprefix("/bedrock"), base)
        case Format.ANTHROPIC:
            base = WireRoute(Format.ANTHROPIC, "", dialect="anthropic")
            return _find(_ANTHROPIC, method, path.removeprefix("/anthropic"), base)
        case Format.GEMINI:
            inner = _GOOGLE_PREFIX.match(path)
            base = WireRoute(Format.GEMINI, "", dialect="google")
            return _find(_GOOGLE, method, inner["rest"], base) if inner else None
        case _:
            inner = _OPENAI_PREFIX.match(path)
            if inner is None:
                return None
            dialect = _DIALECTS.get(inner["dialect"], inner["dialect"] or "openai")
            base = WireRoute(Format.OPENAI, "", dialect=dialect)
            return _find(_OPENAI, method, inner["rest"], base)


def format_of(path: str, hint: Hint) -> Format:
    """Whose path it is; the hint decides where several providers have the same one."""
    if path.startswith(("/bedrock/", "/model/")):
        return Format.BEDROCK
    if path.startswith(("/anthropic/", "/v1/messages")):
        return Format.ANTHROPIC
    if path.startswith(("/google/", "/vertex/", "/upload/", "/download/", "/v1beta/")) or _GOOGLE_VERB.match(
        path
    ):
        return Format.GEMINI
    return _BY_HINT[hint] if path.startswith(_SHARED) else Format.OPENAI


def _find(table: _Table, method: str, path: str, base: WireRoute) -> WireRoute | None:
    for verb, pattern, operation in table:
        found = pattern.match(path)
        if found is None or verb != method:
            continue
        if operation == "responses":
            return replace(base, format=Format.RESPONSES, operation="chat")
        parts = {name: unquote(part) for name, part in found.groupdict().items()}
        return replace(base, operation=operation, model=parts.get("model"), name=parts.get("name"))
    return None
