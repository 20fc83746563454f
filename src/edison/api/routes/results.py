"""What came of a run: boards, rankings of texts, files; and its answers, checked again."""

from collections.abc import Iterator
from typing import Annotated, Literal

from fastapi import APIRouter, Query
from fastapi.responses import StreamingResponse
from pydantic import Field

from edison.actions.export_jobs import request_export, show_export, start_export
from edison.actions.house import House
from edison.actions.requests import start_once
from edison.actions.results.baselines import compare_runs, read_baseline
from edison.actions.results.exports import export_run
from edison.actions.results.rechecking import read_checks, recheck_run
from edison.actions.results.refinements import show_refinement_page
from edison.actions.results.reports import read_run
from edison.actions.runs.looking import show_breakdown, show_ranking_page, show_results
from edison.actions.views.board import BreakdownView, ResultsView
from edison.actions.views.comparison import BaselineView, view_comparison
from edison.actions.views.export import ExportView
from edison.actions.views.ranking import RankingPageView
from edison.actions.views.refinement import RefinementPageView
from edison.actions.views.run import RecheckTallyView, view_tally
from edison.domain import Run, RunId

from ..access import Changing, Paying, Reading
from .shapes import LARGEST, IdempotencyKey, RequestBody

router = APIRouter(prefix="/api/runs/{run}", tags=["results"])

_MEDIA = {
    "json": "application/json",
    "jsonl": "application/jsonl",
    "csv": "text/csv; charset=utf-8",
    "xml": "application/xml",
    "html": "text/html; charset=utf-8",
    "md": "text/markdown; charset=utf-8",
    "png": "image/png",
    "yaml": "application/yaml",
    "edison": "application/zip",
}
_SUFFIXES = {
    "junit": "xml",
    "facets": "csv",
    "comparisons": "csv",
    "reasons": "csv",
    "prix-json": "json",
    "prix-csv": "csv",
    "promptfoo": "json",
    "promptfoo-config": "yaml",
    "bundle": "edison",
}
Format = Literal[
    "json",
    "jsonl",
    "csv",
    "facets",
    "comparisons",
    "reasons",
    "junit",
    "html",
    "md",
    "png",
    "prix-json",
    "prix-csv",
    "promptfoo",
    "promptfoo-config",
    "bundle",
]
"""Those of a run; of a ranking of texts html, md, json, csv, comparisons and reasons; of a bundle that alone."""


@router.get("/results")
def results(house: Reading, run: RunId) -> ResultsView:
    """The boards of a run, each with the sentence above it; at once, whatever its size."""
    return show_results(house, run)


@router.get("/breakdown")
def breakdown(house: Reading, run: RunId) -> BreakdownView:
    """How results vary with the cases, what was found in the outputs, where judges disagree; of a large run slower."""
    return show_breakdown(house, run)


@router.get("/ranking")
def ranking(house: Reading, run: RunId) -> RankingPageView:
    """Where the texts of a run stand."""
    return show_ranking_page(house, run)


@router.get("/refinement")
def refinement(house: Reading, run: RunId) -> RefinementPageView:
    """A refinement round by round, with every change that was tried; of one that goes on, as far as it has come."""
    return show_refinement_page(house, run)


AllowFlips = Annotated[
    int | None,
    Query(
        ge=0,
        le=LARGEST,
        description="How many cells may fail that passed; unless given, those of arms that draw their answers are "
        "tested in pairs.",
    ),
]


@router.get("/compare/{baseline}")
def compare(house: Reading, run: RunId, *, baseline: RunId, allow_flips: AllowFlips = None) -> BaselineView:
    """A run against an earlier one: cell by cell, arm by arm, tag by tag."""
    before = read_baseline(house, baseline)
    return view_comparison(compare_runs(house, run, baseline=before, allow_flips=allow_flips))


@router.get("/export", response_class=StreamingResponse)
def export(house: Reading, run: RunId, format: Format) -> StreamingResponse:
    """All results as a file that others read; of any size."""
    pieces: Iterator[bytes] = export_run(house, run, name=format)
    suffix = _SUFFIXES.get(format, format)
    name = format if suffix != format and format != "junit" else "run"
    named = {"Content-Disposition": f'attachment; filename="{name}.{suffix}"'}
    return StreamingResponse(pieces, media_type=_MEDIA[suffix], headers=named)


class NewExport(RequestBody):
    """In which format all results are written."""

    format: Literal["json", "jsonl", "csv", "junit", "html", "md"] = "jsonl"


@router.post("/exports", status_code=201)
def start(house: Paying, run: RunId, *, request: NewExport, key: IdempotencyKey) -> ExportView:
    """Write all results as a run of its own, with progress, cancel and resume; the same key does so once.

    When it has ended, `export` of that run gives the file.
    """

    def start(keyed: House) -> Run:
        return start_export(keyed, request_export(keyed, run, format=request.format), start_key=key.key)

    return show_export(house, read_run(house, start_once(house, key, start)))


@router.get("/exported")
def exported(house: Reading, run: RunId) -> ExportView:
    """How far a run has come that writes the results of another."""
    return show_export(house, read_run(house, run))


class NewChecks(RequestBody):
    """A list as under `checks` of a suite, in YAML or JSON; null makes those of the run again."""

    checks: str | None = Field(default=None, min_length=1)
    embedder: str | None = Field(default=None, min_length=1, max_length=200)
    """Who makes the vectors of what goes by meaning, as provider/model; null whoever made them for the run."""


@router.post("/recheck")
def recheck(house: Changing, run: RunId, request: NewChecks) -> RecheckTallyView:
    """Make checks on the stored answers: no answer is asked for. Done twice, it comes to the same.

    Only an embedder of a provider is asked and paid, for texts whose vectors are not kept yet.
    """
    checks = None if request.checks is None else read_checks(request.checks.encode(), name="checks.yaml")
    return view_tally(recheck_run(house, run, checks=checks, embedder=request.embedder).tally)
