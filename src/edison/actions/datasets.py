"""Sets of cases that are kept: import, look, split, approve, write out. A changed set is the next version."""

import asyncio
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from pydantic import JsonValue

from edison.domain import (
    STORED_CASES,
    UNVERIFIED,
    Case,
    DatasetKind,
    Right,
    Split,
    StoredDataset,
    Suite,
    SuiteCase,
    UserId,
)
from edison.engine import tell_dataset
from edison.errors import ChangedMeanwhile, DatasetRefused
from edison.formats import CasesKind, read_cases, write_cases
from edison.stages.check import SUITE_KINDS
from edison.stages.plan import CaseDigest, name_dataset, pin_case
from edison.stages.rank import CaseFacts, find_coverage, inputs_of
from edison.stages.refine import split_cases
from edison.store import CaseSpool, UnitOfWork

from .access import verb
from .agents.measuring import measuring_session
from .clusters import cluster_texts, cluster_texts_by
from .house import House
from .presets.suites import SuiteFile
from .prompts import project_id_of
from .views.dataset import CasePage, CoverageView, DatasetView, view_case, view_coverage, view_dataset

MOST_CASES = 100_000
_PAGE = 500


@dataclass(frozen=True, slots=True)
class DatasetRef:
    """A stored set by its name, and one of its versions; the newest unless one is named."""

    name: str
    number: int | None = None
    project: str | None = None

    @classmethod
    def parse(cls, text: str, *, project: str | None = None) -> "DatasetRef":
        """A set as people write it: `support`, or `support@3` for one version."""
        name, _, number = text.removeprefix(STORED_CASES).partition("@")
        if number and not number.isdecimal():
            raise DatasetRefused(text, "a version is a number", "write it as NAME@3.")
        return cls(name, int(number) if number else None, project)


@dataclass(frozen=True, slots=True)
class DatasetOrigin:
    """How a version came to be."""

    kind: DatasetKind
    origin: str
    note: str = ""
    parent: int | None = None
    approved_by: UserId | None = None
    newest: int | None = None
    """The newest version that was seen, 0 for none; refused where there is another by now. None asks for nothing."""


@verb(Right.CHANGE)
def import_dataset(
    house: House,
    where: DatasetRef,
    pieces: Iterable[bytes],
    *,
    file: str,
    kind: DatasetKind = DatasetKind.GOLDEN,
    columns: Mapping[str, str] | None = None,
    note: str = "",
) -> DatasetView:
    """Keep the cases of a file as the next version of a set, all of them or none.

    Args:
        house: Where to.
        where: Which set; it is made where there is none.
        pieces: The file's bytes.
        file: What it is called; its ending says how it is written.
        kind: Where the cases come from; what a model wrote is *unverified* until a person approves it.
        columns: What a case calls something, and what the file calls it.
        note: What is to be known about it.

    Raises:
        SuiteBroken: the file cannot be read; lines and fields are named.
        DatasetRefused: there are too many cases, or it cannot be called so.
    """
    cases = read_cases(pieces, kind=CasesKind.of(file), name=file, known_checks=SUITE_KINDS, columns=columns)
    return add_dataset(house, where, cases, DatasetOrigin(kind, f"import {file}", note))


@verb(Right.CHANGE)
def add_dataset(
    house: House, where: DatasetRef, cases: Iterable[SuiteCase], new: DatasetOrigin
) -> DatasetView:
    """Keep cases as the next version of a set; where the newest says the same already, that one stays."""
    is_verified = new.kind is DatasetKind.GOLDEN or new.approved_by is not None
    marked = (_marked(case, is_verified=is_verified) for case in cases)
    with house.store.reading() as work:
        project_id = project_id_of(work, where.project)
    draft = name_dataset(where.name, project_id=project_id, digest="")
    with CaseSpool(stand_in=draft.id) as spool:
        digest = CaseDigest()
        for position, case in enumerate(marked):
            if position >= MOST_CASES:
                raise DatasetRefused(
                    where.name, f"more than {MOST_CASES} cases", "name the file in the suite."
                )
            pinned = pin_case(case, dataset=draft, position=position)
            digest.add_pinned(pinned)
            spool.add(pinned)
        if not digest.cases:
            raise DatasetRefused(where.name, "there would be no case in it", "name at least one.")

        def keep(work: UnitOfWork) -> StoredDataset:
            last = work.library.find(project_id, where.name)
            dataset = name_dataset(where.name, project_id=project_id, digest=digest.hexdigest())
            if last and last.dataset_id == dataset.id and last.is_verified == is_verified:
                return last
            if new.newest is not None and new.newest != (last.number if last else 0):
                raise ChangedMeanwhile("set of cases", where.name)
            work.datasets.add_spooled(dataset, spool)
            version = _version(house, where, last=last, new=new).model_copy(
                update={"project_id": project_id, "dataset_id": dataset.id, "cases": digest.cases}
            )
            work.library.add(version)
            tell_dataset(work, version)
            return version

        return view_dataset(house.store.retry(keep))


