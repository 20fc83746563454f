"""Suites with several mistakes: all of them are told in one pass, and none that only follows from another."""

import pytest

from edison.errors import SuiteBroken

from .suites import a_read_suite, a_suite_text, read_text


def test_mistakes_of_every_class_are_told_in_one_pass() -> None:
    text = a_suite_text(
        repeats="often",
        budgets="5",
        checks="[{containz: x}]",
        cases="[{id: a}, {id: a}]",
        prompts="[{user: one, name: v}, {user: two, name: v}]",
        prompt=None,
    )

    with pytest.raises(SuiteBroken) as refused:
        read_text(text)

    told = refused.value.sentence
    for mistake in (
        "'often' is no whole number",
        "the key 'budgets' is not known",
        "containz",
        "the id 'a' stands in line",
        "the name 'v' is given twice",
    ):
        assert mistake in told
    assert all(problem.line for problem in refused.value.problems)


@pytest.mark.parametrize(
    ("keys", "untold"),
    [
        ({"rubric": "5", "judges": "[local/judge]"}, "judges"),
        ({"prompt": "5", "repeats": "0"}, "prompt is missing"),
        ({"arms": "5", "cases": "7"}, "none/none"),
    ],
)
def test_what_only_follows_from_another_mistake_is_not_told(keys: dict[str, str], untold: str) -> None:
    with pytest.raises(SuiteBroken) as refused:
        a_read_suite(**keys)

    assert untold not in refused.value.sentence
