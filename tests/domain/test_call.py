import pytest

from tests.factories import an_attempt


@pytest.mark.parametrize(("worst", "wished", "reserved"), [(None, 5, None), (7, 5, 7), (5, 5, 5), (3, 5, 5)])
def test_more_may_be_reserved_for_an_attempt_and_never_less(
    worst: int | None, wished: int, reserved: int | None
) -> None:
    attempt = an_attempt(worst_case_microusd=worst)

    assert attempt.reserving(wished).worst_case_microusd == reserved
