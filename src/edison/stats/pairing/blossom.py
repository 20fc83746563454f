"""Maximum-weight matching in any graph, by Edmonds' blossoms (1965) in the primal-dual form of Galil (1986).

Every vertex has a *label*; an edge is *tight* when the labels of its ends add up to twice its weight. Alternating
trees grow from unmatched vertices along tight edges: their vertices are *outer* or *inner* in turn. Two outer ones
of different trees give an augmenting path; two of one tree close an odd cycle, which is shrunk into a blossom and
treated as one vertex. When nothing is tight any more the labels move. About the cube of the number of vertices.
"""

from collections import deque
from collections.abc import Mapping

_NOBODY = -1
_FREE, _OUTER, _INNER = -1, 0, 1


def maximum_weight_matching(vertices: int, edges: Mapping[tuple[int, int], int]) -> list[tuple[int, int]]:
    """The pairs whose weights add up to the most; weights are whole numbers above zero, so that all is exact."""
    graph = _Graph(vertices, edges)
    while graph.augment_once():
        pass
    return [(one, other) for one, other in enumerate(graph.mate[:vertices]) if one < other]


class _Graph:
    def __init__(self, vertices: int, edges: Mapping[tuple[int, int], int]) -> None:
        self.size = vertices
        room = vertices + vertices // 2 + 1
        self.weight = [[0] * vertices for _ in range(vertices)]
        for (one, other), weight in edges.items():
            # Doubled, so that half a difference of labels is a whole number too.
            self.weight[one][other] = self.weight[other][one] = 2 * weight
        self.label = [max((2 * weight for weight in edges.values()), default=0)] * vertices
        self.label += [0] * (room - vertices)
        self.mate = [_NOBODY] * room
        self.top = list(range(vertices)) + [_NOBODY] * (room - vertices)
        """The outermost blossom a vertex lies in, itself when in none; nobody for a blossom not in use."""
        self.parent = [_NOBODY] * room
        self.side = [_FREE] * room
        self.nearest = [_NOBODY] * room
        """The outer vertex whose edge to this one lacks least to be tight."""
        self.petals: list[list[int]] = [[] for _ in range(room)]
        self.petal_of = [[_NOBODY] * vertices for _ in range(room)]
        self.ends: list[list[tuple[int, int] | None]] = [[None] * room for _ in range(room)]
        """Between two vertices or blossoms, the edge that lacks least, by its ends."""
        for vertex in range(vertices):
            self.petal_of[vertex][vertex] = vertex
            for other in range(vertices):
                if self.weight[vertex][other]:
                    self.ends[vertex][other] = (vertex, other)
        self.queue: deque[int] = deque()

    def augment_once(self) -> bool:
        """Grow trees from all unmatched vertices until one more pair is found; false when there is none."""
        self.side = [_FREE] * len(self.side)
        self.nearest = [_NOBODY] * len(self.nearest)
        self.queue.clear()
        for one in self._tops():
            if self.mate[one] == _NOBODY:
                self.parent[one] = _NOBODY
                self.side[one] = _OUTER
                self._enqueue(one)
        if not self.queue:
            return False
        while True:
            if self._scan_queue():
                return True
            if not self._move_labels():
                return False
            if self._use_tight_edges():
                return True
            self._open_empty_blossoms()

    def _tops(self) -> list[int]:
        return [one for one, top in enumerate(self.top) if one == top]

    def _lack(self, ends: tuple[int, int]) -> int:
        """By how much an edge is not tight."""
        one, other = ends
        return self.label[one] + self.label[other] - 2 * self.weight[one][other]

    def _lack_between(self, one: int, other: int) -> int:
        ends = self.ends[one][other]
        assert ends is not None
        return self._lack(ends)

    def _enqueue(self, one: int) -> None:
        if one < self.size:
            self.queue.append(one)
            return
        for petal in self.petals[one]:
            self._enqueue(petal)

    def _scan_queue(self) -> bool:
        while self.queue:
            vertex = self.queue.popleft()
            for other in range(self.size):
                if not self.weight[vertex][other] or self.top[vertex] == self.top[other]:
                    continue
                if self._lack((vertex, other)):
                    self._approach(self.top[other], vertex)
                elif self._take_edge((vertex, other)):
                    return True
        return False

    def _approach(self, one: int, vertex: int) -> None:
        nearest = self.nearest[one]
        if nearest == _NOBODY or self._lack_between(vertex, one) < self._lack_between(nearest, one):
            self.nearest[one] = vertex

    def _find_nearest(self, one: int) -> None:
        self.nearest[one] = _NOBODY
        for vertex in range(self.size):
            is_outer = self.top[vertex] != one and self.side[self.top[vertex]] == _OUTER
            if is_outer and self.ends[vertex][one] is not None:
                self._approach(one, vertex)

    def _take_edge(self, ends: tuple[int, int]) -> bool:
        """Use a tight edge from an outer vertex: grow a tree, shrink a cycle, or augment (true)."""
        one, other = self.top[ends[0]], self.top[ends[1]]
        if self.side[other] == _FREE:
            self.parent[other] = ends[0]
            self.side[other] = _INNER
            mate = self.top[self.mate[other]]
            self.nearest[other] = self.nearest[mate] = _NOBODY
            self.side[mate] = _OUTER
            self._enqueue(mate)
        elif self.side[other] == _OUTER:
            root = self._common_root(one, other)
            if root == _NOBODY:
                self._augment(one, other)
                self._augment(other, one)
                return True
            self._shrink(one, other, root=root)
        return False

    def _path_up(self, one: int) -> list[int]:
        """The outer vertices from here to the root of the tree."""
        path = [one]
        while (mate := self.mate[path[-1]]) != _NOBODY:
            path.append(self.top[self.parent[self.top[mate]]])
        return path

    def _common_root(self, one: int, other: int) -> int:
        passed = set(self._path_up(one))
        return next((step for step in self._path_up(other) if step in passed), _NOBODY)

    def _augment(self, one: int, other: int) -> None:
        """Swap matched and unmatched edges from here to the root."""
        while True:
            mate = self.mate[one]
            follower = _NOBODY if mate == _NOBODY else self.top[mate]
            self._match(one, other)
            if follower == _NOBODY:
                return
            self._match(follower, self.top[self.parent[follower]])
            one, other = self.top[self.parent[follower]], follower

    def _match(self, one: int, other: int) -> None:
        ends = self.ends[one][other]
        assert ends is not None
        self.mate[one] = ends[1]
        if one < self.size:
            return
        petal = self.petal_of[one][ends[0]]
        place = self._turn(one, petal)
        petals = self.petals[one]
        for step in range(place):
            self._match(petals[step], petals[step ^ 1])
        self._match(petal, other)
        self.petals[one] = petals[place:] + petals[:place]

    def _turn(self, blossom: int, petal: int) -> int:
        """Where a petal stands, the cycle turned so that an even number of steps leads to it."""
        petals = self.petals[blossom]
        place = petals.index(petal)
        if place % 2 == 0:
            return place
        petals[1:] = petals[:0:-1]
        return len(petals) - place

    def _shrink(self, one: int, other: int, *, root: int) -> None:
        blossom = self.top.index(_NOBODY, self.size)
        self.label[blossom] = 0
        self.side[blossom] = _OUTER
        self.mate[blossom] = self.mate[root]
        # From the root along one side of the cycle, and back along the other.
        self.petals[blossom] = [root, *reversed(self._climb(one, root)), *self._climb(other, root)]
        self._set_top(blossom, blossom)
        self._join_edges(blossom)
        self._find_nearest(blossom)

    def _climb(self, one: int, root: int) -> list[int]:
        steps: list[int] = []
        while one != root:
            mate = self.top[self.mate[one]]
            steps += [one, mate]
            self._enqueue(mate)
            one = self.top[self.parent[mate]]
        return steps

    def _join_edges(self, blossom: int) -> None:
        room = len(self.top)
        self.petal_of[blossom] = [_NOBODY] * self.size
        for one in range(room):
            self.ends[blossom][one] = self.ends[one][blossom] = None
        for petal in self.petals[blossom]:
            for one in range(room):
                ends, best = self.ends[petal][one], self.ends[blossom][one]
                if ends is not None and (best is None or self._lack(ends) < self._lack(best)):
                    self.ends[blossom][one] = ends
                    self.ends[one][blossom] = self.ends[one][petal]
            for vertex in range(self.size):
                if self.petal_of[petal][vertex] != _NOBODY:
                    self.petal_of[blossom][vertex] = petal

    def _set_top(self, one: int, top: int) -> None:
        self.top[one] = top
        if one >= self.size:
            for petal in self.petals[one]:
                self._set_top(petal, top)

    def _move_labels(self) -> bool:
        """Move labels by the most that keeps every edge covered; false when an outer one would fall below zero."""
        step = self._label_step()
        outer = [vertex for vertex in range(self.size) if self.side[self.top[vertex]] == _OUTER]
        if any(self.label[vertex] <= step for vertex in outer):
            return False
        for vertex in range(self.size):
            side = self.side[self.top[vertex]]
            self.label[vertex] += step * ((side == _INNER) - (side == _OUTER))
        for blossom in self._blossoms():
            self.label[blossom] += (
                2 * step * ((self.side[blossom] == _OUTER) - (self.side[blossom] == _INNER))
            )
        self.queue.clear()
        return True

    def _blossoms(self) -> list[int]:
        return [one for one in self._tops() if one >= self.size]

    def _label_step(self) -> int:
        steps = [self.label[blossom] // 2 for blossom in self._blossoms() if self.side[blossom] == _INNER]
        for one in self._tops():
            if self.nearest[one] == _NOBODY or self.side[one] == _INNER:
                continue
            lack = self._lack_between(self.nearest[one], one)
            steps.append(lack if self.side[one] == _FREE else lack // 2)
        # With no limit from edges, the outer labels themselves are the limit.
        return min(steps, default=max(self.label[: self.size]))

    def _use_tight_edges(self) -> bool:
        for one in self._tops():
            nearest = self.nearest[one]
            if nearest == _NOBODY or self.top[one] != one or self.top[nearest] == one:
                continue
            ends = self.ends[nearest][one]
            if ends is not None and not self._lack(ends) and self._take_edge(ends):
                return True
        return False

    def _open_empty_blossoms(self) -> None:
        for blossom in self._blossoms():
            if self.side[blossom] == _INNER and self.label[blossom] == 0:
                self._open(blossom)

    def _open(self, blossom: int) -> None:
        """Put an inner blossom's petals back: those on the even way stay in the tree, the others become free."""
        for petal in self.petals[blossom]:
            self._set_top(petal, petal)
        ends = self.ends[blossom][self.parent[blossom]]
        assert ends is not None
        entry = self.petal_of[blossom][ends[0]]
        place = self._turn(blossom, entry)
        petals = self.petals[blossom]
        for step in range(0, place, 2):
            inner, outer = petals[step], petals[step + 1]
            between = self.ends[outer][inner]
            assert between is not None
            self.parent[inner] = between[0]
            self.side[inner], self.side[outer] = _INNER, _OUTER
            self.nearest[inner] = _NOBODY
            self._find_nearest(outer)
            self._enqueue(outer)
        self.side[entry] = _INNER
        self.parent[entry] = self.parent[blossom]
        for petal in petals[place + 1 :]:
            self.side[petal] = _FREE
            self._find_nearest(petal)
        self.top[blossom] = _NOBODY
