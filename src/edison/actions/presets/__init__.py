"""What kinds of runs there are: a module and a row each."""

from edison.engine import Presets

from .grid import BATTERY, COMPARE_MODELS
from .qualify_judge import QualifyJudge
from .rank_entries import RankEntries

PRESETS: Presets = {
    preset.name: preset for preset in (COMPARE_MODELS, BATTERY, RankEntries(), QualifyJudge())
}
"""Every preset by its name, which stands with each run."""

__all__ = ["PRESETS"]
