"""What all requests have in common."""

from typing import Annotated, ClassVar

from fastapi import Header, Query
from pydantic import BaseModel, ConfigDict

LARGEST = 2**53
"""Above it, numbers are not told apart by all who read JSON, and databases hold none."""

MOST_USD = 1_000_000
"""More is a slip of the finger."""

Project = Annotated[
    str | None, Query(max_length=200, description="The slug of a project; what belongs to none if not given.")
]

IdempotencyKey = Annotated[
    str,
    Header(
        alias="Idempotency-Key",
        min_length=8,
        max_length=100,
        description="Chosen by whoever asks; the same key is answered by what was done the first time.",
    ),
]
"""Of a request that starts work: sent twice, by a double click or after a lost answer, it is done once."""


class Wish(BaseModel):
    """What comes in: a field that is not known is refused, so that no wish is lost in silence."""

    model_config: ClassVar[ConfigDict] = ConfigDict(frozen=True, extra="forbid", strict=True)
