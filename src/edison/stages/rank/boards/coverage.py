"""coverage: how many cases there are of each kind, and where there are too few to say anything."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from edison.domain import Coverage, CoverageCell, FacetKind, FacetSize

from .case_facts import CaseFacts
from .facets import lengths_of

NEEDED = 3
"""With fewer cases of a kind nothing is said about it."""
_MOST_THIN = 20
_MOST_ENTITIES = 30


def find_coverage(
    facts: Sequence[CaseFacts], *, clusters: Mapping[str, Sequence[int]] | None = None
) -> Coverage:
    """Cases by tag, difficulty, length and language, alone and crossed; a case counts under each of its tags.

    Args:
        facts: What each case is like.
        clusters: Cases that are about the same, by the words that set them apart.
    """
    lengths = lengths_of([fact.chars for fact in facts])
    crossed = Counter(
        (tag, fact.difficulty, length, fact.language or "")
        for fact, length in zip(facts, lengths, strict=True)
        for tag in fact.tags or ("",)
    )
    sizes = {
        FacetKind.TAG: Counter(tag for fact in facts for tag in fact.tags),
        FacetKind.DIFFICULTY: Counter(str(fact.difficulty) for fact in facts),
        FacetKind.LENGTH: Counter(length for length in lengths if length),
        FacetKind.LANGUAGE: Counter(fact.language for fact in facts if fact.language),
        FacetKind.CLUSTER: Counter({name: len(cases) for name, cases in (clusters or {}).items()}),
    }
    # A name that stands in one case is no kind of case, and nothing lacks where it stands in few.
    named = Counter(name for fact in facts for name in fact.entities).most_common(_MOST_ENTITIES)
    entities = {FacetKind.ENTITY: Counter({name: count for name, count in named if count > 1})}
    return Coverage(
        cases=len(facts),
        sizes=tuple(
            FacetSize(kind=kind, name=name, cases=count)
            for kind, counted in (sizes | entities).items()
            for name, count in sorted(counted.items(), key=lambda one: (-one[1], one[0]))
        ),
        cells=tuple(
            CoverageCell(tag=tag, difficulty=difficulty, length=length, language=language, cases=count)
            for (tag, difficulty, length, language), count in sorted(crossed.items())
        ),
        thin=tuple(_thin(facts, sizes))[:_MOST_THIN],
    )


def _thin(facts: Sequence[CaseFacts], sizes: dict[FacetKind, Counter[str]]) -> Iterator[str]:
    """Kinds with too few cases, and difficulties at which a frequent tag has none, in words."""
    for kind, counted in sizes.items():
        yield from (
            f"{kind.value} {name}: {count} of {NEEDED} cases"
            for name, count in sorted(counted.items())
            if count < NEEDED
        )
    there = {(tag, fact.difficulty) for fact in facts for tag in fact.tags}
    for tag, count in sorted(sizes[FacetKind.TAG].items()):
        missing = [name for name in sorted(sizes[FacetKind.DIFFICULTY]) if (tag, int(name)) not in there]
        if count >= NEEDED and missing:
            yield f"tag {tag}: none of difficulty {', '.join(missing)}"
