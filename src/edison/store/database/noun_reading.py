"""Nouns out of the text of a column."""

import json
from typing import TypeVar

from pydantic import BaseModel, ValidationError

N = TypeVar("N", bound=BaseModel)


def read_noun(kind: type[N], text: str) -> N:
    """The noun whose JSON this is; Python's own reader takes the escaped surrogates that the fast one refuses."""
    try:
        return kind.model_validate_json(text)
    except ValidationError:
        return kind.model_validate(json.loads(text))
