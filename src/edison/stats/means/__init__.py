"""Means over cases: samples in, estimates with intervals out."""

from .bootstrap import RESAMPLES, bca_bounds, percentile_bounds, studentised_pivot
from .clusters import Clusters, Ends, Scale, gather_clusters
from .intervals import MeanEstimate, mean_interval
from .pivots import Bounds, Pivot, Tails, student_pivot
from .quantiles import load_distributions
from .rule import IntervalGrounds, IntervalMethod, MeanFlag, choose_grounds
from .samples import Labels, Sample, SampleKind, read_sample

__all__ = [
    "RESAMPLES",
    "Bounds",
    "Clusters",
    "Ends",
    "IntervalGrounds",
    "IntervalMethod",
    "Labels",
    "MeanEstimate",
    "MeanFlag",
    "Pivot",
    "Sample",
    "SampleKind",
    "Scale",
    "Tails",
    "bca_bounds",
    "choose_grounds",
    "gather_clusters",
    "load_distributions",
    "mean_interval",
    "percentile_bounds",
    "read_sample",
    "student_pivot",
    "studentised_pivot",
]
