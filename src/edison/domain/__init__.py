"""Domain: the nouns of the house.

In:      plain values.
Out:     frozen nouns that are valid or not constructed, typed ids, named random streams, the clock's protocol.
May use: errors; pydantic.
Never:   do I/O, read a wall clock, know a table or a provider.
"""

from .answer import (
    Answer,
    Certainty,
    Cost,
    Embeddings,
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
from .cell import Cell
from .chance import Chance, Stream
from .check import CheckResult, Finding
from .clock import Clock, FrozenClock
from .comparison import Comparison, Winner
from .dataset import Case, Dataset, Expectation, Split
from .endpoint import Endpoint, EndpointKind
from .event import Event, EventType
from .experiment import Experiment, Factors, Preset
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
from .judge import AnswerForm, Display, Judge, JudgeMode, Thinking
from .judgment import CriterionScore, Judgment, SafetyFlag
from .noun import Noun, content_hash
from .output import Output, OutputStatus
from .policy import Autonomy, Policy, StopRule
from .project import Member, MemberRole, Project
from .prompt import FewShot, Prompt, PromptVersion
from .ranking import Board, Flag, Interval, RankedItem, Ranking
from .record import Record
from .review import Decision, Review, Subject
from .rubric import Criterion, Rubric, Scale, ScaleLabel
from .run import Run, Settlement
from .stage import DesiredState, Stage, StageName
from .suggestion import PromptPart, Suggestion
from .verdict import Verdict, VerdictShape
from .work import Epoch, Lane, Shard, Turn, Unit, Wave

__all__ = [
    "Answer",
    "AnswerForm",
    "Arm",
    "ArmId",
    "ArmMode",
    "Ask",
    "Attempt",
    "AttemptEnd",
    "AttemptId",
    "AttemptState",
    "Autonomy",
    "BatchHandle",
    "BatchItem",
    "BatchReport",
    "BatchResult",
    "BatchState",
    "Board",
    "CacheMark",
    "CallId",
    "Case",
    "CaseId",
    "Cell",
    "CellId",
    "Certainty",
    "Chance",
    "CheckResult",
    "Clock",
    "Comparison",
    "ComparisonId",
    "Cost",
    "Criterion",
    "CriterionScore",
    "Dataset",
    "DatasetId",
    "Decision",
    "DesiredState",
    "Display",
    "Effort",
    "Embeddings",
    "Endpoint",
    "EndpointKind",
    "Epoch",
    "Event",
    "EventId",
    "EventType",
    "Expectation",
    "Experiment",
    "ExperimentId",
    "Factors",
    "FewShot",
    "Finding",
    "Flag",
    "Form",
    "FormKind",
    "FrozenClock",
    "Image",
    "Interval",
    "Judge",
    "JudgeId",
    "JudgeMode",
    "Judgment",
    "JudgmentId",
    "Lane",
    "Member",
    "MemberRole",
    "Message",
    "Mint",
    "ModelListing",
    "Noun",
    "Outcome",
    "Output",
    "OutputId",
    "OutputStatus",
    "Part",
    "Policy",
    "Preset",
    "Project",
    "ProjectId",
    "Prompt",
    "PromptId",
    "PromptPart",
    "PromptVersion",
    "PromptVersionId",
    "Purpose",
    "RankedItem",
    "Ranking",
    "RankingId",
    "Raw",
    "Record",
    "Review",
    "ReviewId",
    "Role",
    "Rubric",
    "RubricId",
    "Run",
    "RunId",
    "SafetyFlag",
    "Sampling",
    "Scale",
    "ScaleLabel",
    "Settlement",
    "Shard",
    "Split",
    "Stage",
    "StageName",
    "StopRule",
    "Stream",
    "Subject",
    "Suggestion",
    "SuggestionId",
    "Text",
    "Thinking",
    "Timing",
    "TokenLogprob",
    "Tool",
    "ToolCall",
    "ToolChoice",
    "ToolMode",
    "Turn",
    "Unit",
    "Usage",
    "UserId",
    "Verdict",
    "VerdictShape",
    "Wave",
    "Winner",
    "content_hash",
]
