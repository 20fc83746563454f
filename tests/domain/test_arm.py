import pytest
from pydantic import ValidationError

from edison.domain import content_hash
from tests.factories import an_arm


@pytest.mark.parametrize("changes", [{"mode": "tool_loop"}, {"max_turns": 3}])
def test_a_tool_loop_and_no_other_mode_has_a_limit_of_turns(changes: dict[str, object]) -> None:
    with pytest.raises(ValidationError, match="limit of turns"):
        an_arm(**changes)


def test_a_bounded_tool_loop_is_taken() -> None:
    assert an_arm(mode="tool_loop", max_turns=15).max_turns == 15


def test_fields_of_the_providers_own_are_part_of_an_arm_where_there_are_any() -> None:
    assert content_hash(an_arm(extra={})) == content_hash(an_arm())
    assert content_hash(an_arm(extra={"service_tier": "flex"})) != content_hash(an_arm())
