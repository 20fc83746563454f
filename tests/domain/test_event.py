import pytest
from pydantic import ValidationError

from edison.domain import TOLD, ContestCompleted, Event, EventType, Noun
from tests.factories import a_contest_end, an_event
from tools.cards import ROOT

PAGE = (ROOT / "docs" / "reference" / "events.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "about",
    [{"text": "a whole answer, with spaces"}, {"output": "x" * 65}, {"Output Id": "out_1"}, {"output": ""}],
)
def test_what_an_event_is_about_are_ids_and_no_payload(about: dict[str, str]) -> None:
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


def test_an_event_for_others_tells_what_its_type_says() -> None:
    told = a_contest_end()

    event = an_event(type="contest.completed", told=told)

    assert event.told == told
    assert type(event).model_validate_json(event.model_dump_json()) == event


@pytest.mark.parametrize(
    ("type_", "told", "why"),
    [
        ("run.settled", a_contest_end(), "carries ids and nothing else"),
        ("contest.completed", None, "tells a ContestCompleted"),
        ("contest.failed", a_contest_end(), "tells a ContestFailed"),
    ],
)
def test_an_event_that_tells_something_else_is_refused(
    type_: str, told: ContestCompleted | None, why: str
) -> None:
    with pytest.raises(ValidationError, match=why):
        an_event(type=type_, told=told)


def test_every_event_and_all_that_it_tells_is_documented() -> None:
    fields = [name for noun in (Event, *TOLD.values()) for name in _fields(noun)]

    missing = [name for name in (*EventType, *fields) if f"`{name}`" not in PAGE]
    assert missing == [], "describe them in docs/reference/events.md"


def _fields(noun: type[Noun]) -> list[str]:
    """The names of all fields, those of the nouns inside included."""
    schema = noun.model_json_schema()
    inside = [form for form in schema.get("$defs", {}).values() if form["title"] != "GradeSteps"]
    return [name for form in (schema, *inside) for name in form.get("properties", {})]
