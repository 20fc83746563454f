"""How units are walked: one lane for each kind of unit, a class and a row of `LANES`."""

from collections.abc import Mapping
from typing import Any

from .cells import CellLane, is_judging
from .checking import embed_all
from .exporting import ExportLane
from .lane import Lane, UnitWork
from .pairs import PairLane, is_resampling, read_pairs, write_pairs
from .people import OpenQuestion, PeopleLane, find_open_questions, keep_suggestions
from .refining import DraftLane, EmbedLane, SuggestLane, SynthesiseLane, improvement
from .scanning import ScanLane

LANES: Mapping[str, type[Lane[Any]]] = {
    lane.name: lane
    for lane in (
        *(CellLane, PairLane, PeopleLane, SuggestLane, SynthesiseLane, DraftLane, EmbedLane, ScanLane),
        ExportLane,
    )
}
"""Every lane by its name, which stands with each wave."""

__all__ = [
    "LANES",
    "Lane",
    "OpenQuestion",
    "UnitWork",
    "embed_all",
    "find_open_questions",
    "improvement",
    "is_judging",
    "is_resampling",
    "keep_suggestions",
    "read_pairs",
    "write_pairs",
]
