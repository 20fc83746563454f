import pytest

from edison.text import several


@pytest.mark.parametrize(
    ("count", "told"), [(0, "0 cases"), (1, "1 case"), (2, "2 cases"), (1234, "1,234 cases")]
)
def test_one_is_told_in_the_singular_and_every_other_number_in_the_plural(count: int, told: str) -> None:
    assert several(count, "case") == told


def test_a_plural_of_its_own_is_taken() -> None:
    assert (several(1, "family", "families"), several(3, "family", "families")) == ("1 family", "3 families")
