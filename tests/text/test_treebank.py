"""Words as the Penn Treebank splits them."""

import pytest

from edison.text import split_words


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", []),
        ("The cat sat on the mat.", ["The", "cat", "sat", "on", "the", "mat", "."]),
        (
            "I can't, they'll; Ann's dogs' bones",
            ["I", "ca", "n't", ",", "they", "'ll", ";", "Ann", "'s", "dogs", "'", "bones"],
        ),
        ("Gonna see? Cannot!", ["Gon", "na", "see", "?", "Can", "not", "!"]),
        ('He said "no" (twice)...', ["He", "said", "``", "no", "''", "(", "twice", ")", "..."]),
        ("At 10:30: 1,000 of the U.S.", ["At", "10:30", ":", "1,000", "of", "the", "U.S."]),
        ("``so'' -- it is", ["``", "so", "''", "--", "it", "is"]),
    ],
)
def test_marks_stand_alone_and_contractions_are_two_words(text: str, words: list[str]) -> None:
    assert split_words(text) == words
