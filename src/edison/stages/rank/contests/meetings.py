"""Comparisons as the stats room takes them: texts by their place among the entries."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from edison.domain import AnsweredBy, PairLine, SeenCard

if TYPE_CHECKING:
    from edison.stats.pairing import History, ItemEstimates
    from edison.stats.strengths import ComparisonTable

_CODES = {0.5: 0, 1.0: 1, 0.0: 2}
"""Outcomes as a table of comparisons writes them."""


@dataclass(frozen=True, slots=True)
class ContestEntry:
    """One text that was handed in."""

    cell: int
    name: str
    anchor_grade: str | None = None


@dataclass(frozen=True, slots=True)
class ContestJudge:
    """One judge of a contest, by its index in the run."""

    index: int
    name: str
    is_person: bool = False
    answered_by: tuple[AnsweredBy, ...] = ()
    card: SeenCard | None = None
    """What is known of it; None where it was never examined."""
    weight: float = 1.0
    """How much each of its comparisons counts."""


@dataclass(frozen=True, slots=True)
class Meetings:
    """Comparisons that have a finding, column by column."""

    texts: int
    left: tuple[int, ...]
    right: tuple[int, ...]
    outcome: tuple[float, ...]
    """1 where the left one won, 0 where the right one did, 0.5 for a tie."""
    judge: tuple[int, ...]
    stream: tuple[int, ...]
    wave: tuple[int, ...]
    adaptive: tuple[bool, ...]
    weights: Mapping[int, float] = field(default_factory=dict[int, float])
    """Of judges that do not count once, by their index."""

    @classmethod
    def of(
        cls,
        entries: Sequence[ContestEntry],
        lines: Sequence[PairLine],
        *,
        judges: Sequence[ContestJudge] = (),
    ) -> "Meetings":
        """Those of some entries; comparisons without a finding are left out, and those of other texts."""
        places = {entry.cell: place for place, entry in enumerate(entries)}
        found = [
            (line, line.outcome)
            for line in lines
            if line.outcome is not None and line.left in places and line.right in places
        ]
        return cls(
            texts=len(entries),
            left=tuple(places[line.left] for line, _ in found),
            right=tuple(places[line.right] for line, _ in found),
            outcome=tuple(outcome for _, outcome in found),
            judge=tuple(line.judge for line, _ in found),
            stream=tuple(line.stream for line, _ in found),
            wave=tuple(line.wave for line, _ in found),
            adaptive=tuple(line.adaptive for line, _ in found),
            weights={judge.index: judge.weight for judge in judges if judge.weight != 1},
        )

    def __len__(self) -> int:
        return len(self.left)

    @property
    def is_adaptive(self) -> bool:
        return any(self.adaptive)

    def by(self, judge: int) -> "Meetings":
        """Those of one judge."""
        rows = [row for row in range(len(self)) if self.judge[row] == judge]
        columns = {
            name: tuple(getattr(self, name)[row] for row in rows)
            for name in ("left", "right", "outcome", "judge", "stream", "wave", "adaptive")
        }
        return Meetings(texts=self.texts, **columns, weights=self.weights)

    def table(
        self, *, judge: Sequence[int] | None = None, case: Sequence[int] | None = None
    ) -> "ComparisonTable":
        """For a fit; on wish with other judges than those who judged, and with what comparisons are about."""
        from edison.stats.strengths import ComparisonTable

        return ComparisonTable.from_arrays(
            self.left,
            self.right,
            [_CODES[outcome] for outcome in self.outcome],
            weight=[self.weights.get(one, 1.0) for one in self.judge] if self.weights else None,
            judge=self.judge if judge is None else judge,
            case=case,
            items=self.texts,
        )

    def standing(self, *, stream: int | None = None) -> "ItemEstimates":
        """The quick estimate, on wish by one stream alone."""
        from edison.stats.pairing import estimate_standing

        rows = [row for row in range(len(self)) if stream is None or self.stream[row] == stream]
        return estimate_standing(self.history(rows), [self.outcome[row] for row in rows])

    def history(self, rows: Sequence[int] | None = None) -> "History":
        """Who met whom."""
        from edison.stats.pairing import History

        chosen = range(len(self)) if rows is None else rows
        return History.of(
            self.texts,
            [self.left[row] for row in chosen],
            [self.right[row] for row in chosen],
            adaptive=[self.adaptive[row] for row in chosen],
            wave=[self.wave[row] for row in chosen],
        )
