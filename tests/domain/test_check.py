import pytest
from pydantic import ValidationError

from tests.factories import a_check_result


@pytest.mark.parametrize("finding", ["failed", "not_checked"])
def test_a_check_that_did_not_pass_says_why(finding: str) -> None:
    with pytest.raises(ValidationError, match="says why"):
        a_check_result(finding=finding)

    assert a_check_result(finding=finding, reason="The answer is empty.").reason == "The answer is empty."


def test_the_number_behind_a_finding_is_kept() -> None:
    assert a_check_result(measured=0.12).measured == 0.12
