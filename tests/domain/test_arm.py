import pytest
from pydantic import ValidationError

from tests.factories import an_arm


@pytest.mark.parametrize("changes", [{"mode": "tool_loop"}, {"max_turns": 3}])
def test_a_tool_loop_and_no_other_mode_has_a_limit_of_turns(changes: dict[str, object]) -> None:
    with pytest.raises(ValidationError, match="limit of turns"):
        an_arm(**changes)


def test_a_bounded_tool_loop_is_taken() -> None:
    assert an_arm(mode="tool_loop", max_turns=15).max_turns == 15
