"""Who is ranked: arms, or arms with a version where there are several versions."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from edison.domain import ArmId, CellScore, Snapshot

from .frame import Families
from .results import Results


@dataclass(frozen=True, slots=True)
class Contender:
    """One of them, with all that is known about it."""

    id: ArmId
    name: str
    results: Results


def name_contenders(snapshot: Snapshot) -> Iterator[Contender]:
    """In the order of the cells: version by version, arm by arm."""
    planned = snapshot.cases * snapshot.repeats
    several = len(snapshot.versions) > 1
    for version in snapshot.versions:
        for arm in snapshot.arms:
            yield Contender(
                id=ArmId(f"{arm.id}.{version.id}") if several else arm.id,
                name=f"{arm.name} · v{version.number}" if several else arm.name,
                results=Results(planned=planned),
            )


def gather(scores: Iterable[CellScore], *, snapshot: Snapshot, contenders: Sequence[Contender]) -> Families:
    """Give every score to its contender; says which cases vary together."""
    grid = snapshot.grid
    families = Families(snapshot.cases)
    for score in scores:
        place = grid.place(score.cell)
        families.note(place.case, score.family)
        contenders[place.version * grid.arms + place.arm].results.add(score, case=place.case)
    return families
