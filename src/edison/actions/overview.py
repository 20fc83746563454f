"""The house at a glance, for whoever watches over it."""

from collections.abc import Sequence

from edison.domain import Right
from edison.errors import EdisonError

from .access import verb
from .house import House
from .limits import list_limits
from .providers.providers import list_providers
from .views.house import HouseView, SettingView, view_provider, view_waiting


@verb(Right.READ)
def show_house(house: House, *, version: str, settings: Sequence[SettingView]) -> HouseView:
    """What is set, which providers are kept, who is made to wait; no key is ever told."""
    return HouseView(
        version=version,
        archive=house.store.path or "a PostgreSQL server",
        settings=tuple(settings),
        providers=tuple(map(view_provider, list_providers(house))),
        limits=tuple(map(view_waiting, list_limits(house))),
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
