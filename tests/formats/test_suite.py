"""What a suite may say, and what it means."""

import json

import pytest

from edison.domain import AnswerForm, Check, Effort, Expectation, Split
from edison.errors import SuiteBroken

from .suites import EXAMPLE, a_read_suite, read_text


def test_the_example_is_read_as_it_is_meant() -> None:
    suite = read_text(EXAMPLE)

    assert suite.name == "capitals"
    assert [arm.endpoint.name for arm in suite.arms] == ["local/stub", "openai/gpt-4o-mini"]
    assert [arm.sampling.max_tokens for arm in suite.arms] == [None, 200]
    assert suite.prompts[0].user == "Question {{ i }}: what is the capital of France?"
    assert (suite.cases, suite.cases_file) == (None, "cases.jsonl")
    assert suite.checks == (Check(kind="contains", value="Paris"),)
    assert (suite.criteria, suite.judges) == ((), ())
    assert (suite.repeats, suite.budget_microusd, suite.concurrency) == (1, 5_000_000, 64)
    assert suite.providers == {
        "local": {"kind": "openai-compatible", "base_url": "http://127.0.0.1:9801/v1", "price": 0}
    }


def test_a_suite_may_be_written_as_json() -> None:
    written = {"arms": ["a/b"], "prompt": "\ud83d\ude00 \ud800?", "cases": [{"id": "one"}]}

    suite = read_text(json.dumps(written, indent="\t"), name="suite.json")

    assert suite.prompts[0].user == "😀 \ud800?"
    assert suite.name == "suite"


def test_what_is_left_out_has_a_default() -> None:
    suite = a_read_suite()

    assert suite.name == "suite"
    assert (suite.repeats, suite.concurrency, suite.budget_microusd) == (1, 64, None)
    assert (suite.seed, suite.fail_under, suite.goal) == (None, None, "")
    assert suite.most_unreadable == 0.1
    assert suite.cases is not None
    assert [case.name for case in suite.cases] == ["case-1"]


def test_an_empty_key_counts_as_left_out() -> None:
    suite = a_read_suite(checks="", rubric="", judges="~", name="null")

    assert (suite.checks, suite.criteria, suite.judges, suite.name) == ((), (), (), "suite")


def test_an_arm_takes_everything_a_model_can_be_asked_for() -> None:
    suite = a_read_suite(
        arms="[{name: warm, model: x/org/model, temperature: 1, top_p: 0.5, top_k: 5, seed: 7, max_tokens: 9, "
        "stop: END, top_logprobs: 2, frequency_penalty: -1, presence_penalty: 1, repeat_penalty: 1.1, "
        "effort: low, extra: {service_tier: flex}}]"
    )

    (arm,) = suite.arms
    assert (arm.name, arm.endpoint.provider, arm.endpoint.model) == ("warm", "x", "org/model")
    assert arm.sampling.model_dump() == {
        "temperature": 1.0,
        "top_p": 0.5,
        "top_k": 5,
        "seed": 7,
        "max_tokens": 9,
        "stop": ("END",),
        "top_logprobs": 2,
        "frequency_penalty": -1.0,
        "presence_penalty": 1.0,
        "repeat_penalty": 1.1,
        "effort": Effort.LOW,
    }
    assert arm.extra == {"service_tier": "flex"}


def test_several_arms_may_ask_one_model_under_names_of_their_own() -> None:
    suite = a_read_suite(arms="[a/b, {model: a/b, temperature: 0, name: cold}]")

    assert [arm.name for arm in suite.arms] == [None, "cold"]


@pytest.mark.parametrize(
    ("written", "microusd"),
    [
        ("0", 0),
        ("5", 5_000_000),
        ("0.1", 100_000),
        ("0.000001", 1),
        ("1e-6", 1),
        ("123456789.123456", 123456789123456),
    ],
)
def test_a_budget_is_kept_to_the_last_millionth(written: str, microusd: int) -> None:
    assert a_read_suite(budget_usd=written).budget_microusd == microusd


