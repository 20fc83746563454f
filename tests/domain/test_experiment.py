"""Experiments: one name, and a status that follows from the runs."""

import pytest

from edison.domain import DesiredState, ExperimentStatus, status_of
from tests.factories import an_experiment

RUNNING, PAUSED = DesiredState.RUNNING, DesiredState.PAUSED


@pytest.mark.parametrize(
    ("open_runs", "ended", "status"),
    [
        ((), 0, ExperimentStatus.DRAFT),
        ((PAUSED, RUNNING), 1, ExperimentStatus.RUNNING),
        ((PAUSED,), 1, ExperimentStatus.PAUSED),
        ((), 2, ExperimentStatus.COMPLETED),
    ],
)
def test_where_an_experiment_stands_follows_from_its_runs(
    open_runs: tuple[DesiredState, ...], ended: int, status: ExperimentStatus
) -> None:
    assert status_of(is_archived=False, open_runs=open_runs, ended_runs=ended) is status
    assert status_of(is_archived=True, open_runs=open_runs, ended_runs=ended) is ExperimentStatus.ARCHIVED


def test_an_experiment_and_its_definition_have_one_name() -> None:
    assert an_experiment().suite == {"name": "Support", "goal": "Help."}
    with pytest.raises(ValueError, match="one name"):
        an_experiment(definition={"name": "Another"})
