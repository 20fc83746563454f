"""Stability: how far a ranking still moves, whether it may end and why, and how long it will take."""

from .movement import Movement, Precision, PrecisionFlag, measure_movement, measure_precision
from .planning import Aim, ComparisonPlan, plan_comparisons, spread_for_accuracy
from .rehearsal import Ending, Rehearsal, Setting, count_endings, rehearse
from .settling import Obstacle, RankingProgress, Settled, SettlingLimits, SettlingReason, SettlingStep, settle

__all__ = [
    "Aim",
    "ComparisonPlan",
    "Ending",
    "Movement",
    "Obstacle",
    "Precision",
    "PrecisionFlag",
    "RankingProgress",
    "Rehearsal",
    "Setting",
    "Settled",
    "SettlingLimits",
    "SettlingReason",
    "SettlingStep",
    "count_endings",
    "measure_movement",
    "measure_precision",
    "plan_comparisons",
    "rehearse",
    "settle",
    "spread_for_accuracy",
]