def test_checks_are_names_with_or_without_a_value() -> None:
    suite = a_read_suite(
        checks="[{contains: Paris}, {not_contains: '{{ wrong }}'}, {regex: '[0-9]+'}, json_valid, not_empty]"
    )

    assert suite.checks == (
        Check(kind="contains", value="Paris"),
        Check(kind="contains", negated=True, value="{{ wrong }}"),
        Check(kind="regex", value="[0-9]+"),
        Check(kind="json_valid"),
        Check(kind="empty", negated=True),
    )


def test_cases_may_stand_in_the_suite() -> None:
    suite = a_read_suite(
        cases="[{id: 7, question: Why?, n: 1, expect: Paris, tags: geo, difficulty: 5, checks: [not_empty], "
        "split: held_out, family: france}, {expect: {answer: {a: 1}, must: be short, must_not: lie}}, "
        "{expect: {city: Paris}}, {expect: {answer: null}}, {nothing: null, tags: [a, b]}]"
    )

    assert suite.cases is not None
    first, second, third, fourth, fifth = suite.cases
    assert (first.name, first.variables) == ("7", {"question": "Why?", "n": 1})
    assert (first.tags, first.difficulty, first.split, first.family) == (
        ("geo",),
        5,
        Split.HELD_OUT,
        "france",
    )
    assert first.checks == (Check(kind="empty", negated=True),)
    assert first.expectation == Expectation(answer="Paris")
    assert second.expectation == Expectation(answer={"a": 1}, must="be short", must_not="lie")
    assert third.expectation == Expectation(answer={"city": "Paris"})
    assert fourth.expectation is None
    assert (fifth.name, fifth.variables, fifth.tags) == ("case-5", {"nothing": None}, ("a", "b"))


def test_variables_may_have_any_name() -> None:
    suite = a_read_suite(cases="[{model_config: 1, __class__: 2, copy: 3, on: no}]")

    assert suite.cases is not None
    assert suite.cases[0].variables == {"model_config": 1, "__class__": 2, "copy": 3, "on": "no"}


@pytest.mark.parametrize(
    ("scale", "ends"),
    [
        ("0-5", (0, 5)),
        ("'1 – 10'", (1, 10)),
        ("-1 to 1", (-1, 1)),
        ("0..1", (0, 1)),
        ("[0, 5]", (0, 5)),
        ("{min: -2, max: 2.5}", (-2, 2.5)),
    ],
)
def test_a_scale_may_be_written_in_several_ways(scale: str, ends: tuple[float, float]) -> None:
    (criterion,) = a_read_suite(rubric=f"[{{name: Accuracy, scale: {scale}}}]").criteria

    assert (criterion.scale.min, criterion.scale.max) == ends


def test_a_criterion_has_a_description_a_weight_and_labels() -> None:
    strict, kind = a_read_suite(
        rubric="[{name: Accuracy, description: Says what is true., weight: 0.75, "
        "scale: {min: 0, max: 5, labels: {5: right, 0: wrong}}}, {name: Kindness, weight: 0.25}]"
    ).criteria

    assert (strict.description, strict.weight) == ("Says what is true.", 0.75)
    assert [(label.value, label.text) for label in strict.scale.labels] == [(0, "wrong"), (5, "right")]
    assert (kind.description, kind.scale.min, kind.scale.max) == ("Kindness", 1, 5)


def test_criteria_without_weights_count_the_same() -> None:
    criteria = a_read_suite(rubric="[{name: a}, {name: b}, {name: c}]").criteria

    assert [criterion.weight for criterion in criteria] == [1 / 3] * 3


def test_weights_that_are_rounded_are_taken() -> None:
    rubric = "[{name: a, weight: 0.333}, {name: b, weight: 0.333}, {name: c, weight: 0.333}]"

    assert [criterion.weight for criterion in a_read_suite(rubric=rubric).criteria] == [0.333] * 3


