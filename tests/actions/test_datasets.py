"""Sets of cases: imported whole or not at all, in versions that are never changed."""

from collections.abc import Callable

import pytest

from edison.actions.datasets import (
    DatasetRef,
    approve_dataset,
    export_dataset,
    import_dataset,
    list_dataset_versions,
    list_datasets,
    show_dataset,
    split_dataset,
)
from edison.actions.house import House
from edison.actions.views.dataset import DatasetView
from edison.domain import Actor, DatasetKind, EventType, Right
from edison.errors import ChangedMeanwhile, DatasetRefused, DatasetUnknown, SuiteBroken
from edison.store import LOCAL_PROJECT, Store
from tests.actions.test_rechecking import a_house

SHOP = DatasetRef("shop")
CSV = b"id,text,label,topic\na,Where is it?,shipping,post\nb,Money back?,refund,money;hard\n"
COLUMNS = {"question": "text", "expect": "label", "tags": "topic"}


@pytest.fixture
def house(store: Store) -> House:
    return a_house(store)


def imported(house: House, text: bytes = CSV, file: str = "shop.csv", **more: object) -> DatasetView:
    columns = COLUMNS if file.endswith(".csv") else None
    return import_dataset(house, SHOP, [text], file=file, columns=columns, **more)  # pyright: ignore[reportArgumentType]


def many(count: int) -> bytes:
    return b"".join(
        b'{"id": "c%d", "question": "?", "tags": ["%s"]}\n' % (number, b"post" if number % 2 else b"money")
        for number in range(count)
    )


def test_columns_are_taken_from_where_the_file_has_them(house: House) -> None:
    kept = imported(house)

    page = show_dataset(house, SHOP)
    assert (kept.version, kept.cases, kept.kind, kept.is_verified) == (1, 2, DatasetKind.GOLDEN, True)
    assert [(case.id, case.variables, case.expect, case.tags) for case in page.cases] == [
        ("a", {"question": "Where is it?"}, {"answer": "shipping"}, ("post",)),
        ("b", {"question": "Money back?"}, {"answer": "refund"}, ("money", "hard")),
    ]
    assert [one.name for one in list_datasets(house)] == ["shop"]
    with house.store.reading() as work:
        assert [event.type for event in work.events.since(0)] == [EventType.DATASET_CHANGED]


@pytest.mark.parametrize(
    ("text", "file", "place"),
    [
        (b"id,topic\na,post\n", "shop.csv", "there is no 'text'"),
        (b'{"id": "a"}\n{"id": "a"}\n', "shop.jsonl", "line 2"),
        (b'{"id": "a", "difficulty": 9}\n', "shop.jsonl", "difficulty"),
    ],
)
def test_a_broken_file_is_told_by_line_and_field_and_nothing_of_it_is_kept(
    house: House, text: bytes, file: str, place: str
) -> None:
    with pytest.raises(SuiteBroken) as broken:
        imported(house, text, file)

    assert place in str(broken.value)
    assert list_datasets(house) == []


def test_equal_contents_are_the_same_version_and_others_the_next(house: House) -> None:
    first, again = imported(house), imported(house)
    other = imported(house, many(3), "shop.jsonl")

    assert again == first
    assert (other.version, other.parent) == (2, 1)
    assert [one.version for one in list_dataset_versions(house, SHOP)] == [1, 2]
    assert show_dataset(house, DatasetRef.parse("shop@1")).dataset == first


def test_a_split_is_stored_evenly_over_tags_and_what_is_written_out_comes_back(house: House) -> None:
    imported(house, many(20), "shop.jsonl")

    split = split_dataset(house, SHOP)

    cases = show_dataset(house, SHOP).cases
    assert (split.version, split.parent, split.origin) == (2, 1, "split")
    dealt = [case.split.value for case in cases if case.tags == ("post",)]
    assert [dealt.count(one) for one in ("development", "held_out", "sealed")] == [4, 4, 2]
    again = import_dataset(house, DatasetRef("copy"), export_dataset(house, SHOP), file="shop.jsonl")
    assert again.id == split.id


class Meddled(Actor):
    """Somebody during whose work another person keeps cases: whenever something is to be changed."""

    meddle: Callable[[], object]

    def may(self, right: Right) -> bool:
        if right is Right.CHANGE:
            self.meddle()
        return super().may(right)


@pytest.mark.parametrize("change", [split_dataset, approve_dataset])
def test_what_somebody_kept_meanwhile_is_not_lost_by_a_change_of_the_version_before(
    house: House, change: Callable[[House, DatasetRef], DatasetView]
) -> None:
    imported(house, many(4), "shop.jsonl", kind=DatasetKind.SYNTHETIC)

    begun: list[bool] = []

    def meddle() -> None:
        """Not when it begins, but when what was read is about to be kept."""
        if begun:
            imported(house, many(5), "shop.jsonl", kind=DatasetKind.SYNTHETIC)
        begun.append(True)

    me = Meddled(name="ada", rights=frozenset(Right), meddle=meddle)
    with pytest.raises(ChangedMeanwhile):
        change(house.acting_for(me), SHOP)

    assert [one.cases for one in list_dataset_versions(house, SHOP)] == [4, 5]


def test_what_a_model_wrote_is_unverified_until_a_person_approves_it(house: House) -> None:
    written = imported(house, many(3), "shop.jsonl", kind=DatasetKind.SYNTHETIC)
    assert show_dataset(house, SHOP).cases[0].tags == ("money", "unverified")

    approved = approve_dataset(house, SHOP, drop=["c1"])

    assert (written.is_verified, approved.is_verified, approved.approved_by) == (False, True, "usr_local")
    assert [(case.id, case.tags) for case in show_dataset(house, SHOP).cases] == [
        ("c0", ("money",)),
        ("c2", ("money",)),
    ]
    with pytest.raises(DatasetRefused, match="no case c9"):
        approve_dataset(house, SHOP, cases=["c9"])


def test_what_cannot_be_kept_is_refused(house: House) -> None:
    imported(house)

    with pytest.raises(DatasetUnknown):
        show_dataset(house, DatasetRef("shop", 9))
    with pytest.raises(DatasetRefused, match="a version is a number"):
        DatasetRef.parse("shop@new")
    with pytest.raises(DatasetRefused, match="cannot be called so"):
        import_dataset(house, DatasetRef("a b"), [CSV], file="a.csv")
    with pytest.raises(DatasetRefused, match="no case in it"):
        approve_dataset(house, SHOP, drop=["a", "b"])
    with house.store.work() as work, pytest.raises(ChangedMeanwhile):
        work.library.add(work.library.get(LOCAL_PROJECT, "shop"))
