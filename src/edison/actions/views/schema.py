"""The published form of every view."""

from pydantic import JsonValue
from pydantic.json_schema import models_json_schema

from .assignment import AssignmentView
from .card import CardView
from .comparison import BaselineView
from .draft import DraftsView
from .experiment import ExperimentCheckView, ExperimentLineView, ExperimentView, WholeTemplateView
from .house import AnsweredProbeView, ProviderModelsView, ProviderView, RemovedRunView, WaitingView
from .label import RunLabelsView
from .part import PartView
from .prompt import ProjectView, PromptChangeView, PromptVersionView, PromptView
from .ranking import EntryRankingRunView, EntryRankingView
from .run import ComparedRunView, EndedRunView, QuestionView, RecheckedRunView, RunView, RunWithBoardsView
from .statistics.agreement import AgreementView
from .statistics.comparing import ComparisonFamilyView, PairedComparisonView
from .statistics.planning import PowerPlanView
from .statistics.ranking import RankedFileView
from .view import BaseView

VIEWS: tuple[type[BaseView], ...] = (
    RunView,
    RunWithBoardsView,
    EndedRunView,
    ComparedRunView,
    RecheckedRunView,
    QuestionView,
    EntryRankingView,
    EntryRankingRunView,
    CardView,
    BaselineView,
    AssignmentView,
    ExperimentLineView,
    ExperimentView,
    ExperimentCheckView,
    WholeTemplateView,
    DraftsView,
    PartView,
    ProviderView,
    AnsweredProbeView,
    ProviderModelsView,
    RemovedRunView,
    WaitingView,
    RunLabelsView,
    ProjectView,
    PromptView,
    PromptVersionView,
    PromptChangeView,
    RankedFileView,
    AgreementView,
    PairedComparisonView,
    ComparisonFamilyView,
    PowerPlanView,
)
"""What is told as a whole; all others are parts of these."""


def views_schema() -> dict[str, JsonValue]:
    """A JSON schema with a definition for each view and everything in it."""
    _, schema = models_json_schema([(view, "serialization") for view in VIEWS], title="Edison: what is told")
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema}
