"""One answer to get: a prompt version, filled from a case, put to an arm."""

from collections.abc import Mapping
from dataclasses import InitVar, dataclass, field

from pydantic import JsonValue

from edison.domain import Arm, Case, PromptVersion


@dataclass(frozen=True, slots=True)
class GenerateUnit:
    """What one cell needs to be answered. Of its case only the variables are kept: what is expected never enters."""

    version: PromptVersion
    arm: Arm
    case: InitVar[Case]
    replicate: int = 0
    variables: Mapping[str, JsonValue] = field(init=False)

    def __post_init__(self, case: Case) -> None:
        object.__setattr__(self, "variables", case.variables)
