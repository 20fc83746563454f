"""What happened, as it goes out."""

from pydantic import JsonValue

from edison.domain import Event, EventType

from .view import BaseView, Moment


class EventView(BaseView):
    """Something that happened; whoever follows goes on after its serial."""

    id: str
    project_id: str
    run_id: str | None
    number: int
    serial: int
    type: EventType
    at: Moment
    about: dict[str, str]
    """Ids by what they name."""
    told: dict[str, JsonValue] | None
    """The whole of it, where somebody outside is told."""


def view_event(event: Event) -> EventView:
    """An event for whoever asks."""
    return EventView(
        id=event.id,
        project_id=event.project_id,
        run_id=event.run_id,
        number=event.number,
        serial=event.serial,
        type=event.type,
        at=event.at,
        about=event.about,
        told=None if event.told is None else event.told.model_dump(mode="json"),
    )
