"""Comparing two arms on the same cases: differences, verdicts, families of them, and planning."""

from .components import ComponentFlag, VarianceComponents, estimate_components
from .decision_power import decision_power, residual_shape
from .families import Correction, FamilyVerdict, adjust, decide_family
from .flips import SignFlip, sign_flip
from .missing import MissingResults
from .paired import PairedComparison, PairFlag, WorstCase, compare_pairs, effect_size
from .planning import (
    MOST_CASES,
    MOST_JUDGES,
    MOST_REPEATS,
    Option,
    SettlementPlan,
    cases_needed,
    plan_settlement,
    plan_within,
)
from .power import Design, DesignCost, Goal, PowerQuestion, power_of, standard_error
from .ranks import SignedRanks, signed_ranks
from .shares import PairedShares, compare_shares, fisher_tail, mcnemar_p
from .verdicts import ComparisonDecision, ComparisonVerdict, VerdictReason, decide

__all__ = [
    "MOST_CASES",
    "MOST_JUDGES",
    "MOST_REPEATS",
    "ComparisonDecision",
    "ComparisonVerdict",
    "ComponentFlag",
    "Correction",
    "Design",
    "DesignCost",
    "FamilyVerdict",
    "Goal",
    "MissingResults",
    "Option",
    "PairFlag",
    "PairedComparison",
    "PairedShares",
    "PowerQuestion",
    "SettlementPlan",
    "SignFlip",
    "SignedRanks",
    "VarianceComponents",
    "VerdictReason",
    "WorstCase",
    "adjust",
    "cases_needed",
    "compare_pairs",
    "compare_shares",
    "decide",
    "decide_family",
    "decision_power",
    "effect_size",
    "estimate_components",
    "fisher_tail",
    "mcnemar_p",
    "plan_settlement",
    "plan_within",
    "power_of",
    "residual_shape",
    "sign_flip",
    "signed_ranks",
    "standard_error",
]
