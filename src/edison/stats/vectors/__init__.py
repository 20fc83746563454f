"""Embedding geometry: drift, variants, trajectories, duplicates, coverage. Vectors come from elsewhere."""

from .coverage import FacetCount, FacetCoverage, ThinSpot, ThinSpots, facet_coverage, thin_spots
from .drift import (
    Band,
    CosineDrift,
    UnrelatedNull,
    band_of,
    calibrate_null,
    cosine_distance,
    cosine_drift,
)
from .duplicates import Duplicate, NearDuplicates, near_duplicates
from .matching import Fit, TrajectoryMatch, compare_trajectories
from .trajectory import Spike, Strength, Trajectory, analyze_trajectory
from .variants import PairDistance, VariantDistance, Variants, variant_distances

__all__ = [
    "Band",
    "CosineDrift",
    "Duplicate",
    "FacetCount",
    "FacetCoverage",
    "Fit",
    "NearDuplicates",
    "PairDistance",
    "Spike",
    "Strength",
    "ThinSpot",
    "ThinSpots",
    "Trajectory",
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
    "near_duplicates",
    "thin_spots",
    "variant_distances",
]
