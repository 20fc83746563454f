import pytest
from pydantic import ValidationError

from edison.domain import Battery, JudgeMode, Suite, SuiteArm, SuiteCase, SuiteJudge, SuitePrompt
from tests.factories import a_criterion, an_endpoint


def a_suite(**changes: object) -> Suite:
    defaults: dict[str, object] = {
        "name": "capitals",
        "arms": (SuiteArm(endpoint=an_endpoint()),),
        "prompts": (SuitePrompt(user="Why?"),),
        "cases": (SuiteCase(name="one"),),
    }
    return Suite.model_validate({**defaults, **changes})


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"cases": None}, "has its cases in it or names their file"),
        ({"cases_file": "cases.jsonl"}, "has its cases in it or names their file"),
        ({"judges": (SuiteJudge(endpoint=an_endpoint()),)}, "judges need a rubric"),
        (
            {
                "judges": (SuiteJudge(endpoint=an_endpoint(), mode=JudgeMode.VERDICT),),
                "criteria": (a_criterion(),),
            },
            "needs a criterion with labels",
        ),
        ({"arms": ()}, "at least 1 item"),
        ({"prompts": ()}, "at least 1 item"),
        ({"fail_under": 80}, "less than or equal to 1"),
        ({"most_unreadable": -1}, "greater than or equal to 0"),
    ],
)
def test_a_suite_that_is_not_whole_is_refused(changes: dict[str, object], complaint: str) -> None:
    with pytest.raises(ValidationError, match=complaint):
        a_suite(**changes)


def test_a_suite_may_name_the_file_of_its_cases() -> None:
    assert a_suite(cases=None, cases_file="cases.jsonl").cases_file == "cases.jsonl"


def test_judges_with_a_rubric_are_taken_and_are_cold() -> None:
    suite = a_suite(judges=(SuiteJudge(endpoint=an_endpoint()),), criteria=(a_criterion(),))

    assert suite.judges[0].sampling.temperature == 0


def test_a_prompt_that_says_nothing_is_refused() -> None:
    with pytest.raises(ValidationError, match="needs a system or a user text"):
        SuitePrompt(user=" ", system="\n")


def test_judges_can_go_by_criteria_of_the_cases() -> None:
    case = SuiteCase(name="one", criteria=(a_criterion(),))
    judges = (SuiteJudge(endpoint=an_endpoint()),)

    assert a_suite(judges=judges, cases=(case,)).criteria == ()
    with pytest.raises(ValidationError, match="two has none"):
        a_suite(judges=judges, cases=(case, SuiteCase(name="two")))


def test_a_battery_counts_each_category_once() -> None:
    cases = [{"name": name, "tags": [tag]} for name, tag in (("a", "tools"), ("b", "tools"), ("c", "loops"))]

    assert Battery.model_validate({"name": "own", "form": "battery", "cases": cases}).categories == 2
