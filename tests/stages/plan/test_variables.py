"""Variables of cases and of prompts: what is missing, and what nothing uses."""

import pytest

from edison.domain import Case, SuiteCase
from edison.errors import TemplateBroken
from edison.stages.plan import PromptNeeds, VariableTally
from tests.factories import a_case, a_prompt_version


@pytest.mark.parametrize(
    ("case", "missing"),
    [
        (a_case(variables={"q": "?", "lang": {"name": "en"}, "shot": ""}), ()),
        (a_case(variables={"q": "?"}), ("lang.name", "shot")),
        (a_case(variables={"q": None, "shot": "x", "lang": {}}), ("lang.name", "q")),
        (SuiteCase(name="c", variables={"q": "?"}), ("lang.name", "shot")),
    ],
)
def test_variables_that_a_case_does_not_give_are_named(
    case: Case | SuiteCase, missing: tuple[str, ...]
) -> None:
    version = a_prompt_version(
        system="In {{ lang.name }}.",
        few_shots=({"user": "{{ q }}", "assistant": "{{ shot }}"},),
        user="{{ q }}",
    )

    assert PromptNeeds([version]).missing_from(case) == missing


def test_several_prompts_are_named_with_what_each_of_them_misses() -> None:
    named, other = a_prompt_version(name="short", user="{{ q }} {{ lnag }}"), a_prompt_version(user="{{ q }}")
    needs = PromptNeeds([named, other])

    assert needs.tell_missing(a_case(name="c", variables={"q": "?", "lnag": "en"})) is None
    assert needs.tell_missing(a_case(name="c", variables={})) == (
        "c: the prompt short needs q, lnag; the prompt v2 needs q, and the case has no value for it"
    )
    assert PromptNeeds([other]).tell_missing(a_case(name="c", variables={})) == (
        "c: the prompt needs q, and the case has no value for it"
    )


def test_what_no_case_has_and_what_nothing_uses_is_told_of_the_whole_set() -> None:
    needs = PromptNeeds(
        [a_prompt_version(user="{{ q }} {{ lnag }} {{ gone }}")],
        sent=["{{ prompt }}"],
        filled=["{{ right }}"],
    )
    tally, empty, single = VariableTally(needs), VariableTally(needs), VariableTally(needs)
    for _ in range(120):
        tally.add(a_case(variables={"q": "?", "lang": "en", "right": "x", "note": ""}))
        empty.add(a_case(variables={}))
    single.add(a_case(variables={}))

    assert tally.absent == (
        "No case has lnag (did you mean lang?), which the prompt needs; cases have q, lang, right, note.",
        "No case has gone, which the prompt needs; cases have q, lang, right, note.",
    )
    assert tally.unused == ("lang", "note")
    assert "cases have no variables" in empty.absent[0]
    assert (single.absent, single.cases) == ((), 1)


def test_a_set_with_a_new_variable_in_every_case_is_told_apart_up_to_a_point() -> None:
    tally = VariableTally(PromptNeeds([a_prompt_version(user="{{ q }}")]))

    for number in range(500):
        tally.add(a_case(variables={f"v{number}": ""}))

    assert len(tally.unused) == 100


def test_what_a_case_expects_is_no_variable() -> None:
    case = a_case(expectation={"answer": "Paris"})

    assert PromptNeeds([a_prompt_version(user="Say {{ expect }}.")]).missing_from(case) == ("expect",)


def test_a_broken_prompt_is_refused() -> None:
    with pytest.raises(TemplateBroken):
        PromptNeeds([a_prompt_version(user="{{ a")]).missing_from(a_case())


def test_turns_of_a_conversation_need_a_place_in_the_prompt_and_are_no_variable_of_the_case() -> None:
    with_place, without, silent = (
        PromptNeeds(
            [a_prompt_version(system="Kind.", user=user)], sent=["{{ turn }} {{ prompt }} {{ gone }}"]
        )
        for user in ("<{{ turn }}>", "Hello", "")
    )
    case = a_case(talk={"turns": ("Hello",)})

    assert with_place.missing_from(case) == ("gone",)
    assert with_place.missing_from(a_case(variables={"gone": ""})) == ("turn",)
    assert [one.leave_out_turns for one in (with_place, without, silent)] == [False, True, False]
