"""Plan: say what there is to do.

In:      a suite, its cases as they stream by, and what is already known.
Out:     a snapshot with every part pinned, and the experiment; the same for the same contents. It asks nothing.
"""

from .kinds import Dealt, build_contest, deal_next, deal_output_pairs, output_pair_count, pin_contest
from .kinds.qualify import (
    TASK_PROMPT,
    USUAL_JUDGMENTS,
    AskedVerdict,
    Qualification,
    digest_cells,
    plan_qualification,
)
from .kinds.qualify_bench import Bench, Ways, ask_both_ways, find_examined, seat_examined
from .units import (
    CaseDigest,
    PromptNeeds,
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
    "Bench",
    "CaseDigest",
    "Dealt",
    "PromptNeeds",
    "Qualification",
    "Ways",
    "ask_both_ways",
    "build_contest",
    "build_experiment",
    "deal_next",
    "deal_output_pairs",
    "digest_cells",
    "find_examined",
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
