"""The house itself: what is set, which providers are kept, who is made to wait."""

from ..limits import Waiting
from ..providers.providers import KeyPlace, KnownProvider
from .view import BaseView, Moment


class SettingView(BaseView):
    """A setting: its variable, what holds without it, and whether it is set. Its value is never told."""

    variable: str
    default: str
    meaning: str
    is_set: bool


class ProviderView(BaseView):
    """A provider of the archive, without its key."""

    name: str
    kind: str
    address: str
    key: KeyPlace
    variable: str | None
    changed_at: Moment


class WaitingView(BaseView):
    """A limit at which calls wait now."""

    endpoint: str
    address: str
    unit: str
    paused_s: float
    taken_s: float


class KindView(BaseView):
    """A kind of provider."""

    name: str
    address: str | None
    """Where it is well known; null where one has to be given. May hold {region}."""
    variable: str | None
    """Where its key is looked for when none is stored."""
    needs_key: bool


class HouseView(BaseView):
    """All of it."""

    version: str
    archive: str
    settings: tuple[SettingView, ...]
    providers: tuple[ProviderView, ...]
    limits: tuple[WaitingView, ...]
    kinds: tuple[KindView, ...]
    """What a provider may be."""
    allowed: tuple[str, ...] | None
    """Which endpoints may be asked; null where all may be."""


class ProbeView(BaseView):
    """A provider that answered."""

    name: str
    models: int | None
    """How many models it lists; null where it offers no list."""


class ServerView(BaseView):
    """What is listed at one address, or why nothing is."""

    provider: str
    address: str
    models: tuple[str, ...]
    loaded: tuple[str, ...] | None
    """Those of them that it has in memory; null where it does not say."""
    slots: int | None
    """How many calls it takes at once; null where it does not say."""
    problem: str | None


def view_provider(known: KnownProvider) -> ProviderView:
    """A provider."""
    return ProviderView(
        name=known.name,
        kind=known.kind,
        address=known.address,
        key=known.key,
        variable=known.variable,
        changed_at=known.changed_at,
    )


def view_waiting(waiting: Waiting) -> WaitingView:
    """A limit."""
    return WaitingView(
        endpoint=waiting.endpoint,
        address=waiting.address,
        unit=waiting.unit,
        paused_s=waiting.paused_s,
        taken_s=waiting.taken_s,
    )
