import pytest
from pydantic import ValidationError

from edison.domain import BEING_FINISHED, STAGE_DONE, DesiredState, Halt, Settlement
from tests.factories import SOME_TIME, a_run


@pytest.mark.parametrize("settlement", [settlement for settlement in Settlement if settlement != "not_yet"])
def test_a_run_ends_with_a_named_reason(settlement: Settlement) -> None:
    run = a_run(settlement=settlement, ended_at=SOME_TIME)

    assert run.settlement.is_end


@pytest.mark.parametrize("changes", [{"settlement": "stable"}, {"ended_at": SOME_TIME}])
def test_a_run_neither_ends_without_a_reason_nor_has_a_reason_without_ending(
    changes: dict[str, object],
) -> None:
    with pytest.raises(ValidationError, match="a settlement and a time of its end"):
        a_run(**changes)


def test_a_run_that_goes_on_has_not_settled() -> None:
    assert not a_run().settlement.is_end


def test_a_time_without_a_zone_is_refused() -> None:
    with pytest.raises(ValidationError, match="timezone"):
        a_run(began_at=SOME_TIME.replace(tzinfo=None))


def test_an_end_by_trouble_is_no_result() -> None:
    results = {settlement for settlement in Settlement if settlement.is_result}

    assert {Settlement.STABLE, Settlement.PAIRS_EXHAUSTED, Settlement.COMPARISONS_SPENT} <= results
    assert not results & {
        Settlement.NOT_YET,
        Settlement.BUDGET_SPENT,
        Settlement.GATE_FAILED,
        Settlement.CANCELLED,
        Settlement.NO_PROGRESS,
        Settlement.TOO_FEW_ENTRIES,
    }


@pytest.mark.parametrize(
    ("changes", "is_under_way"),
    [
        ({}, True),
        ({"desired": DesiredState.PAUSED}, False),
        ({"desired": DesiredState.PAUSED, "halted": Halt(code=STAGE_DONE, sentence="Done.")}, False),
        ({"desired": DesiredState.PAUSED, "halted": Halt(code=BEING_FINISHED, sentence="Soon.")}, True),
        ({"settlement": "stable", "ended_at": SOME_TIME}, False),
    ],
)
def test_more_will_come_of_a_run_while_it_runs_or_somebody_ends_it(
    changes: dict[str, object], is_under_way: bool
) -> None:
    assert a_run(**changes).is_under_way is is_under_way
