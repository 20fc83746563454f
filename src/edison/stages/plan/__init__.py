"""Plan: say what there is to do.

In:      a suite, its cases as they stream by, and what is already known.
Out:     a snapshot with every part pinned, and the experiment; the same for the same contents. It asks nothing.
"""

from .contests.contest import build_contest, pin_contest
from .contests.waves import Dealt, deal_next
from .qualifications.examined import (
    ExaminedJudges,
    JudgeInBothModes,
    find_examined,
    in_both_modes,
    seat_examined,
)
from .qualifications.questions import (
    TASK_PROMPT,
    USUAL_JUDGMENTS,
    AskedVerdict,
    Qualification,
    digest_cells,
    plan_qualification,
)
from .suites.best_pairs import deal_best_pairs, most_best_pairs
from .suites.output_pairs import deal_output_pairs, output_pair_count
from .suites.variables import PromptNeeds, VariableTally
from .units import (
    CaseDigest,
    build_experiment,
    name_dataset,
    pin,
    pin_case,
    pin_judges,
    pin_rubric,
)

__all__ = [
    "TASK_PROMPT",
    "USUAL_JUDGMENTS",
    "AskedVerdict",
    "CaseDigest",
    "Dealt",
    "ExaminedJudges",
    "JudgeInBothModes",
    "PromptNeeds",
    "Qualification",
    "VariableTally",
    "build_contest",
    "build_experiment",
    "deal_best_pairs",
    "deal_next",
    "deal_output_pairs",
    "digest_cells",
    "find_examined",
    "in_both_modes",
    "most_best_pairs",
    "name_dataset",
    "output_pair_count",
    "pin",
    "pin_case",
    "pin_contest",
    "pin_judges",
    "pin_rubric",
    "plan_qualification",
    "seat_examined",
]
