"""A battery that is killed anywhere: its loops go on where they were, and its judge is asked about what is open."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from edison.domain import CaseTask, CaseTool, CellReport, Check, Message, Run, Settlement, ToolLoop
from edison.engine import POINTS
from edison.stages.plan import TASK_PROMPT
from tests.chaos.storms import Storm
from tests.engine.house import a_run_of
from tests.invariants import same_answer

CELLS = 4
TASK = CaseTask(
    messages=(Message.user("What is the weather in Tokyo?"),),
    tools=(
        CaseTool(
            name="get.weather",
            description="The weather of a city.",
            parameters={
                "type": "object",
                "properties": {"city": {"type": "string"}},
                "required": ["city"],
            },
        ),
    ),
    loop=ToolLoop(mocks={"get.weather": {"_default": "Sunny, 21 degrees."}}),
)
# In the middle of loops; between an answer and its verdict.
FEW = ("receive.after:3", "commit.before:9")


@pytest.fixture(scope="session")
def in_peace() -> dict[str, bytes]:
    """What the battery comes to where nobody dies; the simulator answers alike on every database."""
    return {}


def _battery() -> Run:
    run = a_run_of(
        CELLS,
        judges=("edison-judge-fair",),
        parallel=2,
        prompt=TASK_PROMPT,
        checks=(Check(kind="trajectory", value={"order": ["get.weather"], "max_steps": 2}),),
        max_tokens=200,
    )
    return run.model_copy(update={"snapshot": run.snapshot.model_copy(update={"judge_decides": True})})


def _told(cells: Sequence[CellReport]) -> bytes:
    """All that was found, and every step of every loop."""
    traces = [cell.output.trace for cell in cells if cell.output is not None]
    assert all(trace is not None and trace.completed for trace in traces)
    steps = [
        (one.call.name, one.call.arguments, one.observation)
        for trace in traces
        if trace
        for one in trace.steps
    ]
    return same_answer(cells) + repr(steps).encode()


@pytest.mark.timeout(900)
@pytest.mark.parametrize("place", FEW)
def test_a_battery_of_loops_that_dies_goes_on_where_it_was(
    storm: Storm, place: str, tmp_path: Path, in_peace: dict[str, bytes]
) -> None:
    assert _dies_and_goes_on(storm, place, tmp_path, in_peace), "the point was never reached"


@pytest.mark.timeout(3600)
def test_a_battery_of_loops_may_die_anywhere(
    storm: Storm, is_full: bool, tmp_path: Path, in_peace: dict[str, bytes]
) -> None:
    if not is_full:
        pytest.skip("takes a whole storm")
    for point in (point for point in POINTS if not point.startswith("rename")):
        visit = 1
        while _dies_and_goes_on(storm, f"{point}:{visit}", tmp_path, in_peace):
            visit += 1
        assert visit > 1, f"{point} was never reached"


def _dies_and_goes_on(storm: Storm, place: str, folder: Path, in_peace: dict[str, bytes]) -> bool:
    """Whether a worker died there; what comes of the battery is the same as in peace."""
    if not in_peace:
        peaceful = storm.house.start(_battery(), task=TASK)
        storm.wait_for(peaceful, [])
        evidence = storm.check(peaceful)
        assert [len(cell.judgments) for cell in evidence.cells] == [1] * CELLS
        in_peace["told"] = _told(evidence.cells)
    run = storm.house.start(_battery(), task=TASK)
    died = storm.die_at(run, place, folder=folder)
    evidence = storm.check(run)
    assert evidence.standing.settlement is Settlement.ALL_CELLS_DONE
    assert _told(evidence.cells) == in_peace["told"], place
    return died
