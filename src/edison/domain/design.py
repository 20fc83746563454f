"""How an experiment is laid out: what varies, what stays fixed, which stages are on."""

from enum import StrEnum
from typing import Self

from pydantic import Field, model_validator

from .ids import ArmId, DatasetId, ExperimentId, JudgeId, ProjectId, PromptVersionId, RubricId
from .noun import Noun
from .policy import Policy
from .stage import StageName


class PresetName(StrEnum):
    """The presets that Edison comes with; one more needs a module and a row, and no name here."""

    REFINE_PROMPT = "refine-prompt"
    COMPARE_MODELS = "compare-models"
    QUALIFY_JUDGE = "qualify-judge"
    RANK_ENTRIES = "rank-entries"
    BATTERY = "battery"


class Factors(Noun):
    """The columns of the table of cells, each with its levels. An id names one version of its thing."""

    versions: tuple[PromptVersionId, ...] = ()
    arms: tuple[ArmId, ...] = ()
    judges: tuple[JudgeId, ...] = ()
    rubrics: tuple[RubricId, ...] = ()
    datasets: tuple[DatasetId, ...] = ()
    """What is asked about; where they vary, their cases are the entries that are compared."""

    @model_validator(mode="after")
    def _has_each_level_once(self) -> Self:
        for name in type(self).model_fields:
            levels: tuple[str, ...] = getattr(self, name)
            if len(set(levels)) != len(levels):
                raise ValueError(f"a level stands twice among the {name}")
        return self

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of the columns that have levels."""
        return tuple(name for name in type(self).model_fields if getattr(self, name))


class RunDesign(Noun):
    """Which factors vary, which stay fixed, and which stages are on; pinned with every run."""

    id: ExperimentId
    project_id: ProjectId
    name: str = Field(min_length=1, max_length=200)
    goal: str = ""
    """What the prompt is for, in words that drafters, judges and refiners are shown."""
    preset: str = Field(pattern=r"^[a-z][a-z0-9-]{0,63}$")
    """By its name: what is planned, what comes next, and what the results are."""
    factors: Factors
    fixed: Factors = Factors()
    """The same for all levels of the factors; a panel of judges is several levels that are not compared."""
    stages: tuple[StageName, ...] = Field(min_length=1)
    policy: Policy = Policy()

    @model_validator(mode="after")
    def _asks_one_question(self) -> Self:
        if not self.factors.columns:
            raise ValueError("an experiment needs at least one factor")
        both = sorted(set(self.factors.columns) & set(self.fixed.columns))
        if both:
            raise ValueError(f"what varies cannot stay fixed: {', '.join(both)}")
        if self.stages != tuple(stage for stage in StageName if stage in self.stages):
            raise ValueError("stages are named once each, in the order of the pipeline")
        return self
