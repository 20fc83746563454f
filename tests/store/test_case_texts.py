"""Cases on their way into the database: out of memory, unchanged, and gone when nobody needs them."""

import gc
import resource
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given

from edison.domain import Case, Dataset, DatasetId
from edison.errors import FileNotWritable
from edison.store import CaseSpool, Store
from edison.store.repositories.datasets import write_cases
from tests.factories import a_case, a_dataset
from tests.store import generated
from tests.store.filling import some_cases

STAND_IN = DatasetId("set_0")
SET = DatasetId("set_1")
LARGE = "x" * 700_000


@pytest.fixture
def full_disk() -> Iterator[None]:
    """Files that cannot grow beyond a few megabytes."""
    usual = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (3 << 20, usual[1]))
    yield
    resource.setrlimit(resource.RLIMIT_FSIZE, usual)


def spooled(cases: list[Case]) -> CaseSpool:
    spool = CaseSpool(stand_in=STAND_IN)
    for case in cases:
        spool.add(case.model_copy(update={"dataset_id": STAND_IN}))
    return spool


def store_and_read(store: Store, spool: CaseSpool, *, dataset: Dataset | None = None) -> list[Case]:
    dataset = dataset or a_dataset()
    with store.work() as work:
        work.datasets.add_spooled(dataset, spool)
        return work.datasets.cases(dataset.id, first=0, count=10_000)


def test_spooled_cases_are_stored_in_their_order_as_cases_of_their_set(store: Store) -> None:
    cases = list(some_cases(1200))

    with spooled(cases) as spool:
        stored = store_and_read(store, spool)

    assert stored == cases


def test_few_cases_that_are_large_are_spooled_like_many_small_ones(store: Store) -> None:
    cases = [a_case(id=f"case_{at}", name=f"{at}", variables={"text": LARGE}) for at in range(9)]

    with spooled(cases) as spool:
        stored = store_and_read(store, spool)

    assert stored == cases


def test_a_case_that_quotes_the_set_that_stands_in_keeps_its_words(store: Store) -> None:
    quoting = f'"dataset_id":"{STAND_IN}"'
    case = a_case(id=f"case_{quoting}", name=quoting, variables={"dataset_id": STAND_IN, "text": quoting})

    with spooled([case]) as spool:
        stored = store_and_read(store, spool)

    assert stored == [case]


@given(cases=generated.cases())
def test_spooled_cases_are_written_as_any_other(cases: list[Case]) -> None:
    with spooled(cases) as spool:
        texts = [text for batch in spool.batches(SET) for text in batch]

    assert texts == [text for batch in write_cases(cases) for text in batch]


def test_a_spool_can_be_read_again_and_added_to(store: Store) -> None:
    first, second = a_case(variables={"text": LARGE * 2}), a_case(id="case_2", name="second")
    spool = spooled([first])

    with spool:
        assert store_and_read(store, spool) == [first]
        spool.add(second.model_copy(update={"dataset_id": STAND_IN}))
        stored = store_and_read(store, spool, dataset=a_dataset(id="set_2"))

    assert [case.name for case in stored] == [first.name, "second"]
    assert {case.dataset_id for case in stored} == {"set_2"}


def test_a_spool_without_room_is_refused_by_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "missing"))

    with CaseSpool(stand_in=STAND_IN) as spool, pytest.raises(FileNotWritable, match="TMPDIR.*no such file"):
        for at in range(9):
            spool.add(a_case(name=f"{at}", dataset_id=STAND_IN, variables={"text": LARGE}))


def test_a_disk_that_becomes_full_is_told_by_name_and_the_spool_still_closes(
    full_disk: None,
) -> None:
    spool = CaseSpool(stand_in=STAND_IN)

    with pytest.raises(FileNotWritable, match="TMPDIR.*too large"), spool.closed_on_failure():
        for at in range(9):
            spool.add(a_case(name=f"{at}", dataset_id=STAND_IN, variables={"text": LARGE}))

    with pytest.raises(ValueError, match="closed file"):
        list(spool.batches(SET))


def test_a_spool_is_closed_where_what_it_is_for_fails() -> None:
    spool = spooled([a_case(variables={"text": LARGE * 4})])

    with pytest.raises(KeyboardInterrupt), spool.closed_on_failure():
        raise KeyboardInterrupt

    with pytest.raises(ValueError, match="closed file"):
        list(spool.batches(SET))


def test_a_spool_stays_open_where_nothing_fails_and_is_closed_twice_without_harm() -> None:
    case = a_case(variables={"text": LARGE * 4})
    spool = spooled([case])

    with spool.closed_on_failure():
        pass

    assert [name for batch in spool.batches(SET) for name, _ in batch] == [case.name]
    spool.close()
    spool.close()


def test_a_forgotten_spool_closes_its_file() -> None:
    spool = spooled([a_case(variables={"text": LARGE * 4})])

    del spool

    # A file that nobody closed would warn here, and warnings are errors.
    gc.collect()
