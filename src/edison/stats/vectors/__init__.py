"""Embedding geometry: drift, variants, trajectories, duplicates, coverage. Vectors come from elsewhere."""

from .clusters import MOST_CLUSTERED, NEAR, find_clusters
from .coverage import FacetCount, FacetCoverage, ThinSpot, ThinSpots, facet_coverage, thin_spots
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
from .pooling import joined_vectors, padded_tokens, pooled_vectors
from .trajectory import PatternStrength, Spike, Trajectory, analyze_trajectory
from .variants import PairDistance, VariantDistance, Variants, variant_distances

__all__ = [
    "MOST_CLUSTERED",
    "NEAR",
    "CosineDrift",
    "DriftBand",
    "Duplicate",
    "FacetCount",
    "FacetCoverage",
    "NearDuplicates",
    "PairDistance",
    "PatternStrength",
    "Spike",
    "ThinSpot",
    "ThinSpots",
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
    "facet_coverage",
    "find_clusters",
    "joined_vectors",
    "near_duplicates",
    "padded_tokens",
    "pooled_vectors",
    "thin_spots",
    "variant_distances",
]
