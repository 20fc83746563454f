"""Scales of grades that files define."""

import pytest

from edison.domain import GradeSteps
from edison.errors import SuiteBroken
from edison.formats.entries.grade_scales import read_grade_scale

FULL = """\
name: school
grades: [F, E, C, A]
shares: [0.1, 0.4, 0.4, 0.1]
minus: [C]
plus: [E, C]
below: U
"""


def test_a_file_says_everything_about_a_scale() -> None:
    assert read_grade_scale(FULL.encode(), name="s.yaml") == GradeSteps(
        name="school",
        grades=("F", "E", "C", "A"),
        shares=(0.1, 0.4, 0.4, 0.1),
        minus=("C",),
        plus=("E", "C"),
        below="U",
    )


@pytest.mark.parametrize(
    ("name", "text"), [("points.yaml", "grades: [0, 1, 2]"), ("points.json", '{"grades": ["0", 1, "2"]}')]
)
def test_only_grades_are_needed_and_numbers_are_names(name: str, text: str) -> None:
    assert read_grade_scale(text.encode(), name=name) == GradeSteps(name="points", grades=("0", "1", "2"))


BAD = {
    "nothing": ("", "the file is empty"),
    "no YAML": ("grades: [a", "line 2, column 1: did not find expected"),
    "a list": ("[a, b]", "a list is no mapping"),
    "one grade": ("grades: [a]", "line 1, column 1, grades: it holds too little. Write at least 2 of them"),
    "a typo": ("grades: [a, b]\nshare: [1]", "line 2, column 1, share: the key 'share' is not known"),
    "a grade twice": ("grades: [a, b, a]", r"column 16, grades[2]: the grade 'a' stands twice"),
    "a share short": (
        "grades: [a, b]\nshares: [1]",
        "line 2, column 1, shares: there are 1 shares for 2 grades",
    ),
    "no share": ("grades: [a, b]\nshares: [0, 1]", "shares: a share is not above zero"),
    "shares of more": ("grades: [a, b]\nshares: [0.7, 0.7]", "shares: the shares sum to 1.4"),
    "a strange minus": ("grades: [a, b]\nminus: [c]", r"minus[0]: 'c' is none of the grades. Known are a, b"),
    "a strange plus": ("grades: [a, b]\nplus: [b, B]", r"plus[1]: 'B' is none of the grades"),
    "a grade below": ("grades: [a, b]\nbelow: a", "below: 'a' is one of the grades and cannot lie below"),
}


@pytest.mark.parametrize(("text", "told"), BAD.values(), ids=BAD)
def test_what_is_no_scale_is_refused_with_its_place(text: str, told: str) -> None:
    with pytest.raises(SuiteBroken) as refused:
        read_grade_scale(text.encode(), name="s.yaml")

    assert told in refused.value.sentence
