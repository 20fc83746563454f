"""What all requests have in common."""

from typing import ClassVar

from pydantic import BaseModel, ConfigDict


class Wish(BaseModel):
    """What comes in: a field that is not known is refused, so that no wish is lost in silence."""

    model_config: ClassVar[ConfigDict] = ConfigDict(frozen=True, extra="forbid", strict=True)
