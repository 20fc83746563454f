import pytest
from pydantic import ValidationError

from edison.domain import DatasetKind, Expectation, Split, StoredDataset
from tests.factories import SOME_TIME, a_case


def test_a_case_is_for_development_unless_it_is_held_out() -> None:
    assert a_case().split is Split.DEVELOPMENT
    assert a_case(split="held_out").split is Split.HELD_OUT


@pytest.mark.parametrize(
    "changes", [{"difficulty": 0}, {"difficulty": 6}, {"anchor_grade": ""}, {"family": ""}, {"name": ""}]
)
def test_a_case_outside_its_bounds_is_refused(changes: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        a_case(**changes)


def test_a_tag_stands_once() -> None:
    with pytest.raises(ValidationError, match="a tag once"):
        a_case(tags=("refund", "refund"))


@pytest.mark.parametrize("nothing", [{}, {"answer": None}])
def test_an_expectation_expects_something(nothing: dict[str, object]) -> None:
    with pytest.raises(ValidationError, match="states an answer"):
        Expectation.model_validate(nothing)


@pytest.mark.parametrize(
    "something", [{"answer": 0}, {"answer": ""}, {"must": "be kind"}, {"must_not": "promise"}]
)
def test_a_falsy_answer_is_an_answer(something: dict[str, object]) -> None:
    assert a_case(expectation=something).expectation == Expectation.model_validate(something)


def test_what_a_model_wrote_is_verified_by_a_person() -> None:
    synthetic = StoredDataset.model_validate(
        {
            "project_id": "prj_1",
            "name": "shop",
            "number": 1,
            "kind": "synthetic",
            "dataset_id": "set_1",
            "cases": 3,
            "origin": "import",
            "author": "ada",
            "made_at": SOME_TIME,
        }
    )

    assert not synthetic.is_verified
    assert synthetic.model_copy(update={"kind": DatasetKind.GOLDEN}).is_verified
    assert synthetic.model_copy(update={"approved_by": "ada"}).is_verified
