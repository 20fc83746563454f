"""The page on adding a preset: its module and its row are all it takes, from `run` to a kill."""

import os
import re
import signal
from pathlib import Path
from types import ModuleType

import pytest

import edison
from edison.actions.presets import PRESETS
from edison.domain import CellPosition, EventType, RunId
from edison.sim import FaultPlan, Rule, SimProcess
from edison.sim.faults import Stall
from tests.database import open_quickly
from tests.invariants import gather, violations
from tools.cards import ROOT

from .commands import Terminal
from .suites import CAPITALS, a_suite
from .watching import until

pytestmark = pytest.mark.timeout(240)

PAGE = (ROOT / "docs" / "architecture" / "add-a-preset.md").read_text(encoding="utf-8")
MODULE, ROW = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
ARMS = [{"name": name, "model": "local/edison-sim-large", "max_tokens": 200} for name in ("large", "small")]
BOTH_ROUNDS = len(CAPITALS) * 3


@pytest.fixture
def second_look(monkeypatch: pytest.MonkeyPatch) -> None:
    """The preset of the page, as its row has it."""
    module = ModuleType("edison.actions.presets.second_look")
    module.__dict__["__package__"] = "edison.actions.presets"
    # Its dataclass looks for its own module.
    monkeypatch.setitem(__import__("sys").modules, module.__name__, module)
    exec(MODULE, module.__dict__)
    preset = module.__dict__["SecondLook"]()
    monkeypatch.setitem(PRESETS, preset.name, preset)  # pyright: ignore[reportArgumentType]


def _write(terminal: Terminal, sim: SimProcess) -> str:
    return terminal.write("suite.yaml", a_suite(sim, preset="second-look", arms=ARMS, concurrency=2))


@pytest.mark.usefixtures("second_look")
def test_it_runs_waits_for_a_person_and_goes_on(either_terminal: Terminal, sim: SimProcess) -> None:
    terminal = either_terminal
    waiting = terminal.edison("run", _write(terminal, sim), "--json", "--quiet").json
    assert (waiting["state"], waiting["verdict"], waiting["done"]) == ("waiting", "waiting", 12)
    [asked] = terminal.edison("answer", "latest", "--json").json
    assert asked["choices"] == ["large", "small", "nobody"]
    assert terminal.edison("answer", "latest", "tiny").code == 2
    assert terminal.edison("resume", "latest", "--json", "--quiet").json["state"] == "waiting"

    assert terminal.edison("answer", "latest", "small", "--note", "It was close.").code == 0
    ended = terminal.edison("resume", "latest", "--json", "--quiet").json

    assert (ended["settlement"], ended["planned"], ended["done"]) == ("rounds_done", BOTH_ROUNDS, BOTH_ROUNDS)
    [checks] = [board for board in ended["boards"] if board["board"] == "checks"]
    assert {item["name"]: item["observations"] for item in checks["items"]} == {"large": 6, "small": 12}
    assert terminal.edison("answer", "latest", "large").code == 2
    rows = terminal.edison("export", "latest", "-f", "jsonl").out.splitlines()
    assert len(rows) == BOTH_ROUNDS
    assert terminal.edison("watch", "latest", "--json", "--quiet").json["settlement"] == "rounds_done"


