import pytest

from edison.domain import Cost, Outcome, Usage
from tests.factories import an_answer


@pytest.mark.parametrize(
    ("outcome", "is_complete"),
    [
        (Outcome.STOP, True),
        (Outcome.TOOL_CALLS, True),
        (Outcome.LENGTH, False),
        (Outcome.CONTENT_FILTER, False),
        (Outcome.REFUSAL, False),
        (Outcome.EMPTY, False),
    ],
)
def test_only_an_answer_the_model_ended_by_itself_is_complete(outcome: Outcome, is_complete: bool) -> None:
    assert an_answer(outcome=outcome).is_complete is is_complete


def test_what_the_provider_did_not_say_is_not_zero() -> None:
    assert Usage().output_tokens is None
    assert Cost().microusd is None
