"""Stages as the ledger writes them: by their place in the pipeline."""

from edison.domain import StageName

_STAGES = tuple(StageName)
_NUMBERS = {stage: number for number, stage in enumerate(_STAGES)}


def stage_number(stage: StageName) -> int:
    """The number that stands in rows for a stage."""
    return _NUMBERS[stage]


def stage_of(number: int) -> StageName:
    """The stage that a number in a row stands for."""
    return _STAGES[number]


GENERATE = stage_number(StageName.GENERATE)
JUDGE = stage_number(StageName.JUDGE)
