"""similarity: the answer is much like a given text."""

from collections.abc import Callable
from functools import lru_cache

from pydantic import JsonValue

from edison.domain import Output

from .kind import CheckMisfit, SeenOutput, Test, beside_limit, quote, read_fields, words_of

MOST_STEPS = 1_600_000_000
"""The lengths of both texts, multiplied: 40,000 characters against as many, a fraction of a second."""

_FIELDS = ("to", "at_least")
_MOST_KEPT = 1024


def is_similar(value: JsonValue) -> Test:
    """The share of characters that answer and text have in common, in the same order, is at least `at_least`."""
    fields = read_fields(value, known=_FIELDS, needed=_FIELDS)
    wanted, least = words_of(fields["to"], field="value.to").strip(), _read_share(fields["at_least"])

    def look(output: Output) -> SeenOutput:
        return _look(output.text.strip(), wanted=wanted, least=least)

    return look


def similarity_of(one: str, other: str) -> float | None:
    """Twice the longest common subsequence over both lengths: 1 for equal texts, 0 for those that share nothing.

    None where the texts together are too long to be compared.
    """
    both = len(one) + len(other)
    same_head = _common_head(one, other)
    one, other = one[same_head:], other[same_head:]
    same_tail = _common_head(one[::-1], other[::-1])
    shorter, longer = sorted((one[: len(one) - same_tail], other[: len(other) - same_tail]), key=len)
    if len(shorter) * len(longer) > MOST_STEPS:
        return None
    return 2 * (same_head + same_tail + _common_subsequence(shorter, longer)) / both


def _look(text: str, *, wanted: str, least: float) -> SeenOutput:
    measured = similarity_of(text, wanted)
    if measured is None:
        return SeenOutput(holds=None, sentence=f"It is too long to be compared with {quote(wanted)}.")
    return SeenOutput(
        holds=measured >= least,
        sentence=f"Its similarity to {quote(wanted)} is {beside_limit(measured, least, decimals=4)}.",
        measured=measured,
    )


def _read_share(value: JsonValue) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value <= 1:
        raise CheckMisfit("must be a number above 0 and up to 1", field="value.at_least")
    return float(value)


def _common_head(one: str, other: str) -> int:
    """How many characters both begin with; by halves, because slices are compared much faster than characters."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if one[low:middle] == other[low:middle] else (low, middle - 1)
    return low


def _common_subsequence(shorter: str, longer: str) -> int:
    """The length of the longest common subsequence, a row at a time in the bits of one number.

    Hyyrö, H. (2004): Bit-parallel LCS-length computation revisited. Australasian Workshop on Combinatorial
    Algorithms 15, 16–27. A bit that is not set stands for one character more.
    """
    every = (1 << len(shorter)) - 1
    bits_of = _places(shorter)
    row = every
    for character in longer:
        matched = row & bits_of(character)
        row = ((row + matched) | (row - matched)) & every
    return len(shorter) - row.bit_count()


def _places(text: str) -> Callable[[str], int]:
    """Says where a character stands, as the bits of a number."""
    places: dict[str, list[int]] = {}
    for place, character in enumerate(text):
        places.setdefault(character, []).append(place)

    # As long as the text each, they are not all kept where a text has thousands of different characters.
    @lru_cache(maxsize=_MOST_KEPT)
    def bits_of(character: str) -> int:
        found = places.get(character)
        if found is None:
            return 0
        bits = bytearray(found[-1] // 8 + 1)
        for place in found:
            bits[place >> 3] |= 1 << (place & 7)
        return int.from_bytes(bits, "little")

    return bits_of
