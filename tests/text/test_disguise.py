"""Errors of servers that are written as answers."""

import pytest

from edison.text import find_disguised_trouble


@pytest.mark.parametrize(
    ("text", "phrase"),
    [
        ("Error: Failed to load model.", "Failed to load"),
        ("No models loaded", "No models loaded"),
        ("The model is not loaded.", "model is not loaded"),
        ("Paris.", None),
        ("It failed to load. " + "x" * 200, None),
    ],
)
def test_a_short_text_with_such_a_phrase_is_no_answer(text: str, phrase: str | None) -> None:
    assert find_disguised_trouble(text) == phrase


@pytest.mark.parametrize(
    ("question", "is_trouble"),
    [
        ("What does 'Failed to load model' mean?", False),
        ("Loading fails: the log says that a part failed. Why?", False),
        ("What is the capital of France?", True),
        ("Why did the payment fail?", True),
    ],
)
def test_what_the_question_speaks_of_may_be_its_answer(question: str, is_trouble: bool) -> None:
    found = find_disguised_trouble("It failed to load.", asked=("Be brief.", question))

    assert (found is not None) is is_trouble
