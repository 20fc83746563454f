"""The house, built once from settings."""

import secrets
import threading
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING

from pydantic import JsonValue

from edison.actions.house import House
from edison.domain import Chance, FaultPoint, no_fault
from edison.errors import DatabaseUrlBroken, SettingBroken
from edison.settings import Settings, load_settings
from edison.store import Store, open_store
from edison.telemetry import configure_logs

from .clock import SystemClock
from .keys import Keys
from .local_servers import find_local_servers
from .network import build_network

if TYPE_CHECKING:
    from edison.engine import MachineSettings
    from edison.sim import SimProcess
_SEED = 7
"""The same for all: a run that is taken up again by another process is answered as before."""


@contextmanager
def open_house(
    settings: Settings | None = None,
    *,
    providers: Mapping[str, JsonValue] | None = None,
    allow_code: bool = False,
) -> Generator[House]:
    """A house on the real clock, closed at the end; the archive is opened when something first needs it.

    Args:
        settings: Those of the environment unless given.
        providers: How providers are reached, over what suites and the archive say.
        allow_code: Whether scripts and functions that a suite names are run, where the settings do not allow it.
    """
    settings = settings or load_settings()
    keys, clock = Keys(settings), SystemClock()
    configure_logs(level=settings.log_level, style=settings.log_format, secrets=lambda: keys.given_out)
    # Ids and jitter must differ between processes; whatever is to be repeated comes from a run's own seed.
    chance = Chance(secrets.randbits(63))

    def open_archive(database: str) -> Store:
        try:
            return open_store(database, clock=clock, chance=chance.child("archive"))
        except OSError as error:
            raise DatabaseUrlBroken(database, str(error.strerror).lower()) from error

    simulator = _OwnSimulator()
    house = House(
        database=settings.database,
        open_archive=open_archive,
        keys=keys,
        network=lambda: build_network(settings, keys),
        clock=clock,
        chance=chance,
        machine=lambda: _machine(settings),
        simulator=simulator.address,
        fault=_fault(settings),
        given=providers,
        around=find_local_servers(settings.environment),
        allowed=settings.allowed,
        key_hosts=settings.key_hosts,
        text_hosts=settings.text_hosts,
        allows_code=allow_code or settings.allow_code,
    )
    try:
        yield house
    finally:
        house.close()
        simulator.close()


def _machine(settings: Settings) -> "MachineSettings":
    from edison.engine import MachineSettings

    return MachineSettings(
        stale_s=settings.worker_stale_s,
        longest_pause_s=settings.longest_pause_s,
        program_environment=settings.program_environment,
    )


def _fault(settings: Settings) -> FaultPoint:
    if settings.fault_point is None:
        return no_fault
    from edison.engine import POINTS, die_at

    try:
        return die_at(settings.fault_point)
    except ValueError as error:
        raise SettingBroken("EDISON_FAULT_POINT", settings.fault_point, POINTS) from error


class _OwnSimulator:
    """Started when it is first asked for, and ended with the house."""

    def __init__(self) -> None:
        self._process: SimProcess | None = None
        # Protects the process: two threads that connect at once must not start two.
        self._lock = threading.Lock()

    def address(self) -> str:
        """Where it speaks OpenAI's language."""
        from edison.sim import SimProcess, SimSettings

        with self._lock:
            if self._process is None:
                self._process = SimProcess(SimSettings(seed=_SEED))
            return self._process.base_url("openai")

    def close(self) -> None:
        """End it, if it was ever started."""
        if self._process is not None:
            self._process.stop()
