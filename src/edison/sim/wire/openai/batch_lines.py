"""Reading the input file of a batch, and everything that may be wrong with it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

import msgspec

from ...batches import Item
from ...world.persona import ModelCard
from ..shapes import Json

MOST_REQUESTS = 50_000
LARGEST_FILE = 200 * 1024 * 1024

_DUPLICATE = (
    "The custom_id '{}' for this request is a duplicate of another request. The custom_id parameter must be "
    "unique for each request in a batch."
)


class Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One line of an input file."""

    custom_id: str
    method: str
    url: str
    body: Json


@dataclass(slots=True)
class Lines:
    """What an input file holds: items, or the reasons why it is refused."""

    items: list[Item] = field(default_factory=list[Item])
    models: set[str] = field(default_factory=set[str])
    problems: list[tuple[int, str, str]] = field(default_factory=list[tuple[int, str, str]])

    @property
    def model(self) -> str | None:
        return next(iter(self.models), None)

    @property
    def faults(self) -> tuple[tuple[int, str, str], ...]:
        return tuple(self.problems)


def read_lines(content: bytes, endpoint: str, cards: Mapping[str, ModelCard]) -> Lines:
    """Read an input file the way OpenAI validates it."""
    lines = Lines()
    if len(content) > LARGEST_FILE:
        lines.problems.append(
            (0, "file_too_large", f"Batch input file may have at most {LARGEST_FILE} bytes.")
        )
        return lines
    seen: set[str] = set()
    for number, raw in enumerate(content.splitlines(), 1):
        line = _read_line(lines, number, raw) if raw.strip() else None
        if line is None:
            continue
        for code, sentence in _complaints(line, endpoint, seen):
            lines.problems.append((number, code, sentence))
        seen.add(line.custom_id)
        lines.models |= {str(line.body["model"])} if "model" in line.body else set()
        lines.items.append(Item(line.custom_id, msgspec.json.encode(line.body)))
    _check_whole(lines, cards)
    return lines


def _read_line(lines: Lines, number: int, raw: bytes) -> Line | None:
    try:
        return msgspec.json.decode(raw, type=Line)
    except msgspec.ValidationError as cause:
        lines.problems.append((number, "invalid_request", f"This line does not fit: {cause}"))
    except msgspec.DecodeError:
        lines.problems.append((number, "invalid_json_line", "This line is not parseable as valid JSON."))
    return None


def _complaints(line: Line, endpoint: str, seen: set[str]) -> Iterator[tuple[str, str]]:
    if line.method != "POST" or line.url != endpoint:
        yield "mismatched_url", "The URL provided for this request does not match the batch endpoint."
    if line.custom_id in seen:
        yield "duplicate_custom_id", _DUPLICATE.format(line.custom_id)


def _check_whole(lines: Lines, cards: Mapping[str, ModelCard]) -> None:
    if not lines.items and not lines.problems:
        lines.problems.append((0, "empty_batch", "Batch input file is empty."))
    if len(lines.items) > MOST_REQUESTS:
        sentence = f"Batch input file may have at most {MOST_REQUESTS} requests."
        lines.problems.append((0, "max_requests_exceeded", sentence))
    if len(lines.models) > 1:
        sentence = "All requests in a batch must be for the same model."
        lines.problems.append((0, "mismatched_model", sentence))
    for model in sorted(lines.models - set(cards)):
        lines.problems.append(
            (0, "model_not_found", f"The provided model '{model}' is not supported by the Batch API.")
        )
