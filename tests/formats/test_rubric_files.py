"""Rubrics in files of their own."""

import pytest

from edison.domain import Criterion, Scale
from edison.errors import SuiteBroken
from edison.formats.suite.rubrics import read_rubric

from .word_files import a_word_file, paragraphs

LISTED = """\
- {name: ideas, weight: 0.75, scale: 0-10}
- {name: style, weight: 0.25, description: Is it alive?}
"""
JSON = """\
[{"name": "ideas", "weight": 0.75, "scale": [0, 10]},
 {"name": "style", "weight": 0.25, "description": "Is it alive?"}]
"""


@pytest.mark.parametrize(
    ("name", "text"), [("r.yaml", LISTED), ("r.yml", f"rubric:\n{LISTED}"), ("r.json", JSON)]
)
def test_criteria_are_written_as_in_a_suite(name: str, text: str) -> None:
    assert read_rubric(text.encode(), name=name) == (
        Criterion(name="ideas", description="ideas", weight=0.75, scale=Scale(min=0, max=10)),
        Criterion(name="style", description="Is it alive?", weight=0.25, scale=Scale(min=1, max=5)),
    )


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("r.txt", b"\xef\xbb\xbfA journey\r\nthat moves.\r\n"),
        ("r.md", b"A journey\nthat moves.\n"),
        ("r", b"A journey\nthat moves."),
        ("r.docx", a_word_file(paragraphs("A journey", "that moves."))),
    ],
)
def test_plain_words_are_one_criterion(name: str, content: bytes) -> None:
    (only,) = read_rubric(content, name=name)

    assert (only.name, only.description, only.weight) == ("quality", "A journey\nthat moves.", 1.0)


BAD = {
    "blank words": ("r.txt", " \n", "the rubric says nothing. Write what makes a text good"),
    "no criteria": ("r.yaml", "[]", "rubric: it holds too little"),
    "a text in YAML": ("r.yaml", "good", "'good' is no mapping"),
    "no list": ("r.yaml", "rubric: good", "rubric: 'good' is no list"),
    "a broken file": ("r.json", "[{]", "line 1, column 3: here a key in double quotes"),
    "a typo": (
        "r.yaml",
        "- {nam: ideas}",
        "line 1, column 4, rubric[0].nam: the key 'nam' is not known. Did you mean name?",
    ),
    "weights": ("r.yaml", "- {name: a, weight: 0.5}\n- {name: b, weight: 0.2}", "the weights sum to 0.7"),
    "a scale": (
        "r.yaml",
        "- {name: a}\n- {name: b, scale: high}",
        "line 2, column 13, rubric[1].scale: 'high' is no scale",
    ),
    "no document": ("r.docx", "x", "it is no Word document, or a broken one"),
}


@pytest.mark.parametrize(("name", "text", "told"), BAD.values(), ids=BAD)
def test_a_bad_rubric_is_refused_with_its_place(name: str, text: str, told: str) -> None:
    with pytest.raises(SuiteBroken) as refused:
        read_rubric(text.encode(), name=name)

    assert told in refused.value.sentence
