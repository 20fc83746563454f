"""Cases by what they are for, and what each candidate is to help."""

from edison.domain import Split, SuiteCase
from edison.stages.refine import SynthesisUnit, looks_for, shuffle_cases, split_cases
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


def test_cases_are_shuffled_by_their_names_alone_and_families_stay_together() -> None:
    kin = [SuiteCase(name=f"kin-{place}", family="kin") for place in range(3)]
    given = [*cases(20), *kin]

    names = [case.name for case in shuffle_cases(given)]

    assert names == [case.name for case in shuffle_cases(reversed(given))]
    assert sorted(names) != names
    at = sorted(names.index(f"kin-{place}") for place in range(3))
    assert at[2] - at[0] == 2


def test_a_look_needs_enough_new_cases() -> None:
    assert [looks_for(3, cases=count) for count in (5, 30, 36, 400)] == [1, 2, 3, 3]


def test_each_candidate_begins_with_another_weak_criterion_and_so_does_a_round_after_one_in_vain() -> None:
    def focus(place: int, in_vain: int = 0) -> tuple[str, ...]:
        task = a_task(in_vain=in_vain)
        return SynthesisUnit(
            an_arm(), goal="", rubric=a_rubric(), task=task, place=place, candidates=1, most_changed=0.3
        ).focus

    assert focus(0) == ("polite", "correct")
    assert focus(1) == focus(0, in_vain=1) == ("correct", "polite")
