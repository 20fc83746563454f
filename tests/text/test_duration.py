import pytest

from edison.text import read_duration


@pytest.mark.parametrize(
    ("text", "seconds"),
    [("90s", 90), ("30m", 30 * 60), ("1h", 3600), ("7d", 7 * 24 * 3600), ("999999d", 999_999 * 86_400)],
)
def test_a_time_is_a_number_with_its_unit(text: str, seconds: int) -> None:
    assert read_duration(text) == seconds


@pytest.mark.parametrize(
    "text", ["", "h", "1", "0m", "-1h", "1.5h", "1 h", "1h30m", "1w", "1H", "1000000s", "\u0661h"]
)
def test_what_is_no_time_is_none(text: str) -> None:
    assert read_duration(text) is None
