"""What all requests have in common."""

from typing import ClassVar

from pydantic import BaseModel, ConfigDict

LARGEST = 2**53
"""Above it, numbers are not told apart by all who read JSON, and databases hold none."""


class Wish(BaseModel):
    """What comes in: a field that is not known is refused, so that no wish is lost in silence."""

    model_config: ClassVar[ConfigDict] = ConfigDict(frozen=True, extra="forbid", strict=True)
