"""Strengths of items from pairwise comparisons: Bradley–Terry and its relatives."""

from .approximate import QuickFit, quick_fit
from .bootstrap import StrengthBootstrap, bootstrap
from .clustered import ClusteredFit, ItemPair, fit_clustered
from .fitting import fit
from .misfit import Misfit, item_misfit, judge_misfit
from .reliability import (
    DecisionsInLine,
    Separation,
    SplitHalf,
    decisions_in_line,
    scale_separation,
    split_half,
)
from .resampling import Unit
from .results import FLAG_MEANINGS, Contrast, Effect, Flag, Method, Repeated, StrengthFit, Ties, contrast
from .table import ComparisonTable
from .triads import Triads, count_triads, count_triads_by_judge
from .winners import WINNER_WORDS, Outcome

__all__ = [
    "FLAG_MEANINGS",
    "WINNER_WORDS",
    "ClusteredFit",
    "ComparisonTable",
    "Contrast",
    "DecisionsInLine",
    "Effect",
    "Flag",
    "ItemPair",
    "Method",
    "Misfit",
    "Outcome",
    "QuickFit",
    "Repeated",
    "Separation",
    "SplitHalf",
    "StrengthBootstrap",
    "StrengthFit",
    "Ties",
    "Triads",
    "Unit",
    "bootstrap",
    "contrast",
    "count_triads",
    "count_triads_by_judge",
    "decisions_in_line",
    "fit",
    "fit_clustered",
    "item_misfit",
    "judge_misfit",
    "quick_fit",
    "scale_separation",
    "split_half",
]
