"""What kinds of runs there are: a module and a row each."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from edison.domain import Right
from edison.errors import ChoiceUnknown

from ..access import verb
from .drafting import DraftTexts
from .exporting import ExportResults
from .grid import BATTERY, COMPARE_MODELS
from .preset import Preset, ShownAs
from .qualify_judge import QualifyJudge
from .rank_entries import RankEntries
from .refine_prompt import RefinePrompt
from .scanning import ScanOutputs

if TYPE_CHECKING:
    from ..house import House
    from ..runs.plan import RunPlan
    from .suites import SuiteFile

PRESETS: Mapping[str, Preset] = {
    preset.name: preset
    for preset in (
        COMPARE_MODELS,
        BATTERY,
        RankEntries(),
        QualifyJudge(),
        RefinePrompt(),
        DraftTexts(),
        ScanOutputs(),
        ExportResults(),
    )
}
"""Every preset by its name, which stands with each run."""


@verb(Right.READ)
def plan_file(house: "House", file: "SuiteFile") -> "RunPlan":
    """Plan what a file asks for: a grid, unless it names another preset. Blocks; not for a loop."""
    from ..datasets import with_stored_cases

    name = file.suite.preset or BATTERY.name
    preset = PRESETS.get(name)
    if preset is None or not preset.takes_suites:
        raise ChoiceUnknown("preset", name, [one.name for one in PRESETS.values() if one.takes_suites])
    return preset.plan(house, with_stored_cases(house, file))


__all__ = ["PRESETS", "Preset", "ShownAs", "plan_file"]
