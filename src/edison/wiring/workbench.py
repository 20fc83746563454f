"""The workbench: the house as a browser needs it, with a demonstration on a simulator that is started when wanted."""

import json
import threading
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from edison.actions.house import House
from edison.actions.presets.suite_plans import plan_suite
from edison.actions.presets.suites import open_suite
from edison.actions.runs.prepare import prepare_run
from edison.actions.runs.start import start_run
from edison.domain import RunId
from edison.errors import SimulatorNotStarted
from edison.settings import Settings, load_settings
from edison.settings.places import data_directory

from .demo import DEMO_KEY, SEED, write_demo
from .house import open_house

if TYPE_CHECKING:
    # It loads a good deal, and most workbenches never start one.
    from edison.sim import SimProcess

_PACES = {False: "0", True: "real"}
"""How fast the simulator answers, by whether somebody wants to look on."""


@dataclass(frozen=True, slots=True)
class Workbench:
    """A house and its demonstration."""

    house: House
    demonstration: "DemoStand"
    settings: Settings


@contextmanager
def open_workbench(settings: Settings | None = None) -> Generator[Workbench]:
    """The house of the environment, in which the demonstration can be run as well; closed at the end."""
    settings = settings or load_settings()
    opened = replace(
        settings,
        environment={**settings.environment, DEMO_KEY: "demo-key-that-opens-nothing"},
        # The simulator is on this machine, whatever the way to the rest of the world.
        no_proxy=",".join(filter(None, (settings.no_proxy, "127.0.0.1"))),
    )
    stand = DemoStand(data_directory(settings.environment) / "demo")
    with open_house(opened) as house:
        try:
            stand.reopen(house)
            yield Workbench(house, stand, settings)
        finally:
            stand.close()


class DemoStand:
    """Simulators that run from the first need on, always at the same ports, so that a run finds its own again."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._simulators: dict[bool, SimProcess] = {}
        # Protects the simulators: two requests must not start two of a kind.
        self._lock = threading.Lock()

    def start(self, house: House, *, live: bool, start_key: str) -> RunId:
        """Start a run of the demonstration; an equal key gives the run that was started with it."""
        with self._lock:
            suite = write_demo(self._folder / _PACES[live], self._simulator(live=live))
            prepared = prepare_run(house, plan_suite(house, open_suite(suite)))
            return start_run(house, prepared, start_key=start_key).id

    def reopen(self, house: House) -> None:
        """Have the simulators answer that runs which are not at their end were asking."""
        with house.store.reading() as work:
            open_runs = work.runs.page(limit=100, is_open=True)
        named = json.dumps([run.snapshot.providers for run in open_runs])
        with self._lock:
            for live in _PACES:
                port = self._port(live=live)
                if port and f":{port}/" in named:
                    self._simulator(live=live)

    def close(self) -> None:
        """End the simulators."""
        with self._lock:
            for simulator in self._simulators.values():
                simulator.stop()
            self._simulators.clear()

    def _simulator(self, *, live: bool) -> "SimProcess":
        if live not in self._simulators:
            started = self._started(self._port(live=live), live=live)
            self._simulators[live] = started
            file = self._port_file(live=live)
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(started.address.rpartition(":")[2], encoding="utf-8")
        return self._simulators[live]

    def _started(self, port: int, *, live: bool) -> "SimProcess":
        from edison.sim import SimProcess, SimSettings, read_latency

        settings = SimSettings(seed=SEED, port=port, latency=read_latency(_PACES[live]))
        try:
            return SimProcess(settings)
        except SimulatorNotStarted:
            # Somebody else has its port by now.
            return SimProcess(replace(settings, port=0))

    def _port(self, *, live: bool) -> int:
        file = self._port_file(live=live)
        written = file.read_text(encoding="utf-8").strip() if file.is_file() else ""
        return int(written) if written.isdigit() else 0

    def _port_file(self, *, live: bool) -> Path:
        return self._folder / _PACES[live] / "port"
