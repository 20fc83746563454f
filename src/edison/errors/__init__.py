"""Errors: every way in which Edison says no.

In:      what was wished for, and what stood in the way.
Out:     one class per cause, with a stable code, a kind for the doors, fields, and one helpful sentence.
May use: nothing of ours.
Never:   import another room; know a status code of our own doors.

The tree:

    EdisonError
        EndpointNameBroken
        ScoreOffScale
        WeightsDoNotSum
        BatchRefused
        BudgetSpent
        KeyMissing
        ModelNotServed
        OperationNotOffered
        ParametersNotTaken
        PriceUnknown
        ProviderBroken
        ProviderUnknown
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
        SettingBroken
        SimulatorNotStarted
        LengthsDiffer
        SampleBroken
        SampleEmpty
        StatisticRefused
        BoundaryUnusable
        FenceBroken
        HunksDoNotApply
        RenderedTooLarge
        TemplateBroken
        ValueNotRenderable
        VariablesMissing
"""

from .base import EdisonError, Kind
from .domain import EndpointNameBroken, ScoreOffScale, WeightsDoNotSum
from .gateway import (
    BatchRefused,
    BudgetSpent,
    KeyMissing,
    ModelNotServed,
    OperationNotOffered,
    ParametersNotTaken,
    PriceUnknown,
    ProviderBroken,
    ProviderUnknown,
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
from .settings import SettingBroken, SimulatorNotStarted
from .stats import LengthsDiffer, SampleBroken, SampleEmpty, StatisticRefused
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
    "BadRequest",
    "BatchRefused",
    "BoundaryUnusable",
    "BrokenStream",
    "BudgetSpent",
    "EdisonError",
    "EndpointNameBroken",
    "FenceBroken",
    "HunksDoNotApply",
    "KeyMissing",
    "Kind",
    "LengthsDiffer",
    "ModelMissing",
    "ModelNotServed",
    "OperationNotOffered",
    "ParametersNotTaken",
    "PriceUnknown",
    "ProviderBroken",
    "ProviderTrouble",
    "ProviderUnknown",
    "QuotaGone",
    "RateLimited",
    "RenderedTooLarge",
    "SampleBroken",
    "SampleEmpty",
    "ScoreOffScale",
    "SettingBroken",
    "SimulatorNotStarted",
    "StatisticRefused",
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
