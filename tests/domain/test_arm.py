import pytest
from pydantic import ValidationError

from edison.domain import Arm, content_hash
from tests.factories import an_arm


def test_an_arm_of_a_run_that_was_stored_when_loops_belonged_to_arms_can_be_read() -> None:
    stored = {**an_arm().model_dump(), "mode": "single", "max_turns": None}

    assert Arm.model_validate(stored) == an_arm()
    assert Arm.model_validate(an_arm()) == an_arm()


def test_fields_of_the_providers_own_are_part_of_an_arm_where_there_are_any() -> None:
    assert content_hash(an_arm(extra={})) == content_hash(an_arm())
    assert content_hash(an_arm(extra={"service_tier": "flex"})) != content_hash(an_arm())


def test_what_is_no_mapping_is_no_arm() -> None:
    with pytest.raises(ValidationError, match="valid dictionary"):
        Arm.model_validate("edison-sim-large")
