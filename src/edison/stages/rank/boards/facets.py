"""facets: quality and passing by what cases are like: tags, difficulty, length and language."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from edison.domain import (
    CellScore,
    Facet,
    FacetKind,
    FacetMean,
    FacetResult,
    ItemId,
    Ranking,
    Snapshot,
)

from .case_facts import CaseFacts
from .contenders import Column, ContenderResults, Families, Frame, contender_at, name_contenders
from .measure import Measure
from .measures import measure_checks, measure_quality

MOST_NAMES = 50
"""Of each kind, so many are shown, the most frequent ones."""
ALL = "all"
_LENGTHS = ("short", "medium", "long")


CaseKind: TypeAlias = tuple[FacetKind, str]
"""A kind of case, and what it is called: the tag, the difficulty, the length, the language."""


class FacetTally:
    """Means by tag, difficulty, length and language; what all cases have in common is left out.

    Args:
        snapshot: What the run consists of.
        facts: What each case is like, in the order of the cases.
        quality: The board of quality, whose judges are weighed here as they are there.
    """

    def __init__(
        self, snapshot: Snapshot, *, facts: Sequence[CaseFacts], quality: Ranking | None = None
    ) -> None:
        self._snapshot = snapshot
        self._quality = quality
        self._groups = _groups(facts)
        self._contenders = [(one.id, one.name) for one in name_contenders(snapshot)]
        self._heaps = {name: _Heap(len(self._contenders)) for name in self._groups.sizes}
        self._families = Families(snapshot.cases)

    def add(self, score: CellScore) -> None:
        """Look at one output."""
        case, contender = score.place.case, contender_at(score.place, self._snapshot)
        self._families.note(case, score.family)
        for name in self._groups.of_case[case]:
            self._heaps[name].add(score, case=case, contender=contender)

    def tell(self) -> tuple[Facet, ...]:
        """What all of them came to."""
        snapshot = self._snapshot
        weights, names = _weights(snapshot, self._quality), _names(snapshot)
        frame = Frame(snapshot.cases, self._families, weights=weights, names=names, seed=None)
        return tuple(
            Facet(
                kind=kind,
                name=name,
                cases=size,
                rows=tuple(self._heaps[kind, name].rows(self._contenders, frame=frame)),
            )
            for (kind, name), size in self._groups.sizes.items()
            if self._heaps[kind, name].scores
        )


@dataclass(frozen=True, slots=True)
class _Groups:
    sizes: dict[CaseKind, int]
    """How many cases each has, in the order they are shown."""
    of_case: list[list[CaseKind]]


def _groups(facts: Sequence[CaseFacts]) -> _Groups:
    found = kinds_of(facts)
    counted = Counter(name for names in found for name in names)
    # What holds for every case is what the boards say already.
    telling = {name: count for name, count in counted.items() if count < len(facts)}
    sizes = {name: telling[name] for kind in FacetKind for name in _shown(telling, kind=kind)}
    return _Groups(sizes, [[name for name in names if name in sizes] for names in found])


def _shown(counted: Mapping[CaseKind, int], *, kind: FacetKind) -> list[CaseKind]:
    """The most frequent ones first; difficulties and lengths in their own order."""
    names = [name for name in counted if name[0] is kind]
    if kind is FacetKind.LENGTH:
        return sorted(names, key=lambda name: _LENGTHS.index(name[1]))
    if kind is FacetKind.DIFFICULTY:
        return sorted(names)
    return sorted(names, key=lambda name: (-counted[name], name[1]))[:MOST_NAMES]


def kinds_of(facts: Sequence[CaseFacts]) -> list[list[CaseKind]]:
    """What each case is like: its tags, its difficulty, its length among all, its language, and what it names."""
    lengths = lengths_of([fact.chars for fact in facts])
    return [
        [
            *((FacetKind.TAG, tag) for tag in dict.fromkeys(fact.tags)),
            (FacetKind.DIFFICULTY, str(fact.difficulty)),
            *((FacetKind.LENGTH, length) for length in (length,) if length),
            *((FacetKind.LANGUAGE, language) for language in (fact.language,) if language),
            *((FacetKind.ENTITY, name) for name in dict.fromkeys(fact.entities)),
        ]
        for fact, length in zip(facts, lengths, strict=True)
    ]


def lengths_of(chars: Sequence[int]) -> list[str]:
    """Short, medium or long, a third each as far as equal lengths allow; nothing where all are equally long."""
    ordered = sorted(chars)
    if not ordered or ordered[0] == ordered[-1]:
        return ["" for _ in chars]
    first, second = (ordered[(len(ordered) - 1) * third // 3] for third in (1, 2))
    return [_LENGTHS[(value > first) + (value > second)] for value in chars]


class _Heap:
    """The results of some cases, contender by contender and all together."""

    def __init__(self, contenders: int) -> None:
        self.scores = 0
        self._all = ContenderResults(planned=0)
        self._each = [ContenderResults(planned=0) for _ in range(contenders)]

    def add(self, score: CellScore, *, case: int, contender: int) -> None:
        self.scores += 1
        self._all.add(score, case=case)
        self._each[contender].add(score, case=case)

    def rows(self, contenders: Sequence[tuple[ItemId, str]], *, frame: Frame) -> Iterator[FacetResult]:
        yield _row(None, ALL, results=self._all, frame=frame)
        for (item_id, name), results in zip(contenders, self._each, strict=True):
            yield _row(item_id, name, results=results, frame=frame)


def _row(item_id: ItemId | None, name: str, *, results: ContenderResults, frame: Frame) -> FacetResult:
    judged = [column for judge, column in results.qualities.items() if judge in frame.weights]
    return FacetResult(
        item_id=item_id,
        name=name,
        quality=_mean(measure_quality(results, frame=frame), columns=judged),
        passing=_mean(measure_checks(results, frame=frame), columns=[results.passes]),
    )


def _mean(measure: Measure | None, *, columns: Iterable[Column]) -> FacetMean | None:
    if measure is None:
        return None
    cases = len({case for column in columns for case in column.cases})
    return FacetMean(
        value=measure.strength, interval=measure.interval, observations=measure.observations, cases=cases
    )


def _weights(snapshot: Snapshot, quality: Ranking | None) -> dict[int, float]:
    """As on the board; all alike where there is none yet."""
    panel = quality.panel if quality is not None else None
    if panel is None:
        return dict.fromkeys(snapshot.cell_judges, 1.0)
    weights = {judge.judge_id: judge.weight for judge in panel.judges}
    return {at: weights[judge.id] for at, judge in enumerate(snapshot.judges) if judge.id in weights}


def _names(snapshot: Snapshot) -> dict[int, str]:
    return {at: judge.name for at, judge in enumerate(snapshot.judges)}
