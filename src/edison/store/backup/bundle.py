"""Bundles: a project with its runs as one file, from either database and into either, beside what is there.

A bundle is a ZIP of a manifest that people can read and of the rows, which are a backup of that project alone.
"""

import json
import tempfile
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from hashlib import sha256
from itertools import chain
from pathlib import Path
from shutil import disk_usage
from typing import Any
from zipfile import ZIP_DEFLATED, BadZipFile, ZipFile, ZipInfo

from sqlalchemy import Connection, Table, insert, select
from sqlalchemy.exc import IntegrityError

from edison.domain import Record, RunId
from edison.errors import BackupRefused, BundleTooLarge

from ..database.migrating import VERSIONS, migrate
from ..database.opening import read_url
from ..review_tables import (
    DATASET_VERSION,
    EXPERIMENT,
    HUNK_REVIEW,
    KEPT_PART,
    SUGGESTION,
    VERSION_PROOF,
)
from ..store import Store
from ..tables import (
    ASSIGNMENT,
    ATTEMPT,
    CARD,
    CASE,
    DATASET,
    EVENT,
    EXCHANGE,
    METADATA,
    PROJECT,
    PROMPT,
    PROMPT_CHANGE,
    PROMPT_VERSION,
    RUN,
)
from .backup import made_beside, opened_engine, read_chunks, readable_copy
from .bundle_pages import OF_RUNS, BundlePlan, plan_of_page, rows_of_page
from .checksum import add_checksum

_FORMAT = "edison-bundle-1"
_MANIFEST, _ROWS = "manifest.json", "rows.db"
_LARGEST_MANIFEST = 1 << 20
LARGEST_BUNDLE = 8 << 30
"""Bytes of rows that are unpacked unless more is allowed."""
_MOST_TIMES = 200
"""Rows are packed into a tenth or a fortieth of their size; a larger share is no text that anybody wrote."""
_SMALL = 64 << 20
"""So much may be unpacked however well it was packed: empty tables are mostly zeros."""
_MERGED = (
    *(PROJECT, ASSIGNMENT, PROMPT, PROMPT_VERSION, PROMPT_CHANGE, VERSION_PROOF, DATASET, CASE),
    *(DATASET_VERSION, EXPERIMENT, KEPT_PART, SUGGESTION, HUNK_REVIEW),
)
"""What is there already must say the same; in an order in which nothing comes before what it refers to."""


class Bundle(Record, frozen=True, kw_only=True):
    """What a bundle holds, as its manifest says."""

    file: str
    schema: str
    made_at: str
    project: str
    runs: tuple[str, ...]
    left_out: int
    """Runs that had not ended."""
    rows: dict[str, int]
    """By table."""
    sha256: str
    """Of the rows."""


class Unbundled(Record, frozen=True, kw_only=True):
    """What an import brought."""

    runs: tuple[RunId, ...]
    known: int
    """Runs that were there already and stay as they are."""
    rows: int


def join_bundle(file: Path, pages: Iterator[bytes], *, at: datetime) -> Bundle:
    """Put the pages of a project into one file; nothing is ever overwritten, and nothing half is left."""
    if file.exists():
        raise BackupRefused(str(file), "something of this name is there; choose another")
    with tempfile.TemporaryDirectory(prefix="edison-") as folder:
        rows = Path(folder) / _ROWS
        told, counted = _fill_rows(rows, pages)
        add_checksum(rows)
        made = Bundle(
            file=str(file),
            schema=VERSIONS[-1],
            made_at=at.isoformat(),
            project=told.project_id,
            runs=tuple(sorted(told.runs)),
            left_out=told.left_out,
            rows=counted,
            sha256=_digest(rows),
        )
        with made_beside(file) as part, ZipFile(part, "w", ZIP_DEFLATED) as packed:
            packed.writestr(_MANIFEST, json.dumps(_manifest(made), indent=2, ensure_ascii=False))
            packed.write(rows, _ROWS)
    return made


def _fill_rows(rows: Path, pages: Iterator[bytes]) -> tuple[BundlePlan, dict[str, int]]:
    first, counted = next(pages), dict[str, int]()
    plan = plan_of_page(first)
    if plan.schema != VERSIONS[-1]:
        raise BackupRefused("the bundle", "it was begun by another version of Edison; export it again")
    with opened_engine(read_url(str(rows))) as engine:
        migrate(engine)
        with engine.begin() as target:
            for page in chain([first], pages):
                for name, found in rows_of_page(page).items():
                    target.execute(insert(METADATA.tables[name]), found)
                    counted[name] = counted.get(name, 0) + len(found)
    return plan, counted


def read_bundle(file: Path) -> Bundle:
    """What a bundle says that it holds."""
    with _packed(file) as packed:
        return _told(packed, file)


def import_bundle(store: Store, file: Path, *, largest: int = LARGEST_BUNDLE) -> Unbundled:
    """Add what a bundle holds to a database, all or nothing; runs that are there already stay as they are.

    Raises:
        BackupRefused: it is damaged, or something of its name is there already and says something else.
        BundleTooLarge: it would unpack to more than `largest` bytes, than there is room for, or than is plausible.
    """
    with _packed(file) as packed, tempfile.TemporaryDirectory(prefix="edison-") as folder:
        told = _told(packed, file)
        rows = Path(folder) / _ROWS
        _refuse_bombs(packed.getinfo(_ROWS), file, largest=largest, free=disk_usage(folder).free)
        with packed.open(_ROWS) as source, rows.open("wb") as target:
            while piece := source.read(1 << 20):
                target.write(piece)
        if _digest(rows) != told.sha256:
            raise BackupRefused(str(file), "it was changed or damaged: its checksum is another")
        with readable_copy(rows) as engine, engine.connect() as bundle, store.work() as work:
            try:
                merge = _Merge(work.connection, bundle, file)
                merge.all(*work.events.hold_numbers())
            except IntegrityError as error:
                cause = "something of the same name is there already that is another"
                raise BackupRefused(str(file), cause) from error
    return Unbundled(runs=tuple(merge.added), known=merge.known, rows=merge.rows)


