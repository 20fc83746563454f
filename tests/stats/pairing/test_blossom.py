"""The best matching, against trying all of them."""

from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edison.stats.pairing.blossom import maximum_weight_matching

Edges = dict[tuple[int, int], int]


@st.composite
def graphs(draw: st.DrawFn) -> tuple[int, Edges]:
    vertices = draw(st.integers(2, 11))
    every = [(one, other) for one in range(vertices) for other in range(one + 1, vertices)]
    chosen = draw(st.lists(st.sampled_from(every), unique=True))
    weights = draw(st.sampled_from([st.integers(1, 3), st.integers(1, 1_000)]))
    return vertices, {edge: draw(weights) for edge in chosen}


def heaviest(vertices: int, edges: Edges) -> int:
    """The weight of the best matching, by trying all of them."""

    @cache
    def best(waiting: frozenset[int]) -> int:
        if not waiting:
            return 0
        one, *others = sorted(waiting)
        rest = waiting - {one}
        paired = [edges[one, other] + best(rest - {other}) for other in others if (one, other) in edges]
        return max([best(rest), *paired])

    return best(frozenset(range(vertices)))


@given(graphs())
def test_no_matching_weighs_more(graph: tuple[int, Edges]) -> None:
    vertices, edges = graph

    pairs = maximum_weight_matching(vertices, edges)

    assert sum(edges[pair] for pair in pairs) == heaviest(vertices, edges)


@given(graphs())
def test_every_vertex_is_matched_at_most_once(graph: tuple[int, Edges]) -> None:
    vertices, edges = graph

    pairs = maximum_weight_matching(vertices, edges)

    matched = [vertex for pair in pairs for vertex in pair]
    assert len(matched) == len(set(matched))
    assert set(pairs) <= set(edges)


# Graphs on which blossoms become inner and must open, some inside each other: the hard cases of van Rantwijk (2008).
HARD = {
    "relabelled and opened": "1-2:23 1-5:22 1-6:15 2-3:25 3-4:22 4-5:25 4-8:14 5-7:13",
    "nested, relabelled and opened": "1-2:19 1-3:20 1-8:8 2-3:25 2-4:18 3-5:18 4-5:13 4-7:7 5-6:7",
    "opened on the way": "1-2:45 1-5:45 2-3:50 3-4:45 4-5:50 1-6:30 3-9:35 4-8:35 5-7:26 9-10:5",
    "opened with a new least lack": "1-2:45 1-5:45 2-3:50 3-4:45 4-5:50 1-6:30 3-9:35 4-8:26 5-7:40 9-10:5",
    "opened after a detour": "1-2:45 1-5:45 2-3:50 3-4:45 4-5:50 1-6:30 3-9:35 4-8:28 5-7:26 9-10:5",
    "opened inside another": (
        "1-2:45 1-7:45 2-3:50 3-4:45 4-5:95 4-6:94 5-6:94 6-7:50 1-8:30 3-11:35 5-9:36 7-10:26 11-12:5"
    ),
}


@pytest.mark.parametrize("written", HARD.values(), ids=HARD)
def test_blossoms_open_when_they_must(written: str) -> None:
    edges: Edges = {}
    for edge in written.split():
        ends, weight = edge.split(":")
        one, other = ends.split("-")
        edges[int(one) - 1, int(other) - 1] = int(weight)

    pairs = maximum_weight_matching(12, edges)

    assert sum(edges[pair] for pair in pairs) == heaviest(12, edges)


def test_without_edges_nobody_is_matched() -> None:
    assert maximum_weight_matching(5, {}) == []
