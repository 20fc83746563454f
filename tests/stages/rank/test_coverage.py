"""What cases are spread over, and where there are too few."""

from edison.domain import FacetKind, SuiteCase
from edison.stages.rank import CaseFacts, find_coverage


def facts(text: str, *tags: str, difficulty: int = 3) -> CaseFacts:
    case = SuiteCase(name="a", variables={"q": text, "language": "English"}, tags=tags, difficulty=difficulty)
    return CaseFacts.of_inputs(case)


def test_cases_are_counted_by_kind_and_thin_spots_are_named() -> None:
    found = find_coverage(
        [*[facts("Why?" * place, "post") for place in range(1, 4)], facts("How?", difficulty=5)]
    )

    sizes = {(one.kind, one.name): one.cases for one in found.sizes}
    assert (sizes[FacetKind.TAG, "post"], sizes[FacetKind.LANGUAGE, "English"]) == (3, 4)
    assert found.cells[0].tag == ""
    assert sum(cell.cases for cell in found.cells) == found.cases == 4
    assert "difficulty 5: 1 of 3 cases" in found.thin
    assert "tag post: none of difficulty 5" in found.thin


def test_nothing_is_thin_where_every_kind_has_enough() -> None:
    even = find_coverage([facts("Why?", "post") for _ in range(3)])

    assert even.thin == ()
    assert {one.kind for one in even.sizes} == {FacetKind.TAG, FacetKind.DIFFICULTY, FacetKind.LANGUAGE}
