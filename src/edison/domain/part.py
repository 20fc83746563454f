"""What experiments are put together from and people keep under a name: rubrics, judges, models."""

from enum import StrEnum

from pydantic import AwareDatetime, Field, JsonValue

from .ids import ProjectId, UserId
from .noun import Noun
from .words import ShortName

KEPT_PART = "kept:"
"""Before the name of a part where a definition names it: `kept:support`, or `kept:support@2` for one version."""


class PartKind(StrEnum):
    """What it is, by the key of a suite under which it stands."""

    RUBRIC = "rubric"
    JUDGE = "judge"
    MODEL = "model"


class KeptPart(Noun):
    """One version of a part; versions are never changed, and setting one inactive is the next version."""

    project_id: ProjectId
    kind: PartKind
    name: ShortName
    number: int = Field(ge=1)
    value: JsonValue
    """As a suite writes it: a list of criteria, a judge, an arm."""
    is_active: bool = True
    """Whether experiments may still be run with it."""
    note: str = ""
    author: UserId
    made_at: AwareDatetime
