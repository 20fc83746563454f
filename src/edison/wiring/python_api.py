"""Edison from Python: `edison.run("suite.yaml")`, `edison.rank("essays")` and `edison.qualify(["openai/gpt-4o"])`."""

import asyncio
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pydantic import JsonValue

from edison.actions.files import Folder
from edison.actions.house import House
from edison.actions.presets import PRESETS, plan_file
from edison.actions.presets.qualifications import QualifyRequest
from edison.actions.presets.rank_requests import RankRequest
from edison.actions.presets.refine_plans import plan_refinement, wish_for
from edison.actions.presets.suites import SuiteFile, load_suite, open_providers, open_suite
from edison.actions.results.cards import show_cards_of
from edison.actions.results.entry_rankings import (
    is_usable,
    published_of,
    save_entry_ranking,
    show_entry_ranking,
    worth_of,
)
from edison.actions.results.exports import save_export
from edison.actions.results.refinements import show_refinement
from edison.actions.results.reports import find_run, list_cells, read_run, show_run
from edison.actions.results.showing import show_report
from edison.actions.results.summary import tell_verdict
from edison.actions.results.verdicts import RunVerdict, judge_run
from edison.actions.runs.control import remove_run
from edison.actions.runs.drive import drive_run
from edison.actions.runs.plan import RunPlan
from edison.actions.runs.prepare import prepare_run
from edison.actions.runs.progress import RunProgress
from edison.actions.runs.start import start_run
from edison.actions.views.card import view_card
from edison.actions.views.ranking import view_entry_ranking
from edison.actions.views.refinement import view_refinement
from edison.domain import (
    CellReport,
    EntryRanking,
    JudgeCard,
    PromptVersion,
    Refinement,
    Run,
    RunId,
    RunReport,
    to_microusd,
)
from edison.formats.pages.ranking.run import EntryRankingRun
from edison.settings import Settings

from .frames import to_pandas, to_polars
from .house import open_house
from .python_prompts import settings_for

if TYPE_CHECKING:
    import pandas  # pyright: ignore[reportMissingTypeStubs] (it ships none)
    import polars

_FILES = ("anchors", "judges_of", "rubric", "people")
_EXAMINATION_FILES = ("suite", "people", "judges_of")


@dataclass(frozen=True, slots=True, repr=False)
class RunResult:
    """A run and what came of it; cells are read from the database when they are asked for."""

    report: RunReport
    verdict: RunVerdict
    _settings: Settings

    @property
    def run(self) -> Run:
        return self.report.run

    @property
    def passed(self) -> bool:
        return self.verdict is RunVerdict.PASSED

    def __repr__(self) -> str:
        """The verdict, and who is ahead by what matters first."""
        shown = show_report(self.report)
        lines = [f"{shown.name}  {shown.id}", tell_verdict(self.report, self.verdict)]
        for board in shown.boards[:1]:
            wide = max(len(place.name) for place in board.places)
            lines.append(board.title)
            lines += [f"  {place.name:<{wide}}  {place.value}  {place.interval}" for place in board.places]
        return "\n".join(lines)

    def cells(self) -> Iterator[CellReport]:
        """Every cell in its order, a page at a time."""
        with open_house(self._settings) as house:
            yield from list_cells(house, self.run.id)

    def to_polars(self) -> "polars.DataFrame":
        """One row per cell, as a polars data frame."""
        return to_polars(self.report, self.cells())

    def to_pandas(self) -> "pandas.DataFrame":
        """One row per cell, as a pandas data frame."""
        return to_pandas(self.report, self.cells())

    def export(self, path: str | Path, *, format: str | None = None) -> None:
        """Write the results to a file: json, jsonl, csv, facets, junit, html or md, by its name unless given."""
        with open_house(self._settings) as house:
            save_export(house, self.run.id, path=Path(path), name=format)


@dataclass(frozen=True, slots=True)
class RefineResult:
    """What came of refining a prompt, and the run in which it was."""

    run: Run
    refinement: Refinement

    @property
    def improved(self) -> bool:
        """Whether a version was adopted because it is surely better."""
        return bool(self.refinement.adopted)

    @property
    def best(self) -> PromptVersion:
        """The best version by all that was proven."""
        return self.refinement.version(self.refinement.champion)

    def to_json(self) -> dict[str, JsonValue]:
        """The same as `edison refine --json`."""
        return view_refinement(self.refinement, run=self.run).as_json()


@dataclass(frozen=True, slots=True)
class RankResult:
    """Where texts stand, and the run that found it out."""

    run: Run
    entry_ranking: EntryRanking
    _about: EntryRankingRun

    @property
    def published(self) -> bool:
        """Whether the order is a result: not where too much failed, or the money ran out too soon."""
        return published_of(self.entry_ranking, self._about)

    @property
    def usable(self) -> bool:
        """Whether it is a result that is worth something; `worth` says it in a sentence."""
        return is_usable(self.entry_ranking, self._about)

    @property
    def worth(self) -> str:
        """What the order may be used for, in a sentence."""
        return worth_of(self.entry_ranking, self._about)

    def to_json(self) -> dict[str, JsonValue]:
        """The same as `edison rank --json`."""
        return view_entry_ranking(self.entry_ranking, about=self._about).as_json()

    def save(self, path: str | Path) -> None:
        """Write it to a file: as a page for people or as JSON, by the end of its name."""
        save_entry_ranking(Path(path), self.entry_ranking, about=self._about)


