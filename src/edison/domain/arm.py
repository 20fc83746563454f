"""Who answers."""

from collections.abc import Mapping
from typing import cast

from pydantic import Field, JsonValue, model_validator

from .ask import Sampling
from .endpoint import Endpoint
from .ids import ArmId
from .technique import Answerer


class Arm(Answerer):
    """An endpoint, and the parameters and the technique it is asked with. It never changes: others, another arm."""

    id: ArmId
    name: str = Field(min_length=1, max_length=200)
    endpoint: Endpoint
    sampling: Sampling = Sampling()
    extra: dict[str, JsonValue] = {}
    """Fields of the provider's own, sent with every question as they are."""

    @model_validator(mode="before")
    @classmethod
    def _forgets_loops(cls, written: object) -> object:
        # Runs that were stored before loops belonged to cases say so of each arm.
        if not isinstance(written, Mapping):
            return written
        given = cast("Mapping[str, object]", written)
        return {key: value for key, value in given.items() if key not in ("mode", "max_turns")}
