"""Stability: how far a ranking still moves, whether it may end and why, and how long it will take."""

from .movement import Movement, Precision, PrecisionFlag, measure_movement, measure_precision
from .planning import Aim, ComparisonPlan, plan_comparisons, spread_for_accuracy
from .rehearsal import Rehearsal, Setting
from .settling import Obstacle, RankingProgress, Settled, SettlingLimits, SettlingReason, SettlingStep, settle

__all__ = [
    "Aim",
    "ComparisonPlan",
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
    "measure_movement",
    "measure_precision",
    "plan_comparisons",
    "settle",
    "spread_for_accuracy",
]
