"""From tokens to the vector of a text: padding before a transformer, pooling after it."""

import json
from base64 import b64decode, b64encode
from collections.abc import Sequence
from typing import Any, TypeAlias, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._tables import as_directions

TokenTable: TypeAlias = NDArray[np.float16]
"""A vector for each token, by its number."""
_STEPS = 32_767
"""To either side of nothing, in two bytes."""
_IN_TWO_BYTES = "i2"


def padded_tokens(pieces: Sequence[Sequence[int]]) -> dict[str, NDArray[np.int64]]:
    """Tokens of several texts as a table, with the mask that says which of them count; all of one type."""
    width = max(map(len, pieces))
    ids = np.zeros((len(pieces), width), dtype=np.int64)
    mask = np.zeros_like(ids)
    for row, piece in enumerate(pieces):
        ids[row, : len(piece)] = piece
        mask[row, : len(piece)] = 1
    return {"input_ids": ids, "attention_mask": mask, "token_type_ids": np.zeros_like(ids)}


def pooled_vectors(hidden: ArrayLike, mask: ArrayLike) -> list[tuple[float, ...]]:
    """The mean of the tokens that count, of length one, for each text."""
    states, counts = np.asarray(hidden, dtype=np.float64), np.asarray(mask, dtype=np.float64)[..., None]
    means = (states * counts).sum(axis=1) / counts.sum(axis=1)
    return [tuple(row) for row in as_directions(means).tolist()]


def joined_vectors(pieces: Sequence[tuple[Sequence[float], int]]) -> tuple[float, ...]:
    """The vector of a text that was read in pieces: their mean, each weighed by its length."""
    if len(pieces) == 1:
        return tuple(pieces[0][0])
    weights = np.array([length for _, length in pieces], dtype=np.float64)
    mean = np.average(np.array([vector for vector, _ in pieces]), axis=0, weights=weights)
    return tuple(as_directions([mean])[0].tolist())


def read_token_table(written: bytes, *, dimensions: int) -> TokenTable:
    """The table that stands in a file, row by row, in numbers of two bytes."""
    return np.frombuffer(written, dtype="<f2").reshape(-1, dimensions)


def mean_of_tokens(table: TokenTable, tokens: Sequence[int]) -> tuple[float, ...]:
    """The mean of the vectors of tokens, of length one; a text without any is the first one, which is unknown."""
    mean = table[list(tokens) or [0]].mean(axis=0, dtype=np.float64)
    return tuple(as_directions([mean])[0].tolist())


def pack_vectors(vectors: Sequence[Sequence[float]]) -> str:
    """Vectors as a short text: two bytes for each number, in parts of the largest; cosines change by millionths."""
    if not len(vectors):
        return json.dumps({_IN_TWO_BYTES: []})
    table = as_directions(vectors)
    steps = np.asarray(np.rint(table * (_STEPS / np.abs(table).max(axis=1, keepdims=True))), dtype="<i2")
    return json.dumps(
        {_IN_TWO_BYTES: [b64encode(steps[row].tobytes()).decode("ascii") for row in range(len(steps))]}
    )


def unpack_vectors(text: str) -> list[tuple[float, ...]]:
    """The vectors of such a text, each of length one; a plain list is of the time when a number took one byte."""
    read: Any = json.loads(text)
    is_older = isinstance(read, list)
    packed = cast("list[str]", read if is_older else read[_IN_TWO_BYTES])
    rows = [np.frombuffer(b64decode(one), dtype="i1" if is_older else "<i2") for one in packed]
    return [tuple(row) for row in as_directions(rows).tolist()] if rows else []
