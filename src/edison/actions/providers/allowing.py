"""Which endpoints may be asked at all: set by whoever runs Edison, and widened by no suite or file of providers."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Self

from edison.errors import EndpointNotAllowed

from .connecting import address_of, read_form
from .hosts import HostPattern, Server

_SETTING = "EDISON_ALLOWED"
_ANYTHING = "*"


@dataclass(frozen=True, slots=True)
class _Entry:
    """PROVIDER, PROVIDER/MODEL or either with @HOST or @HOST:PORT; in each part a star stands for anything."""

    provider: str
    model: str
    host: HostPattern

    @classmethod
    def parse(cls, written: str, *, by: str) -> Self:
        endpoint, _, host = written.partition("@")
        provider, _, model = endpoint.partition("/")
        pattern = HostPattern.read(host.strip(), setting=by) if host.strip() else HostPattern()
        return cls(provider.strip(), model.strip() or _ANYTHING, pattern)

    def admits(self, provider: str, model: str | None, servers: Iterable[Server]) -> bool:
        """Whether this model, any at all where none is named, may be asked of all of these servers."""
        return (
            fnmatchcase(provider, self.provider)
            and (model is None or fnmatchcase(model, self.model))
            and all(map(self.host.admits, servers))
        )


class AllowList:
    """What may be asked; without a list, everything, and with an empty one, nothing."""

    def __init__(self, written: str | None = None, *, by: str = _SETTING) -> None:
        self._by = by
        self._is_set = written is not None
        self._entries = tuple(part.strip() for part in (written or "").split(",") if part.strip())
        self._parsed = tuple(_Entry.parse(entry, by=by) for entry in self._entries)

    @property
    def entries(self) -> tuple[str, ...] | None:
        """What is on the list; None where there is none, and everything may be asked."""
        return self._entries if self._is_set else None

    def refuse_others(
        self, endpoints: Iterable[tuple[str, str | None]], *, forms: Mapping[str, object]
    ) -> None:
        """Refuse the first endpoint, a provider and maybe a model, that is not on the list.

        Raises:
            EndpointNotAllowed: by its name, with what is allowed.
        """
        if not self._is_set:
            return
        for provider, model in dict.fromkeys(endpoints):
            servers = _servers_of(provider, forms[provider])
            if not any(entry.admits(provider, model, servers) for entry in self._parsed):
                name = provider if model is None else f"{provider}/{model}"
                raise EndpointNotAllowed(name, map(str, servers), self._entries, by=self._by)


def _servers_of(name: str, form: object) -> tuple[Server, ...]:
    read = read_form(name, form)
    return tuple(map(Server.at, read.servers or [address_of(read)]))
