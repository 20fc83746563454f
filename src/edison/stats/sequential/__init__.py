"""Looking more than once: planned looks, verdicts that are valid at any time, and held-out cases used again."""

from .anytime import AnytimeComparison, AnytimeFlag, AnytimeMethod, compare_anytime
from .betting import BettingEvidence, MeanSequence, bet_against, confidence_sequence, order_cases
from .discordant import weigh_discordant
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
    look_inflation,
    plan_looks,
    spend,
    take_looks,
)

__all__ = [
    "AnytimeComparison",
    "AnytimeFlag",
    "AnytimeMethod",
    "BettingEvidence",
    "CandidateOutcome",
    "GainStanding",
    "HoldoutLedger",
    "HoldoutLook",
    "Look",
    "LookComparison",
    "LookKind",
    "LookPlan",
    "MeanSequence",
    "ReportedGain",
    "RoundDecision",
    "SealedGain",
    "Spending",
    "bet_against",
    "chance_to_be_better",
    "compare_anytime",
    "compare_at_look",
    "confidence_sequence",
    "decide_round",
    "look_inflation",
    "open_sealed",
    "order_cases",
    "plan_looks",
    "spend",
    "take_looks",
    "weigh_discordant",
]
