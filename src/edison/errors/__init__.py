"""Errors: every way in which Edison says no.

In:      what was wished for, and what stood in the way.
Out:     one class per cause, with a stable code, a kind for the doors, fields, and one helpful sentence.
May use: nothing of ours.
Never:   import another room; know a status code of our own doors.

The tree:

    EdisonError
        BaselineDiffers
        CasesDoNotFit
        ChoiceUnknown
        ColumnsUnclear
        ContestRefused
        ExaminationRefused
        FileNotReadable
        FileNotWritable
        FileNotWritten
        FileOutside
        FormatUnknown
        LibraryMissing
        EndpointNameBroken
        ScoreOffScale
        WeightsDoNotSum
        EngineBusy
        RunNotMoved
        RunSuperseded
        ColumnMissing
        SuiteBroken
        TableBroken
        BatchRefused
        BudgetSpent
        EndpointNotAllowed
        ExtraNotPriced
        ExtraRefused
        KeyKeptBack
        KeyMissing
        ModelNotServed
        OperationNotOffered
        ParametersNotTaken
        PriceUnknown
        ProviderBroken
        ProviderUnknown
        ProviderUnreachable
        WaitTooLong
        ProviderTrouble
            AuthRefused
            BadRequest
                ModelMissing
                TooLong
            BrokenStream
            QuotaGone
            RateLimited
            TimedOut
            Unavailable
            UnknownOutcome
            Unreadable
        MasterKeyBroken
        SettingBroken
        SimulatorNotStarted
        CheckBroken
        NothingToCompare
        LengthsDiffer
        SampleBroken
        SampleEmpty
        StatisticRefused
        BackupRefused
        DatabaseBroken
        DatabaseFull
        DatabaseReadOnly
        DatabaseUnavailable
        DatabaseUrlBroken
        DatasetMissing
        KeyNotReadable
        RunAmbiguous
        RunMissing
        SchemaTooNew
        SchemaTooOld
        SqliteTooOld
        BoundaryUnusable
        FenceBroken
        HunksDoNotApply
        RenderedTooLarge
        TemplateBroken
        ValueNotRenderable
        VariablesMissing
"""

from .actions import (
    BaselineDiffers,
    CasesDoNotFit,
    ChoiceUnknown,
    ColumnsUnclear,
    ContestRefused,
    ExaminationRefused,
    FileNotReadable,
    FileNotWritable,
    FileNotWritten,
    FileOutside,
    FormatUnknown,
    LibraryMissing,
)
from .base import EdisonError, ErrorKind
from .domain import EndpointNameBroken, ScoreOffScale, WeightsDoNotSum
from .engine import EngineBusy, RunNotMoved, RunSuperseded
from .formats import ColumnMissing, Problem, SuiteBroken, TableBroken
from .gateway import (
    BatchRefused,
    BudgetSpent,
    EndpointNotAllowed,
    ExtraNotPriced,
    ExtraRefused,
    KeyKeptBack,
    KeyMissing,
    ModelNotServed,
    OperationNotOffered,
    ParametersNotTaken,
    PriceUnknown,
    ProviderBroken,
    ProviderUnknown,
    ProviderUnreachable,
    WaitTooLong,
)
from .provider import (
    AuthRefused,
    BadRequest,
    BrokenStream,
    ModelMissing,
    ProviderTrouble,
    QuotaGone,
    RateLimited,
    TimedOut,
    TooLong,
    Unavailable,
    UnknownOutcome,
    Unreadable,
)
from .settings import MasterKeyBroken, SettingBroken, SimulatorNotStarted
from .stages import CheckBroken, NothingToCompare
from .stats import LengthsDiffer, SampleBroken, SampleEmpty, StatisticRefused
from .store import (
    BackupRefused,
    DatabaseBroken,
    DatabaseFull,
    DatabaseReadOnly,
    DatabaseUnavailable,
    DatabaseUrlBroken,
    DatasetMissing,
    KeyNotReadable,
    RunAmbiguous,
    RunMissing,
    SchemaTooNew,
    SchemaTooOld,
    SqliteTooOld,
)
from .text import (
    BoundaryUnusable,
    FenceBroken,
    HunksDoNotApply,
    RenderedTooLarge,
    TemplateBroken,
    ValueNotRenderable,
    VariablesMissing,
)

__all__ = [
    "AuthRefused",
    "BackupRefused",
    "BadRequest",
    "BaselineDiffers",
    "BatchRefused",
    "BoundaryUnusable",
    "BrokenStream",
    "BudgetSpent",
    "CasesDoNotFit",
    "CheckBroken",
    "ChoiceUnknown",
    "ColumnMissing",
    "ColumnsUnclear",
    "ContestRefused",
    "DatabaseBroken",
    "DatabaseFull",
    "DatabaseReadOnly",
    "DatabaseUnavailable",
    "DatabaseUrlBroken",
    "DatasetMissing",
    "EdisonError",
    "EndpointNameBroken",
    "EndpointNotAllowed",
    "EngineBusy",
    "ErrorKind",
    "ExaminationRefused",
    "ExtraNotPriced",
    "ExtraRefused",
    "FenceBroken",
    "FileNotReadable",
    "FileNotWritable",
    "FileNotWritten",
    "FileOutside",
    "FormatUnknown",
    "HunksDoNotApply",
    "KeyKeptBack",
    "KeyMissing",
    "KeyNotReadable",
    "LengthsDiffer",
    "LibraryMissing",
    "MasterKeyBroken",
    "ModelMissing",
    "ModelNotServed",
    "NothingToCompare",
    "OperationNotOffered",
    "ParametersNotTaken",
    "PriceUnknown",
    "Problem",
    "ProviderBroken",
    "ProviderTrouble",
    "ProviderUnknown",
    "ProviderUnreachable",
    "QuotaGone",
    "RateLimited",
    "RenderedTooLarge",
    "RunAmbiguous",
    "RunMissing",
    "RunNotMoved",
    "RunSuperseded",
    "SampleBroken",
    "SampleEmpty",
    "SchemaTooNew",
    "SchemaTooOld",
    "ScoreOffScale",
    "SettingBroken",
    "SimulatorNotStarted",
    "SqliteTooOld",
    "StatisticRefused",
    "SuiteBroken",
    "TableBroken",
    "TemplateBroken",
    "TimedOut",
    "TooLong",
    "Unavailable",
    "UnknownOutcome",
    "Unreadable",
    "ValueNotRenderable",
    "VariablesMissing",
    "WaitTooLong",
    "WeightsDoNotSum",
]
