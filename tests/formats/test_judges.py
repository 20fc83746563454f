"""The judges of a suite: every key is read, and what does not fit together is told with its line and field."""

import pytest

from edison.domain import AnswerForm, Display, JudgeMode, SuiteJudge, Technique
from edison.errors import SuiteBroken

from .suites import LEAST, a_read_suite, a_suite_text, read_text
from .test_contract import problems_with

LABELLED = "[{name: a, scale: {min: 1, max: 2, labels: {1: wrong, 2: right}}}]"


def read(judge: str, *, rubric: str = LABELLED) -> SuiteJudge:
    (found,) = a_read_suite(rubric=rubric, judges=f"[{judge}]").judges
    return found


def test_a_judge_that_says_nothing_is_the_plainest_one() -> None:
    judge = read("a/b")

    assert judge == read("{model: a/b}")
    assert (judge.mode, judge.answer_form, judge.thinking, judge.samples) == (
        JudgeMode.POINTWISE,
        AnswerForm.JSON,
        Technique.REASON_FIRST,
        1,
    )
    assert (judge.scrub, judge.family, judge.display) == (False, None, Display())


def test_a_judge_may_have_a_prompt_of_its_own() -> None:
    judge = read("{model: a/b, prompt: 'By {{ rubric }}: {{ answer }} {{ task }}'}")

    assert judge.prompt == "By {{ rubric }}: {{ answer }} {{ task }}"


@pytest.mark.parametrize(
    ("judge", "said"),
    [
        ("{model: a/b, prompt: 'Good?'}", "lacks {{ rubric }}, {{ answer }}. It has to show"),
        ("{model: a/b, mode: pairwise, prompt: '{{ rubric }} {{ text_a }}'}", "lacks {{ text_b }}"),
        ("{model: a/b, prompt: '{{ rubric }}{{ answer }}{{ arm }}'}", "there is no {{ arm }} to be shown"),
        ("{model: a/b, prompt: '{{ rubric }} {{ answer'}", "never closed"),
    ],
)
def test_a_prompt_that_lacks_what_a_judge_needs_is_told(judge: str, said: str) -> None:
    with pytest.raises(SuiteBroken) as broken:
        read(judge)

    assert "judges[0].prompt" in broken.value.sentence
    assert said in broken.value.sentence


def test_every_key_of_a_judge_is_read() -> None:
    judge = read(
        "{model: a/b, mode: verdict, form: suffix, thinking: panel, samples: 5, scrub: true, family: ours, "
        "display: [anonymise_stages, shuffle_stages], may_abstain: true, may_name_several: true, "
        "instructions: Be strict.}"
    )

    assert (judge.mode, judge.answer_form) == (JudgeMode.VERDICT, AnswerForm.SUFFIX)
    assert (judge.thinking, judge.samples) == (Technique.PANEL, 5)
    assert (judge.scrub, judge.family, judge.instructions) == (True, "ours", "Be strict.")
    assert judge.display == Display(anonymise_stages=True, shuffle_stages=True)
    assert (judge.may_abstain, judge.may_name_several) == (True, True)


def test_a_pairwise_judge_may_call_ties_and_one_way_of_showing_needs_no_list() -> None:
    assert read("{model: a/b, mode: pairwise, may_tie: true}").may_tie
    assert read("{model: a/b, mode: verdict, display: hide_labels}").display == Display(hide_labels=True)


@pytest.mark.parametrize("key", ["form", "answer_form"])
def test_a_form_has_two_names(key: str) -> None:
    assert read(f"{{model: a/b, {key}: tool}}").answer_form is AnswerForm.TOOL


@pytest.mark.parametrize(
    ("judge", "temperature", "samples"),
    [
        ("{model: a/b, thinking: self_consistency}", 0.7, 3),
        ("{model: a/b, thinking: self_consistency, temperature: 0}", 0, 3),
        ("{model: a/b, thinking: self_consistency, temperature: null, samples: 9}", None, 9),
        ("{model: a/b, thinking: panel}", 0, 3),
        ("{model: a/b, thinking: critique_and_revise, samples: 1}", 0, 1),
    ],
)
def test_samples_are_three_and_warm_where_they_repeat_a_question(
    judge: str, temperature: float | None, samples: int
) -> None:
    found = read(judge)

    assert (found.sampling.temperature, found.samples) == (temperature, samples)