@verb(Right.READ)
def list_datasets(house: House, *, project: str | None = None) -> list[DatasetView]:
    """The newest version of every set."""
    with house.store.reading() as work:
        return [view_dataset(one) for one in work.library.all(project_id_of(work, project))]


@verb(Right.READ)
def list_dataset_versions(house: House, where: DatasetRef) -> list[DatasetView]:
    """All versions of a set, the first one first."""
    with house.store.reading() as work:
        return [
            view_dataset(one) for one in work.library.versions(project_id_of(work, where.project), where.name)
        ]


@verb(Right.READ)
def show_dataset(house: House, where: DatasetRef, *, first: int = 0, count: int = 50) -> CasePage:
    """One version of a set, with some of its cases."""
    with house.store.reading() as work:
        kept = _get(work, where)
        cases = work.datasets.cases(kept.dataset_id, first=first, count=count)
        return CasePage(dataset=view_dataset(kept), first=first, cases=tuple(map(view_case, cases)))


@verb(Right.READ)
def show_coverage(house: House, where: "DatasetRef | SuiteFile") -> CoverageView:
    """What the cases of a set, or of a suite, are spread over, and where there are too few."""
    name, cases = _named_cases(house, where)
    return _covered(name, cases, clusters=cluster_texts(list(map(inputs_of, cases))))


@verb(Right.SPEND)
async def measure_coverage(
    house: House, where: "DatasetRef | SuiteFile", *, embedder: str, budget_microusd: int | None = None
) -> CoverageView:
    """The same, with clusters by the vectors of a provider's model.

    Args:
        house: Where the set is kept.
        where: Which set, or suite.
        embedder: Who makes the vectors, as provider/model; those that are kept are not asked for again.
        budget_microusd: What that may cost.

    Raises:
        DatasetRefused: there are more cases than can be clustered.
        BudgetSpent: it would cost more.
    """
    from edison.stats.vectors import MOST_CLUSTERED

    name, cases = await asyncio.to_thread(_named_cases, house, where)
    if len(cases) > MOST_CLUSTERED:
        told = f"it has {len(cases):,} cases, and at most {MOST_CLUSTERED:,} can be clustered"
        raise DatasetRefused(name, told, "look without an embedder.")
    async with measuring_session(
        house, name="coverage", embedder=embedder, budget_microusd=budget_microusd
    ) as session:
        clusters = await cluster_texts_by(session.embedder, list(map(inputs_of, cases)))
    return _covered(name, cases, clusters=clusters)


@verb(Right.READ)
def export_dataset(house: House, where: DatasetRef) -> Iterator[bytes]:
    """One version of a set as JSONL that can be imported again, a piece at a time."""
    with house.store.reading() as work:
        kept = _get(work, where)
    return write_cases(stored_cases(house, kept))


@verb(Right.CHANGE)
def split_dataset(house: House, where: DatasetRef) -> DatasetView:
    """Say of every case what it is for, evenly over tags, and keep that as the next version.

    Two fifths are for development, two fifths held out, a fifth is sealed; families stay together, and what cases say
    themselves stays.
    """
    kept, cases, newest = read_dataset(house, where)
    dealt = {case.name: case for part in split_cases(cases).values() for case in part}
    new = DatasetOrigin(kept.kind, "split", parent=kept.number, approved_by=kept.approved_by, newest=newest)
    return add_dataset(house, where, [dealt[case.name] for case in cases], new)


@verb(Right.CHANGE)
def approve_dataset(
    house: House, where: DatasetRef, *, cases: Sequence[str] = (), drop: Sequence[str] = ()
) -> DatasetView:
    """Stand for what cases expect: all, those that are named, or all but some; the next version holds these only."""
    kept, known, newest = read_dataset(house, where)
    names = {case.name for case in known}
    unknown = [name for name in (*cases, *drop) if name not in names]
    if unknown:
        raise DatasetRefused(where.name, f"it has no case {unknown[0]}", "edison data show lists its cases.")
    chosen = (set(cases) or names) - set(drop)
    approved = [_plain(case) for case in known if case.name in chosen]
    me = UserId(house.actor.name)
    new = DatasetOrigin(kept.kind, "approve", parent=kept.number, approved_by=me, newest=newest)
    return add_dataset(house, where, approved, new)


@dataclass(frozen=True, slots=True)
class CaseEdit:
    """How a case is to read; all else of it, such as its checks, stays."""

    variables: dict[str, JsonValue]
    answer: JsonValue = None
    must: str | None = None
    must_not: str | None = None
    tags: tuple[str, ...] = ()
    difficulty: int = 3
    split: Split = Split.DEVELOPMENT


