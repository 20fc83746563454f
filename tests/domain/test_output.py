import pytest
from pydantic import ValidationError

from edison.domain import SafetyFinding, SafetyKind, SafetyScan
from tests.factories import an_output


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"status": "semantic_failure"}, "has a reason"),
        ({"status": "error", "text": ""}, "has a reason"),
        ({"reason": "refusal"}, "has a reason"),
        ({"status": "error", "reason": "timed_out", "text": "Fou"}, "brought no answer"),
        ({"status": "error", "reason": "Timed out!", "text": ""}, "pattern"),
    ],
)
def test_an_output_that_does_not_say_what_it_is_is_refused(
    changes: dict[str, object], complaint: str
) -> None:
    with pytest.raises(ValidationError, match=complaint):
        an_output(**changes)


def test_a_refusal_keeps_its_text_beside_its_reason() -> None:
    output = an_output(status="semantic_failure", reason="refusal", text="I cannot help with that.")

    assert output.text == "I cannot help with that."


def test_an_error_has_a_reason_and_no_text() -> None:
    assert an_output(status="error", reason="timed_out", text="").reason == "timed_out"


def test_what_was_found_in_an_output_names_each_kind_once() -> None:
    kinds = (SafetyKind.SECRETS, SafetyKind.PII, SafetyKind.SECRETS)
    found = tuple(SafetyFinding(kind=kind, what="it", shown="i…") for kind in kinds)

    assert SafetyScan(kinds=kinds[:2], found=found).unsafe == (SafetyKind.SECRETS, SafetyKind.PII)
    assert SafetyScan(kinds=kinds[:2]).unsafe == ()
