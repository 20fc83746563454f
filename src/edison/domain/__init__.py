"""Domain: the nouns of the house.

In:      plain values.
Out:     frozen nouns that are valid or not constructed, typed ids, named random streams, the clock's protocol.
May use: errors; pydantic.
Never:   do I/O, read a wall clock, know a table or a provider.
"""

from .actor import LOCAL_USER, Actor, Right
from .answer import (
    Answer,
    Certainty,
    Cost,
    Embeddings,
    Failure,
    ModelListing,
    Outcome,
    Raw,
    Timing,
    TokenLogprob,
    Usage,
)
from .arm import Arm, ArmMode
from .ask import (
    Ask,
    CacheMark,
    Effort,
    Form,
    FormKind,
    Image,
    Message,
    Part,
    Purpose,
    Role,
    Sampling,
    Text,
    Tool,
    ToolCall,
    ToolChoice,
    ToolMode,
)
from .batch import BatchHandle, BatchItem, BatchReport, BatchResult, BatchState
from .call import Attempt, AttemptEnd, AttemptState
from .card import CardMatch, CardMeasure, CardStanding, JudgeCard, SeenCard
from .card_thresholds import CardThresholds, Threshold
from .cell import Cell
from .chance import Chance, Stream
from .check import Check, CheckResult, EmbeddedTexts, Finding
from .clock import Clock, FrozenClock
from .comparison import Comparison, Winner
from .contest import Contest, GradeSteps, Pair, PairingKind, PairLine
from .contest_end import (
    NO_GRADE,
    ContestCompleted,
    ContestFailed,
    ContestResult,
    EndSummary,
    EndTrouble,
    ResultGrades,
    ResultItem,
    ResultJudge,
    is_published,
    normalise,
)
from .dataset import HANDED_IN, WRITTEN_FOR, Case, Dataset, Expectation, Split
from .endpoint import Endpoint, EndpointKind
from .entry_ranking import (
    DEPENDABLE,
    LEAST_FIT,
    LEAST_RELIABILITY,
    LOW_RELIABILITY,
    SSR_INFLATED,
    AnchorAlignment,
    AnsweredBy,
    ComparingJudge,
    EntryRanking,
    GradeCertainty,
    HalvesOf,
    ProjectedGrade,
    RankedEntry,
    Reliability,
    Worth,
)
from .event import TOLD, Event, EventType, Told
from .experiment import Experiment, Factors, PresetName
from .facet import Facet, FacetKind, FacetMean, FacetResult, SafetyCount
from .fault import FaultPoint, no_fault
from .ids import (
    ArmId,
    AttemptId,
    CallId,
    CaseId,
    CellId,
    ComparisonId,
    DatasetId,
    EventId,
    ExperimentId,
    JudgeId,
    JudgmentId,
    Mint,
    OutputId,
    ProjectId,
    PromptId,
    PromptVersionId,
    RankingId,
    ReviewId,
    RubricId,
    RunId,
    SuggestionId,
    UserId,
)
from .interval import Interval
from .judge import (
    AnswerForm,
    Display,
    Judge,
    JudgeMode,
    JudgeProfile,
    Thinking,
    family_of,
    staged_criterion,
)
from .judge_suite import (
    ASSISTANT_STYLE,
    JudgeSuite,
    PairSide,
    PersonLabel,
    SuiteAnchor,
    SuiteMatch,
    SuitePair,
    SuiteVerdict,
    stage_names,
)
from .judgment import Advice, CriterionScore, Judgment, Reading, SafetyFlag
from .judgment_plan import JudgeAssignment, JudgmentSlot
from .noun import Noun, content_hash
from .output import Output, OutputStatus
from .panel import Panel, PanelJudge, SharedError
from .passing import CellOutcome, CellStatus, StatusReason, outcome_of, passed_checks, why_status, worst_of
from .policy import MOST_UNREADABLE, Autonomy, Policy, StopRule
from .project import Member, MemberRole, Project
from .prompt import FewShot, Prompt, PromptChange, PromptChangeKind, PromptVersion, StoredVersion
from .ranking import (
    MOST_PAIRS,
    Board,
    Comparing,
    Flag,
    FrontierPoint,
    FrontierStanding,
    ItemId,
    RankedItem,
    RankedPair,
    Ranking,
    RankSpan,
)
from .record import Record
from .report import (
    Answered,
    CellReport,
    CellScore,
    Disagreement,
    DisagreementKind,
    Disagreements,
    JudgeCount,
    RunReport,
)
from .review import Decision, Review, Subject
from .rubric import Criterion, Rubric, Scale, ScaleLabel
from .run import Halt, Run, Settlement
from .snapshot import CellBlock, CellLayout, CellPosition, Grid, Snapshot
from .stage import DesiredState, Stage, StageName
from .suggestion import Suggestion
from .suite import Suite, SuiteArm, SuiteCase, SuiteJudge, SuitePrompt
from .verdict import Verdict, VerdictShape
from .work import CELLS, PAIRS, Dialogue, Question, Reply, Wave

