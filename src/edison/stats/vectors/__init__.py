"""Embedding geometry: drift, variants, trajectories, duplicates. Vectors come from elsewhere."""

from .clusters import MOST_CLUSTERED, NEAR, find_clusters
from .drift import (
    CosineDrift,
    DriftBand,
    UnrelatedNull,
    band_of,
    calibrate_null,
    cosine_distance,
    cosine_drift,
)
from .duplicates import Duplicate, NearDuplicates, near_duplicates
from .matching import TrajectoryFit, TrajectoryMatch, compare_trajectories
from .pooling import (
    TokenTable,
    joined_vectors,
    mean_of_tokens,
    pack_vectors,
    padded_tokens,
    pooled_vectors,
    read_token_table,
    unpack_vectors,
)
from .trajectory import PatternStrength, Spike, Trajectory, analyze_trajectory
from .variants import PairDistance, VariantDistance, Variants, variant_distances

__all__ = [
    "MOST_CLUSTERED",
    "NEAR",
    "CosineDrift",
    "DriftBand",
    "Duplicate",
    "NearDuplicates",
    "PairDistance",
    "PatternStrength",
    "Spike",
    "TokenTable",
    "Trajectory",
    "TrajectoryFit",
    "TrajectoryMatch",
    "UnrelatedNull",
    "VariantDistance",
    "Variants",
    "analyze_trajectory",
    "band_of",
    "calibrate_null",
    "compare_trajectories",
    "cosine_distance",
    "cosine_drift",
    "find_clusters",
    "joined_vectors",
    "mean_of_tokens",
    "near_duplicates",
    "pack_vectors",
    "padded_tokens",
    "pooled_vectors",
    "read_token_table",
    "unpack_vectors",
    "variant_distances",
]
