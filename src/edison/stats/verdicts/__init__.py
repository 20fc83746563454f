"""Verdicts over ordered stages: their shape, pools of opinion, beliefs, divergences, contrasts."""

from ._tables import verdict_table
from .beliefs import BeliefWorld, PooledBelief, StageBelief, beliefs_by_sample, combine_beliefs, pool_beliefs
from .contrasts import Contrast, ContrastFlag, FamilyMember, contrast_family, matched_contrast
from .divergences import (
    certainty_of_outliers,
    entrenchment,
    jensen_shannon,
    jitter,
    polarisation,
    total_variation,
)
from .geometry import (
    Buckets,
    Geometry,
    compression,
    describe_verdicts,
    expected_stage,
    spread_mass,
    stage_entropy,
)
from .pools import linear_pool, log_pool

__all__ = [
    "BeliefWorld",
    "Buckets",
    "Contrast",
    "ContrastFlag",
    "FamilyMember",
    "Geometry",
    "PooledBelief",
    "StageBelief",
    "beliefs_by_sample",
    "certainty_of_outliers",
    "combine_beliefs",
    "compression",
    "contrast_family",
    "describe_verdicts",
    "entrenchment",
    "expected_stage",
    "jensen_shannon",
    "jitter",
    "linear_pool",
    "log_pool",
    "matched_contrast",
    "polarisation",
    "pool_beliefs",
    "spread_mass",
    "stage_entropy",
    "total_variation",
    "verdict_table",
]
