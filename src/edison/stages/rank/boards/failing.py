"""failing: cases with something in common that fail more often than others, and cases that tell contenders apart."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import fsum

from edison.domain import CellScore, FacetKind, FailingSpot, OutputStatus, Snapshot
from edison.stats.comparing import fisher_tail

from .case_facts import CaseFacts
from .facets import CaseKind, kinds_of

PASSES = 0.5
"""The middle of every scale."""
_LEAST_FAILING = 2
_MOST_SPOTS = 20
_MOST_EXEMPLARS = 5


@dataclass(frozen=True, slots=True)
class CaseWorths:
    """What came of a case, between 0 and 1, by contender: its versions, or its arms where there is one version."""

    worths: Mapping[int, float]

    @property
    def fails(self) -> bool:
        """Whether its answers are not good enough on the average."""
        return fsum(self.worths.values()) / len(self.worths) < PASSES

    @property
    def apart(self) -> float:
        """How far the best contender is from the worst."""
        return max(self.worths.values()) - min(self.worths.values())


def results_of_cases(scores: Iterable[CellScore], *, snapshot: Snapshot) -> dict[int, CaseWorths]:
    """By case: how good its answers are, judged and checked; one of which nothing is known is left out.

    An answer that fails a check is worth nothing, whatever judges think of it; trouble says nothing. What is no
    answer is worth nothing to judges; where nobody judges, a refusal that was asked for passes, as in every report.
    """
    by_version = len(snapshot.versions) > 1
    found: dict[int, dict[int, list[float]]] = defaultdict(lambda: defaultdict(list))
    for score in scores:
        worth = _worth(score, is_judged=bool(snapshot.judges))
        if worth is not None:
            contender = score.place.version if by_version else score.place.arm
            found[score.place.case][contender].append(worth)
    return {
        case: CaseWorths({who: fsum(worths) / len(worths) for who, worths in each.items()})
        for case, each in found.items()
    }


def find_failing(
    results: Mapping[int, CaseWorths],
    *,
    facts: Sequence[CaseFacts],
    names: Sequence[str],
    clusters: Mapping[str, Sequence[int]] | None = None,
) -> tuple[FailingSpot, ...]:
    """Kinds of cases that fail more often than the others, the surest first.

    Args:
        results: What came of each case, by its place.
        facts: What each case is like.
        names: What each is called.
        clusters: Cases that are about the same, by the words that set them apart.
    """
    failing = {case for case, result in results.items() if result.fails}
    spots: list[FailingSpot] = []
    for (kind, name), members in _groups(facts, clusters or {}).items():
        known = [case for case in members if case in results]
        bad = [case for case in known if case in failing]
        others = len(results) - len(known)
        if len(bad) < _LEAST_FAILING or not others:
            continue
        share, elsewhere = len(bad) / len(known), (len(failing) - len(bad)) / others
        if share <= elsewhere:
            continue
        spots.append(
            FailingSpot(
                kind=kind,
                name=name,
                cases=len(known),
                failing=len(bad),
                share=share,
                others=elsewhere,
                p=fisher_tail(len(bad), drawn=len(known), marked=len(failing), total=len(results)),
                exemplars=tuple(names[case] for case in bad[:_MOST_EXEMPLARS]),
            )
        )
    return tuple(sorted(spots, key=lambda spot: (spot.p, -spot.failing, spot.handle))[:_MOST_SPOTS])


def find_separating(results: Mapping[int, CaseWorths], *, least: float) -> dict[int, float]:
    """The cases on which contenders are at least so far apart, and how far; the furthest first."""
    apart = {case: result.apart for case, result in results.items() if result.apart >= least}
    return dict(sorted(apart.items(), key=lambda one: (-one[1], one[0])))


def _worth(score: CellScore, *, is_judged: bool) -> float | None:
    if score.status is OutputStatus.ERROR:
        return None
    if score.passed is False:
        return 0.0
    if score.status is not OutputStatus.OK and (is_judged or score.passed is None):
        return 0.0
    judged = [quality for _, quality in score.qualities]
    if judged:
        return fsum(judged) / len(judged)
    return None if score.passed is None else 1.0


def _groups(
    facts: Sequence[CaseFacts], clusters: Mapping[str, Sequence[int]]
) -> Mapping[CaseKind, list[int]]:
    found: dict[CaseKind, list[int]] = defaultdict(list)
    for case, (fact, names) in enumerate(zip(facts, kinds_of(facts), strict=True)):
        for name in dict.fromkeys((*names, *_crossed(fact, names))):
            found[name].append(case)
    for name, members in clusters.items():
        found[FacetKind.CLUSTER, name].extend(members)
    return found


def _crossed(fact: CaseFacts, names: Sequence[CaseKind]) -> Iterator[CaseKind]:
    others = [name for kind, name in names if kind in (FacetKind.LENGTH, FacetKind.LANGUAGE)]
    for tag in fact.tags or ("no tag",):
        yield FacetKind.CROSSED, ", ".join((tag, f"difficulty {fact.difficulty}", *others))
