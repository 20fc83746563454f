from edison.domain import StageName
from edison.store.database.stage_codes import STAGE_NUMBERS, stage_number, stage_of

STORED = {"draft": 0, "plan": 1, "generate": 2, "check": 3, "judge": 4, "rank": 5, "refine": 6, "review": 7}
"""As they stand in databases; written a second time, because a change of one would misread them all."""


def test_the_numbers_of_stages_are_those_that_databases_hold() -> None:
    known = {stage.value: number for stage, number in STAGE_NUMBERS.items()}

    assert known | STORED == known
    assert STORED.items() <= known.items()


def test_every_stage_has_a_number_of_its_own_and_is_found_by_it() -> None:
    assert {stage_of(stage_number(stage)) for stage in StageName} == set(StageName)