__all__ = [
    "ASSISTANT_STYLE", "CELLS", "DEPENDABLE", "HANDED_IN", "LEAST_FIT", "LEAST_RELIABILITY", "LOCAL_USER",
    "LOW_RELIABILITY", "MOST_PAIRS",
    "MOST_UNREADABLE", "NO_GRADE", "PAIRS", "SSR_INFLATED", "TOLD", "WRITTEN_FOR", "Actor", "Advice", "AnchorAlignment",
    "Answer", "AnswerForm",
    "Answered", "AnsweredBy", "Arm", "ArmId", "ArmMode", "Ask", "Attempt", "AttemptEnd", "AttemptId", "AttemptState",
    "Autonomy", "BatchHandle", "BatchItem", "BatchReport", "BatchResult", "BatchState", "Board", "CacheMark",
    "CallId", "CardMatch", "CardMeasure", "CardStanding", "CardThresholds", "Case", "CaseId", "Cell", "CellBlock",
    "CellId", "CellLayout", "CellOutcome", "CellPosition", "CellReport", "CellScore", "CellStatus", "Certainty",
    "Chance", "Check", "CheckResult", "Clock", "Comparing", "ComparingJudge", "Comparison", "ComparisonId", "Contest",
    "ContestCompleted", "ContestFailed", "ContestResult", "Cost", "Criterion", "CriterionScore", "Dataset",
    "DatasetId", "Decision", "DesiredState", "Dialogue", "Disagreement", "DisagreementKind", "Disagreements",
    "Display", "Effort", "EmbeddedTexts", "Embeddings", "EndSummary", "EndTrouble", "Endpoint", "EndpointKind",
    "EntryRanking", "Event", "EventId", "EventType", "Expectation", "Experiment", "ExperimentId", "Facet",
    "FacetKind", "FacetMean", "FacetResult", "Factors", "Failure", "FaultPoint", "FewShot", "Finding", "Flag", "Form",
    "FormKind", "FrontierPoint", "FrontierStanding", "FrozenClock", "GradeCertainty", "GradeSteps", "Grid", "Halt",
    "HalvesOf", "Image", "Interval", "ItemId", "Judge", "JudgeAssignment", "JudgeCard", "JudgeCount", "JudgeId",
    "JudgeMode", "JudgeProfile", "JudgeSuite", "Judgment", "JudgmentId", "JudgmentSlot", "Member", "MemberRole",
    "Message", "Mint", "ModelListing", "Noun", "Outcome", "Output", "OutputId", "OutputStatus", "Pair", "PairLine",
    "PairSide", "PairingKind", "Panel", "PanelJudge", "Part", "PersonLabel", "Policy", "PresetName", "Project",
    "ProjectId", "ProjectedGrade", "Prompt", "PromptChange", "PromptChangeKind", "PromptId", "PromptVersion",
    "PromptVersionId", "Purpose", "Question", "RankSpan", "RankedEntry", "RankedItem", "RankedPair", "Ranking",
    "RankingId", "Raw", "Reading", "Record", "Reliability", "Reply", "ResultGrades", "ResultItem", "ResultJudge",
    "Review", "ReviewId", "Right", "Role", "Rubric", "RubricId", "Run", "RunId", "RunReport", "SafetyCount",
    "SafetyFlag", "Sampling", "Scale", "ScaleLabel", "SeenCard", "Settlement", "SharedError", "Snapshot", "Split",
    "Stage",
    "StageName", "StatusReason", "StopRule", "StoredVersion", "Stream", "Subject", "Suggestion", "SuggestionId",
    "Suite", "SuiteAnchor", "SuiteArm", "SuiteCase", "SuiteJudge", "SuiteMatch", "SuitePair",
    "SuitePrompt", "SuiteVerdict", "Text", "Thinking", "Threshold", "Timing", "TokenLogprob", "Told", "Tool",
    "ToolCall", "ToolChoice", "ToolMode", "Usage", "UserId", "Verdict", "VerdictShape", "Wave", "Winner", "Worth",
    "content_hash", "family_of", "is_published", "no_fault", "normalise", "outcome_of", "passed_checks",
    "stage_names", "staged_criterion",
    "why_status", "worst_of",
]  # fmt: skip
