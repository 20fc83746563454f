"""Cases by what they are for, and what each candidate is to help."""

from edison.domain import Split, SuiteCase
from edison.stages.refine import SynthesisUnit, split_cases
from tests.factories import a_rubric, an_arm
from tests.stages.refine.tasks import a_task


def cases(count: int, **changes: object) -> list[SuiteCase]:
    return [
        SuiteCase.model_validate({"name": f"case-{at}", "tags": ("a" if at % 2 else "b",), **changes})
        for at in range(count)
    ]


def test_cases_are_dealt_over_their_tags_and_always_in_the_same_way() -> None:
    dealt = split_cases(cases(50))
    again = split_cases(reversed(cases(50)))

    assert {split: len(found) for split, found in dealt.items()} == {
        Split.DEVELOPMENT: 20,
        Split.HELD_OUT: 20,
        Split.SEALED: 10,
    }
    assert {case.name for case in dealt[Split.HELD_OUT]} == {case.name for case in again[Split.HELD_OUT]}
    assert all(case.split is split for split, found in dealt.items() for case in found)
    assert 8 <= sum(case.tags == ("a",) for case in dealt[Split.HELD_OUT]) <= 12


def test_cases_of_one_family_stay_together() -> None:
    dealt = split_cases([*cases(10, family="one"), *cases(10)])

    assert len({case.split for found in dealt.values() for case in found if case.family}) == 1


def test_cases_that_say_what_they_are_for_are_taken_at_their_word() -> None:
    given = [*cases(3), SuiteCase(name="held", split=Split.HELD_OUT)]

    dealt = split_cases(given)

    assert [case.name for case in dealt[Split.HELD_OUT]] == ["held"]
    assert len(dealt[Split.DEVELOPMENT]) == 3


def test_each_candidate_begins_with_another_weak_criterion_and_so_does_a_round_after_one_in_vain() -> None:
    def focus(place: int, in_vain: int = 0) -> tuple[str, ...]:
        task = a_task(in_vain=in_vain)
        return SynthesisUnit(
            an_arm(), goal="", rubric=a_rubric(), task=task, place=place, candidates=1, most_changed=0.3
        ).focus

    assert focus(0) == ("polite", "correct")
    assert focus(1) == focus(0, in_vain=1) == ("correct", "polite")
