from collections.abc import Iterator

import pytest
from sqlalchemy.exc import IntegrityError

from edison.domain import Case, DatasetId
from edison.errors import DatasetMissing
from edison.store import Store
from tests.factories import a_case, a_dataset
from tests.store.filling import some_cases

SET = DatasetId("set_1")


def test_a_dataset_and_its_cases_come_back_in_their_order(store: Store) -> None:
    cases = list(some_cases(1200))

    with store.work() as work:
        assert work.datasets.add(a_dataset(), cases) == 1200

    with store.reading() as work:
        assert work.datasets.get(SET) == a_dataset()
        assert work.datasets.cases(SET, first=0, count=2000) == cases
        assert work.datasets.cases(SET, first=499, count=3) == cases[499:502]
        assert work.datasets.cases(SET, first=1200, count=5) == []
        assert work.datasets.names(SET) == [(case.name, case.anchor_grade) for case in cases]


def test_a_dataset_is_stored_once_and_its_cases_are_not_even_looked_at(store: Store) -> None:
    def cases_that_nobody_takes() -> Iterator[Case]:
        raise AssertionError("taken")
        yield

    with store.work() as work:
        work.datasets.add(a_dataset(), some_cases(3))

        assert work.datasets.add(a_dataset(), cases_that_nobody_takes()) == 3
        assert len(work.datasets.cases(SET, first=0, count=10)) == 3


def test_an_empty_dataset_has_no_cases(store: Store) -> None:
    with store.work() as work:
        assert work.datasets.add(a_dataset(), []) == 0
        assert work.datasets.cases(SET, first=0, count=10) == []


def test_a_dataset_nobody_stored_is_missing(store: Store) -> None:
    with store.reading() as work, pytest.raises(DatasetMissing):
        work.datasets.get(SET)


def test_two_cases_of_one_name_are_refused_as_a_whole(store: Store) -> None:
    with pytest.raises(IntegrityError), store.work() as work:
        work.datasets.add(a_dataset(), [a_case(), a_case(id="case_2")])

    with store.reading() as work, pytest.raises(DatasetMissing):
        work.datasets.get(SET)
