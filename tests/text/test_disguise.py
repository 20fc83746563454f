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
