"""What each model takes: a dated table of rows, the more specific laid over the more general, the user's last."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields
from datetime import date
from fnmatch import fnmatchcase
from functools import cache, cached_property
from importlib.resources import files
from typing import Literal, Self

import msgspec

from edison.domain import Effort
from edison.errors import ProviderBroken

from .codecs.base import Dialect
from .kinds import kind_of
from .model_names import plain_name
from .provider import Provider, WireFormat

PARAMETERS = frozenset(
    {
        "temperature",
        "top_p",
        "top_k",
        "seed",
        "stop",
        "top_logprobs",
        "frequency_penalty",
        "presence_penalty",
        "repeat_penalty",
        "effort",
        "max_tokens",
        "tools",
        "tool_choice",
        "forced_tool",
        "json",
        "schema",
        "images",
    }
)
"""Everything an Ask can wish for; `forced_tool` is a tool choice that obliges the model to call one."""

_KNOWN_AT_MOST = 4096

PromptCache = Literal["marks", "automatic", "none"]
"""Whether a model's provider is told what to remember, remembers by itself, or does not remember."""


@dataclass(frozen=True)
class Capability:
    """What one model at one provider takes."""

    takes: frozenset[str]
    efforts: frozenset[Effort] = frozenset(Effort)
    dialect: Dialect = field(default_factory=Dialect)
    context_tokens: int | None = None
    max_output_tokens: int | None = None
    prompt_cache: PromptCache = "none"
    batch: bool = False
    fixed: Mapping[str, float] = field(default_factory=dict[str, float])
    """Parameters of which only this value is taken."""
    not_beside: Mapping[str, frozenset[str]] = field(default_factory=dict[str, frozenset[str]])
    """Parameters that are taken, but not together with these others."""
    retires: date | None = None
    """When its provider says it will be gone."""
    is_described: bool = False
    """Whether a row of the table is about this model; else it is only known how its provider speaks."""

    @cached_property
    def unconditional(self) -> frozenset[str]:
        """What it takes whatever stands beside it and, but for the limit of max_tokens, whatever the value."""
        takes_any_effort = self.efforts == frozenset(Effort)
        return self.takes - self.not_beside.keys() - (frozenset() if takes_any_effort else {"effort"})


class Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the table says about some models; what a row leaves out stays as it was."""

    kind: str = "*"
    """A kind of provider, `hosted` or `local` for all such kinds, or `*`."""
    model: str = "*"
    """A pattern for the plain name of a model; a user's also for the name as it is written."""
    wire: WireFormat | None = None
    """Only in this format."""
    home: str | None = None
    """The kind of provider that makes these models and lists them; only there they retire."""
    takes: tuple[str, ...] = ()
    refuses: tuple[str, ...] = ()
    efforts: tuple[Effort, ...] | msgspec.UnsetType = msgspec.UNSET
    dialect: dict[str, object] = {}
    context_tokens: int | msgspec.UnsetType | None = msgspec.UNSET
    max_output_tokens: int | msgspec.UnsetType | None = msgspec.UNSET
    prompt_cache: PromptCache | msgspec.UnsetType = msgspec.UNSET
    batch: bool | msgspec.UnsetType = msgspec.UNSET
    fixed: dict[str, float | None] = {}
    """None takes a fixed value back."""
    not_beside: dict[str, tuple[str, ...]] = {}
    """An empty list takes a restriction back."""
    retires: date | msgspec.UnsetType | None = msgspec.UNSET
    note: str = ""

    @property
    def names(self) -> frozenset[str]:
        """Every parameter the row speaks of."""
        beside = (name for others in self.not_beside.values() for name in others)
        return frozenset((*self.takes, *self.refuses, *self.fixed, *self.not_beside, *beside))

    @property
    def names_a_version(self) -> bool:
        """Whether it is about certain models, rather than about whatever a maker may bring out next."""
        return any(letter.isdigit() for letter in self.model) or not set(self.model) & set("*?[")

    @property
    def specificity(self) -> tuple[int, int, bool]:
        """How much it says about whom it means: first the model, then the provider, then the format."""
        letters = len(self.model.replace("*", "").replace("?", ""))
        return letters, _KIND_RANKS.get(self.kind, 2), self.wire is not None


_KIND_RANKS = {"*": 0, "hosted": 1, "local": 1}


class _Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    date: date
    groups: dict[str, tuple[str, ...]]
    wires: dict[WireFormat, Row]
    rows: tuple[Row, ...]