BAD: dict[str, tuple[str, str, str]] = {
    "two names for the form": ("form: json, answer_form: json", "answer_form", "both given. Keep one"),
    "an unknown form": ("form: xml", "form", "'xml' is not known here. Use 'json', 'tool' or 'suffix'"),
    "an unknown mode": ("mode: tournament", "mode", "'tournament' is not known here"),
    "an unknown strategy": ("thinking: guess", "thinking", "'guess' is not known here"),
    "even samples": (
        "thinking: panel, samples: 4",
        "samples",
        "4 samples may split evenly. Write an odd number",
    ),
    "too many samples": ("thinking: panel, samples: 11", "samples", "11 is too large. Write at most 9"),
    "no samples": ("thinking: panel, samples: 0", "samples", "0 is too small. Write at least 1"),
    "samples in words": ("thinking: panel, samples: three", "samples", "'three' is no whole number"),
    "samples of one thought": ("samples: 3", "samples", "only self-consistency and panels take several"),
    "a tie of one": (
        "may_tie: true",
        "may_tie",
        "only a judge of pairs can call a tie. Write mode: pairwise",
    ),
    "an abstention from scores": (
        "may_abstain: true",
        "may_abstain",
        "only a judge that names stages can abstain",
    ),
    "several winners": ("mode: pairwise, may_name_several: true", "may_name_several", "can name several"),
    "a display of scores": ("display: [hide_labels]", "display", "is shown them in a chosen way"),
    "an unknown display": ("mode: verdict, display: [sorted]", "display[0]", "'sorted' is not known here"),
    "a blank family": ("family: ' '", "family", "the text is blank"),
    "a scrub in words": ("scrub: always", "scrub", "'always' is neither true nor false"),
}


@pytest.mark.parametrize(("keys", "field", "told"), BAD.values(), ids=BAD)
def test_what_does_not_fit_is_told_with_its_line_and_field(keys: str, field: str, told: str) -> None:
    text = f"{a_suite_text(rubric=LABELLED)}judges:\n- a/b\n- {{model: a/c, {keys}}}\n"

    with pytest.raises(SuiteBroken) as refused:
        read_text(text)

    (problem,) = refused.value.problems
    assert (problem.line, problem.field) == (len(LEAST) + 4, f"judges[1].{field}")
    assert told in f"{problem.what}. {problem.advice}"


@pytest.mark.parametrize("case", ["an unknown form", "too many samples", "an unknown strategy"])
def test_what_a_schema_can_refuse_it_refuses(case: str) -> None:
    text = a_suite_text(rubric=LABELLED, judges=f"[{{model: a/c, {BAD[case][0]}}}]")

    assert problems_with(text)


def test_judges_can_go_by_criteria_of_the_cases() -> None:
    suite = a_read_suite(
        judges="[a/b]", cases="[{criteria: Is it short?}, {criteria: [Is it true?, Is it kind?]}]"
    )

    assert suite.cases is not None
    first, second = suite.cases
    assert suite.criteria == ()
    assert [(one.name, one.weight, one.scale.max) for one in first.criteria] == [("Is it short?", 1.0, 5)]
    assert [(one.description, one.weight) for one in second.criteria] == [
        ("Is it true?", 0.5),
        ("Is it kind?", 0.5),
    ]


def test_the_first_case_without_criteria_is_named() -> None:
    with pytest.raises(SuiteBroken) as refused:
        a_read_suite(judges="[a/b]", cases="[{criteria: Is it short?}, {id: bare}, {}]")

    assert [problem.what for problem in refused.value.problems] == [
        "judges need a rubric, or criteria in every case: bare has none"
    ]


def test_a_case_says_a_criterion_once() -> None:
    with pytest.raises(SuiteBroken, match="a criterion stands twice"):
        a_read_suite(judges="[a/b]", cases="[{criteria: [Is it short?, Is it short?]}]")


def test_a_judge_of_stages_does_not_go_by_criteria_of_the_cases() -> None:
    with pytest.raises(SuiteBroken, match="no criterion of the rubric has two labels or more"):
        a_read_suite(judges="[{model: a/b, mode: verdict}]", cases="[{criteria: Is it short?}]")


def test_a_judge_of_stages_needs_stages() -> None:
    with pytest.raises(SuiteBroken, match="no criterion of the rubric has two labels or more") as refused:
        read("{model: a/b, mode: verdict}", rubric="[{name: a}]")

    assert refused.value.problems[0].field == "judges[0].mode"


def test_a_judge_of_stages_without_any_rubric_is_told_of_the_rubric_alone() -> None:
    with pytest.raises(SuiteBroken) as refused:
        a_read_suite(judges="[{model: a/b, mode: verdict}]")

    assert [problem.what for problem in refused.value.problems] == [
        "judges need a rubric, or criteria in every case: case-1 has none"
    ]


def test_names_that_stand_twice_are_told_at_their_own_place_beside_other_problems() -> None:
    with pytest.raises(SuiteBroken) as refused:
        a_read_suite(
            rubric=LABELLED,
            judges="[{model: a/b, may_tie: true}, {model: a/b, name: x}, {model: a/c, name: x}]",
        )

    assert [problem.field for problem in refused.value.problems] == ["judges[0].may_tie", "judges[2]"]
