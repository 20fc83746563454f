import pytest

from edison.domain import JudgeMode, StageName
from edison.stages import BARRIERS, LANE, STAGES, waits_for_all


def test_every_stage_is_in_the_lane_or_a_barrier() -> None:
    assert sorted(LANE + BARRIERS) == sorted(STAGES)
    assert not set(LANE) & set(BARRIERS)


def test_the_lane_runs_in_the_order_of_the_stages_without_a_gap() -> None:
    first = STAGES.index(LANE[0])

    assert STAGES[first : first + len(LANE)] == LANE


@pytest.mark.parametrize("mode", list(JudgeMode))
def test_judging_waits_only_for_pairs(mode: JudgeMode) -> None:
    assert waits_for_all(StageName.JUDGE, mode=mode) is (mode is JudgeMode.PAIRWISE)


@pytest.mark.parametrize("stage", [stage for stage in STAGES if stage is not StageName.JUDGE])
def test_other_stages_wait_or_flow_whatever_the_judge_does(stage: StageName) -> None:
    assert {waits_for_all(stage, mode=mode) for mode in JudgeMode} == {stage in BARRIERS}