@pytest.mark.usefixtures("second_look")
def test_others_are_told_of_every_step_with_its_counts(terminal: Terminal, sim: SimProcess) -> None:
    terminal.edison("run", _write(terminal, sim), "--quiet")
    terminal.edison("answer", "latest", "large")
    run = terminal.edison("resume", "latest", "--json", "--quiet").json["id"]

    store = open_quickly(terminal.database)
    with store.reading() as work:
        events = work.events.since(0)
        places = [score.place for score in work.results.scores(RunId(run))]
    store.close()

    told = [
        (event.type.value, event.about["stage"], event.told.planned, event.told.succeeded)  # pyright: ignore[reportOptionalMemberAccess, reportAttributeAccessIssue]
        for event in events
        if event.type in (EventType.STAGE_STARTED, EventType.STAGE_FINISHED)
    ]
    assert told == [
        ("stage.started", "generate", 12, 0),
        ("stage.started", "check", 12, 0),
        ("stage.finished", "generate", 12, 12),
        ("stage.finished", "check", 12, 12),
        ("stage.started", "review", 1, 0),
        ("stage.finished", "review", 1, 1),
        ("stage.started", "generate", 18, 12),
        ("stage.started", "check", 18, 12),
        ("stage.finished", "generate", 18, 18),
        ("stage.finished", "check", 18, 18),
    ]
    assert [event.type for event in events if "person" in event.type.value] == [
        EventType.PERSON_ASKED,
        EventType.PERSON_ANSWERED,
    ]
    assert sorted(places)[:3] == [
        CellPosition(0, 0, 0, 0),
        CellPosition(0, 0, 0, 1),
        CellPosition(0, 0, 1, 0),
    ]


@pytest.mark.slow
@pytest.mark.usefixtures("second_look")
def test_a_module_and_a_row_survive_kills(terminal: Terminal, sim: SimProcess, tmp_path: Path) -> None:
    _copy_the_house(tmp_path / "house")
    terminal.set("PYTHONPATH", str(tmp_path / "house"))
    terminal.set("EDISON_WORKER_STALE_S", "2")
    sim.admin.set_plan(FaultPlan(rules=(Rule(action=Stall(seconds=0.1)),)))
    _kill_when_it_asks(terminal, sim, "run", _write(terminal, sim), asked=3)
    assert terminal.edison("resume", "latest", "--quiet").code == 3
    assert terminal.edison("answer", "latest", "small").code == 0
    _kill_when_it_asks(terminal, sim, "resume", "latest", asked=2)

    ended = terminal.edison("resume", "latest", "--json", "--quiet").json

    assert (ended["settlement"], ended["done"]) == ("rounds_done", BOTH_ROUNDS)
    store = open_quickly(terminal.database)
    evidence = gather(store, RunId(ended["id"]), sim.bill())
    store.close()
    assert violations(evidence) == []


def _copy_the_house(folder: Path) -> None:
    """The same sources, but for one module that is new and one row that is changed."""
    source = Path(edison.__file__).parent
    for room in ("", "actions"):
        (folder / "edison" / room).mkdir(parents=True, exist_ok=True)
        for found in (source / room).iterdir():
            if found.name not in ("actions", "presets", "__pycache__"):
                (folder / "edison" / room / found.name).symlink_to(found)
    presets = folder / "edison" / "actions" / "presets"
    presets.mkdir()
    for found in (source / "actions" / "presets").glob("*.py"):
        (presets / found.name).write_text(found.read_text(encoding="utf-8"), encoding="utf-8")
    (presets / "second_look.py").write_text(MODULE, encoding="utf-8")
    table = (presets / "__init__.py").read_text(encoding="utf-8")
    with_row = re.sub(r"PRESETS: .*?\n}\n", lambda _: ROW, table, flags=re.DOTALL)
    imported = with_row.replace(
        "from .rank_entries import RankEntries\n",
        "from .rank_entries import RankEntries\nfrom .second_look import SecondLook\n",
    )
    assert imported != with_row != table
    (presets / "__init__.py").write_text(imported, encoding="utf-8")


def _kill_when_it_asks(terminal: Terminal, sim: SimProcess, *command: str, asked: int) -> None:
    before = _chats(sim)
    running = terminal.begin(*command)
    until(lambda: _chats(sim) - before >= asked or running.poll() is not None)
    os.kill(running.pid, signal.SIGKILL)
    running.communicate()
    assert running.returncode == -signal.SIGKILL


def _chats(sim: SimProcess) -> int:
    return sum(record.operation == "chat" for record in sim.bill())
