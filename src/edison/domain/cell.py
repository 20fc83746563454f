"""One planned answer."""

from functools import cached_property

from pydantic import Field

from .ids import ArmId, CaseId, CellId, PromptVersionId, RunId
from .noun import Noun, content_hash


class Cell(Noun):
    """Version × case × arm × replicate. Where the output is handed in, there is no version and no arm."""

    id: CellId
    run_id: RunId
    case_id: CaseId
    version_id: PromptVersionId | None = None
    arm_id: ArmId | None = None
    replicate: int = Field(default=0, ge=0)

    @cached_property
    def key(self) -> str:
        """The same in every run: planning twice plans nothing twice, and runs are matched cell by cell."""
        place = _Place(
            case_id=self.case_id, version_id=self.version_id, arm_id=self.arm_id, replicate=self.replicate
        )
        return content_hash(place)


class _Place(Noun):
    case_id: CaseId
    version_id: PromptVersionId | None
    arm_id: ArmId | None
    replicate: int
