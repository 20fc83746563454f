"""The house at a glance, for whoever watches over it."""

from collections.abc import Sequence

from edison.domain import Right
from edison.errors import EdisonError
from edison.gateway import KINDS

from .access import verb
from .house import House
from .limits import list_limits
from .providers.models import list_servers
from .providers.providers import list_providers
from .views.house import HouseView, KindView, ServerView, SettingView, view_provider, view_waiting


@verb(Right.READ)
def show_house(house: House, *, version: str, settings: Sequence[SettingView]) -> HouseView:
    """What is set, which providers are kept, who is made to wait; no key is ever told."""
    return HouseView(
        version=version,
        archive=house.store.path or "a PostgreSQL server",
        settings=tuple(settings),
        providers=tuple(map(view_provider, list_providers(house))),
        limits=tuple(map(view_waiting, list_limits(house))),
        kinds=tuple(
            KindView(name=name, address=kind.base_url, variable=kind.key_env, needs_key=kind.needs_key)
            for name, kind in KINDS.items()
            # A program on this machine is named in a suite that is at home here, and nowhere else.
            if not kind.runs_code
        ),
        allowed=house.allowed.entries,
    )


@verb(Right.READ)
async def show_servers(house: House) -> tuple[ServerView, ...]:
    """Every address that could be asked: its models and slots, or why it cannot be reached."""
    return tuple(
        ServerView(
            provider=server.provider,
            address=server.address,
            models=server.models,
            loaded=server.loaded,
            slots=server.slots,
            problem=server.problem,
        )
        for server in await list_servers(house)
    )


@verb(Right.READ)
def count_runs(house: House) -> dict[str, int]:
    """How many runs there are, by the name of their ends."""
    with house.store.reading() as work:
        return work.runs.count_by_settlement()


@verb(Right.READ)
def is_ready(house: House) -> bool:
    """Whether the archive answers."""
    try:
        with house.store.reading() as work:
            work.runs.is_any_unfinished()
    except EdisonError:
        return False
    return True
