"""Pairing: whom to compare next, who is shown first, and how reliable the result is."""

from .adaptive import expected_gains
from .history import History
from .listed import Chosen, choose_listed
from .matched import MATCHED_ITEMS, MatchingWeights
from .reliability import (
    ReliabilityCaution,
    StreamReliability,
    hierarchical_reliability,
    stream_reliability,
)
from .sides import position_skew
from .standing import ItemEstimates, estimate_standing
from .streams import LEAST_RANDOM, PairingStream, deal_streams
from .waves import Mode, Pairing, PairingWave, deal_wave, resample_wave

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
    "StreamReliability",
    "choose_listed",
    "deal_streams",
    "deal_wave",
    "estimate_standing",
    "expected_gains",
    "hierarchical_reliability",
    "position_skew",
    "resample_wave",
    "stream_reliability",
]
