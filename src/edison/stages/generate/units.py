"""One answer to get: a prompt version, filled from a case, or what the case brings itself, put to an arm."""

from collections.abc import Mapping
from dataclasses import InitVar, dataclass, field

from pydantic import JsonValue

from edison.domain import Arm, Case, CaseTalk, CaseTask, CellId, OutputId, PromptVersion

NOWHERE, IN_NO_CELL = OutputId("unplaced"), CellId("unplaced")
"""What is made of a reply, before it is known where it belongs."""


@dataclass(frozen=True, slots=True)
class GenerateUnit:
    """What one cell needs to be answered. What its case expects never enters."""

    version: PromptVersion
    arm: Arm
    case: InitVar[Case]
    replicate: int = 0
    variables: Mapping[str, JsonValue] = field(init=False)
    task: CaseTask | None = field(init=False)
    """Sent in place of the version."""
    talk: CaseTalk | None = field(init=False)
    """Where it is answered in several turns."""

    def __post_init__(self, case: Case) -> None:
        object.__setattr__(self, "variables", case.variables)
        object.__setattr__(self, "task", case.task)
        object.__setattr__(self, "talk", case.talk)
