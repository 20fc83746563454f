"""Stages as the ledger writes them: by numbers that never change, whatever becomes of the pipeline."""

from edison.domain import StageName

STAGE_NUMBERS = {
    StageName.DRAFT: 0,
    StageName.PLAN: 1,
    StageName.GENERATE: 2,
    StageName.CHECK: 3,
    StageName.JUDGE: 4,
    StageName.RANK: 5,
    StageName.REFINE: 6,
    StageName.REVIEW: 7,
}
"""They stand in rows of every database there is: a new stage gets a new number, and no number a second meaning."""

_STAGES = {number: stage for stage, number in STAGE_NUMBERS.items()}


def stage_number(stage: StageName) -> int:
    """The number that stands in rows for a stage."""
    return STAGE_NUMBERS[stage]


def stage_of(number: int) -> StageName:
    """The stage that a number in a row stands for."""
    return _STAGES[number]


GENERATE = stage_number(StageName.GENERATE)
JUDGE = stage_number(StageName.JUDGE)
REFINE = stage_number(StageName.REFINE)
