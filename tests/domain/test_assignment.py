"""Assignments: what texts can be ranked by, and what cannot be kept as one."""

import pytest
from pydantic import ValidationError

from edison.domain import Assignment, GradeSteps
from edison.errors import EndpointNameBroken

TEXT = "x" * 100
SCALE = GradeSteps(name="two", grades=("F", "A"))


def an_assignment(**changes: object) -> Assignment:
    given = {"id": "asg_1", "project_id": "prj_1", "name": "later-start", **changes}
    return Assignment.model_validate(given)


def test_judges_read_the_task_and_then_the_instructions() -> None:
    assert an_assignment(task="Why? ", instructions="One page.").goal == "Why?\n\nOne page."
    assert an_assignment(instructions="One page.").goal == "One page."


@pytest.mark.parametrize(
    ("changes", "cause"),
    [
        ({"name": "Später"}, "String should match pattern"),
        ({"scale": None}, "none is named"),
        ({"anchors": [("a", "A", TEXT), ("a", "F", TEXT)]}, "the anchor a stands twice"),
        ({"anchors": [("a", "A", TEXT[1:] + " ")]}, "the anchor a has fewer than 100 characters"),
        ({"anchors": [("a", "B", TEXT)]}, "B of the anchor a is no grade of the scale"),
    ],
)
def test_what_nothing_can_be_held_against_is_no_assignment(changes: dict[str, object], cause: str) -> None:
    listed = changes.pop("anchors", [("a", "A", TEXT)])
    assert isinstance(listed, list)
    anchors = [{"label": label, "grade": grade, "text": text} for label, grade, text in listed]

    with pytest.raises(ValidationError, match=cause):
        an_assignment(**{"scale": SCALE, "anchors": anchors, **changes})


def test_a_judge_is_named_as_it_is_asked() -> None:
    with pytest.raises(EndpointNameBroken):
        an_assignment(judges=("gpt-4o",))
