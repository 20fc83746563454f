"""A ranking of texts, as doors show it: for machines, in words, and as files."""

import json
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from pydantic import JsonValue

from edison.domain import PlacedJudge, Placing
from edison.errors import FormatUnknown
from edison.formats.card_seen import tell_seen
from edison.formats.placing_html import placing_html
from edison.formats.placing_json import placing_as_json
from edison.formats.placing_run import PlacingRun
from edison.formats.placing_trust import tell_unplaced
from edison.formats.placing_words import cautions, tell_halves
from edison.formats.wording import tell_end

from .files import write_file

_BY_SUFFIX = {".htm": "html"}


def placing_for_machines(placing: Placing, about: PlacingRun) -> dict[str, JsonValue]:
    """All there is to know."""
    return placing_as_json(placing, about=about)


def warnings_of(placing: Placing, about: PlacingRun) -> list[str]:
    """What to know before believing the order, a sentence each."""
    return [*tell_unplaced(placing), *cautions(placing, is_adaptive=about.is_adaptive)]


def halves_of(placing: Placing) -> str:
    """What the split-half reliability is of, or why there is none."""
    return tell_halves(placing.reliability)


def card_of(judge: PlacedJudge) -> str:
    """How a judge did when it was examined, in a line."""
    return tell_seen(judge.card)


def ending_of(about: PlacingRun) -> str:
    """How it ended: by its name, and in a sentence."""
    return f"{about.settlement.value.replace('_', ' ')}. {tell_end(about.settlement)}"


def placing_format(path: Path, *, name: str | None = None) -> str:
    """The format that was named, or the one that the end of a file's name says.

    Raises:
        FormatUnknown: rankings are not written so.
    """
    suffix = path.suffix.lower()
    return _known(name or _BY_SUFFIX.get(suffix, suffix.removeprefix(".")))


def write_placing(placing: Placing, *, about: PlacingRun, name: str) -> Iterator[bytes]:
    """A ranking in a format, piece by piece."""
    return _FORMATS[_known(name)](placing, about)


def save_placing(path: Path, placing: Placing, *, about: PlacingRun, name: str | None = None) -> None:
    """Put a ranking into a file, whole or not at all: a page for people, or JSON for machines."""
    write_file(path, write_placing(placing, about=about, name=placing_format(path, name=name)))


def _known(name: str) -> str:
    if name not in _FORMATS:
        raise FormatUnknown(name, _FORMATS)
    return name


def _as_page(placing: Placing, about: PlacingRun) -> Iterator[bytes]:
    return placing_html(placing, about=about)


def _as_json(placing: Placing, about: PlacingRun) -> Iterator[bytes]:
    text = json.dumps(placing_as_json(placing, about=about), ensure_ascii=False, indent=2, allow_nan=False)
    yield f"{text}\n".encode()


_FORMATS: Mapping[str, Callable[[Placing, PlacingRun], Iterator[bytes]]] = {
    "html": _as_page,
    "json": _as_json,
}

__all__ = [
    "PlacingRun",
    "card_of",
    "ending_of",
    "halves_of",
    "placing_for_machines",
    "placing_format",
    "save_placing",
    "warnings_of",
    "write_placing",
]
