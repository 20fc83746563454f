"""Sets of cases from Python: `edison.data.add("cases.csv")`, `edison.data.split("support")`."""

import asyncio
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from edison.actions.datasets import (
    DatasetRef,
    approve_dataset,
    import_dataset,
    list_datasets,
    measure_coverage,
    show_coverage,
    show_dataset,
    split_dataset,
)
from edison.actions.failing import keep_separating, show_failing
from edison.actions.files import read_pieces
from edison.actions.labels import add_corrected
from edison.actions.results.reports import find_run
from edison.actions.views.dataset import CasePage, CoverageView, DatasetView
from edison.actions.views.failing import FailingView
from edison.domain import DatasetKind, to_microusd

from .frames import read_parquet
from .house import open_house
from .python_api import read_providers_given
from .python_prompts import settings_for


class CaseLibrary:
    """What a notebook wants of sets of cases; a set is named as NAME, or NAME@3 for one version."""

    def __init__(self, *, database: str | None = None, project: str | None = None) -> None:
        self._database = database
        self._project = project

    def at(self, *, database: str | None = None, project: str | None = None) -> "CaseLibrary":
        """The same for another database or project."""
        return CaseLibrary(database=database, project=project)

    def add(
        self,
        path: str | Path,
        name: str | None = None,
        *,
        kind: str = "golden",
        columns: Mapping[str, str] | None = None,
        note: str = "",
    ) -> DatasetView:
        """Keep the cases of a file as the next version of a set: all of them, or none and the reason."""
        file = Path(path)
        is_table = file.suffix.lower() == ".parquet"
        with open_house(settings_for(self._database)) as house:
            return import_dataset(
                house,
                self._where(name or file.stem),
                read_parquet(file) if is_table else read_pieces(file),
                file=f"{file.name}.jsonl" if is_table else file.name,
                kind=DatasetKind(kind),
                columns=columns,
                note=note,
            )

    def all(self) -> list[DatasetView]:
        """The newest version of every set."""
        with open_house(settings_for(self._database)) as house:
            return list_datasets(house, project=self._project)

    def show(self, name: str, *, first: int = 0, count: int = 50) -> CasePage:
        """One version of a set, with some of its cases."""
        with open_house(settings_for(self._database)) as house:
            return show_dataset(house, self._where(name), first=first, count=count)

    def coverage(
        self,
        name: str,
        *,
        embedder: str | None = None,
        budget_usd: float | None = None,
        providers: str | Path | Mapping[str, Any] | None = None,
    ) -> CoverageView:
        """What the cases of a set are spread over, and where there are too few.

        Args:
            name: Which set.
            embedder: Who tells what is about the same, as `provider/model`; this machine unless given.
            budget_usd: What that may cost.
            providers: A file that says how providers are reached, or the same as a mapping.
        """
        given, where = read_providers_given(providers), self._where(name)
        with open_house(settings_for(self._database), providers=given) as house:
            if embedder is None:
                return show_coverage(house, where)
            cap = to_microusd(budget_usd)
            return asyncio.run(measure_coverage(house, where, embedder=embedder, budget_microusd=cap))

    def split(self, name: str) -> DatasetView:
        """Say of every case what it is for, evenly over tags; the next version."""
        with open_house(settings_for(self._database)) as house:
            return split_dataset(house, self._where(name))

    def approve(self, name: str, *, cases: Sequence[str] = (), drop: Sequence[str] = ()) -> DatasetView:
        """Stand for what cases expect; the next version holds these and no others."""
        with open_house(settings_for(self._database)) as house:
            return approve_dataset(house, self._where(name), cases=cases, drop=drop)

    def add_corrected(
        self, name: str, run: str, *, by: str | None = None, arm: str | None = None
    ) -> DatasetView:
        """Keep the cases of a run that people corrected, with the correction as expected answer; the next version."""
        with open_house(settings_for(self._database)) as house:
            return add_corrected(house, self._where(name), find_run(house, run).id, by=by, arm=arm)

    def failing(self, run: str = "latest") -> FailingView:
        """Kinds of cases that fail more often than the others of a run, the surest first."""
        with open_house(settings_for(self._database)) as house:
            return show_failing(house, find_run(house, run))

    def keep_separating(self, name: str, run: str, *, least: float = 0.3, only: bool = False) -> DatasetView:
        """Mark the cases on which a run told versions of a prompt, or models, apart; the next version."""
        with open_house(settings_for(self._database)) as house:
            return keep_separating(house, self._where(name), find_run(house, run), least=least, only=only)

    def _where(self, name: str) -> DatasetRef:
        return DatasetRef.parse(name, project=self._project)


data = CaseLibrary()
