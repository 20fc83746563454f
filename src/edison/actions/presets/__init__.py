"""What kinds of runs there are: a module and a row each."""

from collections.abc import Mapping

from .grid import BATTERY, COMPARE_MODELS
from .preset import Preset, ShownAs
from .qualify_judge import QualifyJudge
from .rank_entries import RankEntries

PRESETS: Mapping[str, Preset] = {
    preset.name: preset for preset in (COMPARE_MODELS, BATTERY, RankEntries(), QualifyJudge())
}
"""Every preset by its name, which stands with each run."""

__all__ = ["PRESETS", "Preset", "ShownAs"]