@dataclass(frozen=True, slots=True)
class QualifyResult:
    """The cards of the judges that were examined, and the run in which they were."""

    run: Run
    cards: tuple[JudgeCard, ...]
    """In the order in which the judges were named; none where the examination did not come to its end."""

    def to_json(self) -> list[dict[str, JsonValue]]:
        """The same as `edison judge qualify --json`."""
        return [view_card(card).as_json() for card in self.cards]


def run(
    suite: str | Path | Mapping[str, Any],
    *,
    providers: str | Path | Mapping[str, Any] | None = None,
    database: str | None = None,
    watch: Callable[[RunProgress], None] | None = None,
    budget_usd: float | None = None,
    allow_files: Sequence[str | Path] = (),
    allow_code: bool = False,
    **changes: Any,
) -> RunResult:
    """Run a suite to its end and give back what came of it.

    Args:
        suite: A suite file, or the same as a mapping; files that a mapping names lie in the working directory.
        providers: A file that says how providers are reached, or the same as a mapping.
        database: Where the run is kept; EDISON_DATABASE_URL unless given.
        watch: Called with the progress about twice a second, from another thread.
        budget_usd: What the run may cost, instead of what the suite says.
        allow_files: Folders in which files that the suite names may lie, besides its own.
        allow_code: Whether scripts and functions that the suite names are run.
        **changes: `concurrency`, `repeats`, `seed`, `cache`, `fail_under`, `most_unreadable` or `embedder` (as
            `provider/model`), instead of what the suite says.

    Raises:
        EdisonError: the suite cannot be run; nothing was started.
    """
    settings = settings_for(database)
    with open_house(settings, providers=read_providers_given(providers), allow_code=allow_code) as house:
        file = read_suite_given(suite, also=tuple(map(Path, allow_files)), house=house).changed(
            budget_microusd=to_microusd(budget_usd), **changes
        )
        started = drive_plan(house, lambda: plan_file(house, file), watch)
        report = show_run(house, started)
        verdict = judge_run(report, fail_under=report.run.experiment.policy.fail_under)
    return RunResult(report, verdict, settings)


def refine(
    suite: str | Path | Mapping[str, Any],
    *,
    providers: str | Path | Mapping[str, Any] | None = None,
    database: str | None = None,
    watch: Callable[[RunProgress], None] | None = None,
    budget_usd: float | None = None,
    allow_files: Sequence[str | Path] = (),
    allow_code: bool = False,
    **options: Any,
) -> RefineResult:
    """Improve the prompt of a suite in rounds, and give back what was adopted, with the proof.

    Args:
        suite: A suite file, or the same as a mapping; files that a mapping names lie in the working directory.
        providers: A file that says how providers are reached, or the same as a mapping.
        database: Where the run is kept; EDISON_DATABASE_URL unless given.
        watch: Called with the progress about twice a second, from another thread.
        budget_usd: What the run may cost, instead of what the suite says.
        allow_files: Folders in which files that the suite names may lie, besides its own.
        allow_code: Whether scripts and functions that the suite names are run.
        **options: `strategy`, `challenge`, `technique`, `looks`, `rounds`, `candidates`, `refiner`, `prompt`,
            `autonomy`, `gain`, `window`, `most_changed` or `tokens`,
            instead of what the suite says under `refine`; `seed`, `concurrency` or `repeats`.

    Raises:
        EdisonError: the prompt cannot be refined; nothing was started.
    """
    changes = {name: options.pop(name) for name in ("seed", "concurrency", "repeats") if name in options}
    with open_house(
        settings_for(database), providers=read_providers_given(providers), allow_code=allow_code
    ) as house:
        file = read_suite_given(suite, also=tuple(map(Path, allow_files)), house=house).changed(
            budget_microusd=to_microusd(budget_usd), **changes
        )
        started = drive_plan(house, lambda: plan_refinement(house, wish_for(file, **options)), watch)
        ended = read_run(house, started)
        return RefineResult(ended, show_refinement(house, ended))


def load(run: str = "latest", *, database: str | None = None) -> RunResult:
    """A run that is there already, by its id, a part of it or its name.

    Raises:
        RunMissing, RunAmbiguous: there is none of that name, or several.
    """
    settings = settings_for(database)
    with open_house(settings) as house:
        report = show_run(house, find_run(house, run).id)
        verdict = judge_run(report, fail_under=report.run.experiment.policy.fail_under)
    return RunResult(report, verdict, settings)


