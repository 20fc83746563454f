"""What is told of the end of a contest adds up."""

import pytest
from pydantic import ValidationError

from edison.domain import EndSummary

SUMMARY = {"total": 3, "successful": 2, "failed": 1, "successful_ids": ("a", "b"), "failed_ids": ("c",)}


def test_every_text_has_a_place_or_none() -> None:
    assert EndSummary.model_validate({**SUMMARY, "seconds": 1.5}).total == 3


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"successful_ids": ("a",)}, "as many ids"),
        ({"failed_ids": ()}, "as many ids"),
        ({"total": 4}, "a place or none"),
    ],
)
def test_a_summary_that_does_not_add_up_is_refused(changes: dict[str, object], why: str) -> None:
    with pytest.raises(ValidationError, match=why):
        EndSummary.model_validate({**SUMMARY, "seconds": 1.5, **changes})
