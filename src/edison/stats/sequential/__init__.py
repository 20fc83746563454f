"""Looking more than once: planned looks, and held-out cases used again."""

from .holdout import (
    CandidateOutcome,
    GainStanding,
    ReportedGain,
    RoundDecision,
    SealedGain,
    decide_round,
    open_sealed,
)
from .ledger import HoldoutLedger, HoldoutLook, LookKind
from .looks import (
    Look,
    LookComparison,
    LookPlan,
    Spending,
    chance_to_be_better,
    compare_at_look,
    plan_looks,
    spend,
    take_looks,
)

__all__ = [
    "CandidateOutcome",
    "GainStanding",
    "HoldoutLedger",
    "HoldoutLook",
    "Look",
    "LookComparison",
    "LookKind",
    "LookPlan",
    "ReportedGain",
    "RoundDecision",
    "SealedGain",
    "Spending",
    "chance_to_be_better",
    "compare_at_look",
    "decide_round",
    "open_sealed",
    "plan_looks",
    "spend",
    "take_looks",
]
