"""Vectors in which similar texts lie near each other: hashed words and pieces of words."""

from __future__ import annotations

import math
import re
from collections import Counter
from functools import lru_cache
from hashlib import blake2b

from .reading.key_terms import key_terms

_WORD = re.compile(r"\w+")
_PIECE = 3
_PIECE_WEIGHT = 0.25
_FILLER_WEIGHT = 0.25


def embed_text(text: str, *, model: str, dimensions: int) -> list[float]:
    """Embed one text as a vector of length 1."""
    words = Counter(word.lower() for word in _WORD.findall(text))
    content = {word.lower() for word in key_terms(text, limit=10_000)}
    vector = [0.0] * dimensions
    for word, count in words.items():
        weight = (1 + math.log(count)) * (1.0 if word in content else _FILLER_WEIGHT)
        for place, sign, share in _features(word, model):
            vector[place % dimensions] += sign * share * weight
    length = math.sqrt(sum(value * value for value in vector))
    if not length:
        return [1.0] + [0.0] * (dimensions - 1)
    return [value / length for value in vector]


@lru_cache(maxsize=65536)
def _features(word: str, model: str) -> tuple[tuple[int, float, float], ...]:
    """Hash a word and its pieces to places and signs (the hashing trick of Weinberger et al. 2009)."""
    padded = f"<{word}>"
    pieces = [padded[start : start + _PIECE] for start in range(len(padded) - _PIECE + 1)]
    features = [(*_hashed(f"{model}|w|{word}"), 1.0)]
    features += [(*_hashed(f"{model}|p|{piece}"), _PIECE_WEIGHT) for piece in pieces]
    return tuple(features)


def _hashed(text: str) -> tuple[int, float]:
    number = int.from_bytes(blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "little")
    return number >> 1, 1.0 if number & 1 else -1.0
