"""The published form of every view."""

from pydantic import JsonValue
from pydantic.json_schema import models_json_schema

from .agents import (
    MadeTokenView,
    MadeVariantsView,
    MeasuredVariantsView,
    ModelsView,
    StartedRunView,
    TextDriftView,
    TokenView,
    TrajectoryMatchView,
    TrajectoryView,
    VariantsView,
)
from .assignment import AssignmentView
from .battery import CheckedFileView, CheckedFolderView
from .card import CardView
from .cell_line import CellLineView
from .chat import ChatView
from .comparison import BaselineView
from .dataset import CasePage, CoverageView, DatasetView
from .draft import DraftsView
from .estimate import RankForecastView
from .event import EventView
from .experiment import (
    ExperimentCheckView,
    ExperimentLineView,
    ExperimentView,
    SuiteTemplateView,
    WholeTemplateView,
)
from .export import ExportView
from .failing import FailingView
from .house import (
    AnsweredProbeView,
    BundleView,
    DiagnosisView,
    OpenWorkbenchView,
    ProviderModelsView,
    ProviderView,
    RemovedRunView,
    WaitingView,
)
from .label import LabelView, RunLabelsView
from .part import PartView
from .prompt import ProjectView, PromptChangeView, PromptHistoryView, PromptVersionView, PromptView
from .ranking import EntryRankingRunView, EntryRankingView
from .refinement import RefinementView
from .review import SuggestionView
from .run import ComparedRunView, EndedRunView, QuestionView, RecheckedRunView, RunView, RunWithBoardsView
from .scan import ScanView
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
    CellLineView,
    EventView,
    QuestionView,
    RefinementView,
    ScanView,
    ExportView,
    FailingView,
    CheckedFileView,
    CheckedFolderView,
    RankForecastView,
    EntryRankingView,
    EntryRankingRunView,
    CardView,
    BaselineView,
    AssignmentView,
    ExperimentLineView,
    ExperimentView,
    ExperimentCheckView,
    WholeTemplateView,
    SuiteTemplateView,
    DraftsView,
    PartView,
    ProviderView,
    AnsweredProbeView,
    ProviderModelsView,
    RemovedRunView,
    WaitingView,
    DiagnosisView,
    BundleView,
    OpenWorkbenchView,
    LabelView,
    RunLabelsView,
    SuggestionView,
    DatasetView,
    CasePage,
    CoverageView,
    ChatView,
    ProjectView,
    PromptView,
    PromptVersionView,
    PromptChangeView,
    PromptHistoryView,
    RankedFileView,
    AgreementView,
    PairedComparisonView,
    ComparisonFamilyView,
    PowerPlanView,
    TokenView,
    MadeTokenView,
    ModelsView,
    StartedRunView,
    TextDriftView,
    VariantsView,
    MadeVariantsView,
    MeasuredVariantsView,
    TrajectoryView,
    TrajectoryMatchView,
)
"""What is told as a whole; all others are parts of these."""


def views_schema() -> dict[str, JsonValue]:
    """A JSON schema with a definition for each view and everything in it."""
    _, schema = models_json_schema([(view, "serialization") for view in VIEWS], title="Edison: what is told")
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema}
