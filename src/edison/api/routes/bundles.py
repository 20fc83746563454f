"""Bundles: a project with all that was found out in it as one file, written, looked into, and taken in."""

from fastapi import APIRouter
from pydantic import Base64Bytes, Field

from edison.actions.bundles import add_sent_bundle, look_into_sent_bundle
from edison.actions.export_jobs import request_bundle, show_export, start_export
from edison.actions.files import SentFile
from edison.actions.house import House
from edison.actions.requests import start_once
from edison.actions.results.reports import read_run
from edison.actions.views.export import ExportView
from edison.actions.views.house import BundleView, UnbundledView, view_bundle, view_unbundled
from edison.domain import Run

from ..access import Operating, Paying, Reading
from .shapes import IdempotencyKey, RequestBody

router = APIRouter(prefix="/api/bundles", tags=["bundles"])


class NewBundle(RequestBody):
    """Whose runs and library are written: a project's, or those of one experiment; of no project unless given."""

    project: str | None = Field(default=None, min_length=1, max_length=200)
    experiment: str | None = Field(default=None, min_length=1, max_length=200)


class SentBundle(RequestBody):
    """A bundle; its bytes in base64."""

    name: str = Field(min_length=1, max_length=200)
    # Bytes come as a text of JSON.
    content: Base64Bytes = Field(strict=False)

    def sent(self) -> SentFile:
        return SentFile(self.name, self.content)


@router.post("/exports", status_code=201)
def start(house: Paying, request: NewBundle, key: IdempotencyKey) -> ExportView:
    """Write a bundle as a run of its own, with progress, cancel and resume; the same key does so once.

    When it has ended, `export` of that run gives the file. No key and no provider is in it.
    """

    def start(keyed: House) -> Run:
        task = request_bundle(keyed, project=request.project, experiment=request.experiment)
        return start_export(keyed, task, start_key=key.key)

    return show_export(house, read_run(house, start_once(house, key, start)))


@router.post("/look")
def look(house: Reading, request: SentBundle) -> BundleView:
    """What a bundle says that it holds; nothing is stored."""
    return view_bundle(look_into_sent_bundle(house, request.sent()))


@router.post("")
def add(house: Operating, request: SentBundle) -> UnbundledView:
    """Add what a bundle holds, all or nothing; runs that are there already stay as they are."""
    return view_unbundled(add_sent_bundle(house, request.sent()))
