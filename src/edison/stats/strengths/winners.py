"""Who won a comparison, in the many words people use for it."""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from edison.errors import SampleBroken
from edison.stats.arrays import IntArray

from .columns import look_up

OutcomeArray: TypeAlias = npt.NDArray[np.int8]


class ComparisonOutcome(IntEnum):
    """The result of one comparison; the numbers are those of evalica."""

    TIE = 0
    LEFT = 1
    RIGHT = 2


WINNER_WORDS: Mapping[str, ComparisonOutcome] = {
    **dict.fromkeys(
        ("left", "l", "first", "a", "x", "model_a", "a>b", "a>>b", "x>y"), ComparisonOutcome.LEFT
    ),
    **dict.fromkeys(
        ("right", "r", "second", "b", "y", "model_b", "b>a", "b>>a", "y>x"), ComparisonOutcome.RIGHT
    ),
    **dict.fromkeys(
        ("tie", "tied", "draw", "equal", "both", "tie (bothbad)", "bothbad", "a=b"), ComparisonOutcome.TIE
    ),
}
"""The words a column of winners may use; capital letters and blanks around them do not matter."""

_UNREAD = 3
_STRANGER = -1


@dataclass(frozen=True, slots=True, eq=False)
class WinnerSides:
    """The items of each row by code, and the codes of all labels."""

    left: IntArray
    right: IntArray
    codes: Mapping[Hashable, int]


def read_winners(winners: Sequence[Hashable], sides: WinnerSides) -> OutcomeArray:
    """Outcomes from words, or from the label of the winning item.

    Raises `SampleBroken` for a winner nobody knows, and when a column can be read both ways and the readings
    disagree: an item called *a* that stands on the right.
    """
    words = {winner: _read_word(winner) for winner in _distinct(winners)}
    by_word = look_up(winners, words).astype(np.int8)
    if sides.codes.keys().isdisjoint(words):
        return _complete(by_word, winners)
    by_label = _read_labels(winners, sides=sides, by_word=by_word)
    if (by_label == _UNREAD).any():
        return _complete(by_word, winners)
    if (by_word != _UNREAD).all() and (by_word != by_label).any():
        cause = "they can be read as sides and as labels of items, with different winners"
        raise SampleBroken("winners", cause)
    return by_label


def _distinct(winners: Sequence[Hashable]) -> set[Hashable]:
    try:
        return set(winners)
    except TypeError as error:
        raise SampleBroken("winners", "one of them is neither a word nor a label") from error


def _read_word(winner: Hashable) -> int:
    if isinstance(winner, ComparisonOutcome):
        return winner
    if isinstance(winner, str):
        return WINNER_WORDS.get(winner.strip().casefold(), _UNREAD)
    return _UNREAD


def _read_labels(winners: Sequence[Hashable], *, sides: WinnerSides, by_word: OutcomeArray) -> OutcomeArray:
    found = (sides.codes.get(winner, _STRANGER) for winner in winners)
    winning = np.fromiter(found, dtype=np.intp, count=len(winners))
    by_label = np.full(len(winners), _UNREAD, dtype=np.int8)
    by_label[by_word == ComparisonOutcome.TIE] = ComparisonOutcome.TIE
    by_label[winning == sides.right] = ComparisonOutcome.RIGHT
    by_label[winning == sides.left] = ComparisonOutcome.LEFT
    return by_label


def _complete(outcomes: OutcomeArray, winners: Sequence[Hashable]) -> OutcomeArray:
    unread = np.flatnonzero(outcomes == _UNREAD)
    if unread.size:
        row = int(unread[0])
        raise SampleBroken(
            "winners", f"row {row + 1} says {winners[row]!r}, neither a side, an item nor a tie"
        )
    return outcomes