def test_a_judge_is_cold_unless_it_says_otherwise() -> None:
    suite = a_read_suite(
        rubric="[{name: a}]",
        judges="[a/b, {model: a/c, temperature: 0.5, instructions: Be strict., answer_form: tool, name: strict}, "
        "{model: a/d, temperature: null}, {model: a/e, max_tokens: 50}]",
    )

    assert [judge.sampling.temperature for judge in suite.judges] == [0.0, 0.5, None, 0.0]
    assert suite.judges[1].name == "strict"
    assert (suite.judges[1].instructions, suite.judges[1].answer_form) == ("Be strict.", AnswerForm.TOOL)
    assert suite.judges[3].sampling.max_tokens == 50


def test_anchors_and_merges_save_writing() -> None:
    suite = read_text(
        "arms:\n- &first {model: a/b, temperature: 0, max_tokens: 9}\n- {<<: *first, name: warm, temperature: 1}\n"
        "prompt: Why?\ncases: [{}]\n"
    )

    assert [arm.sampling.temperature for arm in suite.arms] == [0, 1]
    assert [arm.sampling.max_tokens for arm in suite.arms] == [9, 9]


def test_providers_may_stand_in_a_file() -> None:
    suite = read_text(
        "arms: [a/b]\nprompt: Why?\ncases: [{}]\nproviders: providers.yaml\n",
        files={"providers.yaml": b"a: {kind: ollama}\n"},
    )

    assert suite.providers == {"a": {"kind": "ollama"}}


def test_a_problem_in_a_named_file_is_told_of_that_file() -> None:
    with pytest.raises(
        SuiteBroken, match=r"providers.yaml, line 1, column 5, a.knd: the key 'knd' is not known"
    ):
        read_text(
            "arms: [a/b]\nprompt: Why?\ncases: [{}]\nproviders: providers.yaml\n",
            files={"providers.yaml": b"a: {knd: ollama}\n"},
        )


@pytest.mark.parametrize(
    ("written", "kept", "seconds"),
    [
        ("false", False, None),
        ("true", True, None),
        ("forever", True, None),
        ("30m", True, 1800),
        ("7d", True, 604_800),
    ],
)
def test_a_suite_says_how_old_kept_answers_may_be(written: str, kept: bool, seconds: int | None) -> None:
    suite = a_read_suite(cache=written)

    assert (suite.cache, suite.cache_s) == (kept, seconds)


def test_run_wide_settings_are_taken() -> None:
    suite = a_read_suite(
        goal="Find capitals.",
        seed="42",
        fail_under="0.9",
        most_unreadable="0.25",
        repeats="3",
        concurrency="8",
    )

    assert (suite.goal, suite.seed, suite.fail_under, suite.repeats, suite.concurrency) == (
        "Find capitals.",
        42,
        0.9,
        3,
        8,
    )
    assert suite.most_unreadable == 0.25


def test_the_least_quality_is_asked_for_as_a_whole_and_by_criterion() -> None:
    suite = a_read_suite(
        rubric="[{name: correct, description: right}]",
        judges="[local/judge]",
        min_quality="{quality: 0.5, evaluator_low: 0.2, criteria: {correct: 0.6}, criteria_low: {correct: 0.4}}",
    )

    asked = [
        (floor.board.value, floor.criterion, floor.least, floor.by_interval) for floor in suite.min_quality
    ]

    assert asked == [
        ("quality", None, 0.5, False),
        ("evaluator", None, 0.2, True),
        ("quality", "correct", 0.6, False),
        ("quality", "correct", 0.4, True),
    ]


@pytest.mark.parametrize(
    ("rubric", "told"),
    [
        (
            "[{name: correct, description: right}]",
            r"line \d+.* no criterion .corect.. Did you mean correct",
        ),
        (None, "the rubric has no criterion 'corect'. Criteria of single cases cannot be asked for"),
    ],
)
def test_a_criterion_that_the_rubric_does_not_have_is_told(rubric: str | None, told: str) -> None:
    with pytest.raises(SuiteBroken, match=told):
        a_read_suite(rubric=rubric, judges="[local/judge]", min_quality="{criteria: {corect: 0.6}}")
