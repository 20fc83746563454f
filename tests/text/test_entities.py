"""Names and codes in a text."""

import pytest

from edison.text import find_entities


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("My parcel from Berlin has not come.", ("Berlin",)),
        ("Berlin is far. The train to New York left.", ("New York",)),
        ("Ask Anna Smith about order AB-1234, please.", ("Anna Smith", "AB-1234")),
        ("Dear Bank of England, where is R2D2?", ("Bank of England", "R2D2")),
        ("“Hello”, said Bob. (Bob laughed.)", ("Bob",)),
        ("where is it", ()),
        ("", ()),
    ],
)
def test_names_that_do_not_merely_begin_a_sentence_and_codes_are_found(
    text: str, found: tuple[str, ...]
) -> None:
    assert find_entities(text) == found
