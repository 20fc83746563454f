import pytest
from pydantic import ValidationError

from tests.factories import an_event


@pytest.mark.parametrize(
    "about",
    [{"text": "a whole answer, with spaces"}, {"output": "x" * 65}, {"Output Id": "out_1"}, {"output": ""}],
)
def test_an_event_carries_ids_and_no_payload(about: dict[str, str]) -> None:
    with pytest.raises(ValidationError):
        an_event(about=about)


def test_an_event_names_what_it_is_about() -> None:
    assert an_event(about={"stage": "judge", "suggestion": "sug_1"}).about == {
        "stage": "judge",
        "suggestion": "sug_1",
    }


def test_events_are_numbered_from_one() -> None:
    with pytest.raises(ValidationError):
        an_event(number=0)
