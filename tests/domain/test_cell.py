import pytest
from pydantic import ValidationError

from tests.factories import a_cell


def test_the_same_cell_has_the_same_key_in_every_run() -> None:
    assert a_cell().key == a_cell(id="cell_2", run_id="run_2").key


@pytest.mark.parametrize(
    "changes",
    [
        {"case_id": "case_2"},
        {"version_id": "ver_2"},
        {"version_id": None},
        {"arm_id": "arm_2"},
        {"replicate": 1},
    ],
)
def test_another_place_in_the_table_has_another_key(changes: dict[str, object]) -> None:
    assert a_cell(**changes).key != a_cell().key


def test_a_version_is_not_taken_for_an_arm() -> None:
    assert a_cell(version_id="x", arm_id=None).key != a_cell(version_id=None, arm_id="x").key


def test_replicates_count_from_zero() -> None:
    with pytest.raises(ValidationError):
        a_cell(replicate=-1)
