import pytest
from pydantic import ValidationError

from tests.factories import a_suggestion


@pytest.mark.parametrize(
    ("changes", "complaint"), [({"after": "Answer"}, "changes something"), ({"note": ""}, "blank")]
)
def test_a_suggestion_that_changes_or_explains_nothing_is_refused(
    changes: dict[str, object], complaint: str
) -> None:
    with pytest.raises(ValidationError, match=complaint):
        a_suggestion(**changes)


def test_a_passage_can_be_added_or_taken_away() -> None:
    assert a_suggestion(before="").before == ""
    assert a_suggestion(after="").after == ""
