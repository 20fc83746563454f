import pytest
from pydantic import ValidationError

from edison.domain import CaseTask

ASKED = {"messages": [{"role": "user", "parts": [{"type": "text", "text": "How much?"}]}]}
LOOK_UP = {"name": "look.up"}


def test_a_tool_of_a_case_may_have_any_name() -> None:
    task = CaseTask.model_validate(
        {**ASKED, "tools": [LOOK_UP], "tool_choice": {"mode": "named", "name": "look.up"}, "loop": {}}
    )

    assert task.tools[0].name == "look.up"


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"tools": [LOOK_UP, LOOK_UP]}, "two tools have the same name"),
        ({"tool_choice": {"mode": "required"}}, "a tool choice needs tools"),
        ({"tools": [LOOK_UP], "tool_choice": {"mode": "named", "name": "add"}}, "'add' is not offered"),
        ({"loop": {}}, "a loop needs tools"),
        ({"later": [ASKED]}, "further turns need a loop"),
        ({"tools": [LOOK_UP], "loop": {}, "later": [{**ASKED, "tools": [LOOK_UP]}]}, "have the same name"),
    ],
)
def test_tools_fit_together(changes: dict[str, object], problem: str) -> None:
    with pytest.raises(ValidationError, match=problem):
        CaseTask.model_validate({**ASKED, **changes})
