"""Runs as pages show them, and what happens to them from now on."""

import asyncio
from collections.abc import AsyncGenerator, Callable, Iterable, Iterator
from dataclasses import dataclass, field

from edison.domain import PAIRS, Event, Right, Run, RunId, RunReport
from edison.store import UnitOfWork

from ..access import verb
from ..house import House
from ..results.grid import with_all_versions
from ..results.reports import brief_in, count_in, list_briefly, show_run
from ..views.board import BreakdownView, ResultsView, view_breakdown, view_results
from ..views.page import (
    ProgressView,
    RunLinesView,
    RunPageView,
    view_line,
    view_progress,
    view_run_page,
)
from ..views.ranking import RankingPageView, WaveView, view_ranked_run
from .progress import Pace

_LOOK_S = 0.25
_SPARING = 20
"""Counting a large run takes a while; whoever looks on does so for a twentieth of the time at most."""
_PAGE = 500


@verb(Right.READ)
def list_lines(
    house: House,
    *,
    before: RunId | None = None,
    limit: int = 50,
    preset: str | None = None,
    is_open: bool | None = None,
    named: str = "",
    project: str | None = None,
) -> RunLinesView:
    """Some runs, newest first, of one project on wish; of those that go on the counts are told as well."""
    reports = list_briefly(
        house,
        before=before,
        limit=limit + 1,
        preset=preset,
        is_open=is_open,
        named=named,
        project=project,
    )
    following = reports[limit - 1].run.id if len(reports) > limit else None
    return RunLinesView(items=tuple(map(view_line, reports[:limit])), next=following)


@verb(Right.READ)
def show_run_page(house: House, run_id: RunId) -> RunPageView:
    """A run at the head of its page: counted, without boards."""

    def look(work: UnitOfWork) -> RunPageView:
        report, kept = count_in(work, run_id), work.experiments.of_run(run_id)
        return view_run_page(report, snapshot=with_all_versions(work, report.run), experiment=kept)

    return house.store.retry(look, reading=True)


@verb(Right.READ)
def show_results(house: House, run_id: RunId) -> ResultsView:
    """The boards of a run, with the sentences above them; no answer is looked at, whatever the size of the run."""
    return view_results(house.store.retry(lambda work: brief_in(work, run_id), reading=True))


@verb(Right.READ)
def show_breakdown(house: House, run_id: RunId) -> BreakdownView:
    """What is found by going through every answer of a run: of a large one it takes seconds."""
    return view_breakdown(show_run(house, run_id))


@verb(Right.READ)
def show_ranking_page(house: House, run_id: RunId) -> RankingPageView:
    """Where the texts of a run stand, and how far that can be believed."""
    # Loaded when a ranking is shown: most runs are none.
    from ..results.entry_rankings import ending_of, halves_of, show_entry_ranking, warnings_of

    report = house.store.retry(lambda work: count_in(work, run_id), reading=True)
    found, about = show_entry_ranking(house, run_id)
    return RankingPageView(
        **dict(view_ranked_run(report, found, about=about)),
        warnings=tuple(warnings_of(found, about)),
        ending=ending_of(about),
        halves=halves_of(found),
        waves=house.store.retry(lambda work: tuple(_waves(work, report.run)), reading=True),
    )


def _waves(work: UnitOfWork, run: Run) -> Iterator[WaveView]:
    judges = run.snapshot.pair_judges
    counts = work.comparisons.by_wave(run.id, judges=judges)
    for number, wave in enumerate(work.waves.of_run(run.id, lane=PAIRS), start=1):
        found = counts.get(wave.number)
        yield WaveView(
            number=number,
            pairs=wave.units,
            judgments=wave.units * len(judges),
            judged=0 if found is None else found.compared,
            not_judged=0 if found is None else found.not_judged,
        )


@dataclass(slots=True)
class _Watch:
    """What one who looks on has been told."""

    since: int
    paces: dict[RunId, Pace] = field(default_factory=dict[RunId, Pace])
    told: dict[RunId, ProgressView] = field(default_factory=dict[RunId, ProgressView])

    def news(self, reports: Iterable[RunReport], *, at: float) -> list[ProgressView]:
        """Counts that differ from those told before."""
        found: list[ProgressView] = []
        for report in reports:
            run_id = report.run.id
            counted = view_progress(self.paces.setdefault(run_id, Pace()).look(report, at=at))
            before = self.told.get(run_id)
            # A pace that sinks while nothing moves is news as well, but not four times a second.
            if before is None or _counts(before) != _counts(counted):
                self.told[run_id] = counted
                found.append(counted)
            if report.run.settlement.is_end:
                del self.paces[run_id]
        return found


@verb(Right.READ)
async def follow_house(
    house: House, since: int | None, *, goes_on: Callable[[], bool]
) -> AsyncGenerator[int | Event | ProgressView]:
    """Every event after a serial and from now on, and counts of runs that go on, four times a second at most.

    First comes the serial from which it begins: the one given, or the last there is, also where the one given is of
    another database and was never reached here. It ends when `goes_on`, which is asked before each look, says so.
    """
    last = await asyncio.to_thread(last_serial, house)
    begin = last if since is None else min(since, last)
    watch = _Watch(begin)
    yield begin
    while goes_on():
        events = await asyncio.to_thread(_events, house, watch.since)
        for event in events:
            watch.since = event.serial
            yield event
        began = house.clock.monotonic()
        touched = {event.run_id for event in events if event.run_id is not None}
        reports = await asyncio.to_thread(_reports, house, touched | watch.paces.keys())
        at = house.clock.monotonic()
        for counted in watch.news(reports, at=at):
            yield counted
        if len(events) < _PAGE:
            await house.clock.sleep(max(_LOOK_S, _SPARING * (at - began) if reports else 0))


@verb(Right.READ)
def last_serial(house: House) -> int:
    """The number of what happened last, over all runs."""
    with house.store.reading() as work:
        return work.events.last_serial()


def _events(house: House, since: int) -> list[Event]:
    with house.store.reading() as work:
        return work.events.since(since, _PAGE)


def _reports(house: House, touched: Iterable[RunId]) -> list[RunReport]:
    with house.store.reading() as work:
        going_on = {standing.run_id for standing in work.runs.unfinished()}
        return [count_in(work, run_id) for run_id in sorted(going_on | set(touched))]


def _counts(told: ProgressView) -> ProgressView:
    return told.model_copy(update={"per_second": 0.0, "eta_s": None})