def remove(run: str, *, database: str | None = None) -> None:
    """Take a run away with its cells and the texts of its calls; what it cost stays in the sums.

    Raises:
        RunMissing, RunAmbiguous: there is none of that name, or several.
        RunNotMoved: it has not ended.
    """
    with open_house(settings_for(database)) as house:
        remove_run(house, find_run(house, run).id)


def rank(
    paths: str | Path | Sequence[str | Path] | Mapping[str, str] = (),
    *,
    judges: Sequence[str] = (),
    providers: str | Path | Mapping[str, Any] | None = None,
    database: str | None = None,
    watch: Callable[[RunProgress], None] | None = None,
    **options: Any,
) -> RankResult:
    """Rank texts by comparing them in pairs, and give back where they stand.

    Args:
        paths: Folders of texts, or JSONL and CSV files with `id` and `text`; one of them or several. Or the texts
            themselves, by id.
        judges: Who compares, as `provider/model`.
        providers: A file that says how providers are reached, or the same as a mapping.
        database: Where the run is kept; EDISON_DATABASE_URL unless given.
        watch: Called with the progress about twice a second, from another thread.
        **options: `assignment` (a name under which much of this is kept), `judges_of` (a suite file whose judges
            compare as well), `anchors`, `scale`, `rubric`, `people` (files; a scale may be a name), `goal`,
            `comparisons`, `least_comparisons`, `shift`, `success_rate`, `wave`, `deadline`, `weights` (a mapping of
            judges to numbers), `budget_usd`, `budget_ends`, `pairing`, `seed`, `both_orders`, `ties` or
            `concurrency`, as for `edison rank`.

    Raises:
        EdisonError: the texts cannot be ranked; nothing was started.
    """
    texts: Mapping[str, str] = paths if isinstance(paths, Mapping) else {}
    several = [paths] if isinstance(paths, str | Path) else () if isinstance(paths, Mapping) else paths
    files: dict[str, Any] = {name: Path(options[name]) for name in _FILES if options.get(name) is not None}
    request = RankRequest(
        paths=tuple(map(Path, several)), texts=texts, judges=tuple(judges), **{**options, **files}
    )
    with open_house(settings_for(database), providers=read_providers_given(providers)) as house:
        started = drive_plan(house, lambda: PRESETS["rank-entries"].plan(house, request), watch)
        ended = read_run(house, started)
        return RankResult(ended, *show_entry_ranking(house, started))


def qualify(
    judges: Sequence[str] = (),
    *,
    providers: str | Path | Mapping[str, Any] | None = None,
    database: str | None = None,
    watch: Callable[[RunProgress], None] | None = None,
    **options: Any,
) -> QualifyResult:
    """Examine judges with cases whose right answers are known, and give back a card of each.

    Args:
        judges: Who is examined, as `provider/model`.
        providers: A file that says how providers are reached, or the same as a mapping.
        database: Where the run and the cards are kept; EDISON_DATABASE_URL unless given.
        watch: Called with the progress about twice a second, from another thread.
        **options: `judges_of`, `suite`, `people` (files), `judgments`, `seed`, `ties`, `budget_usd` or `concurrency`,
            as for `edison judge qualify`.

    Raises:
        EdisonError: the judges cannot be examined; nothing was started.
    """
    files: dict[str, Any] = {
        name: Path(options[name]) for name in _EXAMINATION_FILES if options.get(name) is not None
    }
    request = QualifyRequest(judges=tuple(judges), **{**options, **files})
    with open_house(settings_for(database), providers=read_providers_given(providers)) as house:
        started = drive_plan(house, lambda: PRESETS["qualify-judge"].plan(house, request), watch)
        ended = read_run(house, started)
        return QualifyResult(ended, tuple(show_cards_of(house, started)))


def read_providers_given(providers: str | Path | Mapping[str, Any] | None) -> Mapping[str, Any] | None:
    """How providers are reached, from a file or from what a program says."""
    return open_providers(Path(providers)) if isinstance(providers, str | Path) else providers


def read_suite_given(
    suite: str | Path | Mapping[str, Any], *, also: Sequence[Path] = (), house: House | None = None
) -> SuiteFile:
    """A suite from a file, or from what a program says."""
    if isinstance(suite, str | Path):
        return open_suite(Path(suite), also=also, house=house)
    text = json.dumps(suite).encode()
    return load_suite("suite.json", text, files=Folder(Path(), also=also), house=house)


def drive_plan(
    house: House, plan: Callable[[], RunPlan], watch: Callable[[RunProgress], None] | None
) -> RunId:
    """In a thread with a loop of its own: a notebook has one already. Interrupted, what is under way is kept."""
    stop = asyncio.Event()
    loop = asyncio.new_event_loop()

    def work() -> RunId:
        started = start_run(house, prepare_run(house, plan()))
        loop.run_until_complete(drive_run(house, started.id, stop=stop, watch=watch))
        return started.id

    with ThreadPoolExecutor(1, thread_name_prefix="edison-run") as thread:
        working = thread.submit(work)
        try:
            return working.result()
        except KeyboardInterrupt:
            loop.call_soon_threadsafe(stop.set)
            raise
        finally:
            working.exception()
            loop.close()
