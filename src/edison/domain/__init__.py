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
from .cell import Cell
from .chance import Chance, Stream
from .check import Check, CheckResult, Finding
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
from .report import Answered, CellOutcome, CellReport, CellScore, RunReport, outcome_of
from .review import Decision, Review, Subject
from .rubric import Criterion, Rubric, Scale, ScaleLabel
from .run import Halt, Run, Settlement
from .snapshot import Grid, Place, Snapshot
from .stage import DesiredState, Stage, StageName
from .suggestion import PromptPart, Suggestion
from .suite import Suite, SuiteArm, SuiteCase, SuiteJudge, SuitePrompt
from .verdict import Verdict, VerdictShape
from .work import Dialogue, Epoch, Lane, Question, Reply, Shard, Turn, Unit, Wave

__all__ = [
    "Answer",
    "AnswerForm",
    "Answered",
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
    "CellOutcome",
    "CellReport",
    "CellScore",
    "Certainty",
    "Chance",
    "Check",
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
    "Dialogue",
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
    "Failure",
    "FewShot",
    "Finding",
    "Flag",
    "Form",
    "FormKind",
    "FrozenClock",
    "Grid",
    "Halt",
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
    "Place",
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
    "Question",
    "RankedItem",
    "Ranking",
    "RankingId",
    "Raw",
    "Record",
    "Reply",
    "Review",
    "ReviewId",
    "Role",
    "Rubric",
    "RubricId",
    "Run",
    "RunId",
    "RunReport",
    "SafetyFlag",
    "Sampling",
    "Scale",
    "ScaleLabel",
    "Settlement",
    "Shard",
    "Snapshot",
    "Split",
    "Stage",
    "StageName",
    "StopRule",
    "Stream",
    "Subject",
    "Suggestion",
    "SuggestionId",
    "Suite",
    "SuiteArm",
    "SuiteCase",
    "SuiteJudge",
    "SuitePrompt",
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
    "outcome_of",
]
