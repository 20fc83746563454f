"""An approximate tokeniser: about four characters per token, never across words."""

from __future__ import annotations

import re
from functools import lru_cache

# Common words are one token, longer ones break up, as with the byte-pair encodings in use.
_TOKEN = re.compile(r" ?[^\W\d_]{1,7}| ?\d{1,3}| ?[^\w\s]{1,3}| ?_+|\s+|.", re.DOTALL)

IMAGE_TOKENS = 258
"""What one image counts as input."""

MESSAGE_OVERHEAD = 4
"""Tokens that frame a message."""


def split_tokens(text: str) -> list[str]:
    """Cut a text into tokens; joined, they give the text back."""
    return _TOKEN.findall(text)


@lru_cache(maxsize=4096)
def count_tokens(text: str) -> int:
    """Count the tokens of a text."""
    return len(_TOKEN.findall(text))
