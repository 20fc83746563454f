"""How Google shows a batch: as a long-running operation, with the batch as its metadata and its results in it."""

from dataclasses import dataclass

import msgspec

from edison.domain import BatchState
from edison.errors import Unreadable

from .lines import ABSENT, is_present, read_shape

_STATES = {
    "QUEUED": BatchState.WAITING,
    "PENDING": BatchState.WAITING,
    "PAUSED": BatchState.WAITING,
    "RUNNING": BatchState.RUNNING,
    "UPDATING": BatchState.RUNNING,
    "SUCCEEDED": BatchState.COMPLETED,
    "PARTIALLY_SUCCEEDED": BatchState.COMPLETED,
    "FAILED": BatchState.FAILED,
    "CANCELLING": BatchState.CANCELLING,
    "CANCELLED": BatchState.CANCELLED,
    "EXPIRED": BatchState.EXPIRED,
}


class Status(msgspec.Struct):
    """google.rpc.Status: what went wrong with a batch or with one of its items."""

    code: int = 2
    message: str | None = None
    status: str | None = None


class Stats(msgspec.Struct, rename="camel"):
    """64-bit numbers travel as text in Google's JSON."""

    request_count: str | int | None = None
    successful_request_count: str | int | None = None
    failed_request_count: str | int | None = None


class _Inlined(msgspec.Struct, rename="camel"):
    inlined_responses: list[msgspec.Raw] = []


class Output(msgspec.Struct, rename="camel"):
    """Where the results are: in a file, or in here."""

    responses_file: str | None = None
    inlined_responses: msgspec.Raw = ABSENT

    @property
    def is_told(self) -> bool:
        return bool(self.responses_file) or is_present(self.inlined_responses)

    @property
    def inlined(self) -> list[msgspec.Raw]:
        if not is_present(self.inlined_responses):
            return []
        return read_shape(self.inlined_responses, _Inlined).inlined_responses


class About(msgspec.Struct, rename="camel"):
    """The batch itself."""

    state: str = ""
    display_name: str = ""
    model: str = ""
    create_time: str | None = None
    batch_stats: msgspec.Raw = ABSENT
    output: msgspec.Raw = ABSENT

    @property
    def stats(self) -> Stats:
        return read_shape(self.batch_stats, Stats) if is_present(self.batch_stats) else Stats()


class _Body(msgspec.Struct):
    name: str = ""
    done: bool = False
    metadata: msgspec.Raw = ABSENT
    error: msgspec.Raw = ABSENT
    response: msgspec.Raw = ABSENT


class OperationsPage(msgspec.Struct, rename="camel"):
    """A page of the list of batches."""

    operations: list[msgspec.Raw] = []
    next_page_token: str = ""


class _Key(msgspec.Struct):
    key: str = ""


class ResultLine(msgspec.Struct):
    """One item's end, inline or as a line of a file."""

    key: str | None = None
    metadata: msgspec.Raw = ABSENT
    response: msgspec.Raw = ABSENT
    error: msgspec.Raw = ABSENT

    @property
    def named(self) -> str:
        """A row of a file has a key of its own, an inline one has it among its metadata."""
        if self.key or not is_present(self.metadata):
            return self.key or ""
        try:
            return read_shape(self.metadata, _Key).key
        except Unreadable:
            return ""


@dataclass(frozen=True, slots=True)
class Operation:
    """A batch as Google shows it: a long-running operation with the batch as its metadata."""

    name: str
    state: BatchState
    about: About
    output: Output
    sentence: str | None


def read_operation(body: bytes) -> Operation:
    """Read a batch; raises Unreadable for anything that is not one."""
    found = read_shape(body, _Body)
    about = read_shape(found.metadata, About) if is_present(found.metadata) else About()
    # The results are told as the operation's response, as the batch's output, or as both.
    outputs = [read_shape(part, Output) for part in (found.response, about.output) if is_present(part)]
    error = read_shape(found.error, Status) if is_present(found.error) else None
    return Operation(
        name=found.name,
        state=_state(about.state, done=found.done, failed=error is not None),
        about=about,
        output=next((output for output in outputs if output.is_told), Output()),
        sentence=error.message if error is not None else None,
    )


def _state(stated: str, *, done: bool, failed: bool) -> BatchState:
    word = stated.removeprefix("BATCH_STATE_").removeprefix("JOB_STATE_")
    if word and word != "UNSPECIFIED":
        # A state that Google invents after us cannot be taken for an end.
        return _STATES.get(word, BatchState.RUNNING)
    if done:
        return BatchState.FAILED if failed else BatchState.COMPLETED
    return BatchState.WAITING


def read_count(stated: str | int | None) -> int | None:
    """A number that may be written as text; None when it is none."""
    return int(stated) if stated is not None and str(stated).isdecimal() else None
