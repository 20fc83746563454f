import copy
import inspect

import pytest

import edison.errors
from edison.errors import (
    EdisonError,
    EndpointNameBroken,
    ErrorKind,
    ExperimentMissing,
    ProviderTrouble,
    RateLimited,
    WeightsDoNotSum,
)

CLASSES = [
    value
    for value in vars(edison.errors).values()
    if inspect.isclass(value) and issubclass(value, EdisonError) and value is not EdisonError
]


def test_an_error_is_its_sentence() -> None:
    error = EdisonError("The door is locked; knock.", door="api")

    assert str(error) == error.sentence == "The door is locked; knock."
    assert repr(error) == "EdisonError('The door is locked; knock.')"
    assert error.fields == {"door": "api"}


def test_an_error_keeps_its_numbers_as_fields() -> None:
    error = WeightsDoNotSum(0.9)

    assert error.fields == {"total": 0.9}
    assert error.sentence == "Criterion weights sum to 0.9; change them so that they sum to 1."


def test_an_endpoint_that_is_none_is_named_with_the_right_form() -> None:
    assert "provider/model" in EndpointNameBroken("gpt").sentence


def test_what_is_kept_under_no_such_name_is_named_by_its_kind() -> None:
    error = ExperimentMissing("strict", part="judge")

    assert error.sentence == "No judge 'strict' is kept; edison part list names those that are."


def test_trouble_says_what_was_seen_and_where() -> None:
    trouble = RateLimited("Slow down.", status=429, provider_code="slow", retry_after_s=2.5)

    assert (trouble.status, trouble.provider_code, trouble.retry_after_s) == (429, "slow", 2.5)
    assert trouble.fields == {"status": 429, "provider_code": "slow"}
    assert not trouble.may_be_billed


@pytest.mark.parametrize("error", CLASSES)
def test_a_class_states_its_own_code_and_has_a_kind(error: type[EdisonError]) -> None:
    assert "code" in vars(error)
    assert isinstance(error.kind, ErrorKind)


@pytest.mark.parametrize("error", [kind for kind in CLASSES if issubclass(kind, ProviderTrouble)])
def test_every_trouble_can_be_raised_with_a_sentence_alone(error: type[ProviderTrouble]) -> None:
    with pytest.raises(ProviderTrouble) as raised:
        raise error("It did not work.")

    assert raised.value.sentence == "It did not work."


def test_a_copied_error_says_the_same() -> None:
    assert copy.copy(EdisonError("No.")).sentence == "No."


def test_everything_a_provider_said_can_be_masked() -> None:
    trouble = RateLimited("The key abc is slow.", status=429, provider_code="abc", excerpt="abc", size=3)

    trouble.redact(lambda said: said.replace("abc", "…"))

    assert (trouble.sentence, str(trouble), trouble.provider_code) == (
        "The key … is slow.",
        "The key … is slow.",
        "…",
    )
    assert trouble.fields == {"status": 429, "provider_code": "…", "excerpt": "…", "size": 3}


def test_what_a_provider_did_not_say_needs_no_mask() -> None:
    trouble = RateLimited("Slow.")

    trouble.redact(str.upper)

    assert (trouble.sentence, trouble.provider_code) == ("SLOW.", None)
