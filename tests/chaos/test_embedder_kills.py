"""A run whose checks go by a provider's vectors, killed anywhere: no answer is lost to it, no kept vector asked for."""

from collections import Counter
from pathlib import Path

import pytest

from edison.domain import AttemptState, Check, Endpoint, Run, Settlement
from edison.gateway import UNRELATED
from edison.sim.world.replying.finishing import count_tokens
from tests.chaos.storms import Storm
from tests.engine.house import a_run_of
from tests.invariants import call_of, same_answer

CELLS = 4
GOLDEN = "The capital of France is Paris."
PARALLEL = 2
EMBEDDER = "edison-embed-small"
# With answers written and vectors still to be asked for; between vectors that came and those that were kept.
FEW = ("send.before:6", "receive.after:6")


def _run() -> Run:
    return a_run_of(
        CELLS,
        parallel=PARALLEL,
        checks=(Check(kind="drift", value={"from": GOLDEN, "at_most": 0.5}),),
        embedder=Endpoint.parse(f"{EMBEDDER}/{EMBEDDER}"),
    )


@pytest.mark.timeout(900)
@pytest.mark.parametrize("place", FEW)
def test_a_run_that_dies_over_vectors_goes_on_where_it_was(storm: Storm, place: str, tmp_path: Path) -> None:
    run = storm.house.start(_run())

    died = storm.die_at(run, place, folder=tmp_path)
    evidence = storm.check(run)
    calls = [one for one in storm.house.sim.bill() if one.model == EMBEDDER]
    again = storm.house.start(_run())
    storm.wait_for(again, [])

    assert died, "the point was never reached"
    assert evidence.standing.settlement is Settlement.ALL_CELLS_DONE
    drifts = [one for cell in evidence.cells for one in cell.checks if one.check == "drift"]
    assert [one.embedder for one in drifts] == [f"{EMBEDDER}/{EMBEDDER}"] * CELLS
    assert all(one.measured is not None and one.z is not None for one in drifts)
    # What came is kept: only texts whose outcome nobody knows are asked about again, by calls as it happens.
    unknown = [call_of(run.id, one) for one in evidence.attempts if one.state is AttemptState.OUTCOME_UNKNOWN]
    texts = [GOLDEN, *(cell.output.text for cell in evidence.cells if cell.output is not None), *UNRELATED]
    settled = Counter(one.idempotency or "" for one in calls) - Counter(unknown)
    tokens = {one.idempotency or "": one.input_tokens for one in calls}
    assert sum(tokens[call] * times for call, times in settled.items()) <= sum(map(count_tokens, texts))
    assert len([one for one in storm.house.sim.bill() if one.model == EMBEDDER]) == len(calls)
    assert same_answer(storm.check(again).cells) == same_answer(evidence.cells)
