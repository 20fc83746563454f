"""The best matching, against trying all of them."""

from functools import cache

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


def test_blossoms_are_shrunk_opened_and_shrunk_again() -> None:
    # Two odd cycles with a common bridge, weighted so that a blossom forms, becomes inner and must open.
    # From the tests of van Rantwijk (2008): create a nested blossom, augment, expand recursively.
    edges = {
        (0, 1): 8,
        (0, 2): 8,
        (1, 2): 10,
        (1, 3): 12,
        (2, 4): 12,
        (3, 4): 14,
        (3, 5): 12,
        (4, 6): 12,
        (5, 6): 14,
        (6, 7): 12,
    }

    pairs = maximum_weight_matching(8, edges)

    assert sum(edges[pair] for pair in pairs) == heaviest(8, edges) == 44


def test_without_edges_nobody_is_matched() -> None:
    assert maximum_weight_matching(5, {}) == []
