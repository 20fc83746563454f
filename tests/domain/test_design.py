import pytest
from pydantic import ValidationError

from edison.domain import Factors, PresetName
from tests.factories import a_design


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"factors": {}}, "at least one factor"),
        ({"factors": {"arms": ("arm_1", "arm_1")}}, "stands twice among the arms"),
        ({"fixed": {"arms": ("arm_3",), "judges": ("jdg_1",)}}, "what varies cannot stay fixed: arms"),
        ({"stages": ("judge", "generate")}, "in the order of the pipeline"),
        ({"stages": ("plan", "plan")}, "named once each"),
        ({"stages": ()}, "at least 1 item"),
    ],
)
def test_a_design_that_asks_no_clear_question_is_refused(changes: dict[str, object], complaint: str) -> None:
    with pytest.raises(ValidationError, match=complaint):
        a_design(**changes)


def test_a_panel_of_judges_can_stay_fixed_while_arms_vary() -> None:
    experiment = a_design(fixed={"judges": ("jdg_1", "jdg_2", "jdg_3")})

    assert experiment.factors.columns == ("arms",)
    assert experiment.fixed.columns == ("judges",)


def test_one_level_is_enough_for_a_factor() -> None:
    assert Factors.model_validate({"versions": ("ver_1",)}).columns == ("versions",)


def test_the_five_presets_are_known_by_name() -> None:
    assert set(PresetName) == {"refine-prompt", "compare-models", "qualify-judge", "rank-entries", "battery"}
