"""What every view has in common: nothing has a default, so nothing is left out."""

from datetime import datetime
from typing import Annotated, ClassVar

from pydantic import AwareDatetime, BaseModel, ConfigDict, JsonValue, PlainSerializer, WithJsonSchema

from edison.domain import Interval

Moment = Annotated[
    AwareDatetime,
    PlainSerializer(datetime.isoformat, return_type=str),
    WithJsonSchema({"type": "string", "format": "date-time"}),
]
"""A time in ISO 8601, with its offset in digits."""

Ends = tuple[float, float]
"""The low and the high end of an interval."""


class BaseView(BaseModel):
    """What goes out; what is unknown is null, never left out."""

    model_config: ClassVar[ConfigDict] = ConfigDict(frozen=True, extra="forbid")

    def as_json(self) -> dict[str, JsonValue]:
        """Plain values."""
        return self.model_dump(mode="json")


def ends_of(interval: Interval | None) -> Ends | None:
    """Both ends, or nothing."""
    return None if interval is None else (interval.low, interval.high)
