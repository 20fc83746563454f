from datetime import UTC, datetime

import msgspec
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from edison.domain import (
    Answer,
    Attempt,
    AttemptEnd,
    AttemptId,
    AttemptState,
    Outcome,
    Raw,
    Record,
    ToolCall,
    Usage,
)
from tests.factories import an_answer, an_attempt

any_text = st.text(st.characters(exclude_categories=()), max_size=20)

RECORDS: list[Record] = [
    an_answer(),
    an_answer(
        tool_calls=(ToolCall(id="call_0", name="weather", arguments={"city": "Oslo"}),), left_out=("seed",)
    ),
    an_attempt(),
    Usage(input_tokens=3),
    Raw(request=b"{}", response=b"\xff\x00", response_bytes=2, status=200),
    AttemptEnd(
        attempt_id=AttemptId("att_1"), ended_at=datetime(2026, 1, 1, tzinfo=UTC), state=AttemptState.SETTLED
    ),
]


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: type(record).__name__)
def test_a_record_survives_the_way_through_json(record: Record) -> None:
    assert type(record).from_json(record.to_json()) == record


@given(any_text)
@example("a lone surrogate \ud800 and a NUL \x00")
def test_any_text_a_model_may_write_survives_too(text: str) -> None:
    answer = an_answer(text=text)

    assert Answer.from_json(answer.to_json()).text == text


def test_a_record_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        an_answer().text = "other"  # pyright: ignore[reportAttributeAccessIssue]


@pytest.mark.parametrize(
    "written",
    [
        b"{}",
        b'{"outcome": "stop", "requested_model": 7}',
        b'{"outcome": "stop", "requested_model": "m", "colour": 1}',
    ],
)
def test_what_is_read_is_checked_field_by_field(written: bytes) -> None:
    with pytest.raises(msgspec.ValidationError):
        Answer.from_json(written)


def test_a_record_of_something_unknown_is_refused() -> None:
    strange = Answer(outcome=Outcome.STOP, requested_model="m", details={"what": object()})

    with pytest.raises(NotImplementedError, match="holds no object"):
        strange.to_json()


def test_an_attempt_keeps_what_it_may_cost_at_most() -> None:
    assert Attempt.from_json(an_attempt(worst_case_microusd=12).to_json()).worst_case_microusd == 12


def test_what_a_provider_said_besides_is_read_back_as_it_was() -> None:
    answer = an_answer(details={"tier": "flex", "ratings": [{"safe": True}], "share": 0.5})

    assert Answer.from_json(answer.to_json()) == answer
