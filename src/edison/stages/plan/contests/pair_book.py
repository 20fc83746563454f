"""Comparisons as the stats room takes them: texts by their place among the entries."""

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from edison.domain import Contest, Pair, PairingKind, PairLine

if TYPE_CHECKING:
    from edison.stats.pairing import History, ItemEstimates
    from edison.stats.stability import Movement, Precision

LEAST_FOR_STREAMS = 20
"""Below so many texts nearly all pairs meet anyway, and choosing among them gains nothing."""

BY_PEOPLE = 0
"""The wave of comparisons that people brought along; they count for the order, and not as asked."""


class PairBook:
    """Comparisons of some entries; what was said about other texts is left out."""

    def __init__(self, entries: Sequence[int], lines: Sequence[PairLine], *, contest: Contest) -> None:
        self.entries = entries
        self.asked = [line for line in lines if line.wave > BY_PEOPLE]
        self.streams = 2 if _has_streams(contest, len(entries)) else 1
        self._places = {cell: place for place, cell in enumerate(entries)}
        self.lines = [line for line in lines if self.knows(line)]
        self._histories: dict[int, History] = {}

    @cached_property
    def waves(self) -> int:
        """The number of the last wave."""
        return max((line.wave for line in self.lines), default=0)

    @property
    def succeeded(self) -> int:
        return sum(line.outcome is not None for line in self.asked)

    @property
    def success_rate(self) -> float | None:
        """None before anything was asked."""
        return self.succeeded / len(self.asked) if self.asked else None

    @property
    def unseen_pairs(self) -> int:
        return sum(self.history(stream).unseen_pairs for stream in range(self.streams))

    def knows(self, pair: Pair | PairLine) -> bool:
        """Whether both texts are among the entries."""
        return pair.left in self._places and pair.right in self._places

    def times(self) -> list[int]:
        """How often each text was compared with a finding."""
        times = [0] * len(self.entries)
        for line in self.lines:
            if line.outcome is not None:
                times[self._places[line.left]] += 1
                times[self._places[line.right]] += 1
        return times

    def history(self, stream: int) -> "History":
        """Every pair that a stream dealt, once, whatever became of it."""
        known = self._histories.get(stream)
        if known is None:
            dealt = {line.unit: line for line in self.lines if line.stream == stream or self.streams == 1}
            known = self._histories[stream] = self._history(list(dealt.values()))
        return known

    def groups(self) -> int:
        """How many groups of texts there are that findings do not join."""
        return self._history([line for line in self.lines if line.outcome is not None]).groups

    def standing(self, *, stream: int | None = None, before: int | None = None) -> "ItemEstimates | None":
        """Where the texts stand by what was found, on wish by one stream alone or before a wave."""
        from edison.stats.pairing import estimate_standing

        found = [
            (line, line.outcome)
            for line in self.lines
            if line.outcome is not None
            and (stream is None or line.stream == stream)
            and (before is None or line.wave < before)
        ]
        if not found:
            return None
        return estimate_standing(
            self._history([line for line, _ in found]), [outcome for _, outcome in found]
        )

    def look(self) -> "tuple[Movement | None, Precision | None]":
        """What the last wave changed, and how sure the scores are."""
        from edison.stats.stability import measure_movement, measure_precision

        now = self.standing()
        if now is None:
            return None, None
        precision = measure_precision(now.se, self.times())
        before = self.standing(before=self.waves)
        added = sum(line.outcome is not None and line.wave == self.waves for line in self.asked)
        # Groups that never met have no order among them, and what is not there cannot have come to rest.
        if before is None or not added or self.groups() > 1:
            return None, precision
        return measure_movement(before.scores, now.scores, added=added), precision

    def _history(self, lines: Sequence[PairLine]) -> "History":
        from edison.stats.pairing import History

        return History.of(
            len(self.entries),
            [self._places[line.left] for line in lines],
            [self._places[line.right] for line in lines],
            adaptive=[line.adaptive for line in lines],
            wave=[line.wave for line in lines],
        )


def _has_streams(contest: Contest, entries: int) -> bool:
    return contest.pairing is PairingKind.ADAPTIVE and entries >= LEAST_FOR_STREAMS
