"""Does a set of texts cover what it should, and where is it thin?"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from edison.errors import SampleBroken, SampleEmpty

from ._tables import FloatArray, as_directions, demand_same_space, rows_at_a_time

NEEDED_CASES = 3
NEIGHBOURS = 5
FAR = 3.0
# Distances closer than this are the same place.
_SAME_PLACE = 1e-6


@dataclass(frozen=True, slots=True)
class FacetCount:
    """One thing that should be covered."""

    facet: int
    cases: int
    """How many cases lie near it."""
    nearest: float
    """Cosine of the nearest case."""
    is_thin: bool


@dataclass(frozen=True, slots=True)
class FacetCoverage:
    """How the cases are spread over the facets."""

    facets: tuple[FacetCount, ...]
    unassigned: int
    """Cases near no facet: either off the subject, or a facet nobody named."""
    covered: float
    """The share of facets that are not thin."""


def facet_coverage(
    cases: ArrayLike, facets: ArrayLike, *, near: float, needed: int = NEEDED_CASES
) -> FacetCoverage:
    """Count the cases near each facet; a case may count for several.

    Args:
        cases: one vector per case.
        facets: one vector per facet, of its description or of an example, from the same model.
        near: the cosine from which a case belongs to a facet. Which number is near depends on the model.
        needed: a facet with fewer cases is thin.
    """
    if not -1 <= near <= 1:
        raise SampleBroken("nearness", f"{near} is not a cosine")
    table, wanted = as_directions(cases, what="cases"), as_directions(facets, what="facets")
    demand_same_space(table, wanted)
    counts, nearest, unassigned = np.zeros(len(wanted), dtype=np.int64), np.full(len(wanted), -1.0), 0
    step = rows_at_a_time(len(wanted))
    for start in range(0, len(table), step):
        cosines = table[start : start + step] @ wanted.T
        belongs = cosines >= near - 1e-12
        counts += belongs.sum(axis=0)
        nearest = np.maximum(nearest, cosines.max(axis=0))
        unassigned += int(np.sum(~belongs.any(axis=1)))
    found = tuple(
        FacetCount(
            facet=place,
            cases=int(counts[place]),
            nearest=min(1.0, float(nearest[place])),
            is_thin=bool(counts[place] < needed),
        )
        for place in range(len(wanted))
    )
    thin = sum(facet.is_thin for facet in found)
    return FacetCoverage(facets=found, unassigned=unassigned, covered=1 - thin / len(found))


@dataclass(frozen=True, slots=True)
class ThinSpot:
    """A place with few cases around it."""

    item: int
    distance: float
    """Mean cosine distance to the nearest cases."""
    z: float
    """In robust standard deviations above what is typical among the cases."""


@dataclass(frozen=True, slots=True)
class ThinSpots:
    """Where a set of cases is thin, the thinnest first."""

    spots: tuple[ThinSpot, ...]
    typical: float
    """Median over the cases of the mean distance to their nearest others."""
    looked_at: int


def thin_spots(
    cases: ArrayLike, *, probes: ArrayLike | None = None, neighbours: int = NEIGHBOURS, far: float = FAR
) -> ThinSpots:
    """Find probes, or cases themselves, whose nearest cases are unusually far away.

    Args:
        cases: one vector per case.
        probes: where to look: real requests, drafts, descriptions. The cases themselves when left out.
        neighbours: how many nearest cases count.
        far: robust standard deviations (1.4826 times the median absolute deviation) from which a spot is
            thin.
    """
    if neighbours < 1 or not far > 0:
        raise SampleBroken("neighbours and far", "both are above 0")
    table = as_directions(cases, what="cases")
    if len(table) <= neighbours:
        raise SampleEmpty("cases", needed=neighbours + 1, got=len(table))
    usual = _mean_nearest(table, among=table, neighbours=neighbours, skip=1)
    looked = usual
    if probes is not None:
        places = as_directions(probes, what="probes")
        demand_same_space(table, places)
        looked = _mean_nearest(places, among=table, neighbours=neighbours, skip=0)
    typical = float(np.median(usual))
    deviation = max(1.4826 * float(np.median(np.abs(usual - typical))), _SAME_PLACE)
    z = (looked - typical) / deviation
    order = np.argsort(-z, kind="stable").tolist()
    return ThinSpots(
        spots=tuple(
            ThinSpot(item=item, distance=float(looked[item]), z=float(z[item]))
            for item in order
            if z[item] > far
        ),
        typical=typical,
        looked_at=len(looked),
    )


def _mean_nearest(points: FloatArray, *, among: FloatArray, neighbours: int, skip: int) -> FloatArray:
    """Mean distance to the nearest others; `skip` leaves out the point itself."""
    found = np.empty(len(points))
    step = rows_at_a_time(len(among))
    count = neighbours + skip
    for start in range(0, len(points), step):
        distances = np.clip(1 - points[start : start + step] @ among.T, 0.0, 2.0)
        nearest = np.sort(np.partition(distances, count - 1, axis=1)[:, :count], axis=1)
        found[start : start + step] = nearest[:, skip:].mean(axis=1)
    return found