class _Merge:
    """Rows on their way into a database where runs have other numbers."""

    def __init__(self, target: Connection, bundle: Connection, file: Path) -> None:
        self._target = target
        self._bundle = bundle
        self._file = file
        self._numbers: dict[int, int] = {}
        self.added: list[RunId] = []
        self.known = 0
        self.rows = 0

    def all(self, serial: int, number: int) -> None:
        for table in _MERGED:
            for chunk in read_chunks(self._bundle, table):
                self._insert(table, [row for row in chunk if not self._is_there(table, row)])
        self._add_runs()
        for table in OF_RUNS:
            for chunk in read_chunks(self._bundle, table):
                self._insert(table, list(self._renumbered(chunk)))
        self._add_by_run(EXCHANGE, "attempt_id", ATTEMPT.c.id, ATTEMPT.c.run_no)
        self._add_by_run(CARD, "run_id", RUN.c.id, RUN.c.no)
        self._add_events(serial, number)

    def _add_runs(self) -> None:
        for chunk in read_chunks(self._bundle, RUN):
            for row in chunk:
                if self._target.execute(select(RUN.c.no).where(RUN.c.id == row["id"])).first() is not None:
                    self.known += 1
                    continue
                values = {name: value for name, value in row.items() if name != "no"} | {"start_key": None}
                made = self._target.execute(insert(RUN).values(values).returning(RUN.c.no)).scalar_one()
                self._numbers[row["no"]] = made
                self.added.append(RunId(row["id"]))
                self.rows += 1

    def _renumbered(self, rows: Sequence[Mapping[str, Any]]) -> Iterator[dict[str, Any]]:
        for row in rows:
            if row["run_no"] in self._numbers:
                yield {**row, "run_no": self._numbers[row["run_no"]]}

    def _add_by_run(self, table: Table, key: str, name: Any, number: Any) -> None:
        """Rows that name something of a run, and not the run by its number."""
        mine = select(name).where(number.in_(list(self._numbers)))
        for chunk in read_chunks(self._bundle, table, only=table.c[key].in_(mine)):
            self._insert(table, chunk)

    def _add_events(self, serial: int, number: int) -> None:
        query = select(EVENT).order_by(EVENT.c.serial)
        for row in self._bundle.execute(query).mappings():
            told = dict(row)
            if told["run_no"] in self._numbers:
                told["run_no"] = self._numbers[told["run_no"]]
            elif told["run_no"] == 0 and not self._is_told(told["id"]):
                number += 1
                told["number"] = number
            else:
                continue
            serial += 1
            self._insert(EVENT, [{**told, "serial": serial}])

    def _is_told(self, event_id: str) -> bool:
        query = select(EVENT.c.id).where(EVENT.c.run_no == 0, EVENT.c.id == event_id)
        return self._target.execute(query).first() is not None

    def _is_there(self, table: Table, row: Mapping[str, Any]) -> bool:
        """Whether the same row is there; another one under its key is refused."""
        keys = [column == row[column.name] for column in table.primary_key.columns]
        found = self._target.execute(select(table).where(*keys)).mappings().one_or_none()
        if found is not None and dict(found) != dict(row):
            cause = f"a row of {table.name} is there already and says something else"
            raise BackupRefused(str(self._file), cause)
        return found is not None

    def _insert(self, table: Table, rows: Sequence[dict[str, Any]]) -> None:
        if rows:
            self._target.execute(insert(table), list(rows))
            self.rows += len(rows)


@contextmanager
def _packed(file: Path) -> Generator[ZipFile]:
    if not file.is_file():
        raise BackupRefused(str(file), "there is no such file")
    try:
        with ZipFile(file) as packed:
            yield packed
    except (BadZipFile, KeyError) as error:
        raise BackupRefused(str(file), "it is no bundle, or it is damaged") from error


def _refuse_bombs(rows: ZipInfo, file: Path, *, largest: int, free: int) -> None:
    """Refuse by what is declared, before anything is unpacked: no more than that is ever read."""
    size = rows.file_size
    if size > max(_SMALL, _MOST_TIMES * rows.compress_size):
        cause = f"{size // max(rows.compress_size, 1):,} times as much as it is packed, which no bundle does"
    elif size > largest:
        cause = f"and at most {largest:,} are taken; allow more with --largest-gb if you trust it"
    elif size > free:
        cause = f"and there are {free:,} left for temporary files; make room"
    else:
        return
    raise BundleTooLarge(str(file), unpacked=size, cause=cause)


def _told(packed: ZipFile, file: Path) -> Bundle:
    with packed.open(_MANIFEST) as opened:
        written = opened.read(_LARGEST_MANIFEST)
    try:
        told: dict[str, Any] = json.loads(written)
        if told.pop("format") != _FORMAT:
            raise ValueError("another format")
        told["runs"] = tuple(told["runs"])
        return Bundle(file=str(file), **told)
    except (ValueError, TypeError, KeyError) as error:
        raise BackupRefused(str(file), "its manifest is none of this version of Edison") from error


def _manifest(bundle: Bundle) -> dict[str, object]:
    fields = ("schema", "made_at", "project", "runs", "left_out", "rows", "sha256")
    return {"format": _FORMAT, **{name: getattr(bundle, name) for name in fields}}


def _digest(file: Path) -> str:
    digest = sha256()
    with file.open("rb") as opened:
        while piece := opened.read(1 << 20):
            digest.update(piece)
    return digest.hexdigest()
