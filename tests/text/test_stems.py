"""Stems, with the examples of Porter's paper."""

import pytest

from edison.text import stem

EXAMPLES = {
    **{"caresses": "caress", "ponies": "poni", "ties": "ti", "caress": "caress", "cats": "cat", "as": "as"},
    **{"feed": "feed", "agreed": "agre", "plastered": "plaster", "bled": "bled", "motoring": "motor"},
    **{"sing": "sing", "conflated": "conflat", "troubled": "troubl", "sized": "size", "hopping": "hop"},
    **{"tanned": "tan", "falling": "fall", "hissing": "hiss", "fizzed": "fizz", "failing": "fail"},
    **{"filing": "file", "happy": "happi", "sky": "sky", "relational": "relat", "conditional": "condit"},
    **{"rational": "ration", "digitizer": "digit", "vietnamization": "vietnam", "operator": "oper"},
    **{"triplicate": "triplic", "formative": "form", "electrical": "electr", "goodness": "good"},
    **{"revival": "reviv", "replacement": "replac", "adoption": "adopt", "communism": "commun"},
    **{"effective": "effect", "probate": "probat", "rate": "rate", "cease": "ceas", "controll": "control"},
    **{
        "roll": "roll",
        "snowing": "snow",
        "boxing": "box",
        "toying": "toi",
        "apology": "apolog",
        "station": "station",
    },
}


@pytest.mark.parametrize(("word", "expected"), EXAMPLES.items())
def test_words_that_differ_by_their_endings_have_the_same_stem(word: str, expected: str) -> None:
    assert stem(word) == expected
