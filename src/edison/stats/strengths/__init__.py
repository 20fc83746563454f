"""Strengths of items from pairwise comparisons: Bradley–Terry and its relatives."""

from .apart import ItemPair, ItemsApart, tell_apart
from .approximate import QuickFit, quick_fit
from .bootstrap import StrengthBootstrap, bootstrap
from .fitting import fit
from .misfit import StrengthMisfit, item_misfit, judge_misfit
from .reliability import (
    DecisionsInLine,
    ScaleSeparation,
    SplitHalf,
    decisions_in_line,
    scale_separation,
    split_half,
)
from .resampling import ResampledUnit
from .results import (
    FLAG_MEANINGS,
    Effect,
    Method,
    Repeated,
    StrengthContrast,
    StrengthFit,
    StrengthFlag,
    Ties,
    contrast,
)
from .table import ComparisonTable
from .triads import Triads, count_triads, count_triads_by_judge
from .winners import WINNER_WORDS, ComparisonOutcome

__all__ = [
    "FLAG_MEANINGS",
    "WINNER_WORDS",
    "ComparisonOutcome",
    "ComparisonTable",
    "DecisionsInLine",
    "Effect",
    "ItemPair",
    "ItemsApart",
    "Method",
    "QuickFit",
    "Repeated",
    "ResampledUnit",
    "ScaleSeparation",
    "SplitHalf",
    "StrengthBootstrap",
    "StrengthContrast",
    "StrengthFit",
    "StrengthFlag",
    "StrengthMisfit",
    "Ties",
    "Triads",
    "bootstrap",
    "contrast",
    "count_triads",
    "count_triads_by_judge",
    "decisions_in_line",
    "fit",
    "item_misfit",
    "judge_misfit",
    "quick_fit",
    "scale_separation",
    "split_half",
    "tell_apart",
]
