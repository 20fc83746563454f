import pytest
from pydantic import ValidationError

from edison.domain import Autonomy, Policy, StopRule


def test_nothing_happens_without_a_person_unless_it_is_allowed() -> None:
    assert Policy().autonomy is Autonomy.MANUAL


@pytest.mark.parametrize(
    "rule",
    [
        {"rounds": 0},
        {"rounds": 101},
        {"window": 1},
        {"shift": 0},
        {"gain": -0.1},
        {"comparisons": 0},
        {"tokens": 0},
    ],
)
def test_a_stop_rule_that_never_or_always_stops_is_refused(rule: dict[str, float]) -> None:
    with pytest.raises(ValidationError):
        StopRule.model_validate(rule)


def test_a_ranking_that_could_never_be_called_stable_is_refused() -> None:
    with pytest.raises(ValidationError, match="more comparisons than it may ask for"):
        StopRule(comparisons=10, least_comparisons=11)


@pytest.mark.parametrize(
    "policy", [{"budget_microusd": -1}, {"parallel": 0}, {"repeats": 0}, {"success_rate": 1.1}]
)
def test_a_policy_outside_its_bounds_is_refused(policy: dict[str, float]) -> None:
    with pytest.raises(ValidationError):
        Policy.model_validate(policy)


@pytest.mark.parametrize(
    ("cache", "repeats", "takes"), [(True, 1, True), (False, 1, False), (True, 2, False)]
)
def test_kept_answers_are_taken_on_wish_and_never_for_repeats(cache: bool, repeats: int, takes: bool) -> None:
    assert Policy(cache=cache, repeats=repeats).takes_kept_answers is takes
