import pytest
from pydantic import ValidationError

from edison.domain import Comparison, Winner
from tests.factories import a_comparison


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"right_id": "out_1"}, "not compared with itself"),
        ({"winner": None}, "or it says why it was not judged"),
        ({"not_judged": "unreadable"}, "or it says why it was not judged"),
        ({"winner": None, "not_judged": "unreadable", "confidence": 1}, "no confidence in it"),
        ({"confidence": 1.5}, "less than or equal to 1"),
    ],
)
def test_a_comparison_that_is_none_is_refused(changes: dict[str, object], complaint: str) -> None:
    with pytest.raises(ValidationError, match=complaint):
        a_comparison(**changes)


def test_a_tie_is_a_finding() -> None:
    assert a_comparison(winner="tie", confidence=0.5).winner is Winner.TIE


def test_not_judged_is_no_tie() -> None:
    assert a_comparison(winner=None, not_judged="The judge's answer could not be read.").winner is None


def test_a_comparison_is_read_back_with_its_samples_and_how_it_was_read() -> None:
    comparison = a_comparison(samples=("left", "left", "tie"), mended=True, readings=("strict", "mended"))

    assert Comparison.model_validate_json(comparison.model_dump_json()) == comparison
    assert comparison.samples == (Winner.LEFT, Winner.LEFT, Winner.TIE)