@verb(Right.CHANGE)
def edit_case(house: House, where: DatasetRef, name: str, edit: CaseEdit) -> DatasetView:
    """Write a case of the newest version anew, and keep that as the next one; what was is never changed.

    Raises:
        DatasetRefused: it has no such case, or it cannot read so.
        ChangedMeanwhile: another version is the newest by now.
    """
    kept, known, _ = read_dataset(house, where)
    if name not in {case.name for case in known}:
        raise DatasetRefused(where.name, f"it has no case {name}", "edison data show lists its cases.")
    says = {"answer": edit.answer, "must": edit.must or None, "must_not": edit.must_not or None}
    expects = any(value is not None for value in says.values())
    changes: dict[str, object] = {
        "variables": edit.variables,
        "expectation": says if expects else None,
        "tags": edit.tags,
        "difficulty": edit.difficulty,
        "split": edit.split,
    }
    try:
        edited = [
            SuiteCase.model_validate({**dict(case), **changes}) if case.name == name else case
            for case in known
        ]
    except ValueError as error:
        advice = "tags and texts have words, a difficulty lies between 1 and 5."
        raise DatasetRefused(where.name, f"case {name} cannot read so", advice) from error
    new = DatasetOrigin(
        kept.kind,
        f"edit {name}"[:200],
        parent=kept.number,
        approved_by=kept.approved_by,
        newest=kept.number,
    )
    return add_dataset(house, where, edited, new)


@verb(Right.READ)
def stored_cases(house: House, kept: StoredDataset) -> Iterator[SuiteCase]:
    """All cases of a version as a suite has them, a page at a time."""
    for first in range(0, kept.cases, _PAGE):
        with house.store.reading() as work:
            page = work.datasets.cases(kept.dataset_id, first=first, count=_PAGE)
        yield from map(as_written, page)


def _named_cases(house: House, where: "DatasetRef | SuiteFile") -> tuple[str, list[SuiteCase]]:
    if isinstance(where, SuiteFile):
        file = with_stored_cases(house, where)
        return file.name, list(file.cases())
    kept, cases, _ = read_dataset(house, where)
    return f"{kept.name}@{kept.number}", cases


def _covered(name: str, cases: Sequence[SuiteCase], *, clusters: Mapping[str, Sequence[int]]) -> CoverageView:
    return view_coverage(name, find_coverage(list(map(CaseFacts.of_inputs, cases)), clusters=clusters))


def as_written(case: Case) -> SuiteCase:
    """A stored case as a suite has it."""
    fields = [name for name in SuiteCase.model_fields if name in case.model_fields_set]
    return SuiteCase.model_validate({name: getattr(case, name) for name in fields})


@verb(Right.READ)
def with_stored_cases(house: House, file: SuiteFile) -> SuiteFile:
    """The same suite with its cases in it, where it names a stored set; the version is pinned from here on."""
    name = file.suite.cases_file
    if name is None or not name.startswith(STORED_CASES):
        return file
    where = DatasetRef.parse(name)
    with house.store.reading() as work:
        kept = work.library.get(file.project_id, where.name, where.number)
    cases = stored_cases(house, kept)
    suite = Suite.model_validate({**dict(file.suite), "cases": tuple(cases), "cases_file": None})
    return replace(file, suite=suite, stored=(kept.name, kept.number))


@verb(Right.READ)
def read_dataset(house: House, where: DatasetRef) -> tuple[StoredDataset, list[SuiteCase], int]:
    """A version, its cases, and the number of the newest version that there was at that time."""
    with house.store.reading() as work:
        kept, newest = _get(work, where), _get(work, replace(where, number=None))
    return kept, list(stored_cases(house, kept)), newest.number


def _get(work: UnitOfWork, where: DatasetRef) -> StoredDataset:
    return work.library.get(project_id_of(work, where.project), where.name, where.number)


def _version(
    house: House, where: DatasetRef, *, last: StoredDataset | None, new: DatasetOrigin
) -> StoredDataset:
    """What stands on its cover; where it belongs and what it holds is filled in by whoever stores it."""
    before = last.number if last else 0
    fields: dict[str, object] = {
        "project_id": "",
        "name": where.name,
        "number": before + 1,
        "kind": new.kind,
        "dataset_id": "",
        "cases": 1,
        "parent": new.parent or before or None,
        "origin": new.origin,
        "author": house.actor.name,
        "made_at": house.clock.now(),
        "note": new.note,
        "approved_by": new.approved_by,
    }
    try:
        return StoredDataset.model_validate(fields)
    except ValueError as error:
        advice = "use letters, digits, dots, dashes and underscores."
        raise DatasetRefused(where.name, "it cannot be called so", advice) from error


def _marked(case: SuiteCase, *, is_verified: bool) -> SuiteCase:
    if is_verified:
        return _plain(case)
    return case if UNVERIFIED in case.tags else case.model_copy(update={"tags": (*case.tags, UNVERIFIED)})


def _plain(case: SuiteCase) -> SuiteCase:
    if UNVERIFIED not in case.tags:
        return case
    return case.model_copy(update={"tags": tuple(tag for tag in case.tags if tag != UNVERIFIED)})
