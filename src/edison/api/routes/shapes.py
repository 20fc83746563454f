"""What all requests have in common."""

from typing import Annotated, ClassVar

from fastapi import Query
from pydantic import BaseModel, ConfigDict

LARGEST = 2**53
"""Above it, numbers are not told apart by all who read JSON, and databases hold none."""

MOST_USD = 1_000_000
"""More is a slip of the finger."""

Project = Annotated[
    str | None, Query(max_length=200, description="The slug of a project; what belongs to none if not given.")
]


class Wish(BaseModel):
    """What comes in: a field that is not known is refused, so that no wish is lost in silence."""

    model_config: ClassVar[ConfigDict] = ConfigDict(frozen=True, extra="forbid", strict=True)
