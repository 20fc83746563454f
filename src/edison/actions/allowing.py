"""Which endpoints may be asked at all: set by whoever runs Edison, and widened by no suite or file of providers."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Self
from urllib.parse import urlsplit

from edison.errors import EndpointNotAllowed

from .connecting import address_of, read_form

_ANYTHING = "*"


@dataclass(frozen=True, slots=True)
class _Entry:
    """PROVIDER, PROVIDER/MODEL or either with @HOST; in each part a star stands for anything."""

    provider: str
    model: str
    host: str

    @classmethod
    def parse(cls, written: str) -> Self:
        endpoint, _, host = written.partition("@")
        provider, _, model = endpoint.partition("/")
        return cls(provider.strip(), model.strip() or _ANYTHING, host.strip().lower() or _ANYTHING)

    def admits(self, provider: str, model: str | None, hosts: Iterable[str]) -> bool:
        """Whether this model, any at all where none is named, may be asked under all of these hosts."""
        return (
            fnmatchcase(provider, self.provider)
            and (model is None or fnmatchcase(model, self.model))
            and all(fnmatchcase(host, self.host) for host in hosts)
        )


class AllowList:
    """What may be asked; without a list, everything."""

    def __init__(self, written: str | None = None) -> None:
        self._entries = tuple(part.strip() for part in (written or "").split(",") if part.strip())
        self._parsed = tuple(_Entry.parse(entry) for entry in self._entries)

    def refuse_others(
        self, endpoints: Iterable[tuple[str, str | None]], *, forms: Mapping[str, object]
    ) -> None:
        """Refuse the first endpoint, a provider and maybe a model, that is not on the list.

        Raises:
            EndpointNotAllowed: by its name, with what is allowed.
        """
        if not self._entries:
            return
        for provider, model in dict.fromkeys(endpoints):
            hosts = _hosts_of(provider, forms[provider])
            if not any(entry.admits(provider, model, hosts) for entry in self._parsed):
                name = provider if model is None else f"{provider}/{model}"
                raise EndpointNotAllowed(name, hosts, self._entries)


def _hosts_of(name: str, form: object) -> tuple[str, ...]:
    read = read_form(name, form)
    return tuple(urlsplit(address).hostname or "" for address in read.servers or [address_of(read)])
