import pytest
from pydantic import ValidationError

from edison.domain import (
    Endpoint,
    EndpointKind,
    Judge,
    Sampling,
    Technique,
    content_hash,
    family_of,
    staged_criterion,
)
from tests.factories import a_criterion, a_judge


def test_a_judge_gives_its_reasons_before_its_finding_unless_told_otherwise() -> None:
    assert a_judge().thinking is Technique.REASON_FIRST


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"mode": "pointwise", "may_tie": True}, "only a judge of pairs"),
        ({"mode": "verdict", "may_tie": True}, "only a judge of pairs"),
        ({"mode": "pairwise", "may_abstain": True}, "only a judge that names stages"),
        ({"mode": "pointwise", "may_name_several": True}, "only a judge that names stages"),
        ({"mode": "pairwise", "display": {"hide_labels": True}}, "is shown them in a chosen way"),
        ({"thinking": "panel", "samples": 4}, "the number of samples is odd"),
        ({"thinking": "panel", "samples": 11}, "less than or equal to 9"),
        ({"thinking": "panel", "samples": 0}, "greater than or equal to 1"),
        ({"thinking": "direct", "samples": 3}, "only self-consistency and panels"),
        ({"thinking": "critique_and_revise", "samples": 3}, "only self-consistency and panels"),
        ({"thinking": "guess"}, "thinking"),
        ({"family": ""}, "family"),
    ],
)
def test_a_judge_may_not_do_what_its_profile_does_not_know(
    changes: dict[str, object], complaint: str
) -> None:
    with pytest.raises(ValidationError, match=complaint):
        a_judge(**changes)


def test_a_judge_may_do_what_its_mode_knows() -> None:
    assert a_judge(mode="pairwise", may_tie=True).may_tie
    verdicts = a_judge(mode="verdict", may_abstain=True, may_name_several=True, display={"hide_labels": True})
    assert verdicts.may_abstain
    assert verdicts.may_name_several


@pytest.mark.parametrize(
    ("changes", "samples", "calls"),
    [
        ({}, 1, 1),
        ({"thinking": "direct"}, 1, 1),
        ({"thinking": "critique_and_revise"}, 1, 3),
        ({"thinking": "self_consistency"}, 3, 3),
        ({"thinking": Technique.PANEL}, 3, 3),
        ({"thinking": "panel", "samples": 9}, 9, 9),
        ({"thinking": "self_consistency", "samples": 1}, 1, 1),
    ],
)
def test_strategies_that_take_samples_take_three_unless_told_otherwise(
    changes: dict[str, object], samples: int, calls: int
) -> None:
    judge = a_judge(**changes)

    assert (judge.samples, judge.calls) == (samples, calls)


def test_samples_of_one_question_are_drawn_warm_and_everything_else_cold() -> None:
    assert a_judge(thinking="self_consistency").sampling.temperature == 0.7
    assert a_judge(thinking="panel").sampling.temperature == 0
    cold = a_judge(thinking="self_consistency", sampling=Sampling(temperature=0))
    assert cold.sampling.temperature == 0


def test_a_judge_is_read_back_as_it_was_written() -> None:
    judge = a_judge(thinking="self_consistency", samples=5, scrub=True, family="ours")

    assert Judge.model_validate_json(judge.model_dump_json()) == judge
    with pytest.raises(ValidationError):
        Judge.model_validate(["no", "judge"])


@pytest.mark.parametrize(
    "changes",
    [{"scrub": True}, {"family": "ours"}, {"thinking": "panel"}, {"thinking": "panel", "samples": 5}],
)
def test_whatever_is_changed_about_a_judge_makes_another(changes: dict[str, object]) -> None:
    assert content_hash(a_judge(**changes)) != content_hash(a_judge())


@pytest.mark.parametrize(
    ("name", "family"),
    [
        ("openai/gpt-4o-mini", "openai"),
        ("azure/chatgpt-4o-latest", "openai"),
        ("openai/o3-mini", "openai"),
        ("anthropic/claude-sonnet-4-5", "anthropic"),
        ("bedrock/anthropic.claude-3-haiku", "anthropic"),
        ("google/gemini-2.5-flash", "google"),
        ("ollama/gemma2:9b", "google"),
        ("openrouter/meta-llama/llama-3.1-8b-instruct", "meta"),
        ("ollama/qwen2.5:7b", "qwen"),
        ("local/edison-judge-fair", "edison-judge-fair"),
        ("other/edison-judge-fair", "edison-judge-fair"),
        ("local/sophia-7b", "sophia-7b"),
    ],
)
def test_a_family_is_told_by_the_models_name_wherever_it_is_served(name: str, family: str) -> None:
    endpoint = Endpoint.parse(name)

    assert family_of(endpoint) == family
    assert a_judge(endpoint=endpoint).votes_with == family
    assert a_judge(endpoint=endpoint, family="ours").votes_with == "ours"


def test_a_judge_is_akin_to_models_of_its_family_and_to_no_application() -> None:
    judge = a_judge(endpoint=Endpoint.parse("openai/gpt-4o"))

    assert judge.is_akin_to(Endpoint.parse("azure/gpt-4o-mini"))
    assert not judge.is_akin_to(Endpoint.parse("anthropic/claude-sonnet-4-5"))
    assert not judge.is_akin_to(Endpoint(provider="app", model="gpt-4o", kind=EndpointKind.APPLICATION))
    assert not a_judge(endpoint=judge.endpoint, family="ours").is_akin_to(Endpoint.parse("openai/gpt-4o"))


def test_stages_are_the_labels_of_the_first_criterion_that_has_several() -> None:
    def labelled(name: str, *values: int):
        labels = [{"value": value, "text": f"{value}"} for value in values]
        return a_criterion(name, scale={"min": 0, "max": 5, "labels": labels})

    bare, one, two, more = labelled("a"), labelled("b", 1), labelled("c", 1, 2), labelled("d", 1, 2, 3)

    assert staged_criterion([bare, one, two, more]) is two
    assert staged_criterion([bare, one]) is None