class Manifest:
    """The table, and what follows from it for a provider's models."""

    def __init__(self, table: _Table) -> None:
        self.date = table.date
        self.rows = table.rows
        self._table = table
        self._known: dict[tuple[int, str], tuple[Provider, Capability]] = {}

    @classmethod
    def load(cls) -> Self:
        """The table that comes with this version; read once."""
        return cls(_read_table())

    def of(self, provider: Provider, model: str) -> Capability:
        """What a model takes; worked out once for each provider and model."""
        # A Provider holds mappings and has no hash; it is known by itself, and kept so that its id stays its own.
        known = self._known.get((id(provider), model))
        if known is not None and known[0] is provider:
            return known[1]
        capability = self._work_out(provider, model)
        if len(self._known) >= _KNOWN_AT_MOST:
            self._known.clear()
        self._known[id(provider), model] = (provider, capability)
        return capability

    def _work_out(self, provider: Provider, model: str) -> Capability:
        kind, plain = kind_of(provider), plain_name(model)
        wire = provider.wire or kind.wire
        classes = {"*", provider.kind, "local" if kind.is_local else "hosted"}
        ours = [
            row
            for row in self.rows
            if row.kind in classes and row.wire in (None, wire) and fnmatchcase(plain, row.model)
        ]
        theirs = [row for row in _rows_of(provider, self._table.groups) if row.wire in (None, wire)]
        meant = [row for row in theirs if fnmatchcase(plain, row.model) or fnmatchcase(model, row.model)]
        layers = [self._table.wires[wire], *_by_specificity(ours), *_by_specificity(meant)]
        try:
            return _laid_over(layers, kind=provider.kind)
        except msgspec.ValidationError as cause:
            raise ProviderBroken(provider.name, f"its capabilities for {model!r}: {cause}") from cause


def _by_specificity(rows: Iterable[Row]) -> list[Row]:
    return sorted(rows, key=lambda row: row.specificity)


def _laid_over(layers: Iterable[Row], *, kind: str) -> Capability:
    takes: set[str] = set()
    fixed: dict[str, float | None] = {}
    beside: dict[str, tuple[str, ...]] = {}
    dialect: dict[str, object] = {}
    single: dict[str, object] = {}
    for row in layers:
        takes = (takes - set(row.refuses)) | set(row.takes)
        fixed |= row.fixed
        beside |= row.not_beside
        dialect |= row.dialect
        single |= _said_once(row, kind=kind)
        single["is_described"] = single.get("is_described", False) or row.names_a_version
    return msgspec.convert(
        {
            **single,
            "takes": takes,
            "dialect": dialect,
            "fixed": {name: value for name, value in fixed.items() if value is not None},
            "not_beside": {name: others for name, others in beside.items() if others and name in takes},
        },
        Capability,
    )


def _said_once(row: Row, *, kind: str) -> dict[str, object]:
    """The fields of a row that replace what was said before."""
    said: dict[str, object] = {
        "efforts": row.efforts,
        "context_tokens": row.context_tokens,
        "max_output_tokens": row.max_output_tokens,
        "prompt_cache": row.prompt_cache,
        "batch": row.batch,
        "retires": row.retires if row.home in (None, kind) else msgspec.UNSET,
    }
    return {name: value for name, value in said.items() if value is not msgspec.UNSET}


def _rows_of(provider: Provider, groups: Mapping[str, tuple[str, ...]]) -> list[Row]:
    """The user's own rows."""
    try:
        rows = [
            msgspec.convert({"model": pattern, **said}, Row)
            for pattern, said in provider.capabilities.items()
        ]
        return [_checked(row, groups) for row in rows]
    except msgspec.ValidationError as cause:
        raise ProviderBroken(provider.name, f"its capabilities: {cause}") from cause


@cache
def _read_table() -> _Table:
    text = files("edison.gateway").joinpath("manifest.json").read_text(encoding="utf-8")
    table = msgspec.convert(json.loads(text), _Table)
    return msgspec.structs.replace(
        table,
        wires={wire: _checked(row, table.groups) for wire, row in table.wires.items()},
        rows=tuple(_checked(row, table.groups) for row in table.rows),
    )


def _checked(row: Row, groups: Mapping[str, tuple[str, ...]]) -> Row:
    """The row with groups written out; refuses a name that is no parameter."""
    spelled = msgspec.structs.replace(
        row, takes=_spelled(row.takes, groups), refuses=_spelled(row.refuses, groups)
    )
    unknown = (spelled.names - PARAMETERS) | (spelled.dialect.keys() - _DIALECT)
    if unknown:
        raise msgspec.ValidationError(f"nothing is called {', '.join(sorted(unknown))}")
    return spelled


_DIALECT = frozenset(part.name for part in fields(Dialect))


def _spelled(names: Iterable[str], groups: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
    return tuple(spelled for name in names for spelled in groups.get(name, (name,)))
