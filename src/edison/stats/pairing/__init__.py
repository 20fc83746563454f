"""Pairing: whom to compare next, who is shown first, and how reliable the result is."""

from .adaptive import expected_gains
from .history import History
from .listed import Chosen, choose_listed
from .matched import MATCHED_ITEMS, MatchingWeights
from .reliability import (
    ReliabilityCaution,
    ReliabilityReport,
    StreamReliability,
    hierarchical_reliability,
    report_reliability,
    stream_reliability,
)
from .sides import position_skew
from .standing import ItemEstimates, estimate_standing
from .streams import LEAST_RANDOM, PairingStream, deal_streams, split_at_random
from .waves import Mode, Pairing, PairingWave, deal_ahead, deal_wave, resample_wave

__all__ = [
    "LEAST_RANDOM",
    "MATCHED_ITEMS",
    "Chosen",
    "History",
    "ItemEstimates",
    "MatchingWeights",
    "Mode",
    "Pairing",
    "PairingStream",
    "PairingWave",
    "ReliabilityCaution",
    "ReliabilityReport",
    "StreamReliability",
    "choose_listed",
    "deal_ahead",
    "deal_streams",
    "deal_wave",
    "estimate_standing",
    "expected_gains",
    "hierarchical_reliability",
    "position_skew",
    "report_reliability",
    "resample_wave",
    "split_at_random",
    "stream_reliability",
]
