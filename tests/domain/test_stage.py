import pytest
from pydantic import ValidationError

from tests.factories import a_stage


def test_what_is_planned_has_ended_or_is_pending() -> None:
    stage = a_stage(planned=10, succeeded=5, failed=2)

    assert stage.pending == 3


def test_a_stage_cannot_end_more_than_it_planned() -> None:
    with pytest.raises(ValidationError, match="more units ended"):
        a_stage(planned=1, succeeded=1, failed=1)
